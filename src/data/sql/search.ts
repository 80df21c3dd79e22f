// Searches as PostgreSQL can answer them from indexes: texts by their trigrams, alternatives over relations each from its own.
import { columnOf, relationsOf } from '../model/model-fields';
import { searchedTexts, shortestIndexed } from '../model/search-texts';
import type { Search } from './expression';
import type { SqlBuilder } from './sql-builder';

type Where = Record<string, unknown>;
type ConditionSql = (draft: SqlBuilder, model: string, alias: string, where: Where) => string;

const searchedColumns = (model: string) => (searchedTexts as Partial<Record<string, readonly string[]>>)[model];

const listed = (value: unknown) => [value].flat() as Where[];
const only = (where: Where): [string, unknown] | undefined => {
  const [entry, more] = Object.entries(where);
  return more ? undefined : entry;
};

/** The text that all branches look for, each in another of the model's searched columns. */
function searchedIn(model: string, branches: readonly Where[]): string | undefined {
  const columns = searchedColumns(model);
  if (!columns || branches.length === 0) return undefined;
  const texts = branches.map((branch) => {
    const [name, condition] = only(branch) ?? [];
    const { contains, mode, ...others } = (condition ?? {}) as { contains?: unknown; mode?: string };
    const isSearch = name !== undefined && columns.includes(name) && mode === 'insensitive';
    return isSearch && Object.keys(others).length === 0 ? contains : undefined;
  });
  const [text] = texts;
  return typeof text === 'string' && texts.every((one) => one === text) ? text : undefined;
}

/** The text that alternatives look for in searched columns, where an index serves them. */
function indexedText(draft: SqlBuilder, model: string, branches: readonly Where[]): string | undefined {
  // Of the past there is no index.
  if (!draft.networkIds || draft.isRowByRow || draft.past) return undefined;
  const text = searchedIn(model, branches)?.replace(/\\(.)/g, '$1');
  return text !== undefined && [...text].length >= shortestIndexed ? text : undefined;
}

/**
 * A column of the rows that meet a condition, found network by network: of what other tenants keep nothing is read.
 * OFFSET 0 holds PostgreSQL to that order.
 */
function byNetworkSql(draft: SqlBuilder, model: string, field: string, conditionOf: (far: string) => string): string {
  const [networks, rows, far] = [draft.alias(), draft.alias(), draft.alias()];
  const column = columnOf(model, field).sqlName;
  return `SELECT ${rows}.${column} AS id FROM unnest(${draft.ids(draft.networkIds!)}::uuid[]) ${networks} (id)
    CROSS JOIN LATERAL (SELECT ${far}.${column} FROM ${draft.wholeTable(model, far)}
      WHERE ${far}.network_id = ${networks}.id AND ${conditionOf(far)} OFFSET 0) ${rows}`;
}

/** Keys of one text, and how many are looked up for all networks together, as long as each has a few. */
const mostKeys = 16;
const mostLookUps = 3_000;
const fewKeys = 3;

/** Where the trigrams begin that are looked up, from 1: its first, its last, and others from all over the text. */
function trigramsOf(text: string, networks: number): number[] {
  const last = [...text].length - shortestIndexed;
  const count = Math.min(last + 1, mostKeys, Math.max(fewKeys, Math.floor(mostLookUps / networks)));
  return Array.from({ length: count }, (_none, at) => 1 + Math.round((at * last) / Math.max(1, count - 1)));
}

/** That rows have trigrams of the text, as their index keeps them: each hashed with the network of its row. */
function keysSql(draft: SqlBuilder, model: string, alias: string, networks: string, text: string): string {
  const columns = searchedColumns(model)!.map((name) => `${alias}.${columnOf(model, name).sqlName}`);
  const keys = `search_keys(${alias}.network_id, ARRAY[${columns.join(', ')}])`;
  const lower = `lower(${draft.parameter(text)}::text)`;
  const wanted = trigramsOf(text, draft.networkIds!.length).map((at) => {
    const hash = `hashtextextended(substr(${lower}, ${at}, ${shortestIndexed}), uuid_hash_extended(id, 0))`;
    return `${keys} && ARRAY(SELECT ${hash} FROM unnest(${networks}) one (id))`;
  });
  return wanted.join(' AND ');
}

/** Networks whose rows one scan of an index finds: it compares each row that it meets with the keys of all of them. */
const networksOfScan = 32;

/**
 * The same by a text that an index serves: a scan costs more than what it finds of a network, so one serves many. Of nothing
 * but its keys PostgreSQL is told before the inner OFFSET 0: where others have few rows it would read all of them instead.
 */
function byTextSql(
  draft: SqlBuilder,
  model: string,
  field: string,
  text: string,
  conditionOf: (far: string) => string,
): string {
  const [some, rows, far] = [draft.alias(), draft.alias(), draft.alias()];
  const column = columnOf(model, field).sqlName;
  const networks = `SELECT array_agg(id) AS ids FROM unnest(${draft.ids(draft.networkIds!)}::uuid[]) WITH ORDINALITY one (id, at)
    GROUP BY (at - 1) / ${networksOfScan}`;
  const keys = keysSql(draft, model, far, `${some}.ids`, text);
  return `SELECT ${rows}.${column} AS id FROM (${networks}) ${some}
    CROSS JOIN LATERAL (SELECT ${far}.${column}
      FROM (SELECT ${far}.* FROM ${draft.wholeTable(model, far)} WHERE ${keys} OFFSET 0) ${far}
      WHERE ${far}.network_id = ANY(${some}.ids) AND ${draft.rowByRow(() => conditionOf(far))} OFFSET 0) ${rows}`;
}

const ownSearch = (model: string, { OR }: Where): boolean =>
  Array.isArray(OR) && searchedIn(model, OR as Where[]) !== undefined;

/** The one quantifier of a condition on rows that name this one. */
function ofRelated(model: string, branch: Where) {
  const [name, condition] = only(branch) ?? [];
  const relation = name === undefined ? undefined : relationsOf(model).get(name);
  const [quantifier, where] = only((condition ?? {}) as Where) ?? [];
  return relation?.isList && !relation.foreignKey.isHere && quantifier === 'some'
    ? { relation, where: where as Where }
    : undefined;
}

/**
 * What each finds rows of its own index by: a search of rows and of what belongs to them, or of the rows' texts alone.
 * Undefined for any other alternatives, which are asked of every row.
 */
export function searchesOf(draft: SqlBuilder, model: string, branches: readonly Where[]): readonly Where[] | undefined {
  if (!draft.networkIds || draft.isRowByRow) return undefined;
  const isOfAll =
    branches.some((branch) => ownSearch(model, branch)) &&
    branches.some((branch) => ofRelated(model, branch) !== undefined);
  if (isOfAll) return branches;
  return indexedText(draft, model, branches) === undefined ? undefined : [{ OR: branches }];
}

/** The ids that searches find, some of them more than once. */
function foundSql(draft: SqlBuilder, model: string, searches: readonly Where[], conditionSql: ConditionSql): string {
  const found = searches.map((search) => {
    const { relation, where } = ofRelated(model, search) ?? { where: search };
    const [found, field] = relation ? [relation.model, relation.foreignKey.field] : [model, 'id'];
    const conditionOf = (far: string) => conditionSql(draft, found, far, where);
    const text = textOf(draft, found, where);
    return text === undefined
      ? byNetworkSql(draft, found, field, conditionOf)
      : byTextSql(draft, found, field, text, conditionOf);
  });
  return found.join(' UNION ALL ');
}

/** A search by way of the indexes. */
export function searchSql(draft: SqlBuilder, { model, row, searches }: Search, conditionSql: ConditionSql): string {
  // IS TRUE keeps PostgreSQL from joining, by its guess of how many there are, row by row: it looks them up in a hash.
  return `(${row}.id IN (${foundSql(draft, model, searches, conditionSql)})) IS TRUE`;
}

/** A search that the condition is or demands among others, and what else it demands. */
function takeSearch(
  draft: SqlBuilder,
  model: string,
  where: Where,
): { searches: readonly Where[]; others: Where } | undefined {
  const { OR, ...beside } = where;
  const searches = OR === undefined ? undefined : searchesOf(draft, model, listed(OR));
  if (searches) return { searches, others: beside };
  const parts = listed(where.AND ?? []);
  for (const [at, part] of parts.entries()) {
    const taken = takeSearch(draft, model, part);
    if (taken) return { ...taken, others: { ...where, AND: parts.with(at, taken.others) } };
  }
  return undefined;
}

/** The text that a condition looks for, or demands among others, where an index serves it. */
function textOf(draft: SqlBuilder, model: string, where: Where): string | undefined {
  const [search, ...others] = takeSearch(draft, model, where)?.searches ?? [];
  return search && others.length === 0 ? indexedText(draft, model, listed(search.OR ?? [])) : undefined;
}

/** Whether rows are to be found by a search. */
export const demandsSearch = (draft: SqlBuilder, model: string, where: Where | undefined): boolean =>
  where !== undefined && takeSearch(draft, model, where) !== undefined;

/**
 * The rows that meet a condition, under the name `t`, where it demands a search: its ids once each, then their rows one by
 * one, which OFFSET 0 holds PostgreSQL to. Undefined for any other condition.
 */
export function searchedRowsSql(
  draft: SqlBuilder,
  model: string,
  where: Where | undefined,
  conditionSql: ConditionSql,
): string | undefined {
  const taken = where && takeSearch(draft, model, where);
  if (!taken) return undefined;
  const ids = draft.alias();
  const found = foundSql(draft, model, taken.searches, conditionSql);
  return `(SELECT DISTINCT id FROM (${found}) ${ids}) ${ids}
    CROSS JOIN LATERAL (SELECT t.* FROM ${draft.table(model, 't')}
      WHERE t.id = ${ids}.id AND ${conditionSql(draft, model, 't', taken.others)} OFFSET 0) t`;
}

/** Whether a condition asks for nothing but rows of networks that all the statement's searches keep to. */
function isOwnReach(draft: SqlBuilder, where: Where): boolean {
  return Object.entries(where).every(([key, value]) => {
    if (key === 'AND') return listed(value).every((part) => isOwnReach(draft, part));
    const ids = key === 'networkId' && only((value ?? {}) as Where)?.[0] === 'in' ? (value as Where).in : undefined;
    return Array.isArray(ids) && draft.networkIds!.every((id) => ids.includes(id));
  });
}

/** The ids that a search finds, once each, to be counted: undefined where they have more to meet than its networks. */
export function searchedIdsSql(
  draft: SqlBuilder,
  model: string,
  where: Where | undefined,
  conditionSql: ConditionSql,
): string | undefined {
  const taken = where && takeSearch(draft, model, where);
  if (!taken || !isOwnReach(draft, taken.others)) return undefined;
  return `(SELECT DISTINCT id FROM (${foundSql(draft, model, taken.searches, conditionSql)}) found) t`;
}

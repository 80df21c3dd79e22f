// Splits a search into parts that PostgreSQL can each answer by an index: texts by the trigram index, conditions on
// related rows by the index of the relation.
import { columnOf, relationsOf } from '../model/model-fields';
import { searchedTexts, shortestIndexed } from '../model/search-texts';
import type { Draft } from './draft';
import { all, columnRef, sameColumns, select, tableOfRows } from './expression';
import type { Condition, Expression, Select, Source } from './expression';

type Where = Record<string, unknown>;
type ConditionOf = (draft: Draft, model: string, row: string, where: Where) => Condition;

const searchedColumns = (model: string) => (searchedTexts as Partial<Record<string, readonly string[]>>)[model];

const listed = (value: unknown) => [value].flat() as Where[];
const only = (where: Where): [string, unknown] | undefined => {
  const [entry, more] = Object.entries(where);
  return more ? undefined : entry;
};

/**
 * Recognizes a text search: an OR whose alternatives look for the same text in different searched columns of the model.
 * Returns the text; undefined for any other condition.
 */
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

/** Like `searchedIn`, but also undefined if no index can be used for the text. */
function indexedText(draft: Draft, model: string, branches: readonly Where[]): string | undefined {
  // No index can be used in three cases: the networks to search are unknown; the condition is only checked row by row
  // on rows that were found otherwise; or the read is of a past instant, because past states have no search index.
  if (!draft.networkIds || draft.isRowByRow || draft.past) return undefined;
  const text = searchedIn(model, branches)?.replace(/\\(.)/g, '$1');
  return text !== undefined && [...text].length >= shortestIndexed ? text : undefined;
}

const apart = (selected: Expression, source: Source, where: Condition): Select =>
  select([selected], { from: [source], where }, undefined, 'apart');
const idsOf = (expression: Expression, from: readonly Source[]): Select =>
  select([{ kind: 'named', expression, name: 'id' }], { from, where: undefined });

/**
 * Finds rows that meet a condition, one network after the other, so that no rows of other tenants are read. The
 * subquery is planned separately, so that PostgreSQL keeps to this order.
 */
function byNetwork(draft: Draft, model: string, field: string, conditionOf: (far: string) => Condition): Select {
  const [networks, rows, far] = [draft.alias(), draft.alias(), draft.alias()];
  const column = columnOf(model, field).sqlName;
  const ofNetwork: Condition = sameColumns(columnRef(far, 'network_id'), columnRef(networks, 'id'));
  const where = all([ofNetwork, conditionOf(far)]);
  const query = apart(columnRef(far, column), tableOfRows(model, far, true), where);
  return idsOf(columnRef(rows, column), [
    { kind: 'ids', ids: draft.networkIds!, row: networks, isHidden: false },
    { kind: 'lateral', query, row: rows },
  ]);
}

/**
 * A text is looked up by `mostKeys` of its trigrams in each network. If that were more than `mostLookUps` lookups in
 * all networks together, fewer trigrams are used, but at least `fewKeys`.
 */
const mostKeys = 16;
const mostLookUps = 3_000;
const fewKeys = 3;

/** Positions, from 1, of the trigrams to look up: the first, the last, and others evenly spread over the text. */
export function chooseTrigrams(text: string, networks: number): number[] {
  const last = [...text].length - shortestIndexed;
  const count = Math.min(last + 1, mostKeys, Math.max(fewKeys, Math.floor(mostLookUps / networks)));
  return Array.from({ length: count }, (_none, at) => 1 + Math.round((at * last) / Math.max(1, count - 1)));
}

/** Number of networks that one index scan searches. More networks make each found row more expensive to check. */
export const networksOfScan = 32;

/**
 * Finds rows that contain a text by the trigram index. One index scan serves many networks, because starting a scan is
 * expensive. Other conditions are in outer queries; otherwise, PostgreSQL might use them to read all rows of these
 * networks.
 */
function byText(
  draft: Draft,
  model: string,
  field: string,
  text: string,
  conditionOf: (far: string) => Condition,
): Select {
  const [some, rows, far] = [draft.alias(), draft.alias(), draft.alias()];
  const column = columnOf(model, field).sqlName;
  const networks = columnRef(some, 'ids');
  const hasKeys: Condition = {
    kind: 'hasTrigrams',
    row: far,
    columns: searchedColumns(model)!.map((name) => columnRef(far, columnOf(model, name).sqlName)),
    networks,
    text,
    places: chooseTrigrams(text, draft.networkIds!.length),
  };
  const withKeys = apart({ kind: 'everyColumn', row: far }, tableOfRows(model, far, true), hasKeys);
  const ofNetworks: Condition = { kind: 'inArray', column: columnRef(far, 'network_id'), array: networks };
  const where = all([ofNetworks, draft.rowByRow(() => conditionOf(far))]);
  const query = apart(columnRef(far, column), { kind: 'rows', query: withKeys, row: far }, where);
  return idsOf(columnRef(rows, column), [
    { kind: 'idGroups', ids: draft.networkIds!, size: networksOfScan, row: some },
    { kind: 'lateral', query, row: rows },
  ]);
}

const ownSearch = (model: string, { OR }: Where): boolean =>
  Array.isArray(OR) && searchedIn(model, OR as Where[]) !== undefined;

/**
 * The relation and the inner condition of an alternative (of an OR) that searches related rows, such as `{ services: {
 * some: { … } } }`; undefined for alternatives of another form.
 */
function ofRelated(model: string, branch: Where) {
  const [name, condition] = only(branch) ?? [];
  const relation = name === undefined ? undefined : relationsOf(model).get(name);
  const [quantifier, where] = only((condition ?? {}) as Where) ?? [];
  return relation?.isList && !relation.foreignKey.isHere && quantifier === 'some'
    ? { relation, where: where as Where }
    : undefined;
}

/**
 * Splits the alternatives of an OR into searches that can each use an index. Undefined if one of the alternatives
 * cannot, because then every row must be checked anyway.
 */
export function splitSearches(draft: Draft, model: string, branches: readonly Where[]): readonly Where[] | undefined {
  if (!draft.networkIds || draft.isRowByRow) return undefined;
  const isOfAll =
    branches.some((branch) => ownSearch(model, branch)) &&
    branches.some((branch) => ofRelated(model, branch) !== undefined);
  if (isOfAll) return branches;
  return indexedText(draft, model, branches) === undefined ? undefined : [{ OR: branches }];
}

/** One query per search, for the ids that it finds. Several queries may find the same id. */
export function searchQueries(
  draft: Draft,
  model: string,
  searches: readonly Where[],
  conditionOf: ConditionOf,
): readonly Select[] {
  return searches.map((search) => {
    const { relation, where } = ofRelated(model, search) ?? { where: search };
    const [searchedModel, field] = relation ? [relation.model, relation.foreignKey.field] : [model, 'id'];
    const ofFar = (far: string) => conditionOf(draft, searchedModel, far, where);
    const text = textOf(draft, searchedModel, where);
    return text === undefined
      ? byNetwork(draft, searchedModel, field, ofFar)
      : byText(draft, searchedModel, field, text, ofFar);
  });
}

/**
 * Separates a condition into the search that every row must match and the remaining conditions; undefined if it has no
 * search.
 */
function takeSearch(
  draft: Draft,
  model: string,
  where: Where,
): { searches: readonly Where[]; others: Where } | undefined {
  const { OR, ...beside } = where;
  const searches = OR === undefined ? undefined : splitSearches(draft, model, listed(OR));
  if (searches) return { searches, others: beside };
  const parts = listed(where.AND ?? []);
  for (const [at, part] of parts.entries()) {
    const searchParts = takeSearch(draft, model, part);
    if (searchParts) return { ...searchParts, others: { ...where, AND: parts.with(at, searchParts.others) } };
  }
  return undefined;
}

/** The text that a condition searches for, if an index can be used. The condition may contain further parts. */
function textOf(draft: Draft, model: string, where: Where): string | undefined {
  const [search, ...others] = takeSearch(draft, model, where)?.searches ?? [];
  return search && others.length === 0 ? indexedText(draft, model, listed(search.OR ?? [])) : undefined;
}

/** Whether the condition contains a text search that every row must match, so that an index can find the rows. */
export const demandsSearch = (draft: Draft, model: string, where: Where | undefined): boolean =>
  where !== undefined && takeSearch(draft, model, where) !== undefined;

/**
 * Finds the rows (alias `t`) that match a search: first their distinct ids, then the row of each id. Undefined if the
 * condition has no search.
 */
export function searchedRows(
  draft: Draft,
  model: string,
  where: Where | undefined,
  conditionOf: ConditionOf,
): readonly Source[] | undefined {
  const searchParts = where && takeSearch(draft, model, where);
  if (!searchParts) return undefined;
  const ids = draft.alias();
  const idQueries = searchQueries(draft, model, searchParts.searches, conditionOf);
  const isFound: Condition = sameColumns(columnRef('t', 'id'), columnRef(ids, 'id'));
  const condition = all([isFound, conditionOf(draft, model, 't', searchParts.others)]);
  const query = apart({ kind: 'everyColumn', row: 't' }, tableOfRows(model, 't', false), condition);
  return [
    { kind: 'distinctIds', found: idQueries, inner: ids, row: ids },
    { kind: 'lateral', query, row: 't' },
  ];
}

/**
 * Whether a condition only limits rows to certain networks, and these include all networks in which the search looks.
 * Each row that the search finds then meets the condition, so the condition can be omitted.
 */
function isOwnReach(draft: Draft, where: Where): boolean {
  return Object.entries(where).every(([key, value]) => {
    if (key === 'AND') return listed(value).every((part) => isOwnReach(draft, part));
    const ids = key === 'networkId' && only((value ?? {}) as Where)?.[0] === 'in' ? (value as Where).in : undefined;
    return Array.isArray(ids) && draft.networkIds!.every((id) => ids.includes(id));
  });
}

/**
 * Finds the distinct ids that match a search, to count them; undefined if there are other conditions than the search
 * and its networks.
 */
export function searchedIds(
  draft: Draft,
  model: string,
  where: Where | undefined,
  conditionOf: ConditionOf,
): Source | undefined {
  const searchParts = where && takeSearch(draft, model, where);
  if (!searchParts || !isOwnReach(draft, searchParts.others)) return undefined;
  const idQueries = searchQueries(draft, model, searchParts.searches, conditionOf);
  return { kind: 'distinctIds', found: idQueries, inner: 'found', row: 't' };
}

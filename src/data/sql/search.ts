// Searches as PostgreSQL can answer them from indexes: texts by their trigrams, alternatives over relations each from its own.
import { columnOf, relationsOf } from '../model/model-fields';
import { searchedTexts, shortestIndexed } from '../model/search-texts';
import type { SqlBuilder } from './sql-builder';

type Where = Record<string, unknown>;
type ConditionSql = (draft: SqlBuilder, model: string, alias: string, where: Where) => string;

const searchedColumns = (model: string) => (searchedTexts as Partial<Record<string, readonly string[]>>)[model];

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

/**
 * Alternatives that look for one text in searched columns, by way of the index. Undefined for any other alternatives, and
 * for those that no index serves.
 */
export function textSearchSql(
  draft: SqlBuilder,
  model: string,
  alias: string,
  branches: readonly Where[],
  conditionSql: ConditionSql,
): string | undefined {
  const text = searchedIn(model, branches)?.replace(/\\(.)/g, '$1');
  // Of the past there is no index.
  if (text === undefined || [...text].length < shortestIndexed || draft.past !== undefined || !draft.networkIds)
    return undefined;
  const network = draft.networkOf(alias);
  if (!network) {
    const all = { OR: branches };
    return `${alias}.id IN (${byNetworkSql(draft, model, 'id', (far) => conditionSql(draft, model, far, all))})`;
  }
  const columns = searchedColumns(model)!.map((name) => `${alias}.${columnOf(model, name).sqlName}`);
  const keys = `search_keys(${alias}.network_id, ARRAY[${columns.join(', ')}])`;
  const indexed = `${keys} @> searched_keys(${network}, ${draft.parameter(text)}::text)`;
  const conditions = branches.map((branch) => `(${conditionSql(draft, model, alias, branch)})`);
  return `${indexed} AND (${conditions.join(' OR ')})`;
}

/**
 * A column of the rows that meet a condition, found network by network: of what other tenants keep nothing is read.
 * OFFSET 0 holds PostgreSQL to that order.
 */
function byNetworkSql(draft: SqlBuilder, model: string, field: string, conditionOf: (far: string) => string): string {
  const [networks, rows] = [draft.alias(), draft.alias()];
  const far = draft.aliasWithin(`${networks}.id`);
  const column = columnOf(model, field).sqlName;
  return `SELECT ${rows}.${column} FROM unnest(${draft.parameter(draft.networkIds)}::uuid[]) ${networks} (id)
    CROSS JOIN LATERAL (SELECT ${far}.${column} FROM ${draft.wholeTable(model, far)}
      WHERE ${far}.network_id = ${networks}.id AND ${conditionOf(far)} OFFSET 0) ${rows}`;
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

const isSearchOfAll = (model: string, branches: readonly Where[]): boolean =>
  branches.some((branch) => ownSearch(model, branch)) &&
  branches.some((branch) => ofRelated(model, branch) !== undefined);

/** Whether the condition is, or demands among others, a search of rows and of what belongs to them. */
export function demandsSearch(model: string, where: Where | undefined): boolean {
  return Object.entries(where ?? {}).some(([key, value]) => {
    const listed = [value].flat() as Where[];
    if (key === 'OR') return isSearchOfAll(model, listed);
    return key === 'AND' && listed.some((one) => demandsSearch(model, one));
  });
}

/**
 * A search of rows and of what belongs to them as the ids that each alternative finds: alternatives side by side would be
 * asked of every row. Undefined for any other alternatives.
 */
export function searchSql(
  draft: SqlBuilder,
  model: string,
  alias: string,
  branches: readonly Where[],
  conditionSql: ConditionSql,
): string | undefined {
  if (!draft.networkIds || !isSearchOfAll(model, branches)) return undefined;
  const found = branches.map((branch) => {
    const { relation, where } = ofRelated(model, branch) ?? { where: branch };
    const [found, field] = relation ? [relation.model, relation.foreignKey.field] : [model, 'id'];
    return byNetworkSql(draft, found, field, (far) => conditionSql(draft, found, far, where));
  });
  return `${alias}.id IN (${found.join(' UNION ALL ')})`;
}

// Searches as PostgreSQL can answer them from indexes: texts by their trigrams, alternatives over relations each from its own.
import { relationsOf } from '../model-fields';
import { searchedTexts, shortestIndexed } from '../search-texts';
import type { Draft } from './draft';

type Where = Record<string, unknown>;
type ConditionSql = (draft: Draft, model: string, alias: string, where: Where) => string;

const columnsOf = (model: string) => (searchedTexts as Partial<Record<string, readonly string[]>>)[model];

const only = (where: Where): [string, unknown] | undefined => {
  const [entry, more] = Object.entries(where);
  return more ? undefined : entry;
};

/** The text that all branches look for, each in another of the model's searched columns. */
function searchedIn(model: string, branches: readonly Where[]): string | undefined {
  const columns = columnsOf(model);
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

/** What an index can tell of `OR: branches`, to stand beside it; undefined where there is none. */
export function trigramSql(draft: Draft, model: string, alias: string, branches: readonly Where[]): string | undefined {
  const pattern = searchedIn(model, branches);
  const text = pattern?.replace(/\\(.)/g, '$1');
  if (text === undefined || [...text].length < shortestIndexed) return undefined;
  const columns = columnsOf(model)!.map((name) => `${alias}.${draft.names.columnOf(model, name)}`);
  return `search_trigrams(ARRAY[${columns.join(', ')}]) @> search_trigrams(ARRAY[${draft.parameter(text)}::text])`;
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
  draft: Draft,
  model: string,
  alias: string,
  branches: readonly Where[],
  conditionSql: ConditionSql,
): string | undefined {
  if (!isSearchOfAll(model, branches)) return undefined;
  const found = branches.map((branch) => {
    const far = draft.alias();
    const related = ofRelated(model, branch);
    if (!related)
      return `SELECT ${far}.id FROM ${draft.wholeTable(model, far)} WHERE ${conditionSql(draft, model, far, branch)}`;
    const { relation, where } = related;
    const foreignKey = `${far}.${draft.names.columnOf(relation.model, relation.foreignKey.field)}`;
    const condition = conditionSql(draft, relation.model, far, where);
    return `SELECT ${foreignKey} FROM ${draft.wholeTable(relation.model, far)} WHERE ${condition}`;
  });
  return `${alias}.id IN (${found.join(' UNION ALL ')})`;
}

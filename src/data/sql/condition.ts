// Converts a Prisma `where` to a condition from which SQL is written. Throws NoPlan for a `where` that SQL of this
// folder cannot express exactly.
import { AppError } from '../../errors';
import { columnOf, columnsOf, relationsOf, type Column, type Relation } from '../model/model-fields';
import type { Draft } from './draft';
import { all, always, columnRef, either, met, not, tableOfRows } from './expression';
import type { ColumnRef, Condition, Join, Joined, Rows } from './expression';
import { NetworkWindow } from './network-window';
import { NoPlan } from './no-plan';
import { searchedRows, splitSearches, searchQueries } from './search';

type Where = Record<string, unknown>;

/** Builds the FROM and WHERE of a statement for the rows of a model (alias `t`) that meet a condition. */
export function buildRows(draft: Draft, model: string, where: Where | undefined, joins: readonly Join[] = []): Rows {
  if (where?.id !== undefined)
    return {
      from: [tableOfRows(model, 't', false), ...joins],
      where: draft.rowByRow(() => conditionOf(draft, model, 't', where)),
    };
  const searched = searchedRows(draft, model, where, conditionOf);
  if (searched) return { from: [...searched, ...joins], where: undefined };
  return {
    from: [tableOfRows(model, 't', true), ...joins],
    where: conditionOf(draft, model, 't', where),
  };
}

const listed = (value: unknown) => [value].flat() as Where[];

/** Converts a Prisma `where` to a condition on the rows of `model` with the alias `row`. */
export function conditionOf(draft: Draft, model: string, row: string, where: Where | undefined): Condition {
  return all(Object.entries(where ?? {}).map(([key, value]) => partOf(draft, model, row, key, value)));
}

function partOf(draft: Draft, model: string, row: string, key: string, value: unknown): Condition {
  if (value === undefined) throw NoPlan.because('undefined');
  const inner = (one: Where) => conditionOf(draft, model, row, one);
  if (key === 'AND') return all(listed(value).map(inner));
  if (key === 'OR') return anyOf(draft, model, row, listed(value));
  if (key === 'NOT') return all(listed(value).map((one) => not(inner(one))));
  const column = columnsOf(model).get(key);
  if (column) return ofColumn(draft, column, columnRef(row, column.sqlName), value);
  const relation = relationsOf(model).get(key);
  if (relation) return ofRelation(draft, model, row, relation, value as Where | null);
  throw NoPlan.because('field');
}

function anyOf(draft: Draft, model: string, row: string, branches: Where[]): Condition {
  const beyond = beyondOf(model, row, branches);
  if (beyond) return beyond;
  const searches = splitSearches(draft, model, branches);
  if (searches)
    return { kind: 'found', id: columnRef(row, 'id'), found: searchQueries(draft, model, searches, conditionOf) };
  return either(branches.map((one) => conditionOf(draft, model, row, one)));
}

/**
 * Converts `a > 1 OR (a = 1 AND b > 2)`, the rows after a cursor, to `(a, b) > (1, 2)`, for which an index on both
 * columns can be used. Undefined for alternatives of any other form.
 */
function beyondOf(model: string, row: string, branches: Where[]): Condition | undefined {
  const keys: { name: string; operator: string; value: unknown }[] = [];
  for (const [at, branch] of branches.entries()) {
    const parts = Object.keys(branch).length === 1 && branch.AND ? listed(branch.AND).flatMap(Object.entries) : [];
    const [name, last] = parts.at(-1) ?? [];
    const [operator, value] = last && typeof last === 'object' ? (Object.entries(last as Where)[0] ?? []) : [];
    const isNext =
      parts.length === at + 1 &&
      (operator === 'gt' || operator === 'lt') &&
      operator === (keys[0]?.operator ?? operator) &&
      keys.every((key, before) => parts[before]![0] === key.name && parts[before]![1] === key.value);
    if (!isNext || !columnsOf(model).has(name!)) return undefined;
    keys.push({ name: name!, operator, value });
  }
  if (keys.length < 2) return undefined;
  return {
    kind: 'beyond',
    columns: keys.map(({ name }) => columnRef(row, columnOf(model, name).sqlName)),
    by: keys[0]!.operator === 'gt' ? '>' : '<',
    values: keys.map(({ value }) => value),
  };
}

const comparisons = new Map([
  ['equals', '='],
  ['not', '<>'],
  ['lt', '<'],
  ['lte', '<='],
  ['gt', '>'],
  ['gte', '>='],
] as const);
type Compared = Parameters<(typeof comparisons)['get']>[0];
const patterns: Record<string, (text: string) => string> = {
  contains: (text) => `%${text}%`,
  startsWith: (text) => `${text}%`,
  endsWith: (text) => `%${text}`,
};

function ofColumn(draft: Draft, facts: Column, column: ColumnRef, value: unknown): Condition {
  if (value === null) return { kind: 'null', column };
  if (facts.kind === 'json') return ofJson(column, value);
  if (typeof value !== 'object' || value instanceof Date || value instanceof Uint8Array)
    return { kind: 'compare', column, by: '=', value };
  const { mode, ...operators } = value as Where;
  const parts = Object.entries(operators).map(([operator, operand]) =>
    ofOperator(draft, facts, column, operator, operand, mode === 'insensitive'),
  );
  return all(parts);
}

/** The condition that the text at a path within a JSON value equals the given text. */
function ofJson(column: ColumnRef, value: unknown): Condition {
  const { path, equals, ...others } = value as Where;
  if (!Array.isArray(path) || typeof equals !== 'string' || Object.keys(others).length > 0)
    throw NoPlan.because('json');
  return { kind: 'jsonText', column, path, value: equals };
}

/**
 * Converts Prisma's `not: { … }`. Throws NoPlan for nested `not` operators, because Prisma treats them as a single one.
 */
function noneOf(draft: Draft, facts: Column, column: ColumnRef, operators: Where, anyCase: boolean): Condition {
  if ('not' in operators) throw NoPlan.because('operator');
  return not(ofColumn(draft, facts, column, { ...operators, ...(anyCase && { mode: 'insensitive' }) }));
}

const isOperators = (operand: unknown): boolean =>
  typeof operand === 'object' && !(operand instanceof Date) && !(operand instanceof NetworkWindow);

function ofOperator(
  draft: Draft,
  facts: Column,
  column: ColumnRef,
  operator: string,
  operand: unknown,
  anyCase: boolean,
): Condition {
  if (operand === undefined) throw NoPlan.because('undefined');
  if (operator === 'has' && facts.isList) return { kind: 'has', column, value: operand };
  if (operator === 'hasSome' && facts.isList) return { kind: 'hasSome', column, value: operand };
  if (facts.isList) throw NoPlan.because('operator');
  if (operator === 'not' && operand === null) return { kind: 'notNull', column };
  if (operator === 'not' && isOperators(operand)) return noneOf(draft, facts, column, operand as Where, anyCase);
  if (operator === 'equals' && operand === null) return { kind: 'null', column };
  if (operator === 'in' && Array.isArray(operand))
    return { kind: facts.kind === 'uuid' ? 'inIds' : 'in', column, values: operand };
  if (operator === 'notIn' && Array.isArray(operand)) return { kind: 'notIn', column, values: operand };
  const patternOf = facts.kind === 'text' ? patterns[operator] : undefined;
  if (patternOf) return { kind: 'compare', column, by: anyCase ? 'ILIKE' : 'LIKE', value: patternOf(String(operand)) };
  // Past states do not record when a row was last seen, so it is unknown which rows were stale at a past instant.
  if (operand instanceof NetworkWindow && draft.past)
    throw new AppError('validation_invalid_format', { field: 'stale' });
  if (operator === 'lt' && operand instanceof NetworkWindow)
    return { kind: 'before', column, window: operand, network: draft.alias() };
  const by = comparisons.get(operator as Compared);
  if (!by || anyCase || operand === null || (typeof operand === 'object' && !(operand instanceof Date)))
    throw NoPlan.because('operator');
  return { kind: 'compare', column, by, value: operand };
}

/** The joined rows that a relation leads to. At a past instant, only rows that the caller may read are joined. */
export function joinRelation(draft: Draft, model: string, near: string, relation: Relation): Joined {
  const far = draft.alias();
  return { model, near, relation, far, rule: ruleOf(draft, relation, far) };
}

const ruleOf = (draft: Draft, relation: Relation, far: string): Condition =>
  draft.past && !relation.isList ? conditionOf(draft, relation.model, far, draft.past.ruleOf(relation.model)) : always;

function ofRelation(draft: Draft, model: string, row: string, relation: Relation, value: Where | null): Condition {
  const far = draft.alias();
  const exists = (kind: 'exists' | 'notExists', condition: Condition): Condition => {
    const joined = { model, near: row, relation, far, rule: ruleOf(draft, relation, far) };
    return { kind, joined, condition, isRowByRow: draft.isRowByRow };
  };
  const isNone = (): Condition => {
    const { field, isHere } = relation.foreignKey;
    if (relation.isList) throw NoPlan.because('relation');
    return isHere && !draft.past
      ? { kind: 'null', column: columnRef(row, columnOf(model, field).sqlName) }
      : exists('notExists', always);
  };
  const inner = (one: unknown) => {
    if (!one || typeof one !== 'object') throw NoPlan.because('relation');
    return conditionOf(draft, relation.model, far, one as Where);
  };
  if (value === null) return isNone();
  const parts = Object.entries(value).map(([quantifier, one]) => {
    switch (`${relation.isList ? 'many' : 'one'} ${quantifier}`) {
      case 'many some':
        return exists('exists', inner(one));
      case 'one is':
        return one === null ? isNone() : exists('exists', inner(one));
      case 'one isNot':
        return one === null ? not(isNone()) : exists('notExists', inner(one));
      case 'many none':
        return exists('notExists', inner(one));
      case 'many every':
        return everyOf(not(inner(one)));
      default:
        throw NoPlan.because('relation');
    }
  });
  return all(parts);

  /**
   * Prisma's `every`: there is no related row that fails the condition (`failing`). If there is no condition, no row
   * can fail it.
   */
  function everyOf(failing: Condition): Condition {
    return failing.kind === 'unasked' ? met : exists('notExists', failing);
  }
}

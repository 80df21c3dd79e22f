// A Prisma where as SQL: the same rows, or NoPlan where that is not certain.
import { AppError } from '../../errors';
import { columnOf, columnsOf, relationsOf, type Column, type Relation } from '../model/model-fields';
import { NetworkWindow } from './network-window';
import { NoPlan } from './no-plan';
import type { SqlBuilder } from './sql-builder';
import { searchedRowsSql, searchSql } from './search';

type Where = Record<string, unknown>;

/** The condition on rows of `model` that `alias` names; "TRUE" when nothing is asked. */
export function conditionSql(draft: SqlBuilder, model: string, alias: string, where: Where | undefined): string {
  return askedSql(draft, model, alias, where) || 'TRUE';
}

/** The rows that meet a condition under the name `t`, with what else is joined to them: all that follows FROM. */
export function rowsOf(
  draft: SqlBuilder,
  model: string,
  where: Where | undefined,
  joins: readonly string[] = [],
): string {
  const written = (from: string, condition: string) => `${[from, ...joins].join(' ')} WHERE ${condition}`;
  if (where?.id !== undefined)
    return written(
      draft.table(model, 't'),
      draft.rowByRow(() => conditionSql(draft, model, 't', where)),
    );
  const searched = searchedRowsSql(draft, model, where, conditionSql);
  if (searched !== undefined) return [searched, ...joins].join(' ');
  return written(draft.wholeTable(model, 't'), conditionSql(draft, model, 't', where));
}

/** What the opposite of nothing asked is: no condition at all, which drops out of alternatives too, as Prisma has it. */
const noCondition = '';

function askedSql(draft: SqlBuilder, model: string, alias: string, where: Where | undefined): string {
  return all(Object.entries(where ?? {}).map(([key, value]) => partSql(draft, model, alias, key, value)));
}

const all = (parts: string[]) => {
  const needed = parts.filter((part) => part !== 'TRUE' && part !== noCondition);
  if (needed.length > 0) return needed.join(' AND ');
  return parts.includes(noCondition) ? noCondition : 'TRUE';
};
const either = (parts: string[]) => {
  if (parts.length === 0) return 'FALSE';
  const asked = parts.filter((part) => part !== noCondition);
  return asked.length > 0 ? `(${asked.map((part) => `(${part})`).join(' OR ')})` : noCondition;
};
const negated = (condition: string) =>
  condition === 'TRUE' || condition === noCondition ? noCondition : `NOT (${condition})`;
const listed = (value: unknown) => [value].flat() as Where[];

function partSql(draft: SqlBuilder, model: string, alias: string, key: string, value: unknown): string {
  if (value === undefined) throw NoPlan.because('undefined');
  const inner = (one: Where) => askedSql(draft, model, alias, one);
  if (key === 'AND') return all(listed(value).map(inner));
  if (key === 'OR') return anySql(draft, model, alias, listed(value));
  if (key === 'NOT') return all(listed(value).map((one) => negated(inner(one))));
  const column = columnsOf(model).get(key);
  if (column) return columnSql(draft, column, `${alias}.${column.sqlName}`, value);
  const relation = relationsOf(model).get(key);
  if (relation) return relationSql(draft, model, alias, relation, value as Where | null);
  throw NoPlan.because('field');
}

function anySql(draft: SqlBuilder, model: string, alias: string, branches: Where[]): string {
  return (
    beyondSql(draft, model, alias, branches) ??
    searchSql(draft, model, alias, branches, conditionSql) ??
    either(branches.map((one) => askedSql(draft, model, alias, one)))
  );
}

/**
 * `a > 1 OR (a = 1 AND b > 2)`, the rows beyond a cursor, as `(a, b) > (1, 2)`, which an index on both starts from.
 * Undefined for any other alternatives.
 */
function beyondSql(draft: SqlBuilder, model: string, alias: string, branches: Where[]): string | undefined {
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
  const columns = keys.map(({ name }) => `${alias}.${columnOf(model, name).sqlName}`);
  const values = keys.map(({ value }) => draft.parameter(value));
  return `(${columns.join(', ')}) ${keys[0]!.operator === 'gt' ? '>' : '<'} (${values.join(', ')})`;
}

const comparisons: Record<string, string> = { equals: '=', not: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' };
const patterns: Record<string, (text: string) => string> = {
  contains: (text) => `%${text}%`,
  startsWith: (text) => `${text}%`,
  endsWith: (text) => `%${text}`,
};

function columnSql(draft: SqlBuilder, column: Column, sql: string, value: unknown): string {
  if (value === null) return `${sql} IS NULL`;
  if (column.kind === 'json') throw NoPlan.because('json');
  if (typeof value !== 'object' || value instanceof Date || value instanceof Uint8Array)
    return `${sql} = ${draft.parameter(value)}`;
  const { mode, ...operators } = value as Where;
  const parts = Object.entries(operators).map(([operator, operand]) =>
    operatorSql(draft, column, sql, operator, operand, mode === 'insensitive'),
  );
  return all(parts);
}

/** `not: { … }`; one inside another Prisma takes for a single one. */
function noneOfSql(draft: SqlBuilder, column: Column, sql: string, operators: Where, anyCase: boolean): string {
  if ('not' in operators) throw NoPlan.because('operator');
  return negated(columnSql(draft, column, sql, { ...operators, ...(anyCase && { mode: 'insensitive' }) }));
}

const isOperators = (operand: unknown): boolean =>
  typeof operand === 'object' && !(operand instanceof Date) && !(operand instanceof NetworkWindow);

function operatorSql(
  draft: SqlBuilder,
  column: Column,
  sql: string,
  operator: string,
  operand: unknown,
  anyCase: boolean,
): string {
  if (operand === undefined) throw NoPlan.because('undefined');
  if (operator === 'has' && column.isList) return `${draft.parameter(operand)} = ANY(${sql})`;
  if (operator === 'hasSome' && column.isList) return `${sql} && ${draft.parameter(operand)}`;
  if (column.isList) throw NoPlan.because('operator');
  if (operator === 'not' && operand === null) return `${sql} IS NOT NULL`;
  if (operator === 'not' && isOperators(operand)) return noneOfSql(draft, column, sql, operand as Where, anyCase);
  if (operator === 'equals' && operand === null) return `${sql} IS NULL`;
  if (operator === 'in' && Array.isArray(operand))
    return `${sql} = ANY(${column.kind === 'uuid' ? draft.ids(operand) : draft.parameter(operand)})`;
  if (operator === 'notIn' && Array.isArray(operand)) return `${sql} <> ALL(${draft.parameter(operand)})`;
  const patternOf = column.kind === 'text' ? patterns[operator] : undefined;
  if (patternOf) return `${sql} ${anyCase ? 'ILIKE' : 'LIKE'} ${draft.parameter(patternOf(String(operand)))}`;
  // Observations have no history: which rows were stale at a past instant is unknown.
  if (operand instanceof NetworkWindow && draft.past)
    throw new AppError('validation_invalid_format', { field: 'stale' });
  if (operator === 'lt' && operand instanceof NetworkWindow) return `${sql} < ${windowSql(draft, sql, operand)}`;
  const comparison = comparisons[operator];
  if (!comparison || anyCase || operand === null || (typeof operand === 'object' && !(operand instanceof Date)))
    throw NoPlan.because('operator');
  return `${sql} ${comparison} ${draft.parameter(operand)}`;
}

/** The start of the window of the network that the row with this column belongs to. */
function windowSql(draft: SqlBuilder, sql: string, { now, defaultHours }: NetworkWindow): string {
  const [near] = sql.split('.');
  const network = draft.alias();
  const hours = `${network}.${columnOf('Network', 'staleAfterHours').sqlName}`;
  const own = `SELECT ${hours} FROM ${draft.table('Network', network)} WHERE ${network}.id = ${near}.network_id`;
  const window = `make_interval(hours => coalesce((${own}), ${draft.parameter(defaultHours)}::int))`;
  return `${draft.parameter(now)}::timestamptz - ${window}`;
}

/**
 * The other side of a relation under the name `far`, and the condition that links it to the row `near`: in the past a
 * reference leads to one that may be read only.
 */
export function joinedSql(
  draft: SqlBuilder,
  model: string,
  near: string,
  relation: Relation,
  far: string,
): { from: string; link: string } {
  const { from, link } = draft.related(model, near, relation, far);
  if (!draft.past || relation.isList) return { from, link };
  return { from, link: all([link, conditionSql(draft, relation.model, far, draft.past.ruleOf(relation.model))]) };
}

function relationSql(draft: SqlBuilder, model: string, alias: string, relation: Relation, value: Where | null): string {
  // Joined where it is needed: a statement must use all of its parameters.
  const far = draft.alias();
  const exists = (condition: string) => {
    const { from, link } = joinedSql(draft, model, alias, relation, far);
    // OFFSET keeps PostgreSQL from finding all that meet the condition first.
    return `EXISTS (SELECT FROM ${from} WHERE ${all([link, condition])}${draft.isRowByRow ? ' OFFSET 0' : ''})`;
  };
  const isNone = () => {
    const { field, isHere } = relation.foreignKey;
    if (relation.isList) throw NoPlan.because('relation');
    return isHere && !draft.past ? `${alias}.${columnOf(model, field).sqlName} IS NULL` : `NOT ${exists('TRUE')}`;
  };
  const inner = (one: unknown) => {
    if (!one || typeof one !== 'object') throw NoPlan.because('relation');
    return askedSql(draft, relation.model, far, one as Where);
  };
  if (value === null) return isNone();
  const parts = Object.entries(value).map(([quantifier, one]) => {
    switch (`${relation.isList ? 'many' : 'one'} ${quantifier}`) {
      case 'many some':
        return exists(inner(one));
      case 'one is':
        return one === null ? isNone() : exists(inner(one));
      case 'one isNot':
        return one === null ? `NOT (${isNone()})` : `NOT ${exists(inner(one))}`;
      case 'many none':
        return `NOT ${exists(inner(one))}`;
      case 'many every':
        return everySql(inner(one), exists);
      default:
        throw NoPlan.because('relation');
    }
  });
  return all(parts);
}

/** No row fails; where nothing is asked of them none can. */
function everySql(condition: string, exists: (condition: string) => string): string {
  const failing = negated(condition);
  return failing === noCondition ? '(TRUE)' : `NOT ${exists(failing)}`;
}

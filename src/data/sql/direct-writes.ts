// Prisma's writes of plain values as one SQL statement each, sent straight to the connection: the same effect at a fraction of the work.
import { withoutUnstorable } from '../../platform/text/validation';
import { mapInTurns } from '../../platform/threads/event-loop';
import { columnsOf, isReferenced, relationsOf, tableOf, type Column } from '../model/model-fields';
import { conditionSql } from './condition';
import { selectionSql, type Row } from './selection';
import { SqlBuilder, untranslatable } from './sql-builder';

/** Runs a statement: its rows as arrays of PostgreSQL's texts, and how many it wrote. */
export type SendWrite = (
  text: string,
  values: unknown[],
) => Promise<{ readonly rows: (string | null)[][]; readonly rowCount: number | null }>;

interface WriteArgs {
  readonly where?: Row;
  readonly data?: unknown;
  readonly select?: Row;
  readonly skipDuplicates?: boolean;
}
interface Statement {
  readonly text: string;
  readonly answer: (written: Awaited<ReturnType<SendWrite>>) => unknown;
  /** Writes down many rows, in as many turns of the event loop as that takes; before the statement is sent. */
  readonly fill?: (() => Promise<void>) | undefined;
}

/** Of more rows writing them down takes turns. */
const manyRows = 200;

const arguments_: Readonly<Record<string, readonly string[]>> = {
  create: ['data', 'select'],
  createMany: ['data', 'skipDuplicates'],
  update: ['where', 'data', 'select'],
  updateMany: ['where', 'data'],
  delete: ['where', 'select'],
  deleteMany: ['where'],
};

export interface DirectWrites {
  /**
   * What Prisma would answer, or undefined for operations and arguments that only Prisma can do. `actor` is put down as
   * the one who writes; in a transaction, which has one, it is left out.
   */
  write(model: string, operation: string, args: object, actor?: string): Promise<unknown> | undefined;
}

/** No row meets the condition of a write that wants one. */
export class RowMissing extends Error {
  /** Prisma's code for it. */
  readonly code = 'P2025';
}

export function directWrites(send: SendWrite): DirectWrites {
  return {
    write(model, operation, args, actor) {
      try {
        // No row is no statement.
        const { data } = args as WriteArgs;
        if (operation === 'createMany' && Array.isArray(data) && data.length === 0)
          return Promise.resolve({ count: 0 });
        const draft = new SqlBuilder();
        const statement = statementOf(draft, model, operation, args, actor);
        if (!statement) return undefined;
        const { text, answer, fill } = statement;
        const sent = async () => answer(await send(text, draft.values));
        return fill ? fill().then(sent) : sent();
      } catch (error) {
        if (error !== untranslatable) throw error;
        return undefined;
      }
    },
  };
}

function statementOf(
  draft: SqlBuilder,
  model: string,
  operation: string,
  asked: object,
  actor: string | undefined,
): Statement | undefined {
  const known = arguments_[operation];
  if (!known || Object.entries(asked).some(([name, value]) => !known.includes(name) || value === undefined))
    return undefined;
  const args: WriteArgs = asked;
  const isMany = operation.endsWith('Many');
  const { returning, answer } = isMany ? counted : returned(draft, model, args, operation === 'create');
  const acting =
    actor === undefined ? [] : [`(SELECT set_config('netloom.actor', ${draft.parameter(actor)}, true)) <> ''`];
  const where = (parts: readonly string[]) => (parts.length > 0 ? ` WHERE ${parts.join(' AND ')}` : '');
  const found = () => where([...acting, draft.rowByRow(() => conditionSql(draft, model, 't', args.where))]);
  const table = tableOf(model);
  if (operation.startsWith('create')) {
    const { columns, rows, textOf } = newRows(model, [args.data].flat() as Row[]);
    const isLong = rows.length > manyRows;
    const given = `jsonb_populate_recordset(NULL::${table}, ${draft.parameter(isLong ? '' : textOf(rows))}::jsonb)`;
    const place = draft.values.length - 1;
    const fill = async () => void (draft.values[place] = `[${(await mapInTurns(rows, textOf)).join(',')}]`);
    const values = `SELECT ${columns.map((name) => `g.${name}`).join(', ')} FROM ${given} g${where(acting)}`;
    const conflict = args.skipDuplicates ? ' ON CONFLICT DO NOTHING' : '';
    const text = `INSERT INTO ${table} AS t (${columns.join(', ')}) ${values}${conflict}${returning}`;
    return { text, answer, fill: isLong ? fill : undefined };
  }
  if (operation.startsWith('update'))
    return { text: `UPDATE ${table} t SET ${assigned(draft, model, args.data as Row)}${found()}${returning}`, answer };
  return { text: `DELETE FROM ${table} t${found()}${returning}`, answer };
}

const counted: { returning: string; answer: Statement['answer'] } = {
  returning: '',
  answer: ({ rowCount }) => ({ count: rowCount ?? 0 }),
};

function returned(draft: SqlBuilder, model: string, { select, data }: WriteArgs, isNew: boolean) {
  if (select && readsRelations(model, select) && (isNew || movesOthers(data))) throw untranslatable;
  const { expressions, toRow } = selectionSql(draft, model, 't', select ? { select } : {}, false);
  const answer: Statement['answer'] = ({ rows: [row] }) => {
    if (!row) throw new RowMissing(`no ${model} meets the condition`);
    return toRow(row);
  };
  return { returning: ` RETURNING ${expressions.join(', ')}`, answer };
}

const readsRelations = (model: string, select: Row): boolean =>
  Object.keys(select).some((name) => name === '_count' || relationsOf(model).has(name));

const movesOthers = (data: unknown): boolean => Object.keys(data ?? {}).some(isReferenced);

/**
 * Whether an update answers what is selected by itself. It sees other rows as they were when it began, so it must not be
 * one that they follow; Prisma would take four statements more for it.
 */
export const answersUpdate = (model: string, data: Row, { include }: { readonly include?: object }): boolean =>
  include === undefined &&
  !movesOthers(data) &&
  Object.keys(data).every((name) => isPlain(columnsOf(model).get(name), data[name]));

/** A value that is written as it is; operators and what else Prisma has forms of its own for are left to it. */
function isPlain(column: Column | undefined, value: unknown): boolean {
  if (!column || value === undefined) return false;
  if (column.kind === 'json') return !column.isList && isJson(value);
  if (value === null || value instanceof Date || typeof value !== 'object') return true;
  return column.isList && Array.isArray(value);
}

function plain(column: Column, value: unknown): unknown {
  if (!isPlain(column, value)) throw untranslatable;
  return value;
}

/** Of single values, and of what stands for NULL, Prisma has forms of its own. */
const isJson = (value: unknown): boolean =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype);

function columnIn(model: string, name: string): Column {
  const column = columnsOf(model).get(name);
  if (!column) throw untranslatable;
  return column;
}

function assigned(draft: SqlBuilder, model: string, data: Row): string {
  const values: Row = { ...timesOf(model, 'isUpdateTime'), ...data };
  const parts = Object.keys(values).map((name) => {
    const column = columnIn(model, name);
    const value = plain(column, values[name]);
    return column.kind === 'json'
      ? `${column.sqlName} = ${draft.parameter(jsonText(value))}::jsonb`
      : `${column.sqlName} = ${draft.parameter(value)}`;
  });
  if (parts.length === 0) throw untranslatable;
  return parts.join(', ');
}

const timeNames = new Map<string, readonly string[]>();

/** Columns that have the time of the write unless they are given one. */
function timesOf(model: string, fact: 'isCreationTime' | 'isUpdateTime'): Row {
  const key = `${model} ${fact}`;
  let names = timeNames.get(key);
  if (!names) {
    const columns = [...columnsOf(model).values()];
    names = columns.filter((one) => one[fact] || one.isUpdateTime).map(({ name }) => name);
    timeNames.set(key, names);
  }
  const now = new Date();
  return Object.fromEntries(names.map((name) => [name, now]));
}

/** What JSON, or PostgreSQL's reading of it, has no form for: big numbers, and halves of surrogate pairs, as UTF-8 has them. */
function readable(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'string' ? withoutUnstorable(value) : value;
}

/** As PostgreSQL reads it. */
function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\ud') ? JSON.stringify(value, readable) : text;
}

interface NewRows {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** All or one of them as JSON. */
  readonly textOf: (value: unknown) => string;
}

/** The columns that the rows give, and the rows. What one row leaves out and another gives must have no default. */
function newRows(model: string, given: readonly Row[]): NewRows {
  // Written down once, not for each row.
  const times: Row = JSON.parse(JSON.stringify(timesOf(model, 'isCreationTime'))) as Row;
  const names = new Set(Object.keys(times));
  for (const row of given) for (const name of Object.keys(row)) names.add(name);
  const columns = [...names].map((name) => columnIn(model, name));
  if (columns.length === 0) throw untranslatable;
  const rows = given.map((row) => {
    const written: Row = {};
    for (const column of columns) {
      const { name, sqlName } = column;
      if (name in row) written[sqlName] = plain(column, row[name]);
      else if (name in times) written[sqlName] = times[name];
      else if (column.hasDefault || !column.isNullable) throw untranslatable;
      else written[sqlName] = null;
    }
    return written;
  });
  const needsForms = columns.some(({ kind }) => kind === 'bigint');
  return {
    columns: columns.map(({ sqlName }) => sqlName),
    rows,
    textOf: needsForms ? (value) => JSON.stringify(value, readable) : jsonText,
  };
}

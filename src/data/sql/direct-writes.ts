// Runs each of Prisma's writes of plain values as one SQL statement that is sent directly to the connection. The
// statement has the same effect as Prisma's call, which would do much more work.
import { withoutUnstorable } from '../../platform/text/validation';
import { mapInTurns } from '../../platform/threads/event-loop';
import { columnsOf, isReferenced, relationsOf, type Column } from '../model/model-fields';
import { conditionOf } from './condition';
import { RowMissing, type DirectReads } from './direct-reads';
import { Draft } from './draft';
import { all } from './expression';
import type { Assignment, Condition, Expression, Insert, Statement } from './expression';
import { NoPlan, planned } from './no-plan';
import { buildSelection, type Row } from './selection';
import { statementSql } from './statement-sql';
import { bytesText } from './values';

/** Runs a statement and returns its rows as arrays of PostgreSQL's texts, and the number of written rows. */
type SendWrite = (
  text: string,
  values: unknown[],
) => Promise<{ readonly rows: (string | null)[][]; readonly rowCount: number | null }>;

interface WriteArgs {
  readonly where?: Row;
  readonly data?: unknown;
  readonly select?: Row;
  readonly skipDuplicates?: boolean;
}
interface WritePlan {
  /**
   * The statement. For many new rows, a function that serializes the rows in several turns of the event loop and
   * resolves with the statement.
   */
  readonly statement: Statement | (() => Promise<Statement>);
  readonly answer: (written: Awaited<ReturnType<SendWrite>>) => unknown;
}

/** Above this number of rows, the rows are serialized in several turns of the event loop. */
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
   * Resolves with what Prisma would return, or returns the reason why there is no SQL statement for the call. `actor`
   * is recorded as the author of the write; omit it in a transaction, which has its own author.
   */
  write(model: string, operation: string, args: object, actor?: string): Promise<unknown> | NoPlan;
}

export function directWrites(send: SendWrite, reads: Pick<DirectReads, 'read'>): DirectWrites {
  const written = (model: string, operation: string, args: WriteArgs, actor?: string): Promise<unknown> => {
    // A write of no rows needs no statement.
    if (operation === 'createMany' && Array.isArray(args.data) && args.data.length === 0)
      return Promise.resolve({ count: 0 });
    const { statement, answer } = planOf(model, operation, args, actor);
    const sendStatement = (whole: Statement) => {
      const { text, values } = statementSql(whole);
      return send(text, values).then(answer);
    };
    return typeof statement === 'function' ? statement().then(sendStatement) : sendStatement(statement);
  };
  const writtenAndRead = (model: string, operation: string, args: WriteArgs, actor?: string): Promise<unknown> =>
    written(model, operation, { ...args, select: { id: true } }, actor).then((row) =>
      reads.read(model, 'findUniqueOrThrow', { where: { id: (row as Row).id }, select: args.select }),
    );
  return {
    write: (model, operation, args: WriteArgs, actor) =>
      planned(() => {
        if (!isReadApart(model, operation, args)) return written(model, operation, args, actor);
        assertReadable(model, args);
        return writtenAndRead(model, operation, args, actor);
      }),
  };
}

/**
 * Whether the selected related rows must be read by a second statement, because the write changes them and its own
 * statement would return their old state.
 */
const isReadApart = (model: string, operation: string, { select, data }: WriteArgs): boolean =>
  select !== undefined && readsRelations(model, select) && (operation === 'create' || movesOthers(data));

/** Throws NoPlan if the selected fields cannot be read after the write. Must be called before the write. */
function assertReadable(model: string, { select = {} }: WriteArgs): void {
  if (!columnsOf(model).has('id')) throw NoPlan.because('answer');
  buildSelection(new Draft(), model, 't', { select }, false);
}

function planOf(model: string, operation: string, callArgs: object, actor: string | undefined): WritePlan {
  const argumentNames = arguments_[operation];
  if (!argumentNames) throw NoPlan.because('operation');
  for (const [name, value] of Object.entries(callArgs)) {
    if (!argumentNames.includes(name)) throw NoPlan.because('argument');
    if (value === undefined) throw NoPlan.because('undefined');
  }
  const args: WriteArgs = callArgs;
  const draft = new Draft();
  const isMany = operation.endsWith('Many');
  const { returning, answer } = isMany ? counted : returned(draft, model, args);
  const isActor: Condition | undefined = actor === undefined ? undefined : { kind: 'actor', actor };
  if (operation.startsWith('create')) return inserted(model, args, { where: isActor, returning }, answer);
  const condition = draft.rowByRow(() => conditionOf(draft, model, 't', args.where));
  const where = isActor ? all([isActor, condition]) : condition;
  const statement: Statement = operation.startsWith('update')
    ? { kind: 'update', model, assignments: assignmentsOf(model, args.data as Row), where, returning }
    : { kind: 'delete', model, where, returning };
  return { statement, answer };
}

function inserted(
  model: string,
  { data, skipDuplicates: skipsDuplicates = false }: WriteArgs,
  insertParts: Pick<Insert, 'where' | 'returning'>,
  answer: WritePlan['answer'],
): WritePlan {
  const { columns, rows, textOf } = newRows(model, [data].flat() as Row[]);
  // A row whose id belongs to a row of another tenant would be skipped, which would look like a success.
  if (skipsDuplicates && columns.includes('id'))
    throw new Error(`${model}.createMany with skipDuplicates must not set ids`);
  const statementWith = (text: string): Insert => ({
    kind: 'insert',
    model,
    columns,
    rows: text,
    skipsDuplicates,
    ...insertParts,
  });
  if (rows.length <= manyRows) return { statement: statementWith(textOf(rows)), answer };
  const statement = async () => statementWith(`[${(await mapInTurns(rows, textOf)).join(',')}]`);
  return { statement, answer };
}

const counted: Pick<WritePlan, 'answer'> & { readonly returning: readonly Expression[] } = {
  returning: [],
  answer: ({ rowCount }) => ({ count: rowCount ?? 0 }),
};

function returned(draft: Draft, model: string, { select }: WriteArgs): typeof counted {
  const { columns, toRow } = buildSelection(draft, model, 't', select ? { select } : {}, false);
  if (columns.length === 0) throw NoPlan.because('nothing');
  return {
    returning: columns,
    answer: ({ rows: [row] }) => {
      if (!row) throw new RowMissing(model);
      return toRow(row);
    },
  };
}

const readsRelations = (model: string, select: Row): boolean =>
  Object.keys(select).some((name) => name === '_count' || relationsOf(model).has(name));

const movesOthers = (data: unknown): boolean => Object.keys(data ?? {}).some(isReferenced);

/**
 * Whether an UPDATE can return the selected fields itself. It cannot if a changed column is the target of foreign keys:
 * PostgreSQL then changes the referring rows too, which the same statement does not see.
 */
export const answersUpdate = (model: string, data: Row, { include }: { readonly include?: unknown }): boolean =>
  include === undefined &&
  !movesOthers(data) &&
  Object.keys(data).every((name) => isPlain(columnsOf(model).get(name), data[name]));

/** Whether a value in Prisma's `data` is stored as it is, instead of being an operator such as `{ increment: 1 }`. */
function isPlain(column: Column | undefined, value: unknown): boolean {
  if (!column || value === undefined) return false;
  if (column.kind === 'json') return !column.isList && isJson(value);
  if (column.kind === 'bytes') return value === null || value instanceof Uint8Array;
  if (value === null || value instanceof Date || typeof value !== 'object') return true;
  return column.isList && Array.isArray(value);
}

function plain(column: Column, value: unknown): unknown {
  if (value === undefined) throw NoPlan.because('undefined');
  if (!isPlain(column, value)) throw NoPlan.because('value');
  return value;
}

/**
 * Whether the value is a plain JSON array or object. Prisma represents other JSON values, such as single numbers and
 * NULL, by special objects.
 */
const isJson = (value: unknown): boolean =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype);

function columnIn(model: string, name: string): Column {
  const column = columnsOf(model).get(name);
  if (!column) throw NoPlan.because('field');
  return column;
}

/** The amount of an increment operator; undefined if the value is not such an operator. */
function incrementOf({ kind, isList }: Column, value: unknown): number | undefined {
  if (kind !== 'int' || isList || typeof value !== 'object' || value === null) return undefined;
  const { increment, ...others } = value as { increment?: unknown };
  return Number.isInteger(increment) && Object.keys(others).length === 0 ? (increment as number) : undefined;
}

function assignmentsOf(model: string, data: Row): Assignment[] {
  const values: Row = { ...timesOf(model, 'isUpdateTime'), ...data };
  const assignments = Object.keys(values).map((key): Assignment => {
    const column = columnIn(model, key);
    const { sqlName: name } = column;
    const increment = incrementOf(column, values[key]);
    if (increment !== undefined) return { kind: 'increase', name, value: increment };
    const value = plain(column, values[key]);
    return column.kind === 'json' ? { kind: 'setJson', name, value: jsonText(value) } : { kind: 'set', name, value };
  });
  if (assignments.length === 0) throw NoPlan.because('nothing');
  return assignments;
}

const timeNames = new Map<string, readonly string[]>();

/** The columns that default to the time of the write, with that time. */
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

/**
 * For JSON.stringify: replaces values that JSON cannot represent (bigints become text) or that PostgreSQL's JSON parser
 * rejects (lone surrogates become U+FFFD).
 */
function readable(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'string' ? withoutUnstorable(value) : value;
}

/** Serializes a value as JSON that PostgreSQL's parser accepts. */
function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\ud') ? JSON.stringify(value, readable) : text;
}

const inRecord = ({ kind }: Column, value: unknown): unknown =>
  kind === 'bytes' && value !== null ? bytesText(value as Uint8Array) : value;

/**
 * The value of a column for a new row that does not set it. Needed if several rows are inserted and only some set the
 * column.
 */
function valueLeftOut({ hasDefault, defaultValue, isNullable }: Column): unknown {
  if (defaultValue !== undefined) return defaultValue;
  if (hasDefault || !isNullable) throw NoPlan.because('rows');
  return null;
}

interface NewRows {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Serializes a row, or the array of all rows, as JSON. */
  readonly textOf: (value: unknown) => string;
}

/** The columns that occur in any of the rows, and the rows themselves. */
function newRows(model: string, inputRows: readonly Row[]): NewRows {
  // Serialize the times once, not for each row.
  const times: Row = JSON.parse(JSON.stringify(timesOf(model, 'isCreationTime'))) as Row;
  const names = new Set(Object.keys(times));
  for (const row of inputRows) for (const name of Object.keys(row)) names.add(name);
  const columns = [...names].map((name) => columnIn(model, name));
  if (columns.length === 0) throw NoPlan.because('nothing');
  const rows = inputRows.map((row) => {
    const written: Row = {};
    for (const column of columns) {
      const { name, sqlName } = column;
      if (name in row) written[sqlName] = inRecord(column, plain(column, row[name]));
      else if (name in times) written[sqlName] = times[name];
      else written[sqlName] = valueLeftOut(column);
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

// Runs each of Prisma's reads as one SQL statement that is sent directly to the connection pool. The statement returns
// the same rows as Prisma, which would do much more work.
import { idBytes, type FoundIds, type FoundPage } from '../model/delegate';
import type { Past } from '../model/historied';
import { sizedCache } from '../../platform/threads/bounded-cache';
import { mapInTurns, nextTurn } from '../../platform/threads/event-loop';
import { longCharacters } from '../../platform/threads/json-in-turns';
import { conditionOf, buildRows } from './condition';
import { Draft } from './draft';
import { columnRef, select, tableOfRows, type Condition, type Expression, type Select } from './expression';
import { NoPlan, planned } from './no-plan';
import { groupsPlan } from './groups';
import { rowsInPage } from './page-rows';
import { demandsSearch, searchedIds } from './search';
import { buildPage, readArgs, buildSelection, type ReadArgs, type Row } from './selection';
import { statementSql } from './statement-sql';

type Texts = (string | null)[];
/** Rows as arrays of PostgreSQL's texts, and their total size in bytes. */
interface TextRows {
  readonly rows: Texts[];
  readonly bytes: number;
}
/** Runs a statement and returns its rows. */
type SendStatement = (text: string, values: unknown[]) => Promise<TextRows>;

const manyRows = 50;
const manyBytes = 256 * 1024;

const operations: ReadonlySet<string> = new Set([
  ...['findMany', 'findUnique', 'findUniqueOrThrow', 'findFirst', 'findFirstOrThrow'],
  ...['count', 'groupBy', 'findIds', 'findPage'],
]);

/** Thrown if an operation that ends with OrThrow finds no row. */
export class RowMissing extends Error {
  /** Prisma's error code for a missing row. */
  readonly code = 'P2025';

  constructor(model: string) {
    super(`no ${model} meets the condition`);
  }
}

/** Resolves with the row that was read. Throws RowMissing if there is no row and the operation ends with OrThrow. */
export const throwIfMissing = <T>(operation: string, model: string, read: Promise<T>): Promise<T> =>
  operation.endsWith('OrThrow')
    ? read.then((row) => {
        if (row === null) throw new RowMissing(model);
        return row;
      })
    : read;

export interface DirectReads {
  readonly operations: ReadonlySet<string>;
  /**
   * Resolves with what Prisma would return, or returns the reason why there is no SQL statement for the call. With
   * `past`, reads rows as of that instant. `networkIds` limits searches to these networks.
   */
  read(
    model: string,
    operation: string,
    args: object,
    past?: Past,
    networkIds?: readonly string[],
  ): Promise<unknown> | NoPlan;
  /**
   * Reads one row by its id, by a statement that is cached under `key`. Calls with the same `key` must differ only in
   * the id, because `argsOf` is called only for a new key.
   */
  readById(
    key: string,
    id: string,
    model: string,
    argsOf: () => object,
    networkIds: readonly string[],
  ): Promise<unknown> | NoPlan;
}

interface Remembered {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Index of the id in `values`. Another id is put there before the cached statement is sent again. */
  readonly idAt: number;
  readonly read: Pick<Statement, 'answer' | 'inTurns'>;
  readonly size: number;
}
const mostCharacters = 1_000_000;
const remembered = sizedCache<Remembered>(mostCharacters, ({ size }) => size);

/**
 * Caches a statement that reads a row by its id, so that it can be sent again for other ids. Only possible if the id
 * occurs exactly once among the values of the statement.
 */
function remember(key: string, id: string, { text, values, ...read }: Statement): void {
  const idAt = values.indexOf(id);
  if (idAt === -1 || values.lastIndexOf(id) !== idAt) return;
  remembered.set(key, { text, values: [...values], idAt, read, size: key.length + text.length });
}

interface ReadPlan {
  query: Select;
  answer: (rows: Texts[]) => unknown;
  /**
   * Converts rows like `answer`, but over several turns of the event loop. Undefined if the statement always returns
   * few rows.
   */
  inTurns?: (rows: Texts[]) => Promise<unknown>;
}
interface Statement extends Pick<ReadPlan, 'answer' | 'inTurns'> {
  readonly text: string;
  readonly values: unknown[];
}

/**
 * Converting many rows to objects takes tens of milliseconds, so results that arrive together are converted in separate
 * turns of the event loop.
 */
async function answerOf({ rows, bytes }: TextRows, { answer, inTurns }: Pick<Statement, 'answer' | 'inTurns'>) {
  if (rows.length < manyRows && bytes < manyBytes) return answer(rows);
  await nextTurn();
  return bytes < manyBytes || !inTurns ? answer(rows) : inTurns(rows);
}

const answered = (
  statement: Pick<Statement, 'answer' | 'inTurns'>,
  pendingResult: Promise<TextRows>,
): Promise<unknown> => pendingResult.then((result) => answerOf(result, statement));

export function directReads(send: SendStatement): DirectReads {
  return {
    operations,
    read: (model, operation, args, past, networkIds) =>
      planned(() => {
        const statement = statementOf(new Draft(past, networkIds), model, operation, args);
        return throwIfMissing(operation, model, answered(statement, send(statement.text, statement.values)));
      }),
    readById(key, id, model, argsOf, networkIds) {
      const cachedStatement = remembered.get(key);
      if (cachedStatement)
        return answered(
          cachedStatement.read,
          send(cachedStatement.text, cachedStatement.values.with(cachedStatement.idAt, id)),
        );
      return planned(() => {
        const statement = statementOf(new Draft(undefined, networkIds), model, 'findUnique', argsOf());
        remember(key, id, statement);
        return answered(statement, send(statement.text, statement.values));
      });
    },
  };
}

function statementOf(draft: Draft, model: string, operation: string, callArgs: object): Statement {
  const { query, answer, inTurns } = planOf(draft, model, operation, callArgs);
  const { text, values } = statementSql(query, draft.past);
  return { text, values, answer, inTurns };
}

function planOf(draft: Draft, model: string, operation: string, callArgs: object): ReadPlan {
  if (operation === 'groupBy') return groupsPlan(draft, model, callArgs);
  if (!operations.has(operation)) throw NoPlan.because('operation');
  if (operation === 'findMany' && 'distinct' in callArgs) return distinctPlan(draft, model, callArgs);
  const args = readArgs(callArgs);
  if (operation === 'findMany') return rowsPlan(draft, model, args);
  if (operation === 'findIds') return idsPlan(draft, model, args);
  if (operation === 'findPage') return pagePlan(draft, model, args);
  if (/^find(Unique|First)(OrThrow)?$/.test(operation)) {
    const { query, answer, inTurns } = rowsPlan(draft, model, { ...args, take: 1 });
    return {
      query,
      answer: (rows) => answer(rows)[0] ?? null,
      inTurns: async (rows) => (await inTurns(rows))[0] ?? null,
    };
  }
  if (Object.keys(args).some((key) => key !== 'where')) throw NoPlan.because('argument');
  const ids = searchedIds(draft, model, args.where, conditionOf);
  const rows = ids ? { from: [ids], where: undefined } : buildRows(draft, model, args.where);
  return { query: select([{ kind: 'count' }], rows), answer: (rows) => Number(rows[0]![0]) };
}

/**
 * The statement that reads rows. With `isCounted`, each row ends with the total number of rows, after the selected
 * columns.
 */
function rowsPlan(draft: Draft, model: string, args: ReadArgs, isCounted = false) {
  const { columns, toRow, toRowInTurns } = buildSelection(draft, model, 't', args, false);
  if (isCounted) columns.push(columnRef('t', 'found_rows'));
  const rows = rowsInPage(draft, model, args, isCounted);
  const { order } = buildPage(draft, model, 't', args);
  const query = select(columns, rows, { order, limit: undefined, offset: undefined });
  const inOrder = (convertedRows: Row[]) =>
    args.take !== undefined && args.take < 0 ? convertedRows.reverse() : convertedRows;
  const answer = (rows: Texts[]) => inOrder(rows.map(toRow));
  const inTurns = async (rows: Texts[]) =>
    inOrder(await mapInTurns(rows, (row) => (row.some(isLong) ? toRowInTurns(row) : toRow(row))));
  return { query, answer, inTurns };
}

/**
 * Reads a page and the total number of rows by one statement. Only for text searches, which find all matching rows
 * anyway; other conditions would make the statement read all rows twice.
 */
function pagePlan(draft: Draft, model: string, args: ReadArgs): ReadPlan {
  if (!demandsSearch(draft, model, args.where)) throw NoPlan.because('argument');
  const { query, answer, inTurns } = rowsPlan(draft, model, args, true);
  const counted = (textRows: Texts[], rows: Row[]): FoundPage => ({
    rows,
    ...(textRows.length > 0 && { total: Number(textRows[0]!.at(-1)) }),
  });
  const withoutTotals = (textRows: Texts[]) => textRows.map((texts) => texts.slice(0, -1));
  return {
    query,
    answer: (textRows) => counted(textRows, answer(withoutTotals(textRows))),
    inTurns: async (textRows) => counted(textRows, await inTurns(withoutTotals(textRows))),
  };
}

/** Reads the distinct values of a column. Throws NoPlan if the query selects or orders by any other column. */
function distinctPlan(draft: Draft, model: string, callArgs: object): ReadPlan {
  const { distinct, ...others } = callArgs as { readonly distinct: readonly string[] };
  const args = readArgs(others);
  const selected = Object.keys(args.select ?? {});
  const ordered = ([args.orderBy ?? []].flat() as object[]).flatMap((key) => Object.keys(key));
  const isPlain = [...selected, ...ordered].every((name) => distinct.includes(name)) && (args.take ?? 0) >= 0;
  if (!isPlain || selected.length !== distinct.length) throw NoPlan.because('argument');
  const { columns, toRow } = buildSelection(draft, model, 't', args, false);
  const rows = buildRows(draft, model, args.where);
  const query = select(columns, rows, buildPage(draft, model, 't', args), 'distinct');
  return { query, answer: (rows) => rows.map(toRow) };
}

const isLong = (text: string | null) => text !== null && text.length > longCharacters;

/**
 * For operations that read all pages of a list: reads the ids of the first `take` rows by one statement, and the
 * selected fields of the last of these rows, which determine the cursor of the next page.
 */
function idsPlan(draft: Draft, model: string, args: ReadArgs): ReadPlan {
  const rows = rowsInPage(draft, model, args);
  const { order } = buildPage(draft, model, 't', args);
  const { columns, toRow } = buildSelection(draft, model, 't', { select: args.select }, false);
  const [id, ids] = [columnRef('t', 'id'), columnRef('found', 'ids')];
  const joined: Expression = { kind: 'named', expression: { kind: 'joinedIds', id, order }, name: 'ids' };
  const isLast: Condition = { kind: 'idAt', id, ids, at: idBytes * (args.take! - 1) + 1 };
  const query = select([{ kind: 'hex', bytes: ids }, id, ...columns], {
    from: [
      { kind: 'rows', query: select([joined], rows), row: 'found' },
      { kind: 'left', source: tableOfRows(model, 't', false), on: isLast },
    ],
    where: undefined,
  });
  return {
    query,
    answer: ([row]): FoundIds => {
      const [hex, last, ...values] = row!;
      const packedIds = Buffer.from(hex ?? '', 'hex');
      return last === null ? { ids: packedIds } : { ids: packedIds, last: toRow(values) };
    },
  };
}

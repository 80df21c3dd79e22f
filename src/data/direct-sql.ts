// Sends SQL statements without Prisma: the interface, and its implementation for any function that sends one statement.
import type { Trouble } from '../errors';
import type { Prisma } from '../generated/prisma/client';
import {
  ask,
  parsedRows,
  textRow,
  textRows,
  TextStatement,
  type Answer,
  type OnRow,
} from '../platform/postgres/text-statement';
import type { Sender } from '../platform/postgres/transaction';
import { namingTrouble, type OnTrouble } from '../platform/postgres/unavailable';
import { directReads, type DirectReads } from './sql/direct-reads';
import { directWrites, type DirectWrites } from './sql/direct-writes';
import type { UnplannedCall } from './sql/no-plan';

/** Sends SQL statements without Prisma, on the same connections that Prisma uses. */
export interface DirectSql {
  /** Sends one statement and returns its result as texts. */
  readonly send: SendStatement;
  readonly reads: DirectReads;
  readonly writes: DirectWrites;
  /**
   * Called for a Prisma call for which `src/data/sql` has no SQL statement. Throws, or returns so that Prisma runs the
   * call itself.
   */
  readonly onUnplanned: (call: UnplannedCall) => void;
  /** Called for each SQL statement sent; undefined outside of tests. */
  readonly onQuery: ((query: Prisma.QueryEvent) => void) | undefined;
  /** Returns rows as objects, by the names of their columns. */
  query<R extends object>(text: string, values: unknown[]): Promise<R[]>;
  /**
   * Like `query`, with values as PostgreSQL's texts: JSON is not parsed. With `onRow`, each row is passed to `onRow` on
   * arrival instead of being returned. If a replica fails midway, `onRestart` is called, and all rows are passed again
   * from the primary.
   */
  queryTexts<R extends object>(
    text: string,
    values: unknown[],
    onRow?: (row: R) => void,
    onRestart?: () => void,
  ): Promise<R[]>;
  /** Returns the number of rows that the statement wrote or returned. */
  execute(text: string, values: unknown[]): Promise<number>;
  /** Whether all connections are in use. */
  isFull(): boolean;
  /** When a statement last failed with this kind of trouble, in milliseconds since 1970; 0 if no statement did. */
  lastMet(trouble: Trouble): number;
  /**
   * Calls back after each committed transaction of this client that wrote rows. Returns a function that removes the
   * callback.
   */
  onCommit(committed: () => void): () => void;
}

/**
 * Sends one statement. If a replica fails midway, `onRestart` is called, and all rows are sent again from the primary.
 */
export type SendStatement = (
  text: string,
  values: unknown[],
  wantsColumns: boolean,
  onRow?: OnRow,
  onRestart?: () => void,
) => Promise<Answer>;

/** The members of `DirectSql` that send statements. */
export type SentSql = Pick<DirectSql, 'send' | 'reads' | 'writes' | 'query' | 'queryTexts' | 'execute'>;

export type StatementName = (query: { readonly sql: string }) => string;

/**
 * Sends statements on a connection or pool. A failure of the database server, such as a full disk or a lost connection,
 * becomes a `DatabaseUnavailable`.
 */
export const statementsOn =
  (sender: Sender, nameOf: StatementName | undefined, onTrouble: OnTrouble): SendStatement =>
  (text, values, wantsColumns, onRow) =>
    namingTrouble(
      ask(sender, new TextStatement(text, values, nameOf?.({ sql: text }) ?? '', wantsColumns, onRow)),
      onTrouble,
    );

export function directSqlOn(
  sendStatement: SendStatement,
  onQuery: ((query: Prisma.QueryEvent) => void) | undefined,
): SentSql {
  const reported = async <T>(text: string, values: unknown[], pendingAnswer: Promise<T>): Promise<T> => {
    const timestamp = new Date();
    const answer = await pendingAnswer;
    const duration = Date.now() - timestamp.getTime();
    onQuery?.({ timestamp, query: text, params: values.map(String).join(','), duration, target: 'direct' });
    return answer;
  };
  const sendWrite = (text: string, values: unknown[]) => sendStatement(text, values, false);
  const send: typeof sendWrite = onQuery
    ? (text, values) => reported(text, values, sendWrite(text, values))
    : sendWrite;
  const reads = directReads(send);
  const query = <R extends object>(text: string, values: unknown[]) =>
    sendStatement(text, values, true).then(parsedRows<R>);
  const queryTexts: DirectSql['queryTexts'] = <R extends object>(
    text: string,
    values: unknown[],
    onRow?: (row: R) => void,
    onRestart?: () => void,
  ) =>
    sendStatement(text, values, true, onRow && ((row, columns) => onRow(textRow(row, columns))), onRestart).then(
      textRows<R>,
    );
  const execute = (text: string, values: unknown[]) => sendWrite(text, values).then(({ rowCount }) => rowCount);
  return {
    send: sendStatement,
    execute: onQuery ? (text, values) => reported(text, values, execute(text, values)) : execute,
    reads,
    writes: directWrites(send, reads),
    query: onQuery ? (text, values) => reported(text, values, query(text, values)) : query,
    queryTexts: onQuery
      ? (text, values, onRow, onRestart) => reported(text, values, queryTexts(text, values, onRow, onRestart))
      : queryTexts,
  };
}

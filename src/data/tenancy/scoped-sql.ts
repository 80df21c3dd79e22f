// Hand-written reads without Prisma: sends statements for one viewer, now or as of an instant.
import type { PrismaClient } from '../../generated/prisma/client';
import { placedSql, type RequestReads } from '../replicas/request-reads';
import { checkedSql, type TenantSafeSql } from './tenant-sql';
import type { Viewer } from './viewer';

// Re-exported, so that code with scoped clients need not import the raw client's files.
export { placedMoment, RequestReads, type RequestReadsOptions } from '../replicas/request-reads';

/** Sends only statements that were built for its viewer. */
export interface TenantSql {
  readonly viewer: Viewer;
  /** The instant as of which rows are read. Undefined for the present. */
  readonly at?: Date;
  /** Returns rows as objects, by the names of their columns. */
  query<Row extends object>(statement: TenantSafeSql): Promise<Row[]>;
  /**
   * Like `query`, with values as PostgreSQL's texts: JSON is not parsed. With `onRow`, which must not throw, each row
   * is passed to `onRow` on arrival, and no rows are returned. `onRestart` is called before all rows are passed again,
   * after a replica has failed.
   */
  queryTexts<Row extends object>(
    statement: TenantSafeSql,
    onRow?: (row: Row) => void,
    onRestart?: () => void,
  ): Promise<Row[]>;
}

export function sqlFor(prisma: PrismaClient, viewer: Viewer, at?: Date, placement?: RequestReads): TenantSql {
  const { query, queryTexts } = placedSql(prisma, placement);
  const sendBy =
    (send: typeof queryTexts) =>
    async <Row extends object>(
      statement: TenantSafeSql,
      onRow?: (row: Row) => void,
      onRestart?: () => void,
    ): Promise<Row[]> => {
      const { text, values } = checkedSql(viewer, statement);
      return send<Row>(text, [...values], onRow, onRestart);
    };
  return { viewer, ...(at && { at }), query: sendBy(query), queryTexts: sendBy(queryTexts) };
}

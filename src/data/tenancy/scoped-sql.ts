// Reads by hand around Prisma, which would take them apart: a handle for the statements of one viewer, now or as of an instant.
import type { PrismaClient } from '../../generated/prisma/client';
import { directSqlOf } from '../client';
import { safeSqlFor, type TenantSafeSql } from './tenant-sql';
import type { Viewer } from './viewer';

// Reads at one moment go through scoped clients like all others.
export { atOneMoment } from '../client';

/** Sends statements of its viewer alone. */
export interface TenantSql {
  readonly viewer: Viewer;
  /** Reads are as of this instant; absent: the present. */
  readonly at?: Date;
  /** Rows as objects, by the names of their columns. */
  query<Row extends object>(statement: TenantSafeSql): Promise<Row[]>;
  /**
   * The same with PostgreSQL's own texts as values: JSON is not read. With `onRow`, which must not throw, each row is handed
   * out as it comes, and none is kept for the answer.
   */
  queryTexts<Row extends object>(statement: TenantSafeSql, onRow?: (row: Row) => void): Promise<Row[]>;
}

export function sqlFor(prisma: PrismaClient, viewer: Viewer, at?: Date): TenantSql {
  const { query, queryTexts } = directSqlOf(prisma);
  const sendBy =
    (send: typeof queryTexts) =>
    async <Row extends object>(statement: TenantSafeSql, onRow?: (row: Row) => void): Promise<Row[]> => {
      const { text, values } = safeSqlFor(viewer, statement);
      return send<Row>(text, [...values], onRow);
    };
  return { viewer, ...(at && { at }), query: sendBy(query), queryTexts: sendBy(queryTexts) };
}

// Records audit events that triggers cannot detect, in the same transaction as the change, so that never only one of
// the two is stored.
import { Prisma } from '../../generated/prisma/client';
import type { AuditEventType } from '../../generated/prisma/enums';
import type { Db } from './rows';
import { executeSql, tenantSafeSql, viewerOf } from './tenant-sql';

/** An audit event to record. Its author is the author of the transaction. */
export interface AuditEventRecord {
  readonly eventType: AuditEventType;
  readonly organizationId: string;
  readonly subjectType: 'User' | 'UserApiKey' | 'Organization' | 'Daemon' | 'Host' | 'CheckAcceptance';
  readonly subjectId: string;
  readonly subjectName: string;
  /** Further facts about the event. They must not contain secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Records an event. `tx` is the transaction of the change, scoped or not. */
export async function recordAuditEvent(tx: Db, event: AuditEventRecord): Promise<void> {
  await executeSql(tx, tenantSafeSql(viewerOf(tx), Prisma.sql`SELECT ${auditEventSql(event)}`));
}

/** SQL that records the event, for use in a statement that makes the change itself. */
export function auditEventSql(event: AuditEventRecord): Prisma.Sql {
  const { eventType, organizationId, subjectType, subjectId, subjectName, details } = event;
  const text = details ? JSON.stringify(details) : null;
  return Prisma.sql`
    add_audit_event(${eventType}, ${organizationId}::uuid, ${subjectType}, ${subjectId}::uuid, ${subjectName},
      ${text}::jsonb)`;
}

/** The difference of two sets of ids as sorted `{from, to}`; undefined if they are equal. */
export function compareIds(before: readonly string[], after: readonly string[]) {
  const [from, to] = [before, after].map((ids) => [...new Set(ids)].sort());
  return from!.join() === to!.join() ? undefined : { from, to };
}

// Events that triggers cannot know: recorded in the transaction of the change, so that neither exists without the other.
import { Prisma } from '../../generated/prisma/client';
import type { AuditEventType } from '../../generated/prisma/enums';
import type { Db } from './rows';
import { executeSql, tenantSafeSql, viewerOf } from './tenant-sql';

/** The recorded event; the actor is that of the transaction. */
export interface AuditEventRecord {
  readonly eventType: AuditEventType;
  readonly organizationId: string;
  readonly subjectType: 'User' | 'UserApiKey' | 'Organization' | 'Daemon' | 'Host';
  readonly subjectId: string;
  readonly subjectName: string;
  /** Never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** `tx` is the transaction of what happened, scoped or not. */
export async function recordAuditEvent(tx: Db, event: AuditEventRecord): Promise<void> {
  await executeSql(tx, tenantSafeSql(viewerOf(tx), Prisma.sql`SELECT ${auditEventSql(event)}`));
}

/** The call that records the event, for a statement that is the transaction of what happened. */
export function auditEventSql(event: AuditEventRecord): Prisma.Sql {
  const { eventType, organizationId, subjectType, subjectId, subjectName, details } = event;
  const text = details ? JSON.stringify(details) : null;
  return Prisma.sql`
    add_audit_event(${eventType}, ${organizationId}::uuid, ${subjectType}, ${subjectId}::uuid, ${subjectName},
      ${text}::jsonb)`;
}

/** `{from, to}` of sets of ids, in order; undefined where they are the same. */
export function changeOf(before: readonly string[], after: readonly string[]) {
  const [from, to] = [before, after].map((ids) => [...new Set(ids)].sort());
  return from!.join() === to!.join() ? undefined : { from, to };
}

// Events that triggers cannot know: told in the transaction of what they tell of, so that neither is there without the other.
import { Prisma } from '../../generated/prisma/client';
import type { AuditEventType } from '../../generated/prisma/enums';
import type { Db } from './rows';
import { executeSql, tenantSafeSql, viewerOf } from './tenant-sql';

/** What is written of an event; who did it is whoever acts. */
export interface AuditEventRecord {
  readonly eventType: AuditEventType;
  readonly organizationId: string;
  readonly subjectType: 'User' | 'UserApiKey' | 'Organization' | 'Daemon';
  readonly subjectId: string;
  readonly subjectName: string;
  /** Never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** `tx` is the transaction of what happened, scoped or not. */
export async function recordAuditEvent(tx: Db, event: AuditEventRecord): Promise<void> {
  const { eventType, organizationId, subjectType, subjectId, subjectName, details } = event;
  const told = details ? JSON.stringify(details) : null;
  const statement = Prisma.sql`
    SELECT add_audit_event(${eventType}, ${organizationId}::uuid, ${subjectType}, ${subjectId}::uuid, ${subjectName},
      ${told}::jsonb)`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}

/** `{from, to}` of sets of ids, in order; undefined where they are the same. */
export function changeOf(before: readonly string[], after: readonly string[]) {
  const [from, to] = [before, after].map((ids) => [...new Set(ids)].sort());
  return from!.join() === to!.join() ? undefined : { from, to };
}

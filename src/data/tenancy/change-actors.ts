// Who made the events that rows name, for all who see such a row: the events themselves are for Admins.
import type { AuditEvent } from '../../generated/prisma/client';
import type { TenantSql } from './scoped-sql';
import { tenantSafeSql } from './tenant-sql';

/** The actor of one event: what everyone may know of it. */
export type ChangeActor = Pick<
  AuditEvent,
  'id' | 'createdAt' | 'actorType' | 'actorName' | 'userId' | 'userApiKeyId' | 'daemonId' | 'discoveryId'
>;

const text = `
  SELECT id, created_at AS "createdAt", actor_type AS "actorType", actor_name AS "actorName", user_id AS "userId",
    user_api_key_id AS "userApiKeyId", daemon_id AS "daemonId", discovery_id AS "discoveryId"
  FROM audit_events WHERE id = ANY($1::uuid[]) AND organization_id = $2::uuid`;

/** By the event's id; events of other organizations are missing. The ids come from visible rows. */
export async function readChangeActors(sql: TenantSql, eventIds: readonly string[]) {
  const values = [eventIds, sql.viewer.organizationId];
  const events = await sql.query<ChangeActor>(tenantSafeSql(sql.viewer, { text, values }));
  return new Map(events.map((event) => [event.id, event]));
}

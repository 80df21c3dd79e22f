// The outbox of webhooks: messages are written in the transaction that stores their events, and deleted after 30 days.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { deleteOld } from '../../../data/tenancy/sweep-rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import type { RowsAside } from '../../../platform/process/rows-aside';

/** Maximum number of events in one message. */
export const mostEvents = 50;
/** Days for which messages are kept. */
export const keptDays = 30;
/** Maximum number of messages that one call deletes. */
const mostSwept = 10_000;

/**
 * Writes messages with events that the same transaction has stored, for each webhook of the network whose filter
 * matches some of these events. Each message has at most 50 events.
 */
export async function storeDeliveries(
  tx: Db,
  { networkId, organizationId }: { readonly networkId: string; readonly organizationId: string },
  eventIds: readonly string[],
): Promise<void> {
  const statement = Prisma.sql`
    INSERT INTO webhook_deliveries (webhook_id, network_id, organization_id, event_ids, part)
    SELECT webhook_id, ${networkId}::uuid, ${organizationId}::uuid, array_agg(event_id ORDER BY event_id), part
    FROM (
      SELECT w.id AS webhook_id, e.id AS event_id,
        ((row_number() OVER (PARTITION BY w.id ORDER BY e.id) - 1) / ${mostEvents}::int)::int AS part
      FROM webhooks w CROSS JOIN network_events e
      WHERE w.organization_id = ${organizationId}::uuid AND w.enabled
        AND (w.all_networks OR EXISTS (
          SELECT FROM webhook_networks s WHERE s.webhook_id = w.id AND s.network_id = ${networkId}::uuid))
        AND e.network_id = ${networkId}::uuid AND e.id = ANY(${[...eventIds]}::uuid[])
        AND (cardinality(w.kinds) = 0 OR e.kind = ANY(w.kinds))
        AND (cardinality(w.severities) = 0 OR e.severity = ANY(w.severities))
        AND (cardinality(w.tag_ids) = 0 OR e.tag_ids && w.tag_ids)
        AND (cardinality(w.roles) = 0 OR e.roles && w.roles::text[])
    ) AS sent GROUP BY webhook_id, part`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}

/** Deletes messages that are older than 30 days. Resolves with the number of deleted messages. */
export function sweepDeliveries(db: Db, now: Date, rows: RowsAside): Promise<number> {
  const condition = Prisma.sql`r.created_at < ${now}::timestamptz - make_interval(days => ${keptDays}::int)`;
  return deleteOld(db, rows, now, { table: 'webhook_deliveries', condition, atMost: mostSwept });
}

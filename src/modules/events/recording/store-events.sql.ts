// Stores events of a network, in the transaction that moves the network's cursor.
import { randomBytes } from 'node:crypto';
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { deleteOld } from '../../../data/tenancy/sweep-rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import type { RowsAside } from '../../../platform/process/rows-aside';
import type { EventDraft } from '../deciding/batch';
import { storeDeliveries } from '../delivering/store-deliveries.sql';
import { storeRuleEvents } from '../mailing/rule-mails.sql';

export interface EventPlace {
  readonly networkId: string;
  readonly organizationId: string;
}

const mostSequence = 0xfff;

/**
 * Returns UUIDs of version 7 (RFC 9562) in ascending order: the time in milliseconds, a sequence number, and random
 * bits. Events of one transaction have the same `createdAt`, so their ids determine their order.
 */
export function orderedIds(count: number, now: Date): string[] {
  return Array.from({ length: count }, (_, index) => {
    const time = (now.getTime() + Math.floor(index / (mostSequence + 1))).toString(16).padStart(12, '0');
    const sequence = (0x7000 + (index % (mostSequence + 1))).toString(16);
    const random = randomBytes(8);
    random[0] = (random[0]! & 0x3f) | 0x80;
    const tail = random.toString('hex');
    return `${time.slice(0, 8)}-${time.slice(8)}-${sequence}-${tail.slice(0, 4)}-${tail.slice(4)}`;
  });
}

/**
 * SQL for the time at which new events of the network are stored. It is later than the time of each stored event, even
 * if the clock was set back, because event streams continue after the time of the last event that they sent.
 */
const storedAtSql = (networkId: string) => Prisma.sql`
  SELECT greatest(now(), max(created_at) + interval '1 millisecond') AS at FROM network_events
  WHERE network_id = ${networkId}::uuid`;

/**
 * Stores new events of a network in the given order. Also stores the messages about them to webhooks, and the events
 * that wait for mail rules. The caller must have locked the network's row in `network_event_cursors`, so that no other
 * transaction stores events of the network.
 */
export async function storeEvents(
  tx: Db,
  { networkId, organizationId }: EventPlace,
  events: readonly EventDraft[],
): Promise<void> {
  if (events.length === 0) return;
  const ids = orderedIds(events.length, new Date());
  const rows = events.map(({ at, names: _names, ...event }, index) => ({ ...event, id: ids[index], happenedAt: at }));
  await executeSql(
    tx,
    tenantSafeSql(
      viewerOf(tx),
      Prisma.sql`
        INSERT INTO network_events (id, created_at, updated_at, network_id, organization_id, kind, severity,
          happened_at, code, params, count, host_ids, subject_ids, tag_ids, roles, cause_ids)
        SELECT given.id, stored.at, stored.at, ${networkId}::uuid, ${organizationId}::uuid, given.kind, given.severity, given."happenedAt",
          given.code, given.params, given.count, given."hostIds", given."subjectIds", given."tagIds", given.roles,
          given."causeIds"
        FROM (${storedAtSql(networkId)}) stored, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id uuid, kind network_event_kind,
          severity network_event_severity, "happenedAt" timestamptz, code text, params jsonb, count int,
          "hostIds" uuid[], "subjectIds" uuid[], "tagIds" uuid[], roles text[], "causeIds" uuid[])`,
    ),
  );
  await storeDeliveries(tx, { networkId, organizationId }, ids);
  await storeRuleEvents(tx, { networkId, organizationId }, ids);
}

/** Maximum number of events that `sweepEvents` deletes by one statement, and in one call. */
const [batch, mostSwept] = [1_000, 200_000];

/**
 * Deletes events that were stored before the instant `before`, at most 200,000. Resolves with the number of deleted
 * events.
 */
export async function sweepEvents(db: Db, before: Date, now: Date, rows: RowsAside): Promise<number> {
  const condition = Prisma.sql`r.created_at < ${before}::timestamptz`;
  let all = 0;
  while (all < mostSwept) {
    const count = await deleteOld(db, rows, now, { table: 'network_events', condition, atMost: batch });
    all += count;
    if (count < batch) break;
  }
  return all;
}

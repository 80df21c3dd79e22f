// Claims webhooks with due messages for this replica, and reads their messages. Replicas claim webhooks and not
// messages, so that the messages of a webhook are sent in order.
import { movedSql } from '../../../auth/authentication';
import { Prisma } from '../../../generated/prisma/client';
import type { WebhookFormat } from '../../../generated/prisma/enums';
import { amongSql, isHeldSql } from '../../../data/tenancy/sweep-rows';
import type { Db } from '../../../data/tenancy/rows';
import { systemScope, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import type { Among } from '../../../platform/process/rows-aside';
import type { MessageEvent } from '../messages/message';

/** Maximum number of messages of a webhook that a replica sends under one claim. */
export const messagesPerClaim = 10;
/** Seconds after which a claim expires: more than all its messages take, at 10 seconds each. */
const claimSeconds = 180;

/**
 * Numbers of webhooks whose messages a replica can start to send now. `quick` webhooks answered quickly last time; all
 * others are `slow`.
 */
export interface FreePlaces {
  readonly quick: number;
  readonly slow: number;
}
/** Maximum number of quick webhooks, and of slow webhooks, of one organization that a replica serves at a time. */
export const mostOfOrganization = 10;

/** The number of quick or slow webhooks of an organization that the replica is serving. */
export interface Busy {
  readonly organizationId: string;
  readonly isSlow: boolean;
  readonly count: number;
}

export interface ClaimedWebhook {
  readonly id: string;
  readonly organizationId: string;
  readonly url: string;
  readonly format: WebhookFormat;
  readonly secrets: Uint8Array;
  readonly formerSecretUntil: Date | null;
  readonly isSlow: boolean;
  readonly failingSince: Date | null;
  readonly claimedUntil: Date;
  /**
   * Whether the user who created the webhook is still an Admin, and the API key that created it, if any, is still
   * valid.
   */
  readonly hasRights: boolean;
}

const rightsSql = (now: Date): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT FROM users u JOIN organizations o ON o.id = u.organization_id
  WHERE u.id = w.created_by_user_id AND u.organization_id = w.organization_id AND u.permissions >= 'Admin'
    AND (w.created_by_key_id IS NULL OR o.api_access_enabled AND EXISTS (
      SELECT FROM user_api_keys k WHERE k.id = w.created_by_key_id AND k.user_id = u.id AND k.is_enabled
        AND k.permissions >= 'Admin' AND (k.expires_at IS NULL OR k.expires_at > ${now}::timestamptz))))`;

const isFree = (now: Date): Prisma.Sql => Prisma.sql`w.enabled
  AND (w.claimed_until IS NULL OR w.claimed_until <= ${now}::timestamptz)
  AND (w.due_at IS NULL OR w.due_at <= ${now}::timestamptz)`;

/** SQL for the webhooks that have a due message, each with the time at which its oldest waiting message was queued. */
const dueSql = (now: Date, among: Among): Prisma.Sql => Prisma.sql`
  SELECT w.id, w.organization_id, w.is_slow, head.queued_at FROM webhooks w CROSS JOIN LATERAL (
    SELECT d.queued_at FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'Waiting'
    ORDER BY d.queued_at, d.part, d.id LIMIT 1) AS head
  WHERE ${isFree(now)} AND ${amongSql(Prisma.sql`w.id`, 'uuid', among)}
    AND NOT ${isHeldSql(Prisma.sql`w.organization_id`)} AND NOT ${Prisma.raw(movedSql('w.organization_id'))}`;

/** Resolves with the ids of webhooks that have a due message. */
export async function dueWebhooks(db: Db, now: Date, among: Among): Promise<string[]> {
  const rows = await querySql<{ id: string }>(db, tenantSafeSql(systemScope, dueSql(now, among)));
  return rows.map(({ id }) => id);
}

/**
 * Claims webhooks with due messages for this replica, as many as it can serve now. Organizations take turns, so that
 * none waits for the webhooks of another.
 */
export async function claimWebhooks(
  db: Db,
  now: Date,
  places: FreePlaces,
  busy: readonly Busy[],
  among: Among,
): Promise<ClaimedWebhook[]> {
  const selectTurns = (isSlow: boolean, count: number) => Prisma.sql`(
    SELECT id FROM turns WHERE is_slow = ${isSlow}::boolean AND turn <= ${mostOfOrganization}::int
    ORDER BY turn, queued_at, id LIMIT ${count}::int)`;
  const statement = Prisma.sql`
    WITH busy AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(busy)}::jsonb)
        AS b ("organizationId" uuid, "isSlow" boolean, count int)
    ), turns AS (
      SELECT due.id, due.is_slow, due.queued_at, coalesce(busy.count, 0)
        + row_number() OVER (PARTITION BY due.organization_id, due.is_slow ORDER BY due.queued_at, due.id) AS turn
      FROM (${dueSql(now, among)}) AS due
      LEFT JOIN busy ON busy."organizationId" = due.organization_id AND busy."isSlow" = due.is_slow
    ), free AS (
      SELECT w.id FROM webhooks w
      WHERE w.id IN (${selectTurns(false, places.quick)} UNION ALL ${selectTurns(true, places.slow)}) AND ${isFree(now)}
      FOR UPDATE OF w SKIP LOCKED
    )
    UPDATE webhooks w SET claimed_until = ${now}::timestamptz + make_interval(secs => ${claimSeconds}::int)
    FROM free WHERE w.id = free.id
    RETURNING w.id, w.organization_id AS "organizationId", w.url, w.format, w.secrets, w.is_slow AS "isSlow",
      w.former_secret_until AS "formerSecretUntil", w.failing_since AS "failingSince",
      w.claimed_until AS "claimedUntil", ${rightsSql(now)} AS "hasRights"`;
  return querySql<ClaimedWebhook>(db, tenantSafeSql(systemScope, statement));
}

export interface WaitingMessage {
  readonly id: string;
  readonly webhookId: string;
  readonly createdAt: Date;
  readonly networkId: string;
  readonly networkName: string;
  readonly attempts: number;
  /**
   * Whether the webhook is still for the network, and the API key that created the webhook, if any, still has access to
   * it.
   */
  readonly isInReach: boolean;
  /** The events of the message, without events that were deleted since. */
  readonly events: readonly MessageEvent[];
}

/** Resolves with the first waiting messages of each webhook, with the messages' events. */
export async function readWaiting(db: Db, webhookIds: readonly string[]): Promise<WaitingMessage[]> {
  const statement = Prisma.sql`
    SELECT d.id, d.webhook_id AS "webhookId", d.created_at AS "createdAt", d.network_id AS "networkId",
      n.name AS "networkName", d.attempts, d.event_ids AS "eventIds",
      (w.created_by_key_id IS NULL OR EXISTS (
        SELECT FROM user_api_key_networks g
        WHERE g.user_api_key_id = w.created_by_key_id AND g.network_id = d.network_id))
      AND (w.all_networks OR EXISTS (
        SELECT FROM webhook_networks s
        WHERE s.webhook_id = w.id AND s.network_id = d.network_id)) AS "isInReach"
    FROM webhooks w CROSS JOIN LATERAL (
      SELECT * FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'Waiting'
      ORDER BY d.queued_at, d.part, d.id LIMIT ${messagesPerClaim}::int) AS d
    JOIN networks n ON n.id = d.network_id AND n.organization_id = w.organization_id
    WHERE w.id = ANY(${[...webhookIds]}::uuid[])
    ORDER BY d.webhook_id, d.queued_at, d.part, d.id`;
  type Row = Omit<WaitingMessage, 'events'> & { readonly eventIds: readonly string[] };
  const rows = await querySql<Row>(db, tenantSafeSql(systemScope, statement));
  const events = await readEvents(db, rows);
  return rows.map(({ eventIds, ...row }) => ({ ...row, events: eventIds.flatMap((id) => events.get(id) ?? []) }));
}

/** Resolves with the events of messages, by event id. */
async function readEvents(
  db: Db,
  messages: readonly { readonly networkId: string; readonly eventIds: readonly string[] }[],
): Promise<ReadonlyMap<string, MessageEvent>> {
  const networkIds = [...new Set(messages.map(({ networkId }) => networkId))];
  const eventIds = [...new Set(messages.flatMap((message) => message.eventIds))];
  const statement = Prisma.sql`
    SELECT id, kind, severity, happened_at AS "happenedAt", code, params, count, host_ids AS "hostIds",
      subject_ids AS "subjectIds"
    FROM network_events WHERE id = ANY(${eventIds}::uuid[]) AND network_id = ANY(${networkIds}::uuid[])`;
  const rows = eventIds.length > 0 ? await querySql<MessageEvent>(db, tenantSafeSql(systemScope, statement)) : [];
  return new Map(rows.map((row) => [row.id, row]));
}

// Records whether messages were delivered, and switches webhooks off. Each statement takes effect only if the claim of
// the replica on the webhook is still valid.
import { inTransaction } from '../../../data/transaction';
import { Prisma, type PrismaClient } from '../../../generated/prisma/client';
import type { WebhookStop } from '../../../generated/prisma/enums';
import type { Db } from '../../../data/tenancy/rows';
import { systemScope, executeSql, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { hasRoomForMail } from '../../access';
import type { ClaimedWebhook } from './claims.sql';

/**
 * Maximum number of waiting messages of a webhook. If more messages wait when an attempt fails, the webhook is switched
 * off.
 */
export const mostWaiting = 10_000;

export interface Answer {
  readonly status: number;
  /** The first 200 bytes of the response body, as text. */
  readonly text: string;
  /** Milliseconds for which the receiver asks to wait; 0 if it asks for no pause. */
  readonly askedPauseMs: number;
}

type Claim = Pick<ClaimedWebhook, 'id' | 'organizationId' | 'claimedUntil'>;

const holds = ({ id, organizationId, claimedUntil }: Claim): Prisma.Sql => Prisma.sql`
  id = ${id}::uuid AND organization_id = ${organizationId}::uuid AND claimed_until = ${claimedUntil}::timestamptz`;

/**
 * SQL for the column `failing_since` of a webhook after its message `deliveryId` has ended without success: null unless
 * another message waits. Otherwise the first failed attempt for a message of a later week would count as one more
 * failure of the earlier outage.
 */
const stillFailing = (deliveryId: string, failingSince = Prisma.sql`failing_since`): Prisma.Sql => Prisma.sql`
  CASE WHEN EXISTS (
    SELECT FROM webhook_deliveries other
    WHERE other.webhook_id = webhooks.id AND other.state = 'Waiting' AND other.id <> ${deliveryId}::uuid
  ) THEN ${failingSince} END`;

const attempted = (answer: Answer | undefined, now: Date): Prisma.Sql => Prisma.sql`
  attempts = d.attempts + 1, attempted_at = ${now}::timestamptz, answer_status = ${answer?.status ?? null}::int,
  answer_text = ${answer?.text ?? null}::text, updated_at = ${now}::timestamptz`;

/**
 * Writes columns of a webhook and of one of its waiting messages. Writes nothing and resolves with false if this
 * replica's claim on the webhook has expired.
 */
async function settle(
  db: Db,
  claim: Claim,
  deliveryId: string,
  ofWebhook: Prisma.Sql,
  ofDelivery: Prisma.Sql,
): Promise<boolean> {
  const statement = Prisma.sql`
    WITH claimed AS (UPDATE webhooks SET ${ofWebhook} WHERE ${holds(claim)} RETURNING id)
    UPDATE webhook_deliveries d SET ${ofDelivery} FROM claimed
    WHERE d.id = ${deliveryId}::uuid AND d.webhook_id = claimed.id AND d.state = 'Waiting'`;
  return (await executeSql(db, tenantSafeSql(systemScope, statement))) > 0;
}

/** A message that the receiver accepted. */
export interface Success {
  readonly claim: Claim;
  readonly deliveryId: string;
  readonly at: Date;
  readonly answer: Answer;
  readonly isSlow: boolean;
  /** Whether the claim ends with this message, because no further message is sent under the claim. */
  readonly isLast: boolean;
}

/**
 * Records in one statement that receivers accepted messages; at most one message of each webhook. Resolves with the ids
 * of the messages that were recorded, because their claims are still valid.
 */
export async function recordDelivered(db: Db, successes: readonly Success[]): Promise<ReadonlySet<string>> {
  const deliveryRows = successes.map(({ claim, deliveryId, at, answer, isSlow, isLast }) => ({
    ...{ webhookId: claim.id, organizationId: claim.organizationId, claimedUntil: claim.claimedUntil },
    ...{ deliveryId, at, status: answer.status, text: answer.text, isSlow, isLast },
  }));
  const statement = Prisma.sql`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(deliveryRows)}::jsonb) AS g ("webhookId" uuid, "organizationId" uuid,
        "claimedUntil" timestamptz, "deliveryId" uuid, at timestamptz, status int, text text, "isSlow" boolean,
        "isLast" boolean)
    ), claimed AS (
      UPDATE webhooks w SET failing_since = NULL, due_at = NULL, delivered_at = g.at, is_slow = g."isSlow",
        claimed_until = CASE WHEN NOT g."isLast" THEN w.claimed_until END
      FROM given g WHERE w.id = g."webhookId" AND w.organization_id = g."organizationId"
        AND w.claimed_until = g."claimedUntil"
      RETURNING w.id
    )
    UPDATE webhook_deliveries d SET state = 'Delivered', ended_at = g.at, next_attempt_at = NULL,
      attempts = d.attempts + 1, attempted_at = g.at, answer_status = g.status, answer_text = g.text, updated_at = g.at
    FROM claimed JOIN given g ON g."webhookId" = claimed.id
    WHERE d.id = g."deliveryId" AND d.webhook_id = claimed.id AND d.state = 'Waiting'
    RETURNING d.id`;
  const rows = await querySql<{ id: string }>(db, tenantSafeSql(systemScope, statement));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Records a failed attempt to send a message, and the time of the next attempt. Ends the claim, because later messages
 * of the webhook must wait for this message.
 */
export const recordRetry = (
  db: Db,
  claim: Claim,
  deliveryId: string,
  now: Date,
  { answer, nextAt }: { readonly answer: Answer | undefined; readonly nextAt: Date },
): Promise<boolean> =>
  settle(
    db,
    claim,
    deliveryId,
    Prisma.sql`failing_since = coalesce(failing_since, ${now}::timestamptz), due_at = ${nextAt}::timestamptz,
      is_slow = true, claimed_until = NULL`,
    Prisma.sql`next_attempt_at = ${nextAt}::timestamptz, ${attempted(answer, now)}`,
  );

/** Records that the last attempt to send a message failed, and informs the creator of the webhook by mail. */
export const giveUp = (
  prisma: PrismaClient,
  claim: Claim,
  deliveryId: string,
  now: Date,
  answer: Answer | undefined,
): Promise<boolean> =>
  inTransaction(prisma, async (tx) => {
    const sinceNow = Prisma.sql`coalesce(failing_since, ${now}::timestamptz)`;
    const isStored = await settle(
      tx,
      claim,
      deliveryId,
      Prisma.sql`failing_since = ${stillFailing(deliveryId, sinceNow)}, due_at = NULL, is_slow = true`,
      Prisma.sql`state = 'GivenUp', ended_at = ${now}::timestamptz, next_attempt_at = NULL, ${attempted(answer, now)}`,
    );
    if (isStored) await queueTrouble(tx, claim);
    return isStored;
  });

/** Records that a message is not sent, because all of its events were deleted. */
export const dropEmpty = (db: Db, claim: Claim, deliveryId: string, now: Date): Promise<boolean> =>
  settle(
    db,
    claim,
    deliveryId,
    Prisma.sql`failing_since = ${stillFailing(deliveryId)}`,
    Prisma.sql`state = 'GivenUp', ended_at = ${now}::timestamptz, next_attempt_at = NULL, updated_at = ${now}::timestamptz`,
  );

/**
 * Records that a message is not sent, because the API key that created the webhook has no access to the message's
 * network. Informs the webhook's creator by mail, at most once a day.
 */
export const refuseDelivery = (prisma: PrismaClient, claim: Claim, deliveryId: string, now: Date): Promise<boolean> =>
  inTransaction(prisma, async (tx) => {
    const earlier = Prisma.sql`
      SELECT EXISTS (
        SELECT FROM webhook_deliveries d WHERE d.webhook_id = ${claim.id}::uuid AND d.state = 'NotAllowed'
          AND d.ended_at > ${now}::timestamptz - interval '1 day') AS "isTold"`;
    const [row] = await querySql<{ isTold: boolean }>(tx, tenantSafeSql(systemScope, earlier));
    const isStored = await settle(
      tx,
      claim,
      deliveryId,
      Prisma.sql`failing_since = ${stillFailing(deliveryId)}`,
      Prisma.sql`state = 'NotAllowed', ended_at = ${now}::timestamptz, next_attempt_at = NULL,
        updated_at = ${now}::timestamptz`,
    );
    if (isStored && !row!.isTold) await queueTrouble(tx, claim);
    return isStored;
  });

/** The failed attempt because of which a webhook is switched off. */
interface LastAttempt {
  readonly deliveryId: string;
  readonly answer: Answer | undefined;
}

/**
 * Switches a webhook off, gives up all its waiting messages, and informs its creator by mail. Resolves with false if
 * the claim is no longer valid.
 */
export const stopWebhook = (
  prisma: PrismaClient,
  claim: Claim,
  now: Date,
  because: WebhookStop,
  attempt?: LastAttempt,
): Promise<boolean> =>
  inTransaction(prisma, async (tx) => {
    const stop = Prisma.sql`
      UPDATE webhooks SET enabled = false, stopped_because = ${because}::webhook_stop, updated_at = ${now}::timestamptz,
        due_at = NULL, claimed_until = NULL
      WHERE ${holds(claim)}`;
    if ((await executeSql(tx, tenantSafeSql(systemScope, stop))) === 0) return false;
    const ended = Prisma.sql`state = 'GivenUp', ended_at = ${now}::timestamptz, next_attempt_at = NULL`;
    const ofWebhook = Prisma.sql`
      d.webhook_id = ${claim.id}::uuid AND d.organization_id = ${claim.organizationId}::uuid AND d.state = 'Waiting'`;
    if (attempt) {
      const last = Prisma.sql`
        UPDATE webhook_deliveries d SET ${ended}, ${attempted(attempt.answer, now)}
        WHERE ${ofWebhook} AND d.id = ${attempt.deliveryId}::uuid`;
      await executeSql(tx, tenantSafeSql(systemScope, last));
    }
    const others = Prisma.sql`
      UPDATE webhook_deliveries d SET ${ended}, updated_at = ${now}::timestamptz WHERE ${ofWebhook}`;
    await executeSql(tx, tenantSafeSql(systemScope, others));
    await queueTrouble(tx, claim);
    return true;
  });

/** Releases the claim on a webhook without recording an outcome, so that any replica can claim the webhook again. */
export async function releaseWebhook(db: Db, claim: Claim): Promise<void> {
  const statement = Prisma.sql`UPDATE webhooks SET claimed_until = NULL WHERE ${holds(claim)}`;
  await executeSql(db, tenantSafeSql(systemScope, statement));
}

/** Whether the webhook has more than `mostWaiting` waiting messages. */
export async function hasTooManyWaiting(db: Db, { id, organizationId }: Claim): Promise<boolean> {
  const statement = Prisma.sql`
    SELECT count(*)::int AS count FROM (
      SELECT FROM webhook_deliveries d WHERE d.webhook_id = ${id}::uuid AND d.organization_id = ${organizationId}::uuid
        AND d.state = 'Waiting' LIMIT ${mostWaiting + 1}::int) AS waiting`;
  const [row] = await querySql<{ count: number }>(db, tenantSafeSql(systemScope, statement));
  return row!.count > mostWaiting;
}

/** Adds a mail to the outbox that informs the creator of the webhook about failed deliveries. */
async function queueTrouble(tx: Db, { id, organizationId }: Claim): Promise<void> {
  const statement = Prisma.sql`
    INSERT INTO mails (kind, recipient, organization_id, subject_id)
    SELECT 'WebhookTrouble', u.email, u.organization_id, w.id
    FROM webhooks w JOIN users u ON u.id = w.created_by_user_id AND u.organization_id = w.organization_id
    WHERE w.id = ${id}::uuid AND w.organization_id = ${organizationId}::uuid AND u.email_verified AND ${hasRoomForMail}
    ON CONFLICT DO NOTHING`;
  await executeSql(tx, tenantSafeSql(systemScope, statement));
}

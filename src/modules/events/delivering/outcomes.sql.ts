// Records what became of messages, and switches webhooks off. Each statement takes effect only while the claim of the
// replica holds.
import { inTransaction } from '../../../data/transaction';
import { Prisma, type PrismaClient } from '../../../generated/prisma/client';
import type { WebhookStop } from '../../../generated/prisma/enums';
import type { Db } from '../../../data/tenancy/rows';
import { everyone, executeSql, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { hasRoomForMail } from '../../access';
import type { ClaimedWebhook } from './claims.sql';

/** Messages of a webhook that may wait. When more do after a failure, the webhook is switched off. */
export const mostWaiting = 10_000;

export interface Answer {
  readonly status: number;
  /** The first 200 bytes of the body as a text. */
  readonly text: string;
  /** Milliseconds for which the receiver asks to wait; 0 if it asks for no pause. */
  readonly askedPauseMs: number;
}

type Claim = Pick<ClaimedWebhook, 'id' | 'organizationId' | 'claimedUntil'>;

const holds = ({ id, organizationId, claimedUntil }: Claim): Prisma.Sql => Prisma.sql`
  id = ${id}::uuid AND organization_id = ${organizationId}::uuid AND claimed_until = ${claimedUntil}::timestamptz`;
/** SQL assignment that keeps the claim. */
const claimKept = Prisma.sql`claimed_until = claimed_until`;

const attempted = (answer: Answer | undefined, now: Date): Prisma.Sql => Prisma.sql`
  attempts = d.attempts + 1, attempted_at = ${now}::timestamptz, answer_status = ${answer?.status ?? null}::int,
  answer_text = ${answer?.text ?? null}::text, updated_at = ${now}::timestamptz`;

/** Runs an update of the claimed webhook and of one of its waiting messages. False if the claim no longer holds. */
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
  return (await executeSql(db, tenantSafeSql(everyone, statement))) > 0;
}

/** A message that the receiver accepted. */
export interface Success {
  readonly claim: Claim;
  readonly deliveryId: string;
  readonly at: Date;
  readonly answer: Answer;
  readonly isSlow: boolean;
  /** Whether no other message is sent for this claim, so that it ends. */
  readonly isLast: boolean;
}

/**
 * Records in one statement that receivers accepted messages, at most one of each webhook. Resolves with the ids of the
 * messages whose claim still holds.
 */
export async function recordDelivered(db: Db, successes: readonly Success[]): Promise<ReadonlySet<string>> {
  const given = successes.map(({ claim, deliveryId, at, answer, isSlow, isLast }) => ({
    ...{ webhookId: claim.id, organizationId: claim.organizationId, claimedUntil: claim.claimedUntil },
    ...{ deliveryId, at, status: answer.status, text: answer.text, isSlow, isLast },
  }));
  const statement = Prisma.sql`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS g ("webhookId" uuid, "organizationId" uuid,
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
  const rows = await querySql<{ id: string }>(db, tenantSafeSql(everyone, statement));
  return new Set(rows.map(({ id }) => id));
}

/** Records a failed attempt, and the time of the next. Ends the claim: later messages wait for this one. */
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

/** Records the last failed attempt of a message, and tells the creator of the webhook by mail. */
export const giveUp = (
  prisma: PrismaClient,
  claim: Claim,
  deliveryId: string,
  now: Date,
  answer: Answer | undefined,
): Promise<boolean> =>
  inTransaction(prisma, async (tx) => {
    const isStored = await settle(
      tx,
      claim,
      deliveryId,
      Prisma.sql`failing_since = coalesce(failing_since, ${now}::timestamptz), due_at = NULL, is_slow = true`,
      Prisma.sql`state = 'GivenUp', ended_at = ${now}::timestamptz, next_attempt_at = NULL, ${attempted(answer, now)}`,
    );
    if (isStored) await queueTrouble(tx, claim);
    return isStored;
  });

/** Records that a message is not sent, because its events are no longer kept. */
export const dropEmpty = (db: Db, claim: Claim, deliveryId: string, now: Date): Promise<boolean> =>
  settle(
    db,
    claim,
    deliveryId,
    claimKept,
    Prisma.sql`state = 'GivenUp', ended_at = ${now}::timestamptz, next_attempt_at = NULL, updated_at = ${now}::timestamptz`,
  );

/**
 * Records that a message is not sent, because the API key of the webhook does not reach its network. Tells the
 * creator by mail, at most once a day.
 */
export const refuseDelivery = (prisma: PrismaClient, claim: Claim, deliveryId: string, now: Date): Promise<boolean> =>
  inTransaction(prisma, async (tx) => {
    const earlier = Prisma.sql`
      SELECT EXISTS (
        SELECT FROM webhook_deliveries d WHERE d.webhook_id = ${claim.id}::uuid AND d.state = 'NotAllowed'
          AND d.ended_at > ${now}::timestamptz - interval '1 day') AS "isTold"`;
    const [row] = await querySql<{ isTold: boolean }>(tx, tenantSafeSql(everyone, earlier));
    const isStored = await settle(
      tx,
      claim,
      deliveryId,
      claimKept,
      Prisma.sql`state = 'NotAllowed', ended_at = ${now}::timestamptz, next_attempt_at = NULL,
        updated_at = ${now}::timestamptz`,
    );
    if (isStored && !row!.isTold) await queueTrouble(tx, claim);
    return isStored;
  });

/** The attempt after which a webhook is switched off. */
interface LastAttempt {
  readonly deliveryId: string;
  readonly answer: Answer | undefined;
}

/**
 * Switches a webhook off, gives up all its waiting messages, and tells its creator by mail. False if the claim no longer
 * holds.
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
    if ((await executeSql(tx, tenantSafeSql(everyone, stop))) === 0) return false;
    const ended = Prisma.sql`state = 'GivenUp', ended_at = ${now}::timestamptz, next_attempt_at = NULL`;
    const ofWebhook = Prisma.sql`
      d.webhook_id = ${claim.id}::uuid AND d.organization_id = ${claim.organizationId}::uuid AND d.state = 'Waiting'`;
    if (attempt) {
      const last = Prisma.sql`
        UPDATE webhook_deliveries d SET ${ended}, ${attempted(attempt.answer, now)}
        WHERE ${ofWebhook} AND d.id = ${attempt.deliveryId}::uuid`;
      await executeSql(tx, tenantSafeSql(everyone, last));
    }
    const others = Prisma.sql`
      UPDATE webhook_deliveries d SET ${ended}, updated_at = ${now}::timestamptz WHERE ${ofWebhook}`;
    await executeSql(tx, tenantSafeSql(everyone, others));
    await queueTrouble(tx, claim);
    return true;
  });

/** Lets any replica claim the webhook again, without an outcome. */
export async function releaseWebhook(db: Db, claim: Claim): Promise<void> {
  const statement = Prisma.sql`UPDATE webhooks SET claimed_until = NULL WHERE ${holds(claim)}`;
  await executeSql(db, tenantSafeSql(everyone, statement));
}

/** Whether more messages of the webhook wait than may wait. */
export async function hasTooManyWaiting(db: Db, { id, organizationId }: Claim): Promise<boolean> {
  const statement = Prisma.sql`
    SELECT count(*)::int AS count FROM (
      SELECT FROM webhook_deliveries d WHERE d.webhook_id = ${id}::uuid AND d.organization_id = ${organizationId}::uuid
        AND d.state = 'Waiting' LIMIT ${mostWaiting + 1}::int) AS waiting`;
  const [row] = await querySql<{ count: number }>(db, tenantSafeSql(everyone, statement));
  return row!.count > mostWaiting;
}

/** Writes a mail to the creator of the webhook to the outbox. */
async function queueTrouble(tx: Db, { id, organizationId }: Claim): Promise<void> {
  const statement = Prisma.sql`
    INSERT INTO mails (kind, recipient, organization_id, subject_id)
    SELECT 'WebhookTrouble', u.email, u.organization_id, w.id
    FROM webhooks w JOIN users u ON u.id = w.created_by_user_id AND u.organization_id = w.organization_id
    WHERE w.id = ${id}::uuid AND w.organization_id = ${organizationId}::uuid AND u.email_verified AND ${hasRoomForMail}
    ON CONFLICT DO NOTHING`;
  await executeSql(tx, tenantSafeSql(everyone, statement));
}

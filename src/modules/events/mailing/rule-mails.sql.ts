// The events that mail rules send: stored with the events, and claimed by the transaction that writes their mail to the
// outbox, so that no event is sent twice.
import { randomUUID } from 'node:crypto';
import { movedSql } from '../../../auth/authentication';
import { inTransaction } from '../../../data/transaction';
import { Prisma, type PrismaClient } from '../../../generated/prisma/client';
import type { MailRuleBuiltin } from '../../../generated/prisma/enums';
import type { Db } from '../../../data/tenancy/rows';
import { amongSql, deleteOld } from '../../../data/tenancy/sweep-rows';
import { everyone, executeSql, querySql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import type { RowsAside } from '../../../platform/process/rows-aside';
import { hasRoomForMail } from '../../access';
import { admittedSql } from './mail-events.sql';
import { digestDelayMs, mailTime, type MailTimes } from './mail-times';

/** Days for which events of rules are kept, longer than any event waits and any mail is tried. */
const keptDays = 7;
/** Rows that one run deletes, and rules that one run serves. */
const [mostSwept, mostRules] = [10_000, 500];
/** Unsent mails of rules of one organization, so that they do not fill the outbox. Further mails wait. */
export const mostUnsent = 1_000;
/** Milliseconds until a rule is tried again whose mail the full outbox did not take. */
const fullOutboxMs = 60_000;

/**
 * Stores the events that the same transaction has stored for each rule that admits them. The rows of the rules are
 * locked in order, so that their mails wait for this transaction, and no two transactions wait for each other. Every
 * user has built-in rules, so rules whose kinds did not happen are left out before the join.
 */
export async function storeRuleEvents(
  tx: Db,
  { networkId, organizationId }: { readonly networkId: string; readonly organizationId: string },
  eventIds: readonly string[],
): Promise<void> {
  const statement = Prisma.sql`
    WITH sent AS (
      SELECT r.id AS rule_id, e.id AS event_id
      FROM mail_rules r
      JOIN users u ON u.id = r.user_id AND u.organization_id = r.organization_id
      JOIN network_events e ON e.organization_id = r.organization_id
      WHERE r.organization_id = ${organizationId}::uuid AND r.enabled
        AND (cardinality(r.kinds) = 0 OR r.kinds && ARRAY(
          SELECT DISTINCT k.kind FROM network_events k
          WHERE k.id = ANY(${[...eventIds]}::uuid[]) AND k.organization_id = ${organizationId}::uuid))
        AND e.network_id = ${networkId}::uuid AND e.id = ANY(${[...eventIds]}::uuid[]) AND ${admittedSql}
    ), locked AS (
      SELECT r.id FROM mail_rules r
      WHERE r.id IN (SELECT rule_id FROM sent) AND r.organization_id = ${organizationId}::uuid
      ORDER BY r.id FOR NO KEY UPDATE
    ), marked AS (
      UPDATE mail_rules r SET due_at = coalesce(r.due_at, now()) FROM locked WHERE r.id = locked.id
      RETURNING r.id
    )
    INSERT INTO mail_rule_events (rule_id, event_id, organization_id)
    SELECT sent.rule_id, sent.event_id, ${organizationId}::uuid FROM sent JOIN marked ON marked.id = sent.rule_id
    ORDER BY sent.rule_id, sent.event_id`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}

interface DueRule extends MailTimes {
  readonly builtin: MailRuleBuiltin | null;
  readonly organizationId: string;
  readonly enabled: boolean;
  readonly mailedAt: Date | null;
  readonly recipient: string;
  readonly isVerified: boolean;
  /** Since when the first event waits; null if none does. */
  readonly since: Date | null;
}

/** Writes the mails of rules that are due to the outbox. Resolves with the number of rules that were judged. */
export async function queueRuleMails(prisma: PrismaClient, now: Date, rows: RowsAside): Promise<number> {
  const statement = Prisma.sql`
    SELECT r.id FROM mail_rules r
    WHERE r.due_at <= ${now}::timestamptz AND ${amongSql(Prisma.sql`r.id`, 'uuid', { except: rows.at(now) })}
      AND NOT ${Prisma.raw(movedSql('r.organization_id'))}
    ORDER BY r.due_at, r.id LIMIT ${mostRules}::int`;
  const due = await querySql<{ id: string }>(prisma, tenantSafeSql(everyone, statement));
  for (const { id } of due) await rows.one(id, now, () => queueMailOf(prisma, id, now));
  return due.length;
}

const queueMailOf = (prisma: PrismaClient, id: string, now: Date): Promise<void> =>
  inTransaction(prisma, async (tx) => {
    const rule = await claimRule(tx, id, now);
    if (!rule) return;
    const { organizationId, since, enabled, isVerified } = rule;
    if (since === null) return setDue(tx, id, organizationId, null);
    if (!enabled || !isVerified) {
      const dropped = Prisma.sql`
        DELETE FROM mail_rule_events
        WHERE rule_id = ${id}::uuid AND organization_id = ${organizationId}::uuid AND mail_id IS NULL`;
      await executeSql(tx, tenantSafeSql(everyone, dropped));
      return setDue(tx, id, organizationId, null);
    }
    const delayMs = rule.builtin === 'DiscoveryDigest' ? digestDelayMs : 0;
    const sendAt = new Date(now.getTime() + delayMs);
    const at = mailTime(rule, since, sendAt, rule.mailedAt && new Date(rule.mailedAt.getTime() + delayMs));
    if (at > sendAt) return setDue(tx, id, organizationId, at);
    const mailId = randomUUID();
    const queued = Prisma.sql`
      INSERT INTO mails (kind, recipient, organization_id, subject_id, due_at)
      SELECT 'NetworkEvents', ${rule.recipient}, ${organizationId}::uuid, ${mailId}::uuid,
        now() + make_interval(secs => ${delayMs / 1_000}::int)
      WHERE ${hasRoomForMail} AND (
        SELECT count(*) FROM mails m WHERE m.organization_id = ${organizationId}::uuid AND m.kind = 'NetworkEvents'
          AND m.claimed_at IS NULL AND m.finished_at IS NULL) < ${mostUnsent}::int`;
    if ((await executeSql(tx, tenantSafeSql(everyone, queued))) === 0)
      return setDue(tx, id, organizationId, new Date(now.getTime() + fullOutboxMs));
    const claimed = Prisma.sql`
      UPDATE mail_rule_events SET mail_id = ${mailId}::uuid
      WHERE rule_id = ${id}::uuid AND organization_id = ${organizationId}::uuid AND mail_id IS NULL`;
    await executeSql(tx, tenantSafeSql(everyone, claimed));
    await setDue(tx, id, organizationId, null, now);
  });

/** Locks a rule that is still due. Undefined if another transaction has it, or has served it. */
async function claimRule(tx: Db, id: string, now: Date): Promise<DueRule | undefined> {
  const lock = Prisma.sql`
    SELECT id FROM mail_rules WHERE id = ${id}::uuid AND due_at <= ${now}::timestamptz
    FOR NO KEY UPDATE SKIP LOCKED`;
  if ((await querySql(tx, tenantSafeSql(everyone, lock))).length === 0) return undefined;
  // A statement of its own, which sees what was committed before the lock was granted.
  const read = Prisma.sql`
    SELECT r.organization_id AS "organizationId", r.builtin, r.enabled, r.timing, r.hour, r.quiet_from AS "quietFrom",
      r.quiet_to AS "quietTo", r.time_zone AS "timeZone", r.mailed_at AS "mailedAt", u.email AS recipient,
      u.email_verified AS "isVerified", (
        SELECT min(w.created_at) FROM mail_rule_events w
        WHERE w.rule_id = r.id AND w.organization_id = r.organization_id AND w.mail_id IS NULL) AS since
    FROM mail_rules r JOIN users u ON u.id = r.user_id AND u.organization_id = r.organization_id
    WHERE r.id = ${id}::uuid`;
  return (await querySql<DueRule>(tx, tenantSafeSql(everyone, read)))[0];
}

async function setDue(tx: Db, id: string, organizationId: string, dueAt: Date | null, mailedAt?: Date): Promise<void> {
  const statement = Prisma.sql`
    UPDATE mail_rules SET due_at = ${dueAt}::timestamptz,
      mailed_at = coalesce(${mailedAt ?? null}::timestamptz, mailed_at)
    WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid`;
  await executeSql(tx, tenantSafeSql(everyone, statement));
}

/** Deletes events of rules of more than a week ago. Resolves with their number. */
export function sweepRuleEvents(db: Db, now: Date, rows: RowsAside): Promise<number> {
  const condition = Prisma.sql`r.created_at < ${now}::timestamptz - make_interval(days => ${keptDays}::int)`;
  return deleteOld(db, rows, now, { table: 'mail_rule_events', condition, atMost: mostSwept });
}

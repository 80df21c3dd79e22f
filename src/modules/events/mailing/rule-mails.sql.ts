// The mails of mail rules. Which events a rule must send is stored in the transaction that stores the events. The
// transaction that writes a mail to the outbox also marks the events of the mail as sent, so that no event is sent
// twice.
import { randomUUID } from 'node:crypto';
import { movedSql } from '../../../auth/authentication';
import { inTransaction } from '../../../data/transaction';
import { Prisma, type PrismaClient } from '../../../generated/prisma/client';
import type { MailRuleBuiltin } from '../../../generated/prisma/enums';
import type { Db } from '../../../data/tenancy/rows';
import { amongSql, deleteOld, isHeldSql } from '../../../data/tenancy/sweep-rows';
import { systemScope, executeSql, querySql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import type { RowsAside } from '../../../platform/process/rows-aside';
import { hasRoomForMail } from '../../access';
import { admittedSql } from './mail-events.sql';
import { digestDelayMs, mailTime, type MailTimes } from './mail-times';

/**
 * Days for which rows of `mail_rule_events` are kept: longer than an event waits for its mail and than a mail is
 * retried.
 */
const keptDays = 7;
/** Maximum number of rows that one call deletes, and of rules that one run of the job handles. */
const [mostSwept, mostRules] = [10_000, 500];
/**
 * Maximum number of unsent mails of the rules of one organization, so that they do not fill the outbox. Further mails
 * wait.
 */
export const mostUnsent = 1_000;
/** Milliseconds after which a rule is handled again if the outbox had no room for its mail. */
const fullOutboxMs = 60_000;

/**
 * Stores which of the new events each mail rule must send. Locks these rules, so that their mails are not written
 * before this transaction ends.
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
  /** Time at which the oldest waiting event of the rule was stored; null if no event waits. */
  readonly since: Date | null;
}

/** Writes the mails of due rules to the outbox. Resolves with the number of handled rules. */
export async function queueRuleMails(prisma: PrismaClient, now: Date, rows: RowsAside): Promise<number> {
  const statement = Prisma.sql`
    SELECT r.id FROM mail_rules r
    WHERE r.due_at <= ${now}::timestamptz AND ${amongSql(Prisma.sql`r.id`, 'uuid', { except: rows.at(now) })}
      AND NOT ${isHeldSql(Prisma.sql`r.organization_id`)} AND NOT ${Prisma.raw(movedSql('r.organization_id'))}
    ORDER BY r.due_at, r.id LIMIT ${mostRules}::int`;
  const dueRules = await querySql<{ id: string }>(prisma, tenantSafeSql(systemScope, statement));
  for (const { id } of dueRules) await rows.one(id, now, () => queueMailOf(prisma, id, now));
  return dueRules.length;
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
      await executeSql(tx, tenantSafeSql(systemScope, dropped));
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
    if ((await executeSql(tx, tenantSafeSql(systemScope, queued))) === 0)
      return setDue(tx, id, organizationId, new Date(now.getTime() + fullOutboxMs));
    const claimed = Prisma.sql`
      UPDATE mail_rule_events SET mail_id = ${mailId}::uuid
      WHERE rule_id = ${id}::uuid AND organization_id = ${organizationId}::uuid AND mail_id IS NULL`;
    await executeSql(tx, tenantSafeSql(systemScope, claimed));
    await setDue(tx, id, organizationId, null, now);
  });

/**
 * Locks a rule that is still due. Undefined if another transaction has locked the rule or has already written its mail.
 */
async function claimRule(tx: Db, id: string, now: Date): Promise<DueRule | undefined> {
  const lock = Prisma.sql`
    SELECT id FROM mail_rules WHERE id = ${id}::uuid AND due_at <= ${now}::timestamptz
    FOR NO KEY UPDATE SKIP LOCKED`;
  if ((await querySql(tx, tenantSafeSql(systemScope, lock))).length === 0) return undefined;
  // The rule is read by a second statement, which also sees what other transactions committed until the lock was
  // granted.
  const read = Prisma.sql`
    SELECT r.organization_id AS "organizationId", r.builtin, r.enabled, r.timing, r.hour, r.quiet_from AS "quietFrom",
      r.quiet_to AS "quietTo", r.time_zone AS "timeZone", r.mailed_at AS "mailedAt", u.email AS recipient,
      u.email_verified AS "isVerified", (
        SELECT min(w.created_at) FROM mail_rule_events w
        WHERE w.rule_id = r.id AND w.organization_id = r.organization_id AND w.mail_id IS NULL) AS since
    FROM mail_rules r JOIN users u ON u.id = r.user_id AND u.organization_id = r.organization_id
    WHERE r.id = ${id}::uuid`;
  return (await querySql<DueRule>(tx, tenantSafeSql(systemScope, read)))[0];
}

async function setDue(tx: Db, id: string, organizationId: string, dueAt: Date | null, mailedAt?: Date): Promise<void> {
  const statement = Prisma.sql`
    UPDATE mail_rules SET due_at = ${dueAt}::timestamptz,
      mailed_at = coalesce(${mailedAt ?? null}::timestamptz, mailed_at)
    WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid`;
  await executeSql(tx, tenantSafeSql(systemScope, statement));
}

/** Deletes rows of `mail_rule_events` that are older than a week. Resolves with the number of deleted rows. */
export function sweepRuleEvents(db: Db, now: Date, rows: RowsAside): Promise<number> {
  const condition = Prisma.sql`r.created_at < ${now}::timestamptz - make_interval(days => ${keptDays}::int)`;
  return deleteOld(db, rows, now, { table: 'mail_rule_events', condition, atMost: mostSwept });
}

// The outbox: a table of mails to send. The transaction that causes a mail writes it, within limits. Later one replica
// claims and sends it.
import { Prisma, type PrismaClient } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { amongSql, deleteOld, isHeldSql } from '../../../data/tenancy/sweep-rows';
import type { RowsAside } from '../../../platform/process/rows-aside';
import { systemScope, executeSql, querySql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';

/**
 * Limits per day on mails that users can send to addresses of their choice, such as invites. `mostToOneAddress` limits
 * the mails to one recipient, `mostOfOneOrganization` the mails of one organization.
 */
export const mostToOneAddress = 5;
export const mostOfOneOrganization = 100;
/**
 * Minutes between two mails with a link for a new password to an address that has reached `mostToOneAddress`. Anybody
 * can use up the mails of an address. If that stopped these mails too, strangers could keep a user from ever getting
 * the link. A stranger who requests the mail of the hour only sends the user the link.
 */
const minutesBetweenResets = 60;
/** Maximum number of pending mails. */
export const mostWaiting = 10_000;
/** Hours for which sent mails are stored. The limits per day count these mails. */
const keptHours = 24;
/** Maximum number of rows that one call deletes from a table. The next call deletes the remaining rows. */
const mostSwept = 10_000;

export type MailKind =
  /**
   * To the address of a registration: a link that verifies the address, or a notice that an account with this address
   * exists.
   */
  | 'Registration'
  /** A link to set a new password, if the address has an account. */
  | 'PasswordReset'
  /** A notice that the password was reset. */
  | 'PasswordChanged'
  /** To the new address of an account: a link that verifies the address. */
  | 'EmailChange'
  /** To the former address of an account: a notice that the account's address has changed. */
  | 'EmailChanged'
  | 'Invite'
  /** A notice that a webhook does not deliver, or was switched off. */
  | 'WebhookTrouble'
  /** Events of networks that match a mail rule, such as what a run changed. */
  | 'NetworkEvents';

export interface NewMail {
  readonly kind: MailKind;
  /** The recipient's address as it is stored, in lower case. */
  readonly recipient: string;
  readonly organizationId?: string;
  readonly subjectId?: string;
}

/** SQL condition: the mail is neither claimed nor finished. */
const isWaiting = Prisma.sql`claimed_at IS NULL AND finished_at IS NULL`;
/**
 * SQL condition: the mail is of a kind that users can send to an address of their choice. Only these kinds count for
 * the limits per day. Other mails report events, such as a changed password, and are as rare as these events.
 */
const isAskedFor = Prisma.sql`kind IN ('Registration', 'PasswordReset', 'EmailChange', 'Invite')`;
export const hasRoom = Prisma.sql`
  (SELECT count(*) FROM (SELECT FROM mails WHERE ${isWaiting} LIMIT ${mostWaiting}) AS waiting) < ${mostWaiting}`;

/**
 * Writes a mail to the outbox. Resolves with false, without a mail, if the outbox is full, if the address or
 * organization has reached its limit per day, or if the same mail is pending. A link for a new password is mailed once
 * an hour beyond the limit of the address. `tx` is the transaction that causes the mail, scoped or not.
 */
export async function queueMail(tx: Db, { kind, recipient, organizationId, subjectId }: NewMail): Promise<boolean> {
  const [organization, subject] = [organizationId ?? null, subjectId ?? null];
  const recent = Prisma.sql`created_at > now() - make_interval(hours => ${keptHours})`;
  const orResetIsDue =
    kind === 'PasswordReset'
      ? Prisma.sql`OR NOT EXISTS (SELECT FROM mails WHERE recipient = ${recipient} AND kind = ${kind}
          AND created_at > now() - make_interval(mins => ${minutesBetweenResets}))`
      : Prisma.empty;
  const statement = Prisma.sql`
    INSERT INTO mails (kind, recipient, organization_id, subject_id)
    SELECT ${kind}, ${recipient}, ${organization}::uuid, ${subject}::uuid
    WHERE ${hasRoom}
      AND ((SELECT count(*) FROM mails WHERE recipient = ${recipient} AND ${recent} AND ${isAskedFor})
        < ${mostToOneAddress} ${orResetIsDue})
      AND (SELECT count(*) FROM mails WHERE organization_id = ${organization}::uuid AND ${recent} AND ${isAskedFor})
        < ${mostOfOneOrganization}
    ON CONFLICT DO NOTHING`;
  return (await executeSql(tx, tenantSafeSql(viewerOf(tx), statement))) > 0;
}

/**
 * Writes a mail to the address of an account about a change of the account. Strangers cannot cause such a mail, so it
 * has no limit per day.
 */
export async function queueNotice(tx: Db, kind: 'PasswordChanged' | 'EmailChanged', recipient: string): Promise<void> {
  const statement = Prisma.sql`
    INSERT INTO mails (kind, recipient) VALUES (${kind}, ${recipient}) ON CONFLICT DO NOTHING`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}

/** Whether the outbox is full. */
export async function isOutboxFull(prisma: PrismaClient): Promise<boolean> {
  const [row] = await querySql<{ has_room: boolean }>(
    prisma,
    tenantSafeSql(systemScope, Prisma.sql`SELECT ${hasRoom} AS has_room`),
  );
  return !row!.has_room;
}

export interface ClaimedMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly recipient: string;
  readonly subjectId: string | null;
  /** Number of attempts to send the mail, including the present attempt. */
  readonly attempts: number;
}

/** Resolves with the ids of at most `atMost` due mails, the longest due first. */
export async function dueMails(
  prisma: PrismaClient,
  now: Date,
  { except, atMost }: { readonly except: readonly string[]; readonly atMost: number },
): Promise<string[]> {
  const statement = Prisma.sql`
    SELECT id FROM mails WHERE ${isWaiting} AND due_at <= ${now}::timestamptz
      AND ${amongSql(Prisma.sql`id`, 'uuid', { except })} AND NOT ${isHeldSql(Prisma.sql`organization_id`)}
    ORDER BY due_at, id LIMIT ${atMost}::int`;
  return (await querySql<{ id: string }>(prisma, tenantSafeSql(systemScope, statement))).map(({ id }) => id);
}

/**
 * Claims a mail for this replica. The claim is permanent unless `giveMailBack` releases it. Resolves with undefined if
 * another replica has claimed the mail.
 */
export async function claimMail(prisma: PrismaClient, now: Date, mailId: string): Promise<ClaimedMail | undefined> {
  const statement = Prisma.sql`
    UPDATE mails SET claimed_at = ${now}::timestamptz, attempts = attempts + 1
    WHERE id = (SELECT id FROM mails WHERE id = ${mailId}::uuid AND ${isWaiting} FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, recipient, subject_id AS "subjectId", attempts`;
  return (await querySql<ClaimedMail>(prisma, tenantSafeSql(systemScope, statement)))[0];
}

/**
 * Releases the claim on a mail that was certainly not sent, for another attempt at `dueAt`. If the same mail was
 * requested again meanwhile, marks this mail as finished instead.
 */
export async function giveMailBack(prisma: PrismaClient, id: string, dueAt: Date): Promise<void> {
  const statement = Prisma.sql`
    WITH newer AS (
      SELECT FROM mails AS other JOIN mails AS own USING (kind, recipient)
      WHERE own.id = ${id}::uuid AND other.subject_id IS NOT DISTINCT FROM own.subject_id
        AND other.claimed_at IS NULL AND other.finished_at IS NULL
    )
    UPDATE mails SET due_at = ${dueAt}::timestamptz, claimed_at = CASE WHEN EXISTS (SELECT FROM newer) THEN claimed_at END,
      finished_at = CASE WHEN EXISTS (SELECT FROM newer) THEN now() END
    WHERE id = ${id}::uuid`;
  await executeSql(prisma, tenantSafeSql(systemScope, statement));
}

export async function finishMail(prisma: PrismaClient, id: string, now: Date): Promise<void> {
  await prisma.mail.updateMany({ where: { id }, data: { finishedAt: now } });
}

/**
 * Deletes mails that were finished or claimed at least a day ago, and expired links. Resolves with the number of
 * deleted mails that were claimed but never finished, so that it is unknown whether they were sent.
 */
export async function sweepMail(prisma: PrismaClient, now: Date, rows: RowsAside): Promise<number> {
  const before = Prisma.sql`${new Date(now.getTime() - keptHours * 3_600_000)}::timestamptz`;
  const sweep = (table: string, condition: Prisma.Sql) =>
    deleteOld(prisma, rows, now, { table, condition, atMost: mostSwept });
  await sweep('mails', Prisma.sql`r.finished_at < ${before}`);
  const removedMails = await sweep('mails', Prisma.sql`r.finished_at IS NULL AND r.claimed_at < ${before}`);
  for (const table of ['registrations', 'email_tokens'])
    await sweep(table, Prisma.sql`r.expires_at < ${now}::timestamptz`);
  return removedMails;
}

/**
 * Deletes mails that nobody has claimed for an hour. Called by a service that sends no mail: another replica with a
 * mail server would have claimed them.
 */
export function dropUnsent(prisma: PrismaClient, now: Date, rows: RowsAside): Promise<number> {
  const before = new Date(now.getTime() - 3_600_000);
  const condition = Prisma.sql`r.claimed_at IS NULL AND r.created_at < ${before}::timestamptz`;
  return deleteOld(prisma, rows, now, { table: 'mails', condition, atMost: mostSwept });
}

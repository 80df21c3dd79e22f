// Reads the content of a rule's mail: the rule, its user, and the events that match the rule and that the user may read
// now.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { systemScope, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import type { MailRuleBuiltin, UserOrgPermissions } from '../../../generated/prisma/enums';
import type { EventKind, EventParams, EventSeverity } from '../deciding/kinds';
import { beginKinds, BeginTimes, type BeginEvent } from './begin-times';

/** Maximum number of events that one mail lists. */
export const mostListed = 100;
/**
 * Limits of the search for events that begin a state, such as `PortDown`: the number of events, newest first, and their
 * age in days.
 */
const [mostBegins, begunDays] = [1_000, 30];

/**
 * SQL condition: event `e` matches the filter of mail rule `r`, and the rule's user `u` may read the event's network.
 */
export const admittedSql = Prisma.sql`(
  (cardinality(r.network_ids) = 0 OR e.network_id = ANY(r.network_ids))
  AND (cardinality(r.kinds) = 0 OR e.kind = ANY(r.kinds))
  AND (cardinality(r.severities) = 0 OR e.severity = ANY(r.severities))
  AND (cardinality(r.tag_ids) = 0 OR e.tag_ids && r.tag_ids)
  AND (cardinality(r.roles) = 0 OR e.roles && r.roles::text[])
  AND (u.permissions >= 'Admin' OR EXISTS (
    SELECT FROM user_networks g WHERE g.user_id = u.id AND g.network_id = e.network_id)))`;

export interface MailedRule {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly builtin: MailRuleBuiltin | null;
  readonly organizationId: string;
  readonly userId: string;
  /** Current role of the rule's user. */
  readonly permissions: UserOrgPermissions;
}
export interface MailedEvent {
  readonly kind: EventKind;
  readonly severity: EventSeverity;
  readonly happenedAt: Date;
  readonly code: string;
  readonly params: EventParams;
  readonly count: number;
  readonly networkId: string;
  readonly networkName: string;
  /**
   * When the state that the event ends began: for `PortUp`, the time of `PortDown`. Null if the event ends no state, or
   * the time is unknown.
   */
  readonly begunAt: Date | null;
}
export interface MailedEvents {
  readonly events: readonly (MailedEvent & Pick<BeginEvent, 'subjectIds'>)[];
  /** Number of events that the mail is about. At most `mostListed` of them are in `events`. */
  readonly total: number;
}

/**
 * Resolves with the rule of a mail; undefined if the rule was deleted or switched off, or if its user no longer has the
 * address `recipient`.
 */
export async function readMailedRule(db: Db, mailId: string, recipient: string): Promise<MailedRule | undefined> {
  const statement = Prisma.sql`
    SELECT r.id, r.name, r.time_zone AS "timeZone", r.builtin, r.organization_id AS "organizationId",
      u.id AS "userId", u.permissions
    FROM mail_rules r JOIN users u ON u.id = r.user_id AND u.organization_id = r.organization_id
    WHERE r.enabled AND u.email = ${recipient} AND u.email_verified AND EXISTS (
      SELECT FROM mail_rule_events m
      WHERE m.mail_id = ${mailId}::uuid AND m.rule_id = r.id AND m.organization_id = r.organization_id)`;
  return (await querySql<MailedRule>(db, tenantSafeSql(systemScope, statement)))[0];
}

type ListedEvent = Omit<MailedEvent, 'begunAt'> &
  Pick<BeginEvent, 'createdAt' | 'subjectIds'> & { readonly total: number };

/**
 * Resolves with the first events of a mail that match the rule and that its user may read now, and with the number of
 * all such events.
 */
export async function readMailedEvents(db: Db, mailId: string, rule: MailedRule): Promise<MailedEvents> {
  const statement = Prisma.sql`
    SELECT e.kind, e.severity, e.happened_at AS "happenedAt", e.created_at AS "createdAt", e.code, e.params, e.count,
      e.subject_ids AS "subjectIds", e.network_id AS "networkId", n.name AS "networkName",
      count(*) OVER ()::int AS total
    FROM mail_rule_events m
    JOIN mail_rules r ON r.id = m.rule_id AND r.organization_id = m.organization_id
    JOIN users u ON u.id = r.user_id AND u.organization_id = r.organization_id
    JOIN network_events e ON e.id = m.event_id AND e.organization_id = m.organization_id
    JOIN networks n ON n.id = e.network_id AND n.organization_id = e.organization_id
    WHERE m.mail_id = ${mailId}::uuid AND m.rule_id = ${rule.id}::uuid
      AND m.organization_id = ${rule.organizationId}::uuid AND ${admittedSql}
    ORDER BY e.created_at, e.id LIMIT ${mostListed}::int`;
  const rows = await querySql<ListedEvent>(db, tenantSafeSql(systemScope, statement));
  const begins = await readBegins(db, rule, rows);
  return { events: rows.map((row) => ({ ...row, begunAt: begins.of(row) })), total: rows[0]?.total ?? 0 };
}

/** Reads the events that began what the listed events end: for a listed `PortUp`, the events `PortDown`. */
async function readBegins(db: Db, { organizationId }: MailedRule, listed: readonly ListedEvent[]): Promise<BeginTimes> {
  const ends = listed.filter(({ kind }) => kind in beginKinds);
  if (ends.length === 0) return new BeginTimes([]);
  const kinds = [...new Set(ends.map(({ kind }) => beginKinds[kind]!))];
  const networkIds = [...new Set(ends.map(({ networkId }) => networkId))];
  const subjectIds = [...new Set(ends.flatMap((event) => event.subjectIds))];
  const statement = Prisma.sql`
    SELECT e.kind, e.happened_at AS "happenedAt", e.created_at AS "createdAt", e.network_id AS "networkId",
      e.subject_ids AS "subjectIds"
    FROM network_events e
    WHERE e.organization_id = ${organizationId}::uuid AND e.network_id = ANY(${networkIds}::uuid[])
      AND e.kind = ANY(${kinds}::network_event_kind[]) AND e.subject_ids && ${subjectIds}::uuid[]
      AND e.created_at > now() - make_interval(days => ${begunDays}::int)
    ORDER BY e.created_at DESC, e.id DESC LIMIT ${mostBegins}::int`;
  return new BeginTimes(await querySql<BeginEvent>(db, tenantSafeSql(systemScope, statement)));
}

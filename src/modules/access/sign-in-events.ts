// Writes audit events about sign-ins, sign-outs and refused sign-ins, each with the client's address and user agent.
import type { Db } from '../../data/tenancy/rows';
import type { RecordFailure } from '../../auth/login-lock';
import type { Origin } from '../../platform/http/request-origin';
import { recordAuditEvent, type AuditEventRecord } from '../../data/tenancy/audit-events';

interface Person {
  readonly id: string;
  readonly email: string;
  readonly organizationId: string;
}

type EventType = 'SignIn' | 'SignOut' | 'SignInRefused';
type Details = Readonly<Record<string, unknown>>;

export const recordSignInEvent = (
  tx: Db,
  eventType: EventType,
  person: Person,
  origin: Origin,
  more?: Details,
): Promise<void> => recordAuditEvent(tx, signInEvent(eventType, person, origin, more));

/**
 * Returns a function that writes the audit event of a refused sign-in. The event says whether further sign-ins of the
 * account are locked, because too many have failed.
 */
export const asRefused =
  (person: Person, origin: Origin, reason: string): RecordFailure =>
  (tx, _email, isLast) =>
    recordSignInEvent(tx, 'SignInRefused', person, origin, { reason, locked: isLast });

export const signInEvent = (
  eventType: EventType,
  { id, email, organizationId }: Person,
  { remoteAddress, userAgent }: Origin,
  more: Details = {},
): AuditEventRecord => ({
  eventType,
  organizationId,
  subjectType: 'User',
  subjectId: id,
  subjectName: email,
  details: { remote_address: remoteAddress ?? null, user_agent: userAgent ?? null, ...more },
});

// Writes audit events about sign-ins, sign-outs and refused sign-ins, each with the client's address and user agent.
import type { Db } from '../../data/tenancy/rows';
import type { Request } from 'express';
import { isFromLoopback } from '../../platform/http/loopback';
import { recordAuditEvent, type AuditEventRecord } from '../../data/tenancy/audit-events';

/** The client of a request, as far as it is known. */
export interface Origin {
  readonly remoteAddress?: string;
  readonly userAgent?: string;
  /** Whether the request comes from the machine on which the service runs. */
  readonly isLocal: boolean;
}

const longestUserAgent = 300;

/**
 * Returns the address and user agent of a request's client. If the service trusts its proxies, the address is that of
 * the client behind the proxy.
 */
export const requestOrigin = (req: Pick<Request, 'ip' | 'headers' | 'socket'>): Origin => ({
  remoteAddress: req.ip,
  isLocal: isFromLoopback(req),
  // NUL characters are removed, because PostgreSQL cannot store NUL in JSON.
  userAgent: req.headers['user-agent']?.replaceAll('\0', '').slice(0, longestUserAgent),
});

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

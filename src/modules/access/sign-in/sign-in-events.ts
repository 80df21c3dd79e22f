// Events of sessions: who signed in or out, who was refused, and from where.
import type { Request } from 'express';
import type { Prisma } from '../../../generated/prisma/client';
import { recordAuditEvent } from '../../../data/tenancy/audit-events';

/** Origin of a request, as far as it is known. */
export interface Origin {
  readonly remoteAddress?: string;
  readonly userAgent?: string;
}

const longestUserAgent = 300;

/** The address is that of the proxy's client where proxies are trusted. */
export const originOf = (req: Pick<Request, 'ip' | 'headers'>): Origin => ({
  remoteAddress: req.ip,
  // What PostgreSQL cannot store in JSON is in no browser's name.
  userAgent: req.headers['user-agent']?.replaceAll('\0', '').slice(0, longestUserAgent),
});

interface Person {
  readonly id: string;
  readonly email: string;
  readonly organizationId: string;
}

export async function recordSignIn(
  tx: Prisma.TransactionClient,
  eventType: 'SignIn' | 'SignOut' | 'SignInRefused',
  { id, email, organizationId }: Person,
  { remoteAddress, userAgent }: Origin,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const details = { remote_address: remoteAddress ?? null, user_agent: userAgent ?? null, ...more };
  await recordAuditEvent(tx, {
    eventType,
    organizationId,
    subjectType: 'User',
    subjectId: id,
    subjectName: email,
    details,
  });
}

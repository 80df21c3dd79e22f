// Browser sessions: their rows, their cookie, and their lifetimes.
import type { CookieOptions, Request, Response } from 'express';
import { directSqlOf } from '../data/client';
import { actingText } from '../data/acting';
import { auditEventSql, type AuditEventRecord } from '../data/tenancy/audit-events';
import { systemScope, executeSql, querySql, tenantSafeSql } from '../data/tenancy/tenant-sql';
import { AppError } from '../errors';
import type { Db } from '../data/tenancy/rows';
import { Prisma, type PrismaClient } from '../generated/prisma/client';
import { generateSessionToken, hashToken, isSessionForm } from './tokens';

export const sessionCookie = 'session_id';
const dayMs = 24 * 3_600_000;
export const sessionLifetimeMs = 7 * dayMs;
const setupLifetimeMs = dayMs;
// Milliseconds for which expired sessions stay stored, so that their cookie gets the error "expired" instead of
// "unknown".
const endedKeptMs = 30 * dayMs;

export interface PendingSetup {
  readonly organizationName: string;
  readonly network: { readonly id: string; readonly name: string };
}
export interface PendingInvite {
  readonly inviteId: string;
}
/**
 * What happens when the browser's user registers an account: an organization is created, or an invite is accepted. The
 * browser's latest request decides which.
 */
export type PendingRegistration = PendingSetup | PendingInvite;

/** The session token in the request's cookie; empty if the cookie is malformed, undefined if there is none. */
export function readSessionToken(req: Pick<Request, 'headers'>): string | undefined {
  for (const pair of (req.headers.cookie ?? '').split(';')) {
    const separator = pair.indexOf('=');
    if (separator > 0 && pair.slice(0, separator).trim() === sessionCookie) {
      const token = pair.slice(separator + 1).trim();
      return isSessionForm(token) ? token : '';
    }
  }
  return undefined;
}

/**
 * Creates a session for the user and deletes the browser's previous session. Throws `auth_not_authenticated` if the
 * user has been deleted.
 */
export async function createSession(db: Db, user: SessionUser, replacedToken?: string): Promise<string> {
  const { token, parts } = newSession(user, replacedToken);
  assertOpened(await executeSql(db, tenantSafeSql(systemScope, Prisma.sql`WITH ${parts} SELECT FROM opened`)));
  return token;
}

interface SessionUser {
  readonly id: string;
  readonly sessionEpoch: number;
}

/** Creates a session like `createSession`. The same statement also records the sign-in as an audit event. */
export async function createRecordedSession(
  prisma: PrismaClient,
  user: SessionUser,
  event: AuditEventRecord,
  replacedToken?: string,
): Promise<string> {
  const { token, parts } = newSession(user, replacedToken);
  const actor = actingText({ actorType: 'User', userId: user.id });
  const { text, values } = Prisma.sql`
    WITH acting AS MATERIALIZED (SELECT set_config('netloom.actor', ${actor}, true) AS text), ${parts}
    SELECT ${auditEventSql(event)} FROM acting, opened WHERE acting.text <> ''`;
  assertOpened(await directSqlOf(prisma).execute(text, values));
  return token;
}

function assertOpened(rows: number): void {
  if (rows === 0) throw new AppError('auth_not_authenticated');
}

/** The token of a new session, and SQL that inserts the session, for use in a WITH clause. */
function newSession({ id, sessionEpoch }: SessionUser, replacedToken: string | undefined) {
  const token = generateSessionToken();
  const now = Date.now();
  const replacedHash = replacedToken ? hashToken(replacedToken) : null;
  const parts = Prisma.sql`
    opened AS (
      INSERT INTO sessions (token_hash, user_id, session_epoch, last_used_at, expires_at)
      SELECT ${hashToken(token)}, id, ${sessionEpoch}::integer, ${new Date(now)}::timestamptz,
        ${new Date(now + sessionLifetimeMs)}::timestamptz
      FROM users WHERE id = ${id}::uuid FOR KEY SHARE
      RETURNING id
    ),
    ended AS (
      DELETE FROM sessions
      WHERE expires_at < ${new Date(now - endedKeptMs)} OR (token_hash = ${replacedHash} AND EXISTS (SELECT FROM opened))
    )`;
  return { token, parts };
}

export async function destroySession(db: Db, token: string): Promise<void> {
  await db.session.deleteMany({ where: { tokenHash: hashToken(token) } });
}

/**
 * Stores a pending registration in the browser's session or, if the browser has none, in a new session without a user.
 * Returns the token of the session.
 */
export async function storePendingRegistration(
  db: Db,
  pending: PendingRegistration,
  token: string | undefined,
): Promise<string> {
  const now = new Date();
  const pendingSetup = { ...pending };
  if (token) {
    const updated = await db.session.updateMany({
      where: { tokenHash: hashToken(token), expiresAt: { gt: now } },
      data: { pendingSetup },
    });
    if (updated.count > 0) return token;
  }
  const fresh = generateSessionToken();
  await db.session.deleteMany({ where: { userId: null, expiresAt: { lt: now } } });
  await db.session.create({
    data: { tokenHash: hashToken(fresh), pendingSetup, expiresAt: new Date(now.getTime() + setupLifetimeMs) },
  });
  return fresh;
}

/** Reads the session's pending registration and locks its row, so that concurrent requests do not register twice. */
export async function lockPendingRegistration(tx: Db, token: string): Promise<PendingRegistration | undefined> {
  const statement = Prisma.sql`
    SELECT pending_setup FROM sessions WHERE token_hash = ${hashToken(token)} AND expires_at > now() FOR UPDATE`;
  const rows = await querySql<{ pending_setup: PendingRegistration | null }>(tx, tenantSafeSql(systemScope, statement));
  return rows[0]?.pending_setup ?? undefined;
}

/** Whether this browser opened an invite that its registration will accept. */
export async function hasPendingInvite(db: Db, token: string): Promise<boolean> {
  const session = await db.session.findUnique({
    where: { tokenHash: hashToken(token), expiresAt: { gt: new Date() } },
    select: { pendingSetup: true },
  });
  const pending = session?.pendingSetup as PendingRegistration | null | undefined;
  return pending != null && isInvite(pending);
}

export const isInvite = (pending: PendingRegistration): pending is PendingInvite => 'inviteId' in pending;

/**
 * Attributes of the session cookie. `secure` is false only if `publicUrl` begins with `http:`, or, without a
 * `publicUrl`, for plain HTTP requests to localhost.
 */
export function cookieOptions(req: Request, publicUrl: string | undefined): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', secure: !isPlainHttpAllowed(req, publicUrl), path: '/' };
}

function isPlainHttpAllowed(req: Request, publicUrl: string | undefined): boolean {
  if (publicUrl) return publicUrl.startsWith('http://');
  return !req.secure && /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(req.host ?? '');
}

export function setSessionCookie(req: Request, res: Response, token: string, publicUrl: string | undefined): void {
  res.cookie(sessionCookie, token, { ...cookieOptions(req, publicUrl), maxAge: sessionLifetimeMs });
}

export function clearSessionCookie(req: Request, res: Response, publicUrl: string | undefined): void {
  res.clearCookie(sessionCookie, cookieOptions(req, publicUrl));
}

// Who is asking: a bearer key or a session cookie becomes a Viewer, judged afresh by one SQL statement on every request.
import DataLoader from 'dataloader';
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { directSqlOf } from '../data/client';
import { AppError } from '../errors';
import type { PrismaClient } from '../generated/prisma/client';
import type { Payer } from '../platform/limits/rate-limit';
import { daemonViewer, findDaemonKey } from './daemon-keys';
import { createKeyUsage } from './key-usage';
import { isFromLoopback } from '../platform/http/loopback';
import { onBehalfOfAll } from '../platform/postgres/connection-shares';
import { publishedAccess } from './published-access';
import { sessionLifetimeMs, sessionTokenOf, setSessionCookie } from './sessions';
import { createSuspectLane } from './suspect-lane';
import { hashToken, isKeyForm } from './tokens';
import { frozen, isDaemon, lesserOf, type Permissions, type Viewer } from '../data/tenancy/viewer';

export type Authentication =
  | { readonly viewer: Viewer; readonly anonymous?: undefined; readonly isRenewed?: boolean }
  | {
      readonly viewer?: undefined;
      readonly anonymous: true;
      readonly error?: AppError;
      /** Whose session it is that is good for nothing but setting up the second factor that the organization asks for. */
      readonly enrolling?: { readonly userId: string; readonly credentialId: string };
    };

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- Express's documented way of extending its request
  namespace Express {
    interface Request {
      authentication?: Authentication;
    }
  }
}

export interface AuthenticatorOptions {
  readonly prisma: PrismaClient;
  readonly publicUrl?: string;
  /** Whether this address has used up its anonymous limit: its unproven credentials are then looked up a few at a time. */
  readonly isRefusing?: (address: string | undefined) => boolean;
  /** Receives failures of background writes; the request itself has been answered by then. */
  readonly onBackgroundError?: (error: unknown) => void;
}

/** What is judged of a request: its credential, and where it comes from. */
type Caller = Pick<Request, 'headers' | 'ip'> & Partial<Pick<Request, 'socket'>>;

export interface Authenticator {
  authenticate(req: Caller): Promise<Authentication>;
  /**
   * Who is behind an open stream by now, or why nobody is any more. Waiting renews no session. All that are asked for at
   * the same moment are one statement.
   */
  rejudge(req: Caller): Promise<Viewer | AppError>;
  /** Sets `req.authentication` and `req.viewer`, and renews the cookie; refusing requests is left to `requireViewer`. */
  readonly middleware: RequestHandler;
  /** Finishes the background writes. */
  close(): Promise<void>;
}

const renewalMs = 60_000;
const notAuthenticated = (): Authentication => ({ anonymous: true, error: new AppError('auth_not_authenticated') });
const refused = (...error: ConstructorParameters<typeof AppError>) => ({
  anonymous: true as const,
  error: new AppError(...error),
});

// eslint-disable-next-line max-lines-per-function -- a function a kind of credential, all over the same caches
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { prisma, publicUrl, isRefusing = () => false, onBackgroundError = () => undefined } = options;
  const usage = createKeyUsage(prisma, 'user', onBackgroundError);
  const daemonUsage = createKeyUsage(prisma, 'daemon', onBackgroundError);
  const lane = createSuspectLane();
  const proven = new LRUCache<string, true>({ max: 10_000 });
  const published = publishedAccess(prisma);
  const background = new Set<Promise<unknown>>();

  const inBackground = (work: Promise<unknown>): void => {
    const settled: Promise<unknown> = work.catch(onBackgroundError).finally(() => background.delete(settled));
    background.add(settled);
  };

  const judgedKeys = atOnce((hashes) => findKeys(prisma, hashes));
  const judgedSessions = atOnce((hashes) => findSessions(prisma, hashes));

  const authenticateKey = async (keyHash: string, req: Caller, isUsed = true): Promise<Authentication> => {
    const key = isUsed ? (await findKeys(prisma, [keyHash])).get(keyHash) : await judgedKeys.load(keyHash);
    if (!key) return notAuthenticated();
    if (key.is_expired) {
      if (key.is_enabled) await prisma.userApiKey.updateMany({ where: { id: key.id }, data: { isEnabled: false } });
      return refused('entity_expired', { entity: 'UserApiKey' });
    }
    if (!key.is_enabled) return refused('entity_disabled', { entity: 'UserApiKey' });
    if (!key.api_access_enabled) return refused('auth_api_access_disabled');
    if (!isFromLoopback(req) && (await published.refusesKey(keyHash))) return refused('auth_demo_local_only');
    if (isUsed) usage.record(key.id);
    return {
      viewer: frozen({
        via: 'userApiKey',
        userId: key.user_id,
        organizationId: key.organization_id,
        permissions: lesserOf(key.key_permissions, key.owner_permissions),
        isNarrowed: key.network_ids.length < key.network_count,
        networkIds: key.network_ids,
        credentialId: key.id,
      }),
    };
  };

  const authenticateDaemonKey = async (keyHash: string, daemonId: unknown): Promise<Authentication> => {
    const key = await findDaemonKey(prisma, keyHash, daemonId);
    if (!key) return notAuthenticated();
    if (key.is_expired) {
      if (key.is_enabled) await prisma.daemonApiKey.updateMany({ where: { id: key.id }, data: { isEnabled: false } });
      return refused('entity_expired', { entity: 'DaemonApiKey' });
    }
    if (!key.is_enabled) return refused('entity_disabled', { entity: 'DaemonApiKey' });
    daemonUsage.record(key.id);
    return { viewer: daemonViewer(key) };
  };

  const authenticateSession = async (tokenHash: string, req: Caller, isUsed = true): Promise<Authentication> => {
    const session = isUsed
      ? (await findSessions(prisma, [tokenHash])).get(tokenHash)
      : await judgedSessions.load(tokenHash);
    if (!session?.user_id) return notAuthenticated();
    if (session.is_over || !session.is_current) return refused('auth_session_expired');
    const user = { organizationId: session.organization_id, userId: session.user_id };
    if (!isFromLoopback(req) && (await published.refusesSession(user))) return refused('auth_demo_local_only');
    if (session.lacks_factor)
      return {
        ...refused('auth_second_factor_enrolment_required'),
        enrolling: { userId: session.user_id, credentialId: session.id },
      };
    const isRenewed = isUsed && session.ms_since_use > renewalMs;
    if (isRenewed) inBackground(renewSession(prisma, session.id));
    return {
      isRenewed,
      viewer: frozen({
        via: 'session',
        userId: session.user_id,
        organizationId: session.organization_id,
        permissions: session.permissions,
        isNarrowed: false,
        networkIds: session.network_ids,
        credentialId: session.id,
      }),
    };
  };

  /** A flood of made-up credentials from one address must not become a flood of queries. */
  const guarded = async (
    address: string | undefined,
    hash: string,
    lookup: (hash: string) => Promise<Authentication>,
  ): Promise<Authentication> => {
    const isSuspect = !proven.has(hash) && isRefusing(address);
    const found = isSuspect ? await lane.run(() => lookup(hash)) : await lookup(hash);
    if (found?.viewer) proven.set(hash, true);
    return found ?? notAuthenticated();
  };

  const authenticate: Authenticator['authenticate'] = async (req) => {
    const bearer = bearerOf(req.headers.authorization);
    if (bearer !== undefined) {
      if (isKeyForm('user', bearer)) return guarded(req.ip, hashToken(bearer), (hash) => authenticateKey(hash, req));
      if (!isKeyForm('daemon', bearer)) return notAuthenticated();
      return guarded(req.ip, hashToken(bearer), (hash) => authenticateDaemonKey(hash, req.headers['x-daemon-id']));
    }
    const token = sessionTokenOf(req);
    if (token === undefined) return { anonymous: true };
    return token === ''
      ? notAuthenticated()
      : guarded(req.ip, hashToken(token), (hash) => authenticateSession(hash, req));
  };

  return {
    authenticate,
    async rejudge(req) {
      const [bearer, token] = [bearerOf(req.headers.authorization), sessionTokenOf(req)];
      const judged = await (bearer === undefined
        ? authenticateSession(hashToken(token ?? ''), req, false)
        : authenticateKey(hashToken(bearer), req, false));
      return judged.viewer ?? refusalOf({ authentication: judged });
    },
    middleware: async (req, res, next) => {
      const authentication = await authenticate(req);
      req.authentication = authentication;
      req.viewer = authentication.viewer;
      const token = authentication.viewer && authentication.isRenewed ? sessionTokenOf(req) : undefined;
      if (token) setSessionCookie(req, res, token, publicUrl);
      next();
    },
    close: async () => {
      await Promise.all([usage.close(), daemonUsage.close()]);
      await Promise.all(background);
    },
  };
}

/** The caller, or the reason why there is none. */
export function requireViewer(req: Pick<Request, 'authentication'>): Viewer {
  const { authentication } = req;
  if (authentication?.viewer) return authentication.viewer;
  throw refusalOf(req);
}

/** Why there is no caller. */
export const refusalOf = ({ authentication }: Pick<Request, 'authentication'>): AppError =>
  (authentication?.anonymous && authentication.error) || new AppError('auth_not_authenticated');

/** Who pays for a request: the user behind a valid credential, else the address; daemons are exempt. */
export function payerOf(req: Pick<Request, 'authentication'>): Payer {
  const viewer = req.authentication?.viewer;
  if (!viewer) return 'anonymous';
  return isDaemon(viewer) ? 'exempt' : { userId: viewer.userId };
}

export function bearerOf(header: string | undefined): string | undefined {
  const found = /^bearer(?:\s+(.*))?$/i.exec(header?.trim() ?? '');
  return found ? (found[1]?.trim() ?? '') : undefined;
}

/** What is asked for at one moment is asked in one statement. */
const atOnce = <Row>(find: (hashes: readonly string[]) => Promise<ReadonlyMap<string, Row>>) =>
  new DataLoader<string, Row | undefined>(
    async (hashes) => {
      const rows = await onBehalfOfAll(() => find([...new Set(hashes)]));
      return hashes.map((hash) => rows.get(hash));
    },
    { cache: false, maxBatchSize: 1000 },
  );

interface KeyRow {
  readonly key_hash: string;
  readonly id: string;
  readonly user_id: string;
  readonly organization_id: string;
  readonly key_permissions: Permissions;
  readonly owner_permissions: Permissions;
  readonly is_enabled: boolean;
  readonly is_expired: boolean;
  readonly api_access_enabled: boolean;
  readonly network_ids: string[];
  /** Networks of the organization. */
  readonly network_count: number;
}

/** By their hashes. Were their number known to the planner, it would plan the same anew for every request. */
async function findKeys(prisma: PrismaClient, hashes: readonly string[]): Promise<ReadonlyMap<string, KeyRow>> {
  const rows = await directSqlOf(prisma).query<KeyRow>(
    `
    SELECT k.key_hash, k.id, k.user_id, k.organization_id, k.is_enabled, o.api_access_enabled,
      k.permissions::text AS key_permissions, u.permissions::text AS owner_permissions,
      coalesce(k.expires_at <= now(), false) AS is_expired,
      ARRAY(
        SELECT own.network_id FROM user_api_key_networks own
        WHERE own.user_api_key_id = k.id AND (u.permissions >= 'Admin' OR EXISTS (
          SELECT FROM user_networks owners WHERE owners.user_id = u.id AND owners.network_id = own.network_id))
      ) AS network_ids,
      (SELECT count(*) FROM networks n WHERE n.organization_id = k.organization_id)::integer AS network_count
    FROM user_api_keys k
    JOIN users u ON u.id = k.user_id
    JOIN organizations o ON o.id = k.organization_id
    WHERE k.key_hash = ANY((SELECT $1::text[])::text[])`,
    [hashes],
  );
  return new Map(rows.map((row) => [row.key_hash, row]));
}

interface SessionRow {
  readonly token_hash: string;
  readonly id: string;
  /** Null before the first sign-in; the columns behind it are then null as well. */
  readonly user_id: string | null;
  readonly organization_id: string;
  readonly permissions: Permissions;
  readonly is_over: boolean;
  readonly is_current: boolean;
  /** The organization asks for a second factor, which the user does not have. */
  readonly lacks_factor: boolean;
  readonly ms_since_use: number;
  readonly network_ids: string[];
}

/** By the hashes of their tokens, planned as keys are. */
async function findSessions(prisma: PrismaClient, hashes: readonly string[]): Promise<ReadonlyMap<string, SessionRow>> {
  const rows = await directSqlOf(prisma).query<SessionRow>(
    `
    SELECT s.token_hash, s.id, s.user_id, u.organization_id, u.permissions::text AS permissions,
      s.expires_at <= now() OR s.last_used_at <= now() - make_interval(secs => $2) AS is_over,
      s.session_epoch = u.session_epoch AS is_current,
      o.second_factor_required AND u.second_factor_at IS NULL AS lacks_factor,
      (extract(epoch FROM now() - s.last_used_at) * 1000)::double precision AS ms_since_use,
      CASE WHEN u.permissions >= 'Admin'
        THEN ARRAY(SELECT n.id FROM networks n WHERE n.organization_id = u.organization_id)
        ELSE ARRAY(SELECT own.network_id FROM user_networks own WHERE own.user_id = u.id)
      END AS network_ids
    FROM sessions s LEFT JOIN users u ON u.id = s.user_id LEFT JOIN organizations o ON o.id = u.organization_id
    WHERE s.token_hash = ANY((SELECT $1::text[])::text[])`,
    [hashes, sessionLifetimeMs / 1_000],
  );
  return new Map(rows.map((row) => [row.token_hash, row]));
}

async function renewSession(prisma: PrismaClient, id: string): Promise<void> {
  const now = new Date();
  await prisma.session.updateMany({
    // Two requests at once renew once; a session that ended meanwhile stays ended.
    where: { id, lastUsedAt: { lt: new Date(now.getTime() - renewalMs) }, expiresAt: { gt: now } },
    data: { lastUsedAt: now, expiresAt: new Date(now.getTime() + sessionLifetimeMs) },
  });
}

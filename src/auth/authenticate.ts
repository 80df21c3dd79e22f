// Authenticates requests: turns a bearer key or session cookie into a Viewer. Credentials are checked against the
// database on every request.
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors';
import type { PrismaClient } from '../generated/prisma/client';
import { createLane } from '../platform/limits/lane';
import type { Payer } from '../platform/limits/rate-limit';
import { isDaemon, type Viewer } from '../data/tenancy/viewer';
import { notAuthenticated, type Authentication, type Caller, type CredentialCheck } from './authentication';
import { createDaemonKeyCheck } from './daemon-keys';
import { createKeyUsage } from './key-usage';
import { createPublishedAccess } from './published-access';
import { createSessionCheck } from './session-credentials';
import { readSessionToken, setSessionCookie } from './sessions';
import { hashToken, isKeyForm } from './tokens';
import { createUserKeyCheck } from './user-keys';

/**
 * Limits of the queue in which lookups of credentials wait. Used for IP addresses that have exceeded their rate limit.
 */
const suspectLookups = { atOnce: 2, maxWaiting: 100 };

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
  /**
   * Whether this IP address has used up its rate limit for anonymous requests. If so, its credentials are looked up
   * only two at a time, except those that were valid before.
   */
  readonly isRefusing?: (address: string | undefined) => boolean;
  /** Called with errors of background writes, which happen after the response. */
  readonly onBackgroundError?: (error: unknown) => void;
}

export interface Authenticator {
  authenticate(req: Caller): Promise<Authentication>;
  /**
   * Checks the credential of an open stream again. Resolves with the current viewer, or with the error that says why
   * the credential is no longer valid. Unlike a request, the check does not renew a session.
   */
  rejudge(req: Caller): Promise<Viewer | AppError>;
  /**
   * Sets `req.authentication` and `req.viewer`, and renews the session cookie. `requireViewer` rejects requests without
   * a viewer.
   */
  readonly middleware: RequestHandler;
  /** Waits until background writes have finished. */
  close(): Promise<void>;
}

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { prisma, publicUrl, isRefusing = () => false, onBackgroundError = () => undefined } = options;
  const usage = createKeyUsage(prisma, 'user', onBackgroundError);
  const daemonUsage = createKeyUsage(prisma, 'daemon', onBackgroundError);
  const lane = createLane(suspectLookups.atOnce, suspectLookups.maxWaiting);
  const proven = new LRUCache<string, true>({ max: 10_000 });
  const publishedAccess = createPublishedAccess(prisma);
  const background = new Set<Promise<unknown>>();

  const inBackground = (work: Promise<unknown>): void => {
    const write: Promise<unknown> = work.catch(onBackgroundError).finally(() => background.delete(write));
    background.add(write);
  };

  const judgeUserKey = createUserKeyCheck(prisma, publishedAccess, usage);
  const judgeDaemonKey = createDaemonKeyCheck(prisma, daemonUsage);
  const judgeSession = createSessionCheck(prisma, publishedAccess, inBackground);

  /**
   * Limits lookups of credentials for IP addresses that have used up their rate limit, so that many requests with
   * invalid credentials do not become many queries.
   */
  const judgeWithinLimits = async (req: Caller, hash: string, judge: CredentialCheck): Promise<Authentication> => {
    const isSuspect = !proven.has(hash) && isRefusing(req.ip);
    const authentication = isSuspect ? await lane.run(() => judge(hash, req, true)) : await judge(hash, req, true);
    if (authentication?.viewer) proven.set(hash, true);
    return authentication ?? notAuthenticated();
  };

  const authenticate: Authenticator['authenticate'] = async (req) => {
    const bearer = parseBearer(req.headers.authorization);
    if (bearer !== undefined) {
      if (isKeyForm('user', bearer)) return judgeWithinLimits(req, hashToken(bearer), judgeUserKey);
      return isKeyForm('daemon', bearer)
        ? judgeWithinLimits(req, hashToken(bearer), judgeDaemonKey)
        : notAuthenticated();
    }
    const token = readSessionToken(req);
    if (token === undefined) return { anonymous: true };
    return token === '' ? notAuthenticated() : judgeWithinLimits(req, hashToken(token), judgeSession);
  };

  return {
    authenticate,
    async rejudge(req) {
      const [bearer, token] = [parseBearer(req.headers.authorization), readSessionToken(req)];
      const authentication = await (bearer === undefined
        ? judgeSession(hashToken(token ?? ''), req, false)
        : judgeUserKey(hashToken(bearer), req, false));
      return authentication.viewer ?? authenticationError({ authentication });
    },
    middleware: async (req, res, next) => {
      const authentication = await authenticate(req);
      req.authentication = authentication;
      req.viewer = authentication.viewer;
      const token = authentication.viewer && authentication.isRenewed ? readSessionToken(req) : undefined;
      if (token) setSessionCookie(req, res, token, publicUrl);
      next();
    },
    close: async () => {
      await Promise.all([usage.close(), daemonUsage.close()]);
      await Promise.all(background);
    },
  };
}

/** Returns the viewer of the request. Throws the reason why the request has no viewer. */
export function requireViewer(req: Pick<Request, 'authentication'>): Viewer {
  const { authentication } = req;
  if (authentication?.viewer) return authentication.viewer;
  throw authenticationError(req);
}

/** The error that says why a request has no viewer. */
export const authenticationError = ({ authentication }: Pick<Request, 'authentication'>): AppError =>
  (authentication?.anonymous && authentication.error) || new AppError('auth_not_authenticated');

/**
 * Returns whose rate limit a request uses: with a valid credential the limit of the user, otherwise the limit of the IP
 * address. Daemons have no limit.
 */
export function findPayer(req: Pick<Request, 'authentication'>): Payer {
  const viewer = req.authentication?.viewer;
  if (!viewer) return 'anonymous';
  return isDaemon(viewer) ? 'exempt' : { userId: viewer.userId };
}

export function parseBearer(header: string | undefined): string | undefined {
  const match = /^bearer(?:\s+(.*))?$/i.exec(header?.trim() ?? '');
  return match ? (match[1]?.trim() ?? '') : undefined;
}

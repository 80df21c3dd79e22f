// Authenticates requests: turns a bearer key or session cookie into a Viewer. Credentials are checked against the
// database on every request.
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors';
import type { PrismaClient } from '../generated/prisma/client';
import type { Payer } from '../platform/limits/rate-limit';
import { isDaemon, type Viewer } from '../data/tenancy/viewer';
import { notAuthenticated, type Authentication, type Caller, type CredentialJudge } from './authentication';
import { createDaemonKeyJudge } from './daemon-keys';
import { createKeyUsage } from './key-usage';
import { publishedAccess } from './published-access';
import { createSessionJudge } from './session-credentials';
import { sessionTokenOf, setSessionCookie } from './sessions';
import { createSuspectLane } from './suspect-lane';
import { hashToken, isKeyForm } from './tokens';
import { createUserKeyJudge } from './user-keys';

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
   * Whether the address has used up its anonymous limit. Its credentials then wait for a narrow lane, unless they were
   * valid before.
   */
  readonly isRefusing?: (address: string | undefined) => boolean;
  /** Called with errors of background writes, which happen after the response. */
  readonly onBackgroundError?: (error: unknown) => void;
}

export interface Authenticator {
  authenticate(req: Caller): Promise<Authentication>;
  /**
   * Checks the credential of an open stream again: the current viewer, or the error. Does not renew a session. Calls of
   * one moment share one statement.
   */
  rejudge(req: Caller): Promise<Viewer | AppError>;
  /**
   * Sets `req.authentication` and `req.viewer`, and renews the session cookie. `requireViewer` rejects requests without
   * a viewer.
   */
  readonly middleware: RequestHandler;
  /** Waits for the background writes. */
  close(): Promise<void>;
}

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

  const judgeUserKey = createUserKeyJudge(prisma, published, usage);
  const judgeDaemonKey = createDaemonKeyJudge(prisma, daemonUsage);
  const judgeSession = createSessionJudge(prisma, published, inBackground);

  /**
   * Limits lookups for addresses beyond their limit, so that a flood of invalid credentials is not a flood of queries.
   */
  const judgeAtPace = async (req: Caller, hash: string, judge: CredentialJudge): Promise<Authentication> => {
    const isSuspect = !proven.has(hash) && isRefusing(req.ip);
    const authentication = isSuspect ? await lane.run(() => judge(hash, req, true)) : await judge(hash, req, true);
    if (authentication?.viewer) proven.set(hash, true);
    return authentication ?? notAuthenticated();
  };

  const authenticate: Authenticator['authenticate'] = async (req) => {
    const bearer = bearerOf(req.headers.authorization);
    if (bearer !== undefined) {
      if (isKeyForm('user', bearer)) return judgeAtPace(req, hashToken(bearer), judgeUserKey);
      return isKeyForm('daemon', bearer) ? judgeAtPace(req, hashToken(bearer), judgeDaemonKey) : notAuthenticated();
    }
    const token = sessionTokenOf(req);
    if (token === undefined) return { anonymous: true };
    return token === '' ? notAuthenticated() : judgeAtPace(req, hashToken(token), judgeSession);
  };

  return {
    authenticate,
    async rejudge(req) {
      const [bearer, token] = [bearerOf(req.headers.authorization), sessionTokenOf(req)];
      const judged = await (bearer === undefined
        ? judgeSession(hashToken(token ?? ''), req, false)
        : judgeUserKey(hashToken(bearer), req, false));
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

/** Returns the viewer, or throws the reason why the request has none. */
export function requireViewer(req: Pick<Request, 'authentication'>): Viewer {
  const { authentication } = req;
  if (authentication?.viewer) return authentication.viewer;
  throw refusalOf(req);
}

/** The reason why a request has no viewer. */
export const refusalOf = ({ authentication }: Pick<Request, 'authentication'>): AppError =>
  (authentication?.anonymous && authentication.error) || new AppError('auth_not_authenticated');

/** The rate limit bucket of a request: the user behind a valid credential, else the address. Daemons are exempt. */
export function payerOf(req: Pick<Request, 'authentication'>): Payer {
  const viewer = req.authentication?.viewer;
  if (!viewer) return 'anonymous';
  return isDaemon(viewer) ? 'exempt' : { userId: viewer.userId };
}

export function bearerOf(header: string | undefined): string | undefined {
  const match = /^bearer(?:\s+(.*))?$/i.exec(header?.trim() ?? '');
  return match ? (match[1]?.trim() ?? '') : undefined;
}

// Assigns a request's share of the database connections to its caller, and drops daemon connections on server errors.
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { runForCaller, type ConnectionCaller } from '../platform/postgres/connection-shares';
import { addressKey } from '../platform/limits/rate-limit';
import { isOurs, toPublicError } from '../errors';
import { parseBearer } from './authenticate';
import { isKeyForm } from './tokens';
import { isDaemon, type Viewer } from '../data/tenancy/viewer';

const carriesDaemonKey = (req: Request): boolean => isKeyForm('daemon', parseBearer(req.headers.authorization) ?? '');

/**
 * Counts the database connections that the request uses for its address, because the caller is unknown before
 * authentication.
 */
export const countByAddress: RequestHandler = (req, _res, next) => {
  const kind = carriesDaemonKey(req) ? 'daemon' : 'person';
  runForCaller({ key: `${kind} at ${addressKey(req.ip)}`, kind }, next);
};

/**
 * Counts the database connections that the request uses for the caller that authentication found: a user (with all of
 * their keys), a daemon, or the address of an anonymous caller.
 */
export const countByViewer: RequestHandler = (req, _res, next) => {
  const viewer = req.authentication?.viewer;
  runForCaller(
    viewer ? toConnectionCaller(viewer) : { key: `anonymous at ${addressKey(req.ip)}`, kind: 'person' },
    next,
  );
};

export const toConnectionCaller = (viewer: Viewer): ConnectionCaller =>
  isDaemon(viewer)
    ? { key: `daemon ${viewer.credentialId}`, kind: 'daemon' }
    : { key: `user ${viewer.userId}`, kind: 'person' };

/**
 * Deployed daemons exit after an error response that they can read, but retry after a broken connection. So this
 * handler closes their connection on server errors.
 */
export const dropDaemons: ErrorRequestHandler = (error, req, res, next) => {
  // Errors of malformed requests have a status below 500.
  const { status = 500 } = (error ?? {}) as { readonly status?: number };
  if (status < 500 || !isOurs(toPublicError(error)) || res.headersSent || !carriesDaemonKey(req)) return next(error);
  req.log.error({ err: error as unknown }, 'daemon dropped');
  req.socket.destroy();
};

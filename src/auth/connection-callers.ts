// Counts the database connections of each request for its caller, and closes connections of daemons on server errors.
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { runForCaller, type ConnectionCaller } from '../platform/postgres/connection-shares';
import { addressKey } from '../platform/limits/rate-limit';
import { isOurs, toPublicError } from '../errors';
import { parseBearer } from './authenticate';
import { isKeyForm } from './tokens';
import { isDaemon, type Viewer } from '../data/tenancy/viewer';

const carriesDaemonKey = (req: Request): boolean => isKeyForm('daemon', parseBearer(req.headers.authorization) ?? '');

/**
 * Counts the request's database connections for the client's IP address. Used before authentication, when the user or
 * daemon is not yet known.
 */
export const countByAddress: RequestHandler = (req, _res, next) => {
  const kind = carriesDaemonKey(req) ? 'daemon' : 'person';
  runForCaller({ key: `${kind} at ${addressKey(req.ip)}`, kind }, next);
};

/**
 * Counts the request's database connections for the authenticated caller: a user (with all of their keys), a daemon, or
 * the IP address of an anonymous caller.
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
 * Closes the connection of a daemon on server errors. Daemon versions in use exit after an error response, but retry
 * after a broken connection.
 */
export const dropDaemons: ErrorRequestHandler = (error, req, res, next) => {
  // Errors of malformed requests have a status below 500.
  const { status = 500 } = (error ?? {}) as { readonly status?: number };
  if (status < 500 || !isOurs(toPublicError(error)) || res.headersSent || !carriesDaemonKey(req)) return next(error);
  req.log.error({ err: error as unknown }, 'daemon dropped');
  req.socket.destroy();
};

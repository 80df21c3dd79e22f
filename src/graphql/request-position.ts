// The header X-Netloom-Position: the position of a write in the database's log. A program that writes with one
// credential and reads with a second credential sends the position with the read, so that the read sees the write.
import type { Request, RequestHandler } from 'express';
import { AppError } from '../errors';
import type { PrismaClient } from '../generated/prisma/client';
import { RequestReads, type RequestReadsOptions } from '../data/tenancy/scoped-sql';
import { isDaemon, type Viewer } from '../data/tenancy/viewer';
import { parsePosition, positionText, type LogPosition } from '../platform/postgres/replicas/position';

export const positionHeader = 'X-Netloom-Position';

function sentPosition(req: Request): LogPosition | undefined {
  const text = req.get(positionHeader);
  return text === undefined ? undefined : parsePosition(text);
}

/**
 * Responds with 400 if the header `X-Netloom-Position`, the position of a write in the log of the database, is
 * malformed.
 */
export const checkPosition: RequestHandler = (req, _res, next) => {
  const isMalformed = req.get(positionHeader) !== undefined && !sentPosition(req);
  next(isMalformed ? new AppError('validation_invalid_format', { field: positionHeader }) : undefined);
};

const readsOfRequests = new WeakMap<Request, RequestReads | undefined>();

/**
 * Decides which reads of a request replicas answer; undefined if the primary answers all, as for daemons and visitors
 * of shares.
 */
export function readsOf(
  prisma: PrismaClient,
  req: Request,
  viewer: Viewer,
  options: Omit<RequestReadsOptions, 'onRecorded'>,
): RequestReads | undefined {
  const { authentication } = req;
  if (isDaemon(viewer) || !authentication?.viewer || authentication.viewer !== viewer) return undefined;
  const { writes } = authentication;
  if (!writes) return undefined;
  if (!readsOfRequests.has(req)) {
    const { credentialId, organizationId } = viewer;
    const caller = { credentialId, organizationId, writes, sentPosition: sentPosition(req) };
    const onRecorded = (position: LogPosition) => void req.res?.set(positionHeader, positionText(position));
    readsOfRequests.set(req, RequestReads.of(prisma, caller, { ...options, onRecorded }));
  }
  return readsOfRequests.get(req);
}

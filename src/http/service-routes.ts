// Endpoints about the service itself, outside /api/v1: version, health, public configuration, metrics.
import { Router, type RequestHandler } from 'express';
import type { Config } from '../config';
import { AppError } from '../errors';
import type { PrismaClient } from '../generated/prisma/client';
import { apiVersion, dataEnvelope, sendData, serverVersion } from '../rest/envelope';
import { methodNotAllowed } from '../rest/router';
import { wireName } from '../rest/wire-names';
import { publicUrlOf } from './public-url';
import { taggedAnswer } from './tagged-answer';

const databaseAnswerMs = 2000;

/** Mount at /api, ahead of authentication and the rate limit: probes must be answered whatever happens. */
export function probeRoutes(prisma: PrismaClient, metrics: RequestHandler): Router {
  const router = Router();
  router.get('/health', async (_req, res) => {
    const isAnswering = await answersInTime(prisma);
    if (isAnswering) return sendData(res, { status: 'ok', database: 'ok' });
    res.status(503).json({
      success: false,
      data: { status: 'degraded', database: 'unreachable' },
      error: 'the database does not answer',
      code: 'internal_error',
      params: {},
      meta: { api_version: apiVersion, server_version: serverVersion },
    });
  });
  router.get('/metrics', metrics);
  for (const path of ['/health', '/metrics']) router.all(path, methodNotAllowed(['GET']));
  return router;
}

/** Mount at /api, behind the rate limit. `metadata` are the groups of the registry with their entries. */
export function serviceRoutes(
  { registration, publicUrl }: Config,
  metadata: readonly [group: string, entries: unknown][],
): Router {
  const router = Router();
  const refuseParameters: RequestHandler = (req, _res, next) => {
    const [unknown] = Object.keys(req.query);
    next(unknown === undefined ? undefined : new AppError('validation_unknown_parameter', { field: unknown }));
  };
  router.get('/version', refuseParameters, (_req, res) =>
    sendData(res, { api_version: apiVersion, server_version: serverVersion }),
  );
  router.get('/config', refuseParameters, (req, res) => {
    res.set('Cache-Control', 'no-store');
    sendData(res, {
      disable_registration: registration === 'closed',
      oidc_providers: [],
      has_email_service: false,
      public_url: publicUrlOf(publicUrl, req),
    });
  });
  router.get(
    '/metadata',
    refuseParameters,
    taggedAnswer(() =>
      JSON.stringify(dataEnvelope(Object.fromEntries(metadata.map(([group, entries]) => [wireName(group), entries])))),
    ),
  );
  for (const path of ['/version', '/config', '/metadata']) router.all(path, methodNotAllowed(['GET']));
  return router;
}

async function answersInTime(prisma: PrismaClient): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), databaseAnswerMs);
  });
  const answer = prisma.$queryRaw`SELECT 1`.then(
    () => true,
    () => false,
  );
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
}

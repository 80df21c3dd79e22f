// Endpoints about the service itself, outside /api/v1: version, health, public configuration, metrics.
import { Router, type Request, type RequestHandler } from 'express';
import { methodNotAllowed, requireAcceptable } from '../platform/http/negotiation';
import { databaseHealth } from '../data/database-health';
import { AppError, DatabaseUnavailable, toPublicError } from '../errors';
import type { PrismaClient } from '../generated/prisma/client';
import { apiVersion, dataEnvelope, errorEnvelope, minCompatibleClient, sendData, serverVersion } from './envelope';
import { wireName } from './documents/wire-names';
import { taggedAnswer } from '../platform/http/tagged-answer';

/**
 * The router of health probes and metrics. Mount it at the root, before authentication and the rate limit, so that
 * probes always get a response.
 */
export function probeRoutes(prisma: PrismaClient, metrics: RequestHandler): Router {
  const router = Router();
  const stateOf = databaseHealth(prisma);
  const health: RequestHandler = async (_req, res) => {
    const database = await stateOf();
    const data = { status: database === 'ok' ? 'ok' : 'degraded', database };
    // If the database accepts no writes, the service still counts as ready, because reads work.
    if (database !== 'waiting' && database !== 'unreachable') return sendData(res, data);
    const error = toPublicError(new DatabaseUnavailable(database, undefined));
    res.set('Retry-After', String(error.retryAfterSeconds));
    res.status(error.status).json({ ...errorEnvelope(error), data });
  };
  const probes = { '/api/health': health, '/health': health, '/api/metrics': metrics };
  for (const [path, answer] of Object.entries(probes)) router.get(path, answer).all(path, methodNotAllowed(['GET']));
  return router;
}

/** The URL of the service for users: the configured one, or the one that the request used. */
export const choosePublicUrl = (configuredUrl: string | undefined, { protocol, host }: Request): string =>
  configuredUrl ?? `${protocol}://${host}`;

/** Facts about the configuration of the service that anyone may read. */
interface PublicSettings {
  /** Whether everyone may register at the moment. */
  readonly registration: { isOpen(): Promise<boolean> };
  readonly publicUrl: string | undefined;
  readonly sendsMail: boolean;
  readonly oidcProviders: readonly { readonly slug: string; readonly name: string }[];
}

/**
 * The router of version, public configuration and metadata. Mount it at /api, after the rate limit. `metadata` contains
 * groups of descriptions of the API's values, with names, icons and colors for display.
 */
export function serviceRoutes(
  { registration, publicUrl, sendsMail, oidcProviders }: PublicSettings,
  metadata: readonly [group: string, entries: unknown][],
): Router {
  const router = Router();
  const refuseParameters: RequestHandler = (req, _res, next) => {
    const [unknown] = Object.keys(req.query);
    next(unknown === undefined ? undefined : new AppError('validation_unknown_parameter', { field: unknown }));
  };
  const admit = [requireAcceptable(), refuseParameters];
  router.get('/version', ...admit, (_req, res) =>
    sendData(res, {
      api_version: apiVersion,
      server_version: serverVersion,
      min_compatible_client: minCompatibleClient,
    }),
  );
  router.get('/config', ...admit, async (req, res) => {
    res.set('Cache-Control', 'no-store');
    sendData(res, {
      disable_registration: !(await registration.isOpen()),
      oidc_providers: oidcProviders.map(({ slug, name }) => ({ slug, name })),
      has_email_service: sendsMail,
      public_url: choosePublicUrl(publicUrl, req),
    });
  });
  router.get(
    '/metadata',
    ...admit,
    taggedAnswer(() =>
      JSON.stringify(dataEnvelope(Object.fromEntries(metadata.map(([group, entries]) => [wireName(group), entries])))),
    ),
  );
  for (const path of ['/version', '/config', '/metadata']) router.all(path, methodNotAllowed(['GET']));
  return router;
}

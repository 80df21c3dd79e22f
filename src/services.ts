// Starts the services that all requests share, and creates the GraphQL contexts of requests and background work.
import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { createAuthenticator, authenticationError, requireViewer } from './auth/authenticate';
import { readsOf } from './graphql/request-position';
import { anonymousViewer } from './auth/public-operations';
import { requestOrigin } from './platform/http/request-origin';
import { directSqlOf } from './data/client';
import type { Viewer } from './data/tenancy/viewer';
import type { Config } from './config';
import { AppError } from './errors';
import type { PrismaClient } from './generated/prisma/client';
import type { GraphqlContext } from './graphql/context';
import { createContext } from './graphql/create-context';
import { createEventStreams } from './graphql/streams/event-streams';
import { schema } from './modules/types';
import { whenClosed } from './platform/http/closed-answers';
import { createOutbound } from './platform/http/outbound';
import { createMetrics } from './platform/http/metrics';
import { isFromLoopback } from './platform/http/loopback';
import { serviceAddresses } from './platform/http/service-addresses';
import { choosePublicUrl } from './rest/service-routes';
import { agentChecksum, agentPath } from './pages/agent-file';
import { MemoryGate } from './platform/limits/memory-budget';
import { OrganizationBudgets } from './platform/limits/organization-budgets';
import { createRateLimiter } from './platform/limits/rate-limit';
import { listedRows } from './rest/listed-rows';
import { createServerPoll, createWebhookSender, routes, type ServerPoll, type WebhookSender } from './modules/routes';
import { createSecretBox } from './platform/text/sealed-secrets';
import type { JudgingOptions } from './modules/jobs';
import { startWorkers } from './modules/service-workers';
import { clearCaches } from './platform/threads/bounded-cache';

export interface ServerDependencies {
  readonly config: Config;
  readonly prisma: PrismaClient;
  readonly logger: Logger;
}

/** Starts the services that all requests share, and that exist as long as the server. */
export function startServices({ config, prisma, logger }: ServerDependencies) {
  const limiter = createRateLimiter({
    enabled: config.rateLimit,
    redisUrl: config.redisUrl,
    onRedisChange: (available, reason) =>
      available
        ? logger.info('Redis answers: rate limits are shared')
        : logger.warn({ reason }, 'Redis is away: rate limits are per replica'),
  });
  const authenticator = createAuthenticator({
    prisma,
    publicUrl: config.publicUrl,
    isRefusing: limiter.isRefusing,
    onBackgroundError: (error) => logger.warn({ err: error }, 'background write failed'),
  });
  const logWatchError = (error: unknown) => logger.warn({ err: error }, 'watching for changes failed');
  const streams = createEventStreams(directSqlOf(prisma), logWatchError);
  const secretBox = createSecretBox(config.secretsKeys);
  const metrics = createMetrics(config.metricsToken);
  const budgets = new OrganizationBudgets(config.organizationLimits, metrics.heavyWork);
  const workers = startWorkers((organizationId, ms) => budgets.chargeThread(organizationId, ms));
  const release = () => {
    clearCaches();
    workers.endIdle();
  };
  const memory = new MemoryGate({ budget: config.memoryBudget, release });
  const door = { schema, routes };
  const outbound = createOutbound({ allowsPrivate: config.outboundPrivate });
  const tools = { secretBox, outbound, streams, workers, budgets, memory, listedRows: listedRows(door) };
  return { limiter, authenticator, streams, secretBox, workers, door, outbound, metrics, tools };
}
export type Services = ReturnType<typeof startServices>;
export type ContextOf = (viewer: Viewer, req: Request, overrides?: OwnContext) => GraphqlContext;
type OwnContext = Partial<Pick<GraphqlContext, 'refusal' | 'audience' | 'streams'>>;

/** Returns a function that creates the GraphQL context of a request for a viewer. */
export const requestContexts =
  ({ config, prisma }: ServerDependencies, { tools, authenticator, metrics }: Services): ContextOf =>
  (viewer, req, overrides = {}) =>
    createContext(prisma, viewer, {
      ...tools,
      referer: req.headers.referer,
      origin: requestOrigin(req),
      reads: readsOf(prisma, req, viewer, { maxLagSeconds: config.readReplicaMaxLag, onRead: metrics.onRead }),
      requestedAt: new Date(),
      requestId: req.id,
      logger: req.log,
      publicUrl: choosePublicUrl(config.publicUrl, req),
      agentInstallation: async () => ({
        ...serviceAddresses(config, req),
        path: agentPath,
        sha256: await agentChecksum(),
      }),
      isConfidential: () => config.insecureCredentials || req.secure || isFromLoopback(req),
      ...(req.upload && { upload: req.upload }),
      audience: {
        rejudge: () => authenticator.rejudge(req),
        // The work of a request ends when its response is closed. Node considers the request itself ended as soon as
        // its body is read, which is too early.
        onGone: (end) => (req.res ? whenClosed(req.res, end) : end()),
      },
      ...overrides,
    });

export const contextGiver =
  (contextOf: ContextOf): RequestHandler =>
  (req, _res, next) => {
    req.graphqlContext = () => contextOf(requireViewer(req), req);
    req.publicContext = () =>
      req.authentication?.viewer
        ? req.graphqlContext()
        : contextOf(anonymousViewer, req, { refusal: authenticationError(req) });
    next();
  };

/** Returns a function that creates the GraphQL context of work that the service does by itself, for a viewer. */
const serviceContexts =
  ({ config, prisma, logger }: ServerDependencies, { tools }: Services) =>
  (viewer: Viewer, isConfidential = false): GraphqlContext =>
    createContext(prisma, viewer, {
      ...tools,
      requestedAt: new Date(),
      requestId: randomUUID(),
      logger,
      publicUrl: config.publicUrl ?? '',
      agentInstallation: () => Promise.reject(new AppError('auth_user_context_required')),
      isConfidential: () => config.insecureCredentials || isConfidential,
      audience: { rejudge: () => Promise.resolve(viewer), onGone: () => undefined },
    });

export const judgingOptions = (dependencies: ServerDependencies, services: Services): JudgingOptions => ({
  workersOf: (organizationId) => services.workers.of(organizationId),
  queries: { schema, contextOf: serviceContexts(dependencies, services) },
  onBehind: services.metrics.onChecksBehind,
});

/** Creates the calls of the service to daemons. The responses of daemons are checked like requests from daemons. */
function pollOfDaemons(dependencies: ServerDependencies, services: Services): ServerPoll {
  const { config, prisma, logger } = dependencies;
  const { outbound, secretBox, door, authenticator } = services;
  return createServerPoll({
    ...{ db: prisma, outbound, secretBox, door, logger, bodyLimitBytes: config.bodyLimitBytes },
    authenticate: (headers) => authenticator.authenticate({ headers, ip: undefined }),
    contextOf: serviceContexts(dependencies, services),
  });
}

export interface Senders {
  /** The calls of the service to daemons. A scheduled job starts them. */
  readonly serverPoll: ServerPoll;
  readonly webhookSender: WebhookSender;
}

/** Starts the parts of the service that send requests to daemons and to receivers of webhooks. */
export function startSenders(dependencies: ServerDependencies, services: Services): Senders {
  const { config, prisma, logger } = dependencies;
  const { outbound, secretBox } = services;
  const ownUrls = config.publicUrl === undefined ? [] : [config.publicUrl];
  return {
    serverPoll: pollOfDaemons(dependencies, services),
    webhookSender: createWebhookSender({ prisma, logger, outbound, secretBox, ownUrls }),
  };
}

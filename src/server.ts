// createServer(): sets up the Express handlers of the service, in the order in which a request passes them.
import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { createAuthenticator, findPayer, authenticationError, requireViewer } from './auth/authenticate';
import { dropDaemons, countByViewer, countByAddress } from './auth/connection-callers';
import { allowListedOrigins } from './auth/cors';
import { refuseForgedWrites } from './auth/csrf';
import { checkPosition, readsOf } from './graphql/request-position';
import { paceSignIns, signInPaths } from './auth/sign-in-pace';
import { anonymousViewer } from './auth/public-operations';
import { createPublicShares } from './auth/public-shares';
import { requestOrigin } from './platform/http/request-origin';
import { directSqlOf, plannedClient } from './data/client';
import { userOf, type Viewer } from './data/tenancy/viewer';
import type { Config } from './config';
import { AppError, isOurs } from './errors';
import { GetUserByIdDocument } from './generated/operations';
import type { PrismaClient } from './generated/prisma/client';
import type { GraphqlContext } from './graphql/context';
import { createContext } from './graphql/create-context';
import { admitDocuments } from './graphql/documents/public-operations';
import { eventConnections } from './graphql/connections/event-connections';
import { createEventStreams } from './graphql/streams/event-streams';
import { parseDocument } from './graphql/documents/document';
import { graphqlEndpoint } from './graphql/endpoint';
import { publicGraphqlError } from './graphql/public-errors';
import { buildSubgraph } from './graphql/federation/subgraph';
import { metadataRegistry } from './graphql/descriptions/metadata';
import { readTrustedDocuments, type TrustedDocuments } from './graphql/documents/trusted-documents';
import { graphqlSockets } from './graphql/connections/web-socket';
import { schema } from './modules/types';
import { apiDocs } from './rest/api-docs';
import { whenClosed } from './platform/http/closed-answers';
import { plainHops } from './platform/http/forwarded-for';
import { compress } from './platform/http/negotiation';
import { forTheCallerAlone, securityHeaders } from './platform/http/response-headers';
import { heedTags } from './platform/http/tagged-answer';
import { createOutbound } from './platform/http/outbound';
import { refuseWebhooks } from './platform/http/own-address';
import { acceptUpgrades } from './platform/http/upgrades';
import { createMetrics } from './platform/http/metrics';
import { readQuery } from './rest/query-string';
import { isFromLoopback } from './platform/http/loopback';
import { serviceAddresses } from './platform/http/service-addresses';
import { probeRoutes, choosePublicUrl, serviceRoutes } from './rest/service-routes';
import { logRequests } from './platform/http/request-log';
import { agentChecksum, agentPath } from './pages/agent-file';
import { pageDocuments } from './pages/built-pages';
import { jsonRpcError, createMcpEndpoint } from './mcp/door';
import { toolDocuments } from './mcp/tools';
import { noSuchPage, pages } from './pages/pages';
import { MemoryGate } from './platform/limits/memory-budget';
import { OrganizationBudgets } from './platform/limits/organization-budgets';
import { createRateLimiter } from './platform/limits/rate-limit';
import { compileAhead, compileOperation } from './rest/documents/compiled-operation';
import { errorResponder, toResponseError } from './rest/envelope';
import { listedRows } from './rest/listed-rows';
import { restRouter } from './rest/router';
import {
  createServerPoll,
  createWebhookSender,
  invitePages,
  oidcRoutes,
  registrationGate,
  routes,
  shareFrames,
  shareVisits,
  signInRoutes,
  type ServerPoll,
  type WebhookSender,
} from './modules/routes';
import { runOperation } from './rest/run-operation';
import { createSecretBox } from './platform/text/sealed-secrets';
import type { JudgingOptions } from './modules/jobs';
import { startWorkers } from './modules/service-workers';
import { clearCaches } from './platform/threads/bounded-cache';
import { isTracing } from './platform/tracing/tracing';
import { traceRequests } from './platform/http/trace-requests';

export interface ServerDependencies {
  readonly config: Config;
  readonly prisma: PrismaClient;
  readonly logger: Logger;
}
export interface Server {
  readonly app: Express;
  /** Compiles the REST routes that no request has used yet. Requests are handled in between. */
  compileRoutes(): Promise<void>;
  /** Makes the HTTP server also accept WebSocket connections. */
  acceptSockets(http: HttpServer): void;
  /** Ends open event streams. Otherwise, their connections would stay open. */
  endStreams(): void;
  /** The calls of the service to daemons. A scheduled job starts them. */
  readonly serverPoll: ServerPoll;
  readonly webhookSender: WebhookSender;
  /** Settings and services for the scheduled job that judges checks. */
  readonly judging: JudgingOptions;
  /** Ends background work and resolves when it has finished. The caller closes the HTTP server and the database. */
  close(): Promise<void>;
}

export async function createServer({ config, prisma: client, logger }: ServerDependencies): Promise<Server> {
  const prisma = plannedClient(client);
  const dependencies = { config, prisma, logger };
  // Only the GraphQL endpoints offer the fields of Apollo Federation. REST documents use the schema without them.
  const servedSchema = config.federation ? buildSubgraph(schema) : schema;
  const documents = trustedDocumentsOf(config, servedSchema, logger);
  const services = startServices(dependencies);
  const { limiter, authenticator, streams, workers, door, secretBox, metrics } = services;
  const contextOf = requestContexts(dependencies, services);
  const senders = startSenders(dependencies, services);
  const userAsWire = wireUsers(contextOf);
  const rest = restRouter(door, config.bodyLimitBytes);
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', readQuery).set('trust proxy', config.trustProxy);

  app.use(plainHops);
  if (isTracing()) app.use(traceRequests);
  const all = [logRequests(logger), metrics.observe, securityHeaders, allowListedOrigins(config.corsOrigins)];
  app.use(...all, heedTags, refuseOwnWebhooks);
  const giveContext = contextGiver(contextOf);
  const admission = [
    ...[countByAddress, authenticator.middleware, countByViewer, limiter.middleware(findPayer)],
    refuseForgedWrites({ publicUrl: config.publicUrl, corsOrigins: config.corsOrigins }),
    ...[checkPosition, giveContext],
  ];
  const admissionHandlers = [forTheCallerAlone, ...admission];
  const invites = invitePages({ prisma, publicUrl: config.publicUrl });
  // REST routes come first, because most requests are for them, and they need none of the handlers that follow.
  const versionedRouter = express.Router().use(...admissionHandlers, invites, rest, noSuchRoute);
  app.use('/api', (req, res, next) => (req.path.startsWith('/v1/') ? versionedRouter(req, res, next) : next()));
  // The REST routes above do not need this handler, because they compress large responses themselves.
  app.use(compress);
  app.use(signInPaths, paceSignIns(limiter.isRefusing));
  app.use(probeRoutes(prisma, metrics.answer));
  // OPTIONS requests for `/graphql` are handled here. Otherwise, the page that browsers get at this path would respond
  // with its own methods.
  app.options('/graphql', (_req, res) => void res.set('Allow', 'GET, POST, OPTIONS').status(204).end());
  const shares = createPublicShares(prisma);
  app.use('/share', countByAddress);
  app.use(pages({ frameOf: shareFrames(shares) }));

  app.use(['/api', '/graphql', '/mcp'], ...admissionHandlers);

  const { queryCostMaximum, bodyLimitBytes, publicUrl, corsOrigins, trustedDocumentsOnly: isTrustedOnly } = config;
  const trustedOptions = isTrustedOnly && { trustedDocuments: everyKnownDocument(documents) };
  const graphql = graphqlEndpoint({ schema: servedSchema, queryCostMaximum, bodyLimitBytes, ...trustedOptions });
  const { envelop } = graphql;
  const readDocuments = admitDocuments(bodyLimitBytes, documents);
  const connections = eventConnections({
    ...{ app, admitDocuments: readDocuments, giveContext, envelop },
    onError: graphqlErrors,
  });
  app.use('/graphql/stream', connections.router);
  app.use('/graphql', readDocuments, graphql.handler, graphqlErrors);
  const visits = shareVisits({ shares, contextOf, streams, bodyLimitBytes });
  // A visitor of a share has no credential except that of the share. A session or key that the visitor sends is
  // ignored.
  const visitHandlers = [forTheCallerAlone, limiter.middleware(() => 'anonymous'), visits];
  app.all('/share/:id/graphql', ...visitHandlers, graphql.handler, graphqlErrors);
  const mcpOptions = { publicUrl, corsOrigins, bodyLimitBytes, isTrustedOnly, documents, schema: servedSchema };
  app.use('/mcp', createMcpEndpoint({ ...mcpOptions, envelop }), errorsAs(jsonRpcError));
  const sockets = graphqlSockets({ app, doors: [logRequests(logger), ...admission], envelop, logger });

  const registration = registrationGate(prisma, config.registration);
  const settings = { ...config, registration, sendsMail: config.mail !== undefined };
  const signingIn = { ...settings, prisma, secretBox, authenticator, userAsWire };
  app.use('/api/auth', signInRoutes(signingIn), oidcRoutes(signingIn));
  // Requests to /v1 routes were already answered above. The routes are mounted again for tools that list all routes.
  app.use('/api', serviceRoutes(settings, metadataRegistry()), invites, rest);
  app.use(apiDocs(config.publicUrl));
  app.use(noSuchPage, noSuchRoute);
  app.use(dropDaemons, errorResponder);

  const endStreams = () => [streams, connections, sockets].forEach((open) => void open.close());
  return {
    app,
    compileRoutes: () => compileAhead(schema),
    ...senders,
    judging: judgingOptions(dependencies, services),
    acceptSockets: (http) => acceptUpgrades(http, sockets.upgrade),
    endStreams,
    close: async () => {
      endStreams();
      await Promise.all(Object.values(senders).map((sender) => sender.close()));
      await Promise.all([authenticator.close(), limiter.close(), workers.close()]);
    },
  };
}

/** Returns a function that reads the signed-in user, in the form that the REST API has for users. */
function wireUsers(contextOf: ReturnType<typeof requestContexts>) {
  const getUser = compileOperation(schema, GetUserByIdDocument);
  return async (viewer: Viewer, req: Request) =>
    (await runOperation(getUser, { id: userOf(viewer).userId }, contextOf(viewer, req))).data;
}

function trustedDocumentsOf(config: Config, servedSchema: GraphQLSchema, logger: Logger): TrustedDocuments {
  if (!config.trustedDocuments) return new Map();
  return readTrustedDocuments(config.trustedDocuments, servedSchema, (document, reason) =>
    logger.warn({ document, reason }, 'a trusted document does not fit the schema'),
  );
}

/**
 * All documents that may run if only trusted documents are allowed. They include the documents of the REST API, the MCP
 * tools and the pages.
 */
const everyKnownDocument = (documents: TrustedDocuments): DocumentNode[] => [
  ...routes.map(({ document }) => document),
  ...pageDocuments,
  ...toolDocuments,
  ...[...documents.values()].map(parseDocument),
];

/** Starts the services that all requests share, and that exist as long as the server. */
function startServices({ config, prisma, logger }: ServerDependencies) {
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
type Services = ReturnType<typeof startServices>;
type ContextOf = (viewer: Viewer, req: Request, overrides?: OwnContext) => GraphqlContext;
type OwnContext = Partial<Pick<GraphqlContext, 'refusal' | 'audience' | 'streams'>>;

/** Returns a function that creates the GraphQL context of a request for a viewer. */
const requestContexts =
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

const contextGiver =
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

const judgingOptions = (dependencies: ServerDependencies, services: Services): JudgingOptions => ({
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

/** Starts the parts of the service that send requests to daemons and to receivers of webhooks. */
function startSenders(
  dependencies: ServerDependencies,
  services: Services,
): Pick<Server, 'serverPoll' | 'webhookSender'> {
  const { config, prisma, logger } = dependencies;
  const { outbound, secretBox } = services;
  const ownUrls = config.publicUrl === undefined ? [] : [config.publicUrl];
  return {
    serverPoll: pollOfDaemons(dependencies, services),
    webhookSender: createWebhookSender({ prisma, logger, outbound, secretBox, ownUrls }),
  };
}

const refuseOwnWebhooks = refuseWebhooks(() => new AppError('route_not_found'));

const noSuchRoute: RequestHandler = (_req, _res, next) => next(new AppError('route_not_found'));

/**
 * Returns a handler for errors that occur before an endpoint. It sends them in the format of the endpoint's responses.
 */
const errorsAs =
  (formOf: (error: AppError) => object): ErrorRequestHandler =>
  (error, req, res, next) => {
    if (res.headersSent) return next(error);
    const responseError = toResponseError(error);
    if (isOurs(responseError)) req.log.error({ err: error as unknown }, 'request failed');
    if (responseError.retryAfterSeconds !== undefined) res.set('Retry-After', String(responseError.retryAfterSeconds));
    res.status(responseError.status).json(formOf(responseError));
  };

const graphqlErrors = errorsAs((error) => {
  const { message, extensions } = publicGraphqlError(error);
  return { errors: [{ message, extensions: { code: extensions.code, params: extensions.params } }] };
});

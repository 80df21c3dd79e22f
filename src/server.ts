// createServer(): sets up the Express handlers of the service, in the order in which a request passes them.
import type { Server as HttpServer } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { findPayer } from './auth/authenticate';
import { dropDaemons, countByViewer, countByAddress } from './auth/connection-callers';
import { allowListedOrigins } from './auth/cors';
import { refuseForgedWrites } from './auth/csrf';
import { checkPosition } from './graphql/request-position';
import { paceSignIns, signInPaths } from './auth/sign-in-pace';
import { createPublicShares } from './auth/public-shares';
import { plannedClient } from './data/client';
import { userOf, type Viewer } from './data/tenancy/viewer';
import type { Config } from './config';
import { AppError, isOurs } from './errors';
import { GetUserByIdDocument } from './generated/operations';
import { admitDocuments } from './graphql/documents/public-operations';
import { eventConnections } from './graphql/connections/event-connections';
import { parseDocument } from './graphql/documents/document';
import { graphqlEndpoint } from './graphql/endpoint';
import { publicGraphqlError } from './graphql/public-errors';
import { buildSubgraph } from './graphql/federation/subgraph';
import { metadataRegistry } from './graphql/descriptions/metadata';
import { readTrustedDocuments, type TrustedDocuments } from './graphql/documents/trusted-documents';
import { graphqlSockets } from './graphql/connections/web-socket';
import { schema } from './modules/types';
import { apiDocs } from './rest/api-docs';
import { plainHops } from './platform/http/forwarded-for';
import { compress } from './platform/http/negotiation';
import { forTheCallerAlone, securityHeaders } from './platform/http/response-headers';
import { heedTags } from './platform/http/tagged-answer';
import { refuseWebhooks } from './platform/http/own-address';
import { acceptUpgrades } from './platform/http/upgrades';
import { readQuery } from './rest/query-string';
import { probeRoutes, serviceRoutes } from './rest/service-routes';
import { logRequests } from './platform/http/request-log';
import { pageDocuments } from './pages/built-pages';
import { jsonRpcError, createMcpEndpoint } from './mcp/door';
import { toolDocuments } from './mcp/tools';
import { noSuchPage, pages } from './pages/pages';
import { compileAhead, compileOperation } from './rest/documents/compiled-operation';
import { errorResponder, toResponseError } from './rest/envelope';
import { restRouter } from './rest/router';
import {
  invitePages,
  oidcRoutes,
  registrationGate,
  routes,
  shareFrames,
  shareVisits,
  signInRoutes,
} from './modules/routes';
import { runOperation } from './rest/run-operation';
import type { JudgingOptions } from './modules/jobs';
import { isTracing } from './platform/tracing/tracing';
import { traceRequests } from './platform/http/trace-requests';
import {
  contextGiver,
  judgingOptions,
  requestContexts,
  startSenders,
  startServices,
  type ContextOf,
  type Senders,
  type ServerDependencies,
} from './services';

export interface Server extends Senders {
  readonly app: Express;
  /** Compiles the REST routes that no request has used yet. Requests are handled in between. */
  compileRoutes(): Promise<void>;
  /** Makes the HTTP server also accept WebSocket connections. */
  acceptSockets(http: HttpServer): void;
  /** Ends open event streams. Otherwise, their connections would stay open. */
  endStreams(): void;
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
function wireUsers(contextOf: ContextOf) {
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

// The endpoint `/graphql/stream`: reserves, opens and uses event connections, with the same limits as the other GraphQL
// endpoints.
import { GraphQLError } from 'graphql';
import { Router, type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import { requireViewer } from '../../auth/authenticate';
import { userOf } from '../../data/tenancy/viewer';
import { AppError } from '../../errors';
import { whenClosed } from '../../platform/http/closed-answers';
import { accepts, eventStream, methodNotAllowed } from '../../platform/http/negotiation';
import { Places } from '../../platform/limits/places';
import {
  admitRequest,
  endResponse,
  plainErrors,
  createRequestPair,
  type Admitted,
  type Payload,
} from './admitted-subscription';
import type { Enveloped } from '../endpoint';
import { EventConnection } from './event-connection';

/**
 * Maximum number of event connections per user (`mostOfUser`) and in total (`mostInAll`) in each process of the
 * service. Reserved and open connections count.
 */
const mostOfUser = 10;
const mostInAll = 10_000;
const longestId = 100;

export interface EventConnections {
  readonly router: RequestHandler;
  close(): void;
}

interface Options {
  readonly app: Express;
  /** Middleware that reads the body of a request and checks the document that the request names. */
  readonly admitDocuments: RequestHandler;
  /** Middleware that sets the GraphQL context of a request. */
  readonly giveContext: RequestHandler;
  readonly envelop: (context: ReturnType<typeof createRequestPair>) => Enveloped;
  readonly onError: ErrorRequestHandler;
}

const tokenOf = (req: Request): unknown => req.headers['x-graphql-event-stream-token'] ?? req.query.token;

/** The event connections of this process, by their tokens. */
class Reservations {
  private readonly places = new Places(mostOfUser);
  private readonly byToken = new Map<string, EventConnection>();
  private isClosed = false;

  reserve(req: Request): EventConnection {
    const { userId, credentialId } = userOf(requireViewer(req));
    const leave = this.places.take(userId);
    if (!leave) throw new AppError('rate_limit_exceeded', { open_streams: mostOfUser }, 1);
    if (this.isClosed || this.byToken.size >= mostInAll) {
      leave();
      throw this.isClosed
        ? new AppError('service_unavailable', {}, 1)
        : new AppError('rate_limit_exceeded', { open_streams: mostInAll }, 1);
    }
    const onClosed = () => {
      this.byToken.delete(connection.token);
      leave();
    };
    const connection = new EventConnection(credentialId, onClosed);
    this.byToken.set(connection.token, connection);
    return connection;
  }

  /**
   * Returns the connection that the request's token names, if the request has the credential with which the connection
   * was reserved.
   */
  find(req: Request): EventConnection {
    const { credentialId } = userOf(requireViewer(req));
    const token = tokenOf(req);
    if (typeof token !== 'string' || token === '') throw new AppError('validation_required', { field: 'token' });
    const connection = this.byToken.get(token);
    if (connection?.owner !== credentialId)
      throw new AppError('entity_not_found', { entity: 'EventStream', id: token });
    return connection;
  }

  close(): void {
    this.isClosed = true;
    for (const connection of [...this.byToken.values()]) connection.part();
  }
}

export function eventConnections({ app, admitDocuments, giveContext, envelop, onError }: Options): EventConnections {
  const connections = new Reservations();
  const router = Router();
  router.put('/', (req, res) => {
    const { token } = connections.reserve(req);
    res.status(201).type('text/plain').send(token);
  });

  router.get('/', (req, res) => {
    if (!accepts(req, [eventStream])) throw new AppError('not_acceptable');
    const connection = connections.find(req);
    connection.assertUnopened();
    res.type(eventStream).set({ 'X-Accel-Buffering': 'no' });
    connection.open(res);
    whenClosed(res, () => connection.close());
  });

  router.post('/', admitDocuments, async (req, res) => {
    const connection = connections.find(req);
    const { payload, id } = parseRequest(req);
    const { headers } = req;
    const requestPair = createRequestPair(app, req, { headers });
    const operation = connection.begin(id, () => endResponse(requestPair.res));
    try {
      giveContext(requestPair.req, requestPair.res, () => undefined);
      const args = await admitRequest(envelop(requestPair), payload);
      if (isAdmitted(args)) {
        res.status(202).end();
        const result = await args.run(args);
        return await connection.send(id, operation, result);
      }
      res.status(400).json({ errors: plainErrors(args) });
    } catch (error) {
      // After the headers were sent, the response can no longer report an error, so the error is logged.
      if (res.headersSent) req.log.error({ err: error as unknown }, 'operation failed');
      else if (error instanceof GraphQLError) res.status(statusOf(error)).json({ errors: plainErrors([error]) });
      else throw error;
    } finally {
      connection.complete(id, operation);
    }
  });

  router.delete('/', (req, res) => {
    const { operationId } = req.query;
    const connection = connections.find(req);
    if (typeof operationId !== 'string') throw new AppError('validation_required', { field: 'operationId' });
    connection.complete(operationId);
    res.status(200).end();
  });

  router.all('/', methodNotAllowed(['GET', 'POST', 'PUT', 'DELETE']));
  router.use(onError);
  return { router, close: () => connections.close() };
}

const isAdmitted = (args: Admitted | readonly GraphQLError[]): args is Admitted => !Array.isArray(args);
const statusOf = ({ extensions }: GraphQLError): number =>
  (extensions.http as { status?: number } | undefined)?.status ?? 400;

/** Parses the subscription that a request starts. `admitDocuments` must have read the request's body before. */
function parseRequest({ body, documentText }: Request): { payload: Payload; id: string } {
  const { query, operationName, variables, extensions } = body as Record<string, unknown>;
  const text = documentText ?? query;
  const isObject = (value: unknown) => typeof value === 'object' && !Array.isArray(value);
  if (typeof text !== 'string') throw new AppError('validation_invalid_format', { field: 'query' });
  if (operationName != null && typeof operationName !== 'string')
    throw new AppError('validation_invalid_format', { field: 'operationName' });
  if (variables != null && !isObject(variables))
    throw new AppError('validation_invalid_format', { field: 'variables' });
  const { operationId: id } = (isObject(extensions) ? (extensions ?? {}) : {}) as { operationId?: unknown };
  if (typeof id !== 'string' || id === '') throw new AppError('validation_required', { field: 'operationId' });
  if (id.length > longestId) throw new AppError('validation_max_length', { field: 'operationId', max: longestId });
  return { id, payload: { query: text, operationName, variables: variables as Payload['variables'] } };
}

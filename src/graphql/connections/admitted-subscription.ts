// Starts subscriptions that share one connection: an event stream or a WebSocket. Each subscription gets a request and
// a response object of its own, so that the usual middleware and limits for HTTP requests apply.
import { AsyncLocalStorage } from 'node:async_hooks';
import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Express, Request, Response } from 'express';
import { getOperationAST, GraphQLError, OperationTypeNode, type ExecutionArgs, type ExecutionResult } from 'graphql';
import { eventStream } from '../../platform/http/negotiation';
import type { Enveloped } from '../endpoint';
import { toPublicGraphqlError } from '../public-errors';

interface RequestMembers {
  readonly headers: IncomingMessage['headers'];
  readonly [name: string]: unknown;
}
/** Gives a plain request of Node the methods of Express's requests, so that its `ip` follows the proxy settings. */
export const expressRequest = (app: Express, req: IncomingMessage): Request =>
  Object.setPrototypeOf(req, app.request) as Request;

/** Creates a request and a response object for a subscription. Nothing is sent through the response. */
export function createRequestPair(
  app: Express,
  of: IncomingMessage,
  { headers, ...otherMembers }: RequestMembers,
): { req: Request; res: Response } {
  const members = { ...otherMembers, app, headers: { ...headers, accept: eventStream } };
  const req = Object.create(of, Object.getOwnPropertyDescriptors(members)) as Request;
  const res = Object.setPrototypeOf(new ServerResponse(req), app.response) as Response;
  Object.defineProperty(req, 'res', { value: res, writable: true });
  Object.assign(res, { app, req });
  return { req, res };
}

/**
 * Ends the response object that stands for a subscription, after the caller has disconnected or all events were sent.
 */
export function endResponse(res: Response): void {
  if (res.destroyed) return;
  Object.assign(res, { destroyed: true });
  res.emit('close');
}

export interface Admitted extends ExecutionArgs {
  readonly run: (args: ExecutionArgs) => Promise<AsyncGenerator<ExecutionResult> | ExecutionResult>;
}
export interface Payload {
  readonly query: string;
  readonly operationName?: string | null;
  readonly variables?: Record<string, unknown> | null;
}

export async function admitRequest(envelop: Enveloped, payload: Payload): Promise<Admitted | readonly GraphQLError[]> {
  const { parse, validate, schema, contextFactory, subscribe } = envelop;
  const inside = AsyncLocalStorage.snapshot();
  const { query, operationName, variables } = payload;
  const document = parse(query);
  const errors = validate(schema, document) as readonly GraphQLError[];
  if (errors.length > 0) return errors;
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION)
    return [new GraphQLError('Only subscriptions are served here: send queries and mutations by POST to /graphql.')];
  const contextValue: unknown = await contextFactory();
  const run: Admitted['run'] = (args) => inside(subscribe, args) as ReturnType<Admitted['run']>;
  return { schema, document, operationName, variableValues: variables, contextValue, run };
}

export const plainResult = ({ errors, ...result }: ExecutionResult) => ({
  ...result,
  ...(errors && { errors: plainErrors(errors) }),
});

/** Converts GraphQL errors to the form that callers receive, without the HTTP status and headers. */
export const plainErrors = (errors: readonly GraphQLError[]) =>
  errors.map((error) => {
    const publicError = toPublicGraphqlError(error);
    const { http: _http, ...extensions } = publicError.extensions;
    const { message, locations, path } = publicError;
    return { message, ...(locations && { locations }), ...(path && { path }), extensions };
  });

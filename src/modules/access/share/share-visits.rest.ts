// Lets the visitors of a share, who have no account, run the three GraphQL documents of the share's page, and no other
// documents.
import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { print, type DocumentNode } from 'graphql';
import { jsonBody } from '../../../auth/request-body';
import type { PublicShares } from '../../../auth/public-shares';
import type { UserViewer, Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import {
  PageSharedChangesDocument,
  PageSharedGraphDocument,
  PageSharedVisitDocument,
} from '../../../generated/operations';
import type { Share } from '../../../generated/prisma/client';
import type { EventStreams, GraphqlContext } from '../../../graphql/context';
import { whenClosed } from '../../../platform/http/closed-answers';
import { methodNotAllowed } from '../../../platform/http/negotiation';
import { Places } from '../../../platform/limits/places';
import { addressKey } from '../../../platform/limits/rate-limit';
import { isUuid } from '../../../platform/text/validation';

/**
 * Maximum numbers of open event streams of visitors on each replica: of one share and one IP address, of one share, and
 * of all shares.
 */
const mostOfAddress = 10;
const mostOfShare = 100;
const mostOfAll = 1_000;

interface Documented {
  readonly query: string;
  /**
   * Names of the variables that visitors may set. The service sets the variables with the topology's id and the token.
   */
  readonly variables: readonly string[];
}
const documented = (document: DocumentNode, variables: readonly string[]): Documented => ({
  query: print(document),
  variables,
});
const graphVariables = ['view', 'detail', 'optionalEdgeTypes'];
const changes = 'PageSharedChanges';
const documents: ReadonlyMap<string, Documented> = new Map([
  ['PageSharedVisit', documented(PageSharedVisitDocument, [])],
  ['PageSharedGraph', documented(PageSharedGraphDocument, graphVariables)],
  [changes, documented(PageSharedChangesDocument, [...graphVariables, 'since'])],
]);

interface Options {
  readonly shares: PublicShares;
  readonly contextOf: (
    viewer: Viewer,
    req: Request,
    overrides: Pick<GraphqlContext, 'audience' | 'streams'>,
  ) => GraphqlContext;
  readonly streams: EventStreams;
  readonly bodyLimitBytes: number;
}

/**
 * Returns the handler for requests of a share's visitors. The body of a request has the name of a document, its
 * variables and, if the share has a password, the token of `verifySharePassword`. Mount the handler before the GraphQL
 * endpoint, after the rate limit of IP addresses and without authentication.
 */
export function shareVisits({ shares, contextOf, streams, bodyLimitBytes }: Options): RequestHandler<{ id: string }> {
  const readBody = jsonBody(bodyLimitBytes);
  const takePlaces = createPlaces();
  const findAgain = oncePerShare((id) => shares.find(id));
  // The limit of event streams per user must not apply to visitors, because all visitors would count as one user. So
  // each stream gets a random user id. Visitors have limits of their own (`takePlaces`).
  const visitorStreams: EventStreams = {
    ...streams,
    admit: (_userId, stream) => streams.admit(randomUUID(), stream),
  };

  const admit = async (req: Request, id: string): Promise<void> => {
    const { document, variables, token } = bodyOf(req);
    const share = await shares.find(isUuid(id) ? id : noShare(id));
    const visitor = shares.visitor(share, token);
    requireView(share, variables.view);
    if (document === documents.get(changes)) whenClosed(req.res!, takePlaces(share.id, req.ip));
    const variableEntries = document.variables.flatMap((name) =>
      name in variables ? [[name, variables[name]] as const] : [],
    );
    const ids = { id: share.id, topologyId: share.topologyId, token };
    req.body = { query: document.query, variables: { ...Object.fromEntries(variableEntries), ...ids } };
    req.headers['content-type'] = 'application/json';
    const audience: GraphqlContext['audience'] = {
      rejudge: async () => judgedAgain(share, visitor, await findAgain(share.id)),
      onGone: (end) => whenClosed(req.res!, end),
    };
    req.publicContext = req.graphqlContext = () => contextOf(visitor, req, { audience, streams: visitorStreams });
  };

  return (req, res, next) => {
    if (req.method !== 'POST') return methodNotAllowed(['POST'])(req as Request, res, next);
    readBody(req as Request, res, (error?: unknown) => {
      if (error) next(error);
      else admit(req as Request, req.params.id).then(() => next(), next);
    });
  };
}

function noShare(id: string): never {
  throw new AppError('entity_not_found', { entity: 'Share', id });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function bodyOf(req: Request) {
  // Query parameters are refused, because logs and browser histories would store a token in the address.
  const [parameter] = Object.keys(req.query);
  if (parameter !== undefined) throw new AppError('validation_unknown_parameter', { field: parameter });
  const body: unknown = req.body;
  if (!isObject(body)) throw new AppError('validation_invalid_format', { field: 'body' });
  const { document: name, variables = {}, token = null } = body;
  const document = typeof name === 'string' ? documents.get(name) : undefined;
  if (!document) throw new AppError('document_not_trusted');
  if (!isObject(variables)) throw new AppError('validation_invalid_format', { field: 'variables' });
  if (token !== null && typeof token !== 'string') throw new AppError('validation_invalid_format', { field: 'token' });
  return { document, variables, token };
}

/** Throws if the share does not allow the requested view. An empty `enabledViews` allows all views. */
function requireView({ id, enabledViews }: Share, view: unknown): void {
  if (view === undefined || enabledViews.length === 0) return;
  if (!enabledViews.some((one) => one === view)) throw new AppError('entity_access_denied', { entity: 'Share', id });
}

/**
 * Returns a function that counts a new event stream of a share and an IP address. It throws if a limit is reached.
 * Otherwise, it returns a function to call when the stream ends.
 */
function createPlaces(): (shareId: string, address: string | undefined) => () => void {
  const bounds = [mostOfAddress, mostOfShare, mostOfAll];
  const places = bounds.map((most) => new Places(most));
  return (shareId, address) => {
    const names = [`${shareId} ${addressKey(address)}`, shareId, 'all'];
    const leaves: (() => void)[] = [];
    for (const [index, place] of places.entries()) {
      const leave = place.take(names[index]!);
      if (leave) leaves.push(leave);
      else {
        for (const one of leaves) one();
        throw new AppError('rate_limit_exceeded', { open_streams: bounds[index]! }, 1);
      }
    }
    return () => {
      for (const leave of leaves) leave();
    };
  };
}

/** Returns a function that reads a share. Concurrent calls for the same share read it once. */
function oncePerShare(find: (id: string) => Promise<Share>): (id: string) => Promise<Share> {
  const pending = new Map<string, Promise<Share>>();
  return (id) => {
    const reading = pending.get(id) ?? find(id).finally(() => pending.delete(id));
    pending.set(id, reading);
    return reading;
  };
}

/**
 * Returns the properties of a share that must not change while a visitor's page is open, as a text that can be
 * compared.
 */
const termsOf = ({ topologyId, networkId, passwordHash, enabledViews }: Share): string =>
  JSON.stringify([topologyId, networkId, passwordHash, enabledViews]);

/**
 * Checks a share again while a visitor's page is open. If an owner has changed the share's topology, password or views,
 * the result is an error, and the visitor must open the share again.
 */
function judgedAgain(share: Share, visitor: UserViewer, now: Share): Viewer | AppError {
  return termsOf(share) === termsOf(now) ? visitor : new AppError('share_token_invalid');
}

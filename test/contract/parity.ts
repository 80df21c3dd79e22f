// Sends a request over REST to one server and the same request over GraphQL to another server with equal rows (the twin
// worlds). Checks that the two results agree.
import { randomUUID } from 'node:crypto';
import { OperationTypeNode, print } from 'graphql';
import { publicOperations } from '../../src/auth/public-operations';
import { demandOf } from '../../src/auth/permissions';
import { errorStatus, isErrorCode } from '../../src/errors';
import { schema } from '../../src/modules/types';
import { compileOperation, type CompiledOperation } from '../../src/rest/documents/compiled-operation';
import { actionOfRoute } from '../../src/rest/rights';
import { omitNulls } from '../../src/rest/documents/omitted-keys';
import { csvHeader, csvLines } from '../../src/platform/http/csv';
import { downloadTables } from '../../src/rest/download';
import { toOperationId, operationName, readText } from '../../src/rest/route';
import { wireName } from '../../src/rest/documents/wire-names';
import type { Client, Reply } from '../support/client';
import type { CallerName, TwinWorlds } from '../support/twins';
import { endpoints, sendRequest, type Endpoint } from '../tenancy/rest-endpoints';

export type Values = Readonly<Record<string, unknown>>;

/** A REST route with its GraphQL operation. */
export interface ParityRoute extends Endpoint {
  /** The operation id in the OpenAPI document, such as `create_vlan`. */
  readonly id: string;
  readonly operation: CompiledOperation;
  readonly text: string;
  /** The rights that the operation requires of its caller. */
  readonly demand: ReturnType<typeof demandOf>;
  /** Whether the operation needs no credential. */
  readonly isPublic: boolean;
}

const anyUser = {
  level: 'Viewer',
  sessionOnly: false,
  everyNetwork: false,
  daemon: 'none',
  daemonOnly: false,
} as const;
function demandFor({ route }: Endpoint): ParityRoute['demand'] {
  const action = actionOfRoute(schema, route);
  return action ? demandOf(action) : anyUser;
}

export const parityRoutes: readonly ParityRoute[] = endpoints.map((endpoint) => {
  const operation = compileOperation(schema, endpoint.route.document);
  const id = toOperationId(operationName(endpoint.route));
  return {
    ...endpoint,
    id,
    operation,
    text: print(endpoint.route.document),
    demand: demandFor(endpoint),
    isPublic: publicOperations.has(endpoint.field),
  };
});

/** Whether REST drops values of daemons that are invalid or out of bounds. GraphQL refuses such values. */
export const isTolerant = ({ route, demand }: ParityRoute): boolean => demand.daemonOnly && route.dialect !== undefined;

/**
 * Whether users write over the route with an idempotency key, so that a repeated request takes effect only once. False
 * for the deletion of an organization, after which nobody is left who could repeat the request.
 */
export const isKeyedWrite = ({ id, operation, demand, isPublic }: ParityRoute): boolean =>
  operation.definition.operation === OperationTypeNode.MUTATION &&
  !isPublic &&
  !demand.daemonOnly &&
  id !== 'delete_organization';

/** Routes that are compared last, in this order, because they delete the rows that all other routes need. */
const lastRoutes = ['reset_organization', 'delete_organization'];
export const isLast = ({ id }: ParityRoute): boolean => lastRoutes.includes(id);
// Routes that only read are compared first. Each of the two compared servers gives new rows its own random ids, so
// after a write, lists that are sorted by id could have different orders.
export const routeTurn = (one: ParityRoute): number =>
  isLast(one) ? 2 + lastRoutes.indexOf(one.id) : one.route.method === 'get' ? 0 : 1;
/**
 * The caller for an operation. The Owner's session may call every operation that is not for daemons only. It also has
 * access to networks that were created after the Owner's API key.
 */
export const chooseCaller = ({ demand, isPublic }: ParityRoute): CallerName =>
  isPublic ? 'anonymous' : demand.daemonOnly ? 'daemon' : 'owner';

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const timeForm = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** Matches a server's own address at the start of a link. The two compared servers have different addresses. */
const ownAddress = /^(?:http:\/\/127\.0\.0\.1:\d+|https:\/\/netloom\.example)/;
const secretForm = /^(nlm_[a-z]_|whsec_|\d{10}\.[\w-]{43}$)/;

/**
 * Sends requests over REST to one server and over GraphQL to a second server with equal rows, and compares the results.
 * A row that both servers create has a different id in each. The class remembers which two ids belong together.
 */
export class Parity {
  private readonly toSecond = new Map<string, string>();
  private readonly toFirst = new Map<string, string>();

  constructor(private readonly twins: TwinWorlds) {}

  /**
   * Sends `firstValues` to the first server over REST and `secondValues` to the second over GraphQL. Throws if the
   * results differ. Returns the two responses.
   */
  async ask(
    route: ParityRoute,
    as: CallerName,
    firstValues: Values,
    secondValues: Values = firstValues,
    key?: string,
  ): Promise<{ rest: Reply; graphql: Reply }> {
    const { second } = this.twins;
    const [rest, graphql] = await Promise.all([
      // Writes over REST have an idempotency key, so that the comparison also covers requests with a key, which run in
      // a transaction.
      this.sendKeyed(route, as, firstValues, key),
      sendDocument(second.callers[as], route, secondValues),
    ]);
    await this.compare(route, rest, graphql, await rowsBeside(second.callers[as], route, secondValues));
    return { rest, graphql };
  }

  /** Sends a request over REST to the first server. A write gets an idempotency key, by default a new one. */
  sendKeyed(route: ParityRoute, as: CallerName, values: Values, key: string = randomUUID()): Promise<Reply> {
    const headers: Record<string, string> = isKeyedWrite(route) ? { 'idempotency-key': key } : {};
    return sendRequest(this.twins.first.callers[as] as never, route, { ...values }, headers);
  }

  private async compare(route: ParityRoute, rest: Reply, graphql: Reply, beside: Rows[]): Promise<void> {
    const stories = `REST: ${rest.story}\nGraphQL: ${JSON.stringify(graphql.body).slice(0, 1500)}`;
    const reportDifference = (of: unknown, other: unknown) => {
      const difference = this.difference(of, other, '');
      if (difference) throw new Error(`${route.id}${difference}\n${stories}`);
    };
    const [error] = (graphql.body.errors ?? []) as { extensions: { code: string; params: Record<string, unknown> } }[];
    if (rest.status < 400) {
      if (route.route.download && !error) {
        if (rest.status !== 200) throw new Error(rest.story);
        // Archives are not compared: the code that writes these files also writes the files of archives, and
        // downloads.test.ts tests archives.
        if (!route.route.download.children)
          reportDifference(fileLines(rest.body as string), fileLines(fileOf(route, graphql)));
        return;
      }
      if (error) throw new Error(`only GraphQL refuses\n${stories}`);
      if (route.route.listing)
        return reportDifference(graphLines(rest.body), graphLines(await listingOf(route, graphql, beside)));
      if (route.route.textFile)
        return reportDifference(
          graphLines(rest.body),
          graphLines(readText(graphql.body.data.data, route.route.textFile.at)),
        );
      if (ordersByIds.has(route.id)) {
        const answer = structuredClone(graphql.body.data);
        omitNulls(answer, route.operation.omissions);
        const { data, page } = answer;
        return reportDifference(graphLines(rest.body.data), graphLines(page ? page.nodes : data));
      }
      reportDifference(
        { status: rest.status, data: rest.body.data, pagination: rest.body.meta.pagination },
        { status: route.route.status ?? 200, ...toDialect(route, answerOf(route, graphql)) },
      );
      return;
    }
    if (!error) throw new Error(`only REST refuses\n${stories}`);
    const { code, params } = error.extensions;
    if (!isErrorCode(code)) throw new Error(`no published code: ${graphql.story}`);
    reportDifference(
      { status: rest.status, code: rest.body.code, params: rest.body.params },
      { status: errorStatus(code), code, params: inWireNames(params, route.operation) },
    );
    // The HTTP status of a GraphQL response is 200 if the operation ran, otherwise the status of its error code.
    if (graphql.status !== 200 && graphql.status !== errorStatus(code)) throw new Error(graphql.story);
  }

  /**
   * Describes the first difference between two results, ignoring ids, times and secrets that each server created.
   * Undefined if there is none.
   */
  private difference(first: unknown, second: unknown, at: string): string | undefined {
    if (Object.is(first, second)) return undefined;
    if (typeof first === 'string' && typeof second === 'string') {
      if (timeForm.test(first) && timeForm.test(second)) return undefined;
      if (ownAddress.test(first) && withoutNew(first) === withoutNew(second)) return undefined;
      if (secretForm.test(first) && secretForm.test(second)) return undefined;
      if (uuidForm.test(first) && uuidForm.test(second) && this.areTwins(first, second)) return undefined;
    }
    if (typeof first === 'object' && typeof second === 'object' && first && second) {
      if (Array.isArray(first) !== Array.isArray(second)) return `${at}: list and object`;
      const keys = new Set([...Object.keys(first), ...Object.keys(second)]);
      for (const key of keys) {
        const [one, other] = [first, second].map((of) => (of as Record<string, unknown>)[key]);
        const differenceText = this.difference(one, other, `${at}.${key}`);
        if (differenceText) return differenceText;
      }
      return undefined;
    }
    return `${at || 'the answers'}: ${JSON.stringify(first)} (REST), ${JSON.stringify(second)} (GraphQL)`;
  }

  private areTwins(first: string, second: string): boolean {
    if (!this.toSecond.has(first) && !this.toFirst.has(second)) {
      this.toSecond.set(first, second);
      this.toFirst.set(second, first);
    }
    return this.toSecond.get(first) === second && this.toFirst.get(second) === first;
  }
}

/** Sends the route's GraphQL document with the values as its variables. */
export function sendDocument(caller: Client, route: ParityRoute, values: Values): Promise<Reply> {
  const isWhole = route.route.download ?? route.route.listing;
  const paging = route.isRows ? { limit: isWhole ? 200 : 50, offset: 0 } : {};
  return caller.graphql(route.text, { ...paging, ...values });
}

/** Translates a GraphQL result into the format in which REST answers daemons. */
function toDialect({ route: { dialect }, demand }: ParityRoute, answer: { data?: unknown }): object {
  if (!dialect || !demand.daemonOnly) return answer;
  const viewer = { via: 'daemonApiKey', networkIds: [''] };
  const request = { authentication: { viewer }, headers: { 'x-daemon-version': '0.17.22' } };
  return { ...answer, data: dialect(request as never)!.write(answer.data) };
}

interface Page {
  nodes: unknown[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean };
}

function answerOf({ isList, operation, route: { tuple, countsField } }: ParityRoute, { body }: Reply): object {
  const data = structuredClone(body.data) as { data?: unknown; page?: Page };
  omitNulls(data, operation.omissions);
  const members = data.data as Record<string, unknown> | undefined;
  if (countsField && members) return { data: members.group_counts, pagination: undefined };
  if (tuple && members) return { data: tuple.map((name) => members[name]), pagination: undefined };
  if (!isList) return { data: data.data ?? null, pagination: undefined };
  const { nodes, totalCount, pageInfo } = data.page!;
  const pagination = { total_count: totalCount, limit: 50, offset: 0, has_more: pageInfo.hasNextPage };
  return { data: nodes, pagination };
}

/** The CSV file that a download writes for the rows of the GraphQL result. */
function fileOf({ route, operation }: ParityRoute, { body }: Reply): string {
  const { columns } = downloadTables(schema, route)[0]!;
  const { page } = structuredClone(body.data) as { page: Page };
  omitNulls({ page }, operation.omissions);
  return csvHeader(columns) + csvLines(columns, page.nodes);
}

type Rows = readonly unknown[];

/** Reads over GraphQL the further lists that a streamed REST response (`listing`) contains besides its main list. */
function rowsBeside(caller: Client, { route }: ParityRoute, values: Values): Promise<Rows[]> {
  const rowRequests = (route.listing?.beside ?? []).map(async (document): Promise<Rows> => {
    const { variables } = compileOperation(schema, document);
    const takenEntries = Object.entries({ limit: 200, ...values }).filter(([name]) => variables.has(name));
    const { body } = await caller.graphql(print(document), Object.fromEntries(takenEntries));
    return (body.data as { page: Page } | undefined)?.page.nodes ?? [];
  });
  return Promise.all(rowRequests);
}

/** The JSON or text that a streamed REST response (`listing`) would have for the rows of the GraphQL results. */
async function listingOf({ route }: ParityRoute, { body }: Reply, beside: Rows[]): Promise<unknown> {
  const pageOf = async function* (rows: Rows) {
    yield rows;
  };
  const { nodes } = (body.data as { page: Page }).page;
  let text = '';
  for await (const piece of route.listing!.write(pageOf(nodes), ...beside.map(pageOf))) text += piece;
  return route.listing!.mediaType ? text : JSON.parse(text);
}

const madeAnew =
  /[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\d(?:T[^",]+| \d\d:\d\d UTC)|nlm_[^",]+|whsec_[^",]+|http:\/\/127\.0\.0\.1:\d+/g;
/** The text without the values that differ between the two servers: ids, times, secrets and server addresses. */
export const withoutNew = (text: string): string => text.replace(madeAnew, '');
/**
 * The lines of a file, sorted. Rows with equal times are ordered by their ids, which differ between the two servers.
 */
const fileLines = (text: string): string[] => text.split('\r\n').map(withoutNew).sort();

/** Operations whose rows are ordered by their ids, which differ between the two servers. */
const ordersByIds = new Set([
  'get_topology_data',
  'get_public_share_topology',
  'get_network_diff',
  'get_topology_diff',
  'what_if',
  'what_if_of_plan',
]);
/** The sorted lines of a graph, without ids. `graph` may be an object, JSON text or a text file. */
function graphLines(graph: unknown): string[] {
  const text = typeof graph === 'string' && !graph.startsWith('{') ? graph : pretty(graph);
  const shortId = /\b[0-9a-f]{8}\b/g;
  return text
    .split(/\r?\n/)
    .map((line) => withoutNew(line).replace(shortId, '').replace(/,$/, ''))
    .sort();
}
const pretty = (value: unknown): string =>
  JSON.stringify(typeof value === 'string' ? (JSON.parse(value) as unknown) : value, null, 1);

/**
 * Translates the field name in an error's params: GraphQL errors name the input field, REST errors name the member of
 * the body.
 */
function inWireNames(params: Record<string, unknown>, { wireNames, variables }: CompiledOperation): object {
  if (typeof params.field !== 'string') return params;
  const [first, ...rest] = params.field.split('.') as [string, ...string[]];
  const wire = variables.has(first) ? first : (wireNames.get(first) ?? wireName(first));
  return { ...params, field: [wire, ...rest.map(wireName)].join('.') };
}

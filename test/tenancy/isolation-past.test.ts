// Tests tenant isolation of the past. Rows were moved, or deleted and created again in another network under the same
// ids. At no instant can a caller find out a text of a network or organization that the caller may not see.
import { randomUUID } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { columnsOf } from '../../src/data/model/model-fields';
import { inventoryModels } from '../../src/modules/history/kinds';
import { entityName } from '../../src/data/tenancy/visible-rows';
import { topologyViews } from '../../src/modules/topology/graph/options';
import type { Reply } from '../support/client';
import { columnConditions, filterPaths, quantifyFilters, pathTitle, type FilterPath } from './filter-paths';
import { findLeaks } from './leaks';
import { createLivedWorld, type Instant, type LivedCaller, type LivedWorld } from './past-lives';
import { graphEdges, graphExports, graphNodes, listsOfData } from './graph-selection';
import { batchTitle, relationBatches } from './relation-documents';
import { endpoints } from './rest-endpoints';
import { getters, findMiscounted, rootLists, buildSelection, wholeListSize } from './schema-shape';

let lived: LivedWorld;
beforeAll(async () => {
  lived = await createLivedWorld();
});
afterAll(() => lived.close());

const ranks = ['auth_permission_denied', 'auth_user_context_required'];
/**
 * Rewrites the document so that the directive `@at` reads it as of the instant. The instant is a variable, so that the
 * service parses and compiles the document once for all instants.
 */
function asOf(document: string, { at }: Instant, variables: Record<string, unknown> = {}) {
  if (!at) return [document, variables] as const;
  const dated = document.replace(
    /^query(?:\s*\(([^)]*)\))?/,
    (_query, parameters = '') => `query($at: DateTime!, ${parameters}) @at(instant: $at)`,
  );
  return [dated, { ...variables, at: at.toISOString() }] as const;
}

/** Rewrites the document so that the field `asOf` reads it as of the instant. */
function throughField(document: string, { at }: Instant, variables: Record<string, unknown> = {}) {
  const dated = document.replace(
    /^query(?:\s*\(([^)]*)\))?\s*\{([^]*)\}\s*$/,
    (_query, parameters = '', selection = '') =>
      `query($at: DateTime!, ${parameters}) { asOf(instant: $at) {${selection}} }`,
  );
  return [dated, { ...variables, at: at!.toISOString() }] as const;
}

/**
 * The instants at which a leak is most likely: while the rows are in other networks than today, and after rows have
 * moved.
 */
const isEventful = ({ name }: Instant) => /the first life|after the moves/.test(name);
const eventful = () => lived.instants.filter(isEventful);

interface GraphqlProblem {
  readonly path?: readonly (string | number)[];
  readonly extensions: { readonly code: string };
}
/**
 * Describes what is wrong with a response: forbidden texts, counts that differ from the number of rows, and errors
 * whose code is not in `refusals`.
 */
function problemsOf(caller: LivedCaller, { body }: Reply, refusals: readonly string[]): string[] {
  const failed = ((body.errors ?? []) as GraphqlProblem[])
    .filter(({ extensions }) => !refusals.includes(extensions.code))
    .map(({ path, extensions }) => `${extensions.code} at ${path?.filter((key) => typeof key === 'string').join('.')}`);
  return [...findLeaks(caller, JSON.stringify(body)), ...new Set(failed), ...findMiscounted(body.data)];
}

interface Asking {
  readonly variables?: Record<string, unknown>;
  readonly refusals?: readonly string[];
  /** The instants at which the caller reads. By default, `spread` chooses some of the eventful instants. */
  readonly instantsOf?: (caller: LivedCaller) => readonly Instant[];
}

/**
 * Assigns the instants to the callers: each eventful instant to two callers, each other instant to one. Not all pairs
 * are tested, because SQL statements limit rows by caller and by instant in separate conditions. `turn` shifts the
 * assignment.
 */
const spread =
  (callers: readonly LivedCaller[], turn: number) =>
  (caller: LivedCaller): readonly Instant[] =>
    lived.instants.filter((instant, index) => {
      const readers = [0, ...(isEventful(instant) ? [2] : [])].map(
        (at) => callers[(index + turn + at) % callers.length],
      );
      return readers.includes(caller);
    });
const eventfulOf =
  (callers: readonly LivedCaller[], turn: number) =>
  (caller: LivedCaller): readonly Instant[] =>
    spread(callers, turn)(caller).filter(isEventful);

/**
 * Sends the documents as each caller at the instants of that caller, and expects no forbidden text in any response.
 */
async function expectClean(
  callers: readonly LivedCaller[],
  documents: readonly string[],
  { variables = {}, refusals = ranks, instantsOf = eventfulOf(callers, 0) }: Asking = {},
): Promise<void> {
  const findings: unknown[] = [];
  const [comparedAt] = instantsOf(callers[0]!).filter(isEventful);
  const ask = async (caller: LivedCaller, instant: Instant) => {
    for (const document of documents) {
      const reply = await caller.caller.graphql(...asOf(document, instant, variables));
      const problems = problemsOf(caller, reply, refusals);
      if (problems.length > 0) findings.push([caller.name, instant.name, document.slice(0, 80), ...problems]);
      // The field `asOf` and the directive `@at` must read the same state. The first caller compares their results at
      // one instant.
      if (instant !== comparedAt || caller !== callers[0]) continue;
      const { body } = await caller.caller.graphql(...throughField(document, instant, variables));
      if (!isDeepStrictEqual(body.data?.asOf ?? null, reply.body.data ?? null))
        findings.push([caller.name, instant.name, document.slice(0, 80), 'is another answer by asOf']);
    }
  };
  for (const caller of callers) await Promise.all(instantsOf(caller).map((instant) => ask(caller, instant)));
  expect(findings).toEqual([]);
}

describe.each(rootLists.map((list, turn) => ({ ...list, turn })))('the list $field', ({ field, model, turn }) => {
  test('shows rows with their relations, and nothing out of reach', async () => {
    const rows = `{ totalCount nodes ${buildSelection(model, 1)} }`;
    const document = `query { ${field}(first: ${wholeListSize}) ${rows} }`;
    await expectClean(lived.apart, [document], { instantsOf: spread(lived.apart, turn) });
    await expectClean(lived.others, [document], {
      instantsOf: (caller) => [eventful()[(turn + lived.others.indexOf(caller)) % eventful().length]!],
    });
  });

  test('reveals nothing out of reach by a filter', async () => {
    const paths = filterPaths(field, model);
    if (paths.length === 0) return;
    for (const [place, caller] of [lived.apart[0]!, lived.apart[2]!].entries()) {
      const words = caller.forbidden.filter((word) => word.startsWith('secret-')).slice(0, 12);
      const nobodys = words.map(() => `nobody-${randomUUID()}`);
      for (const instant of eventful().filter((_instant, at) => (at + turn) % 2 === place))
        expect([caller.name, instant.name, await idsFound(caller, instant, field, model, paths, words)]).toEqual([
          caller.name,
          instant.name,
          await idsFound(caller, instant, field, model, paths, nobodys),
        ]);
    }
  });
});

/** Sends filters that search related rows for these words. Returns the ids of the rows that match. */
async function idsFound(
  { caller }: LivedCaller,
  instant: Instant,
  field: string,
  model: string,
  paths: readonly FilterPath[],
  words: readonly string[],
): Promise<unknown> {
  const filters = paths.flatMap((path) => {
    const target = path.steps.at(-1)!.model;
    const texts = [...columnsOf(target).values()].filter(({ kind }) => kind === 'text').slice(0, 4);
    const holding = words.flatMap((word) =>
      columnConditions(target, (_model, column) => (texts.includes(column) ? word : undefined)).filter((condition) =>
        Object.keys(Object.values(condition)[0] as object).includes('contains'),
      ),
    );
    return holding.length === 0 ? [] : quantifyFilters(path, { or: holding }, ['some', 'none']);
  });
  const parameters = filters.map((_filter, index) => `$f${index}: ${model}Filter`).join(', ');
  const lists = filters.map(
    (_filter, index) => `l${index}: ${field}(first: 100, filter: $f${index}) { totalCount nodes { id } }`,
  );
  if (lists.length === 0) return [];
  const variables = Object.fromEntries(filters.map((filter, index) => [`f${index}`, filter]));
  const reply = await caller.graphql(...asOf(`query(${parameters}) { ${lists.join(' ')} }`, instant, variables));
  const refusedProblems = ((reply.body.errors ?? []) as GraphqlProblem[]).filter(
    ({ extensions }) => !ranks.includes(extensions.code),
  );
  if (refusedProblems.length > 0) throw new Error(`${paths.map(pathTitle).join(' ')}: ${reply.story}`);
  return reply.body.data as unknown;
}

const listedModels = new Set(rootLists.map(({ model }) => model));
test.each(
  relationBatches(2)
    .filter(({ parent }) => !listedModels.has(parent))
    .map((batch) => [batchTitle(batch), batch] as const),
)('the relations of %s lead to nothing out of reach', async (_title, { documents }) => {
  // Rows of this type are in no list, but the tests of lists have reached them through relations at each instant. So a
  // few instants suffice here.
  await expectClean(lived.apart, [documents[0]!.document]);
});

test.each(getters)('the getter $field knows a row only where it was within reach', async ({ field, model }) => {
  const ids = (lived.ids[model] ?? []).slice(0, 90);
  const variables = Object.fromEntries(ids.map((id, index) => [`i${index}`, id]));
  const parameters = ids.map((_id, index) => `$i${index}: UUID!`).join(', ');
  const rows = ids.map((_id, index) => `r${index}: ${field}(id: $i${index}) ${buildSelection(model, 0)}`);
  const refusals = [...ranks, 'entity_not_found', 'discovery_session_not_found'];
  const document = `query(${parameters}) { ${rows.join(' ')} }`;
  await expectClean(lived.apart, [document], { variables, refusals });
});

interface NamedRow {
  readonly name: string;
}
interface Related {
  readonly host: NamedRow | null;
  readonly virtualizationService: NamedRow | null;
  readonly ipAddresses: readonly { readonly ipAddress: string; readonly macAddress: string | null }[];
}
type ValueOf = (node: Related) => string | null | undefined;
/** Orders of lists by a field of related rows. `valueOf` returns the value by which a row is ordered. */
const relatedOrders: readonly [field: string, order: string, selection: string, valueOf: ValueOf][] = [
  ['services', 'host', 'host { name }', ({ host }) => host?.name],
  ['services', 'containerizedBy', 'virtualizationService { name }', (node) => node.virtualizationService?.name],
  ['hosts', 'virtualizedBy', 'virtualizationService { name }', (node) => node.virtualizationService?.name],
  ['hosts', 'interfaceIp', 'ipAddresses { ipAddress }', ({ ipAddresses }) => ipAddresses[0]?.ipAddress],
  [
    ...(['hosts', 'macAddress', 'ipAddresses { macAddress }'] as const),
    ({ ipAddresses }) => ipAddresses.find(({ macAddress }) => macAddress !== null)?.macAddress,
  ],
];
/** A text that sorts in the order of the values. For IP addresses, all octets are padded to the same length. */
const sortKey = (value: string): string =>
  isIPv4(value) ? value.replace(/\d+/g, (octet) => octet.padStart(3, '0')) : value;
const bySortKey = (a: string, b: string): number => Number(sortKey(a) > sortKey(b)) - Number(sortKey(a) < sortKey(b));
test.each(relatedOrders)(
  '%s ordered by %s are as they look, page by page',
  async (field, order, selection, valueOf) => {
    interface Page {
      readonly edges: readonly { cursor: string; node: { id: string } & Related }[];
      readonly groupCounts: readonly { value: string | null; count: number }[];
    }
    for (const { name, caller } of lived.apart)
      for (const instant of eventful())
        for (const direction of ['asc', 'desc']) {
          const pageOf = async (args: string, beside = '') => {
            const list = `${field}(${args}, orderBy: [{ field: ${order}, direction: ${direction} }])`;
            const rows = `{ edges { cursor node { id ${selection} } } ${beside} }`;
            return (await caller.query(...asOf(`query { list: ${list} ${rows} }`, instant))).list as Page;
          };
          const { edges, groupCounts } = await pageOf('first: 1000', `groupCounts(by: ${order}) { value count }`);
          const values = edges.map(({ node }) => valueOf(node) ?? null);
          const filled = values.filter((value) => value !== null);
          const sorted = [...filled].sort(bySortKey);
          expect(values).toEqual([
            ...(direction === 'asc' ? sorted : sorted.reverse()),
            ...values.slice(filled.length).map(() => null),
          ]);
          const counted = new Map<string | null, number>();
          for (const value of values) counted.set(value, (counted.get(value) ?? 0) + 1);
          expect(new Map(groupCounts.map(({ value, count }) => [value, count]))).toEqual(counted);
          // A cursor contains values of a row. Two callers test pages by cursor: the Member, from whom related rows are
          // hidden, and the Owner, who sees most rows.
          if (name !== lived.apart[0]!.name && name !== lived.apart.at(-1)!.name) continue;
          const paged: string[] = [];
          for (let after = ''; paged.length < edges.length;) {
            const page = await pageOf(`first: 3${after && `, after: "${after}"`}`);
            expect(page.edges).not.toEqual([]);
            paged.push(...page.edges.map(({ node }) => node.id));
            after = page.edges.at(-1)!.cursor;
          }
          expect(paged).toEqual(edges.map(({ node }) => node.id));
          const last = edges.at(-1);
          if (last)
            expect((await pageOf(`last: 1000, before: "${last.cursor}"`)).edges.map(({ node }) => node.id)).toEqual(
              edges.slice(0, -1).map(({ node }) => node.id),
            );
        }
  },
);

const reading = endpoints.filter(({ route }) => route.method === 'get' && !route.path.includes(':'));
test.each(reading.map((endpoint, turn) => [endpoint.title, endpoint, turn] as const))(
  '%s returns nothing out of reach',
  async (_title, { route }, turn) => {
    // The tests above have sent the GraphQL documents of these routes as users. This test adds what only REST has: the
    // parameter `at`, and daemons and anonymous callers. Each caller reads a route once, at an eventful instant.
    const instants = eventful();
    const callers = [lived.apart[turn % lived.apart.length]!, ...lived.daemons, lived.anonymous];
    for (const [index, caller] of callers.entries()) {
      const { name, at } = instants[(index + turn) % instants.length]!;
      const { status, body } = await caller.caller.rest.get(`${route.path}${at ? `?at=${at.toISOString()}` : ''}`);
      const isAudit = route.path.startsWith('/audit-events');
      expect([caller.name, name, findLeaks(caller, JSON.stringify(body), isAudit)]).toEqual([caller.name, name, []]);
      expect([caller.name, name, status < 500]).toEqual([caller.name, name, true]);
    }
  },
);

const graphSelection = `nodes { __typename ${graphNodes} } edges { __typename ${graphEdges} } ${graphExports}`;
test.each(topologyViews)('the view %s shows nothing out of reach', async (view) => {
  const document = `query { topologies(first: 40) { nodes { graph(view: ${view}) { ${graphSelection} } } } }`;
  await expectClean(lived.apart, [document]);
});

test('whole networks, differences and histories reveal nothing out of reach', async () => {
  const event = 'event { operation actor { type name user { email } daemon { name url } discovery { name } } }';
  const { world, instants, ids, apart } = lived;
  const networkIds = [world.networkId, world.otherNetworkId, world.strangerNetworkId];
  const refusals = [...ranks, 'entity_not_found', 'entity_access_denied'];
  for (const [turn, id] of networkIds.entries()) {
    const data = `query($id: UUID!) { topologyData(networkId: $id) { ${listsOfData.join(' ')} nodes edges } }`;
    await expectClean(apart, [data], { variables: { id }, refusals, instantsOf: spread(apart, turn) });
  }
  const reportedDates = instants.flatMap(({ at }) => (at ? [at] : []));
  for (const [index, to] of reportedDates.slice(1).entries())
    for (const id of networkIds)
      for (const caller of apart) {
        const reply = await caller.caller.graphql(
          `query($id: UUID!, $from: DateTime!, $to: DateTime!) {
            inventoryDiff(networkId: $id, from: $from, to: $to, first: 1000) { totalCount nodes {
              name fields { field from to } host { name network { name } daemons { url } } ${event} } } }`,
          { id, from: reportedDates[index], to },
        );
        expect([caller.name, problemsOf(caller, reply, refusals)]).toEqual([caller.name, []]);
      }
  for (const model of inventoryModels) {
    const rows = (ids[model] ?? []).slice(0, 50).map(
      (id, index) => `h${index}: history(kind: ${entityName(model)}, id: "${id}", first: 50) {
        totalCount nodes { fields { field from to } ${event} } }`,
    );
    await expectClean(apart, [`query { ${rows.join(' ')} }`], { refusals });
  }
});

test('visitors of a share are shown its network as it is, whatever instant they name', async () => {
  const { prisma, networkId, organizationId } = lived.world;
  const topology = await prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } });
  const place = { organizationId, networkId, topologyId: topology.id };
  const { id } = await prisma.share.create({ data: { ...place, name: 'open', createdBy: lived.world.owner.userId } });
  const document = `query { publicShareTopology(id: "${id}") { share { name } topology { topologyId } graph { nodes edges } } }`;
  const now = await lived.world.anonymous.query(document);
  expect(JSON.stringify(now)).toContain('secret-');
  const visitor = { ...lived.anonymous, forbidden: lived.apart[0]!.forbidden };
  for (const instant of lived.instants) {
    const reply = await visitor.caller.graphql(...asOf(document, instant));
    expect([instant.name, findLeaks(visitor, JSON.stringify(reply.body)), reply.body.data]).toEqual([
      instant.name,
      [],
      now,
    ]);
  }
});

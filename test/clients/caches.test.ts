// Tests the service's responses with the normalized caches of Apollo Client, urql and Relay. In whatever order
// responses arrive, the cache returns each response as the service sent it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ApolloClient, gql, HttpLink, InMemoryCache, type InMemoryCacheConfig } from '@apollo/client';
import { Client as UrqlClient, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import fc from 'fast-check';
import { introspectionFromSchema } from 'graphql';
import {
  createOperationDescriptor,
  Environment,
  fetchQuery,
  getRequest,
  getSingularSelector,
  Network,
  RecordSource,
  Store,
  type ConcreteRequest,
  type ReaderFragment,
} from 'relay-runtime';
import { schema } from '../../src/modules/types';
import { projectDir } from '../start/documentation';
import { databaseInstant } from '../support/instants';
import { addInventory } from '../support/inventory';
import { createWorld, type World } from '../support/world';
import { compiledByRelay, type Compiled } from './relay-compiled';
import { plain, buildQuestions, createWire, type Question, type Wire } from './wire';

const rules = JSON.parse(readFileSync(path.join(projectDir, 'schema', 'cache-rules.json'), 'utf8')) as {
  possibleTypes: Record<string, string[]>;
  typePolicies: Record<string, { keyFields: string[] | false; merge?: true }>;
};

let world: World;
let wire: Wire;
let questions: readonly Question[];
let hostIds: readonly string[];
beforeAll(async () => {
  world = await createWorld();
  const { prisma, networkId, owner } = world;
  ({ hostIds } = await addInventory(prisma, world, 4));
  const early = await databaseInstant(prisma);
  await prisma.host.updateMany({ where: { networkId }, data: { description: 'later' } });
  await prisma.service.updateMany({ where: { networkId }, data: { name: 'later' } });
  const late = await databaseInstant(prisma);
  await prisma.host.updateMany({ where: { networkId }, data: { description: 'now' } });
  await prisma.host.delete({ where: { id: hostIds[0]! } });
  const { id } = await prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } });
  questions = buildQuestions(id, [early, late]);
  wire = createWire(world, owner);
});
afterAll(() => world.close());

const complaints = [jest.spyOn(console, 'error'), jest.spyOn(console, 'warn')];
beforeEach(() => complaints.forEach((spy) => spy.mockReset()));
const expectNoComplaint = () => expect(complaints.flatMap((spy) => spy.mock.calls)).toEqual([]);

interface Driven {
  /** Sends the query to the service and returns its result. */
  ask(question: Question): Promise<unknown>;
  /** Reads the result of the query from the cache, without a request. */
  read(question: Question): unknown;
}

/**
 * Sends a random selection of queries in random order, one of them twice, and expects the cache to return each result
 * unchanged.
 */
async function expectKept(start: () => Driven): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...questions], { minLength: 2 }), fc.nat(), async (order, seed) => {
      const client = start();
      const answersByQuestion = new Map<Question, unknown>();
      const requestedQuestions = [...order, order[seed % order.length]!];
      for (const question of requestedQuestions) answersByQuestion.set(question, plain(await client.ask(question)));
      for (const [question, answer] of answersByQuestion)
        expect([question.name, plain(client.read(question))]).toEqual([question.name, answer]);
    }),
    { numRuns: 12, seed: 20_261_123, endOnFailure: true },
  );
}

function apollo(config: InMemoryCacheConfig, textOf: (question: Question) => string): Driven {
  const client = new ApolloClient({
    cache: new InMemoryCache(config),
    link: new HttpLink({ uri: wire.url, headers: wire.headers, fetch: wire.fetch }),
  });
  const toRequest = (question: Question) => ({ query: gql(textOf(question)), variables: question.variables });
  return {
    ask: async (question) => (await client.query({ ...toRequest(question), fetchPolicy: 'network-only' })).data,
    read: (question) => client.readQuery(toRequest(question)),
  };
}
const aliaseId = ({ text }: Question): string => text.replaceAll('nodeId', 'id: nodeId');

test('the queried rows differ from instant to instant', async () => {
  const texts = new Set<string>();
  for (const question of questions) {
    const { data, errors } = (await (
      await wire.fetch(wire.url, {
        method: 'POST',
        headers: { ...wire.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query: question.text, variables: question.variables }),
      })
    ).json()) as { data: unknown; errors?: unknown };
    expect([question.name, errors]).toEqual([question.name, undefined]);
    texts.add(JSON.stringify(data));
  }
  expect(texts.size).toBe(questions.length);
});

test('Apollo Client keeps rows of different instants apart without rules, by `id: nodeId`', async () => {
  await expectKept(() => apollo({ possibleTypes: rules.possibleTypes }, aliaseId));
  expectNoComplaint();
});

test('Apollo Client keeps them apart by the generated rules, and joins the parts of one page', async () => {
  await expectKept(() => apollo(rules as InMemoryCacheConfig, ({ text }) => text));
  const client = apollo(rules as InMemoryCacheConfig, ({ text }) => text);
  const [rows, count] = ['nodes { nodeId name }', 'totalCount'].map((part): Question => ({
    name: part,
    text: `{ hosts(first: 3) { ${part} } }`,
    variables: {},
  }));
  const first = await client.ask(rows!);
  await client.ask(count!);
  expect(client.read(rows!)).toEqual(first);
  expectNoComplaint();
});

test('urql keeps rows of different instants apart with its normalized cache', async () => {
  const identifiedTypes = new Set(rules.possibleTypes.Node);
  const keys = Object.fromEntries(
    Object.keys(rules.typePolicies)
      .filter((name) => !identifiedTypes.has(name) && name !== 'Node')
      .map((name) => [name, () => null]),
  );
  const ofNodes = Object.fromEntries(
    [...identifiedTypes].map((name) => [name, (one: { nodeId?: unknown }) => one.nodeId as string]),
  );
  const start = (): Driven => {
    const client = new UrqlClient({
      url: wire.url,
      fetchOptions: { headers: wire.headers },
      fetch: wire.fetch,
      preferGetMethod: false,
      exchanges: [
        cacheExchange({ schema: introspectionFromSchema(schema) as never, keys: { ...keys, ...ofNodes } as never }),
        fetchExchange,
      ],
    });
    return {
      ask: async ({ text, variables }) => {
        const { data, error } = await client.query(text, variables, { requestPolicy: 'network-only' }).toPromise();
        if (error) throw error;
        return data as unknown;
      },
      read: ({ text, variables }) =>
        client.readQuery(text, variables, { requestPolicy: 'cache-only' })?.data as unknown,
    };
  };
  await expectKept(start);
  expectNoComplaint();
});

describe('Relay', () => {
  let compiledQueries: Compiled;
  beforeAll(() => {
    compiledQueries = compiledByRelay({
      ...Object.fromEntries(
        questions.map(({ name, text }) => [name, text.replace(`query ${name}`, `query ${name}Query`)]),
      ),
      Rows: `query RowsQuery($at: DateTime!) {
        hosts(first: 1) { nodes { nodeId ...Rows_host } }
        asOf(instant: $at) { nodeId ...Rows_page one: hosts(first: 1) { nodes { nodeId ...Rows_host } } } }
      fragment Rows_host on Host @refetchable(queryName: "RowsHostAgainQuery") { nodeId name description }
      fragment Rows_page on Past @refetchable(queryName: "RowsPageOnQuery")
        @argumentDefinitions(count: { type: "Int", defaultValue: 2 }, cursor: { type: "String" }) {
        hosts(first: $count, after: $cursor) @connection(key: "Rows_hosts") { edges { node { nodeId name } } } }`,
    });
  });
  afterAll(() => compiledQueries.remove());
  const artifact = <T>(name: string): T => compiledQueries.artifact<T>(name);

  function environment() {
    return new Environment({
      network: Network.create(
        async ({ text }, variables) =>
          (
            await wire.fetch(wire.url, {
              method: 'POST',
              headers: { ...wire.headers, 'content-type': 'application/json' },
              body: JSON.stringify({ query: text, variables }),
            })
          ).json() as never,
      ),
      store: new Store(new RecordSource()),
      getDataID: (value: Record<string, unknown>) => value.nodeId as string,
    });
  }
  const fetchRows = (relay: Environment, request: ConcreteRequest, variables: object): Promise<unknown> =>
    fetchQuery(relay, request as never, variables as never, { fetchPolicy: 'network-only' }).toPromise();
  const readStored = (relay: Environment, request: ConcreteRequest, variables: object): unknown =>
    relay.lookup(createOperationDescriptor(getRequest(request as never), variables as never).fragment).data;

  test('keeps rows of different instants apart', async () => {
    const requests = new Map(
      questions.map((question) => [question, artifact<ConcreteRequest>(`${question.name}Query`)]),
    );
    await expectKept(() => {
      const relay = environment();
      // Relay does not garbage-collect the rows of a retained operation, so all rows stay in the cache during the
      // comparison.
      for (const [question, request] of requests)
        relay.retain(createOperationDescriptor(getRequest(request as never), question.variables as never));
      return {
        ask: (question) => fetchRows(relay, requests.get(question)!, question.variables),
        read: (question) => readStored(relay, requests.get(question)!, question.variables),
      };
    });
    expectNoComplaint();
  });

  test('refetches a fragment by its node id, of the present and of an instant, and pages through the past', async () => {
    const relay = environment();
    const variables = { at: questions.find(({ variables }) => variables.early)!.variables.early };
    const rows = artifact<ConcreteRequest>('RowsQuery');
    relay.retain(createOperationDescriptor(getRequest(rows as never), variables));
    interface Ref {
      readonly nodeId: string;
    }
    const data = (await fetchRows(relay, rows, variables)) as {
      hosts: { nodes: Ref[] };
      asOf: Ref & { one: { nodes: Ref[] } };
    };
    const again = artifact<ConcreteRequest>('RowsHostAgainQuery');
    const fragment = artifact<ReaderFragment>('Rows_host');
    const read = (key: unknown, of: ReaderFragment) =>
      relay.lookup(getSingularSelector(of as never, key as never)!).data as Record<string, unknown>;
    const before = [data.hosts.nodes[0]!, data.asOf.one.nodes[0]!].map((one) => read(one, fragment));
    for (const one of before) {
      await fetchRows(relay, again, { nodeId: one.nodeId });
      expect(read((readStored(relay, again, { nodeId: one.nodeId }) as { node: unknown }).node, fragment)).toEqual(one);
    }
    expect([before[0]!.description, before[1]!.description]).toEqual(['now', null]);
    const pages = artifact<ReaderFragment>('Rows_page');
    const pageOf = () =>
      read((readStored(relay, rows, variables) as { asOf: unknown }).asOf, pages).hosts as {
        edges: { node: { name: string } }[];
        pageInfo: { endCursor: string; hasNextPage: boolean };
      };
    const first = pageOf();
    expect([first.edges.length, first.pageInfo.hasNextPage]).toEqual([2, true]);
    await fetchRows(relay, artifact<ConcreteRequest>('RowsPageOnQuery'), {
      nodeId: data.asOf.nodeId,
      count: 2,
      cursor: first.pageInfo.endCursor,
    });
    const both = pageOf();
    expect(both.edges.map(({ node }) => node.name)).toHaveLength(4);
    expect(new Set(both.edges.map(({ node }) => node.name)).size).toBe(4);
    expectNoComplaint();
  });
});

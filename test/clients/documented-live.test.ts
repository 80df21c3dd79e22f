// Tests the programs in docs/clients.md that subscribe to the changes of a graph. Each program receives changes made by
// REST, and misses none if its connection breaks.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Child } from '../start/child';
import { addInventory } from '../support/inventory';
import { createWorld, type World } from '../support/world';
import { compiledByRelay } from './relay-compiled';
import { asModule, prepareCode, findSnippet } from './snippets';

let world: World;
let topologyId: string;
let subnetId: string;
const startedChildren: Child[] = [];
beforeAll(async () => {
  world = await createWorld();
  ({ subnetId } = await addInventory(world.prisma, world, 3));
  const where = { networkId: world.networkId, snapshotId: null };
  topologyId = (await world.prisma.topology.findFirstOrThrow({ where })).id;
});
afterEach(async () => {
  for (const child of startedChildren) child.send('SIGKILL');
  await Promise.all(startedChildren.splice(0).map(({ ended }) => ended));
});
afterAll(() => world.close());

/**
 * Starts an example program of docs/clients.md. Resolves after the program has received the graph; the program
 * continues to run.
 */
async function following(text: string, of: Pick<World, 'url' | 'key'> = world): Promise<Child> {
  const child = new Child(asModule(prepareCode(of, text, topologyId)));
  startedChildren.push(child);
  await child.waitFor(/"cursor":"/);
  return child;
}
const snippetOf = (client: string) => findSnippet(`from '${client}'`, 'subscription Live');

/**
 * A program that uses the Relay environment of docs/clients.md and the subscription of the Apollo snippet, compiled by
 * Relay's compiler.
 */
function relaySnippet(): string {
  const [subscription] = /subscription Live[^`]*/.exec(snippetOf('@apollo/client'))!;
  const compiledSnippet = compiledByRelay({
    Live: subscription.replace('subscription Live', 'subscription LiveSubscription'),
  });
  try {
    return `${findSnippet("from 'relay-runtime'", 'fetchGraphql')}
      import { requestSubscription } from 'relay-runtime';
      requestSubscription(environment, {
        subscription: ${JSON.stringify(compiledSnippet.artifact('LiveSubscription'))},
        variables: { topologyId: '${topologyId}' },
        onNext: (data) => console.log(JSON.stringify(data)),
        onError: (error) => console.log(error.message),
      });`;
  } finally {
    compiledSnippet.remove();
  }
}

async function rename(name: string): Promise<void> {
  const { body } = await world.owner.rest.get(`/subnets/${subnetId}`);
  expect((await world.owner.rest.put(`/subnets/${subnetId}`, { ...body.data, name })).status).toBe(200);
}

/**
 * Maximum number of milliseconds until the event of a change arrives. An idle machine needs about 250 ms, but other
 * suites may run meanwhile.
 */
const bound = 5_000;

test('a change made by REST reaches a Relay, an Apollo, a urql, a graphql-sse and a graphql-ws client at once', async () => {
  const texts = {
    Relay: relaySnippet(),
    Apollo: snippetOf('@apollo/client'),
    urql: snippetOf('@urql/core'),
    'graphql-sse': snippetOf('graphql-sse'),
    'graphql-ws': findSnippet("from 'graphql-ws'", 'client.iterate'),
  };
  const clients: [string, Child][] = [];
  for (const [name, text] of Object.entries(texts)) clients.push([name, await following(text)]);
  const eventCounts: Record<string, number>[] = [];
  for (const round of [1, 2, 3]) {
    const begunAt = performance.now();
    const arrivals = clients.map(async ([name, client]) => {
      await client.waitFor(new RegExp(`"header":"round ${round}: `));
      return [name, Math.round(performance.now() - begunAt)] as const;
    });
    await rename(`round ${round}`);
    eventCounts.push(Object.fromEntries(await Promise.all(arrivals)));
  }
  // Times in milliseconds, measured from the moment when the test sent the request.
  process.stderr.write(`a change made by REST, in ms: ${JSON.stringify(eventCounts)}\n`);
  // At least one round must stay below the bound, because the machine may be busy during the other rounds.
  for (const [name] of clients)
    expect([name, Math.min(...eventCounts.map((times) => times[name]!)) < bound]).toEqual([name, true]);
});

/**
 * Starts a TCP relay to the service. `cut` breaks all connections, and new connections then wait until `letIn` is
 * called.
 */
async function relayTo(url: string) {
  const open = new Set<Socket>();
  let letIn = () => undefined as void;
  let gate = Promise.resolve();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((socket) => {
    keep(socket);
    void gate.then(() => {
      if (socket.destroyed) return;
      const service = connect(Number(new URL(url).port), '127.0.0.1');
      keep(service);
      socket.pipe(service).pipe(socket);
      socket.on('close', () => service.destroy());
      service.on('close', () => socket.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      gate = new Promise((resolve) => (letIn = resolve));
      for (const socket of open) socket.destroy();
    },
    letIn: () => letIn(),
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

test.each([
  ['graphql-sse', () => snippetOf('graphql-sse')],
  ['graphql-ws', () => findSnippet("from 'graphql-ws'", 'client.iterate')],
])('%s continues from its cursor after a broken connection', async (client, textOf) => {
  const relay = await relayTo(world.url);
  try {
    const child = await following(textOf(), { ...world, url: relay.url });
    const events = () => child.output.trim().split('\n');
    expect(events()).toHaveLength(1);
    relay.cut();
    await rename(`unseen by ${client}`);
    relay.letIn();
    await child.waitFor(new RegExp(`"header":"unseen by ${client}: `));
    const [first, second] = events().map((line) => (JSON.parse(line) as Live).topologyGraphChanges);
    expect(first!.addedNodes.length).toBeGreaterThan(1);
    expect([second!.addedNodes.length, second!.changedNodes.length]).toEqual([0, 1]);
  } finally {
    relay.close();
  }
});

interface Live {
  readonly topologyGraphChanges: { readonly addedNodes: unknown[]; readonly changedNodes: unknown[] };
}

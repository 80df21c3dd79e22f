// The wall for event streams, generated from the subscriptions and their routes: nothing beyond reach is ever told.
import { randomUUID } from 'node:crypto';
import { getNamedType, type GraphQLOutputType } from 'graphql';
import { demandOf, isAction } from '../../src/auth/permissions';
import type { PrismaClient } from '../../src/generated/prisma/client';
import { schema } from '../../src/modules/types';
import { compileOperation } from '../../src/rest/compiled-operation';
import { isStream, mountedPathOf } from '../../src/rest/route';
import { routes } from '../../src/modules/routes';
import { openEvents, openSubscription, type Events } from '../support/events';
import { selectionOf } from './schema-shape';
import { leaksIn } from './leaks';
import { createWalledWorld, told, type WalledCaller, type WalledWorld } from './walled-world';

let walled: WalledWorld;
const opened: Events[] = [];
beforeAll(async () => {
  walled = await createWalledWorld();
});
afterEach(() => {
  for (const stream of opened.splice(0)) stream.leave();
});
afterAll(() => walled.close());

/** What makes a network worth telling of, by subscription. A new subscription needs a line here. */
const changes: Readonly<Record<string, (prisma: PrismaClient, networkId: string) => Promise<unknown>>> = {
  topologyChanges: (prisma, networkId) => prisma.host.create({ data: { networkId, name: 'new' } }),
  discoveryProgress: (prisma, networkId) =>
    prisma.discoverySession.updateMany({ where: { networkId }, data: { progress: { increment: 1 } } }),
};

const subscriptions = Object.values(schema.getSubscriptionType()!.getFields());
const streamRoutes = routes
  .filter(isStream)
  .map((route) => ({ route, operation: compileOperation(schema, route.document) }));
/** The subscription that a route's document asks for. */
const fieldOf = ({ operation }: (typeof streamRoutes)[number]): string => {
  const [selection] = operation.definition.selectionSet.selections;
  return selection!.kind === 'Field' ? selection!.name.value : '';
};

interface Door {
  readonly field: string;
  open(caller: WalledCaller, networkId?: string): Promise<Events>;
}
const doors: [string, Door][] = [
  ...subscriptions.map((field): [string, Door] => {
    const selection = selectionOf(getNamedType(field.type as GraphQLOutputType).name, 0);
    const document = `subscription($networkId: UUID) { ${field.name}(networkId: $networkId) ${selection} }`;
    const open: Door['open'] = async ({ caller }, networkId) =>
      openSubscription(walled.world.url, document, credentialOf(caller), { networkId });
    return [`subscription ${field.name}`, { field: field.name, open }];
  }),
  ...streamRoutes.map((one): [string, Door] => {
    const path = `/api${mountedPathOf(one.route)}`;
    const open: Door['open'] = async ({ caller }, networkId) =>
      openEvents(walled.world.url, networkId ? `${path}?network_id=${networkId}` : path, credentialOf(caller));
    return [`GET ${path}`, { field: fieldOf(one), open }];
  }),
];
const credentialOf = (caller: object) => (caller as { credential: { session?: string; key?: string } }).credential;

test('every subscription has a route, takes a network and nothing else, and has its line above', () => {
  expect(streamRoutes.map(fieldOf).sort()).toEqual(subscriptions.map(({ name }) => name).sort());
  for (const { name, args } of subscriptions) {
    expect(args.map((argument) => argument.name)).toEqual(['networkId']);
    expect(changes[name]).toBeDefined();
    expect([name, isAction(name) && demandOf(name).sessionOnly]).toEqual([name, true]);
  }
});

const kept = async (opening: Promise<Events>): Promise<Events> => {
  const stream = await opening;
  opened.push(stream);
  return stream;
};

test.each(doors)('%s tells nothing beyond reach', async (_title, { field, open }) => {
  const { world, viewer, member, stranger } = walled;
  const networks = [world.networkId, world.otherNetworkId, world.strangerNetworkId];
  for (const caller of [viewer, member, stranger]) {
    const stream = await kept(open(caller));
    const own = await kept(open(caller, caller.networkIds[0]));
    const beyond = networks.filter((id) => !caller.networkIds.includes(id));
    for (const id of beyond) await changes[field]!(world.prisma, id);
    // What was told of them would have come before this.
    await changes[field]!(world.prisma, caller.networkIds[0]!);
    for (const told of [await stream.next(), await own.next()]) {
      expect(JSON.stringify(told)).toContain(caller.networkIds[0]);
      expect(leaksIn(caller, JSON.stringify(told))).toEqual([]);
    }
  }
});

test.each(doors)('%s is refused to keys', async (_title, { open }) => {
  const stream = await kept(open(walled.narrowKey));
  expect(stream.status).toBe(403);
});

test.each(streamRoutes.map((one) => [mountedPathOf(one.route), one] as const))(
  '%s of a network beyond reach is like that of a missing one',
  async (path) => {
    for (const { caller, networkIds } of [walled.viewer, walled.stranger]) {
      const foreign = networkIds.includes(walled.world.networkId)
        ? walled.world.otherNetworkId
        : walled.world.networkId;
      const answers = [];
      for (const id of [foreign, randomUUID()]) {
        const reply = await caller.send('GET', `/api${path}?network_id=${id}`);
        expect([reply.status, reply.body.params]).toEqual([403, { entity: 'Network', id }]);
        answers.push(told(reply, id));
      }
      expect(answers[0]).toBe(answers[1]);
    }
  },
);

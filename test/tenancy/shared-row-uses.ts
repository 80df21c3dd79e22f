// Creates rows that several networks of an organization use (credentials and tags), in every way of using them, and
// callers with every rank and with access to different networks.
import { randomUUID } from 'node:crypto';
import { marks } from '../../src/generated/model-facts';
import type { SharedModel } from '../../src/data/tenancy/visible-rows';
import { rankOf, type Permissions } from '../../src/data/tenancy/viewer';
import { addDiscovery } from '../support/discovery-rows';
import type { Reply } from '../support/client';
import { createWorld, type Caller, type DaemonCaller, type World } from '../support/world';

export interface Actor {
  readonly name: string;
  readonly caller: Caller;
  readonly userId: string;
  readonly rank: Permissions;
  /** The networks that the caller can access, or 'all'. */
  readonly reach: 'all' | readonly string[];
}
/** A row, and the networks that use it. */
export interface UsedRow {
  readonly id: string;
  readonly by: readonly string[];
}

let world: World;
let actors: Actor[];
/** A network that the Members, and the keys for fewer than all networks, cannot access. */
let third: string;
/** The daemon of each network, by the id of the network. */
let daemons: ReadonlyMap<string, DaemonCaller>;

/** The world that `createSharingWorld` created. */
export const sharingWorld = (): World => world;

/** Creates three networks, a daemon in each, and callers. The rows of `uses` belong to these networks. */
export async function createSharingWorld() {
  world = await createWorld();
  const { prisma, organizationId, networkId: north, otherNetworkId: south, owner, admin } = world;
  const body = { name: 'Third', organization_id: organizationId, tags: [] };
  third = (await owner.rest.post('/networks', body)).body.data.id;
  const [both, one] = [await world.addUser('Member'), await world.addUser('Member', [north])];
  const everywhere = [north, south, third];
  const as = (name: string, caller: Caller, rank: Permissions, reach: Actor['reach']): Actor => ({
    ...{ name, caller, userId: caller.userId, rank, reach },
  });
  const keyOf = (of: typeof owner, permissions: Permissions, networkIds: readonly string[]) =>
    world.addKey(of, { permissions, networkIds });
  actors = [
    as('an Owner', owner, 'Owner', 'all'),
    as('an Admin', admin, 'Admin', 'all'),
    as("an Admin's key for every network", await keyOf(admin, 'Admin', everywhere), 'Admin', 'all'),
    as("an Admin's key for two networks", await keyOf(admin, 'Admin', [north, south]), 'Admin', [north, south]),
    as("an Admin's key for one network", await keyOf(admin, 'Admin', [north]), 'Admin', [north]),
    as("an Owner's key for another network", await keyOf(owner, 'Owner', [south]), 'Owner', [south]),
    as("an Owner's key for no network", await keyOf(owner, 'Owner', []), 'Owner', []),
    as('a Member of two networks', both, 'Member', [north, south]),
    as('a Member of one network', one, 'Member', [north]),
    as("a Member's key for one network", await keyOf(both, 'Member', [north]), 'Member', [north]),
    as("an Admin's key of rank Member", await keyOf(admin, 'Member', everywhere), 'Member', everywhere),
    as('a Viewer', await world.addUser('Viewer'), 'Viewer', [north, south]),
  ];
  // Suites of one worker share this module, so the daemons of another suite's world must not stay.
  const newDaemons = new Map<string, DaemonCaller>();
  for (const network of everywhere) {
    const daemon = await world.addDaemon({ networkId: network });
    await prisma.daemon.update({ where: { id: daemon.daemonId }, data: { confirmedAt: new Date() } });
    newDaemons.set(network, daemon);
  }
  daemons = newDaemons;
  return { world, actors, daemons };
}

export const hasRank = ({ rank }: Actor, level: Permissions) => rankOf(rank) >= rankOf(level);
export const reaches = ({ reach }: Actor, networks: readonly string[]) =>
  reach === 'all' || networks.every((network) => reach.includes(network));
export const hasEverything = (actor: Actor) => hasRank(actor, 'Admin') && actor.reach === 'all';

export const addHost = async (networkId: string) =>
  (await world.prisma.host.create({ data: { networkId, name: 'host' } })).id;

/** Adds a row by which a network uses the credential or tag. There is one function for each relation of the model. */
export type MarkUsed = (id: string, networkId: string) => Promise<unknown>;
export const credentialWays: Record<string, MarkUsed> = {
  networkAssignments: (credentialId, networkId) =>
    world.prisma.networkCredential.create({
      data: { credentialId, networkId, organizationId: world.organizationId },
    }),
  hostAssignments: async (credentialId, networkId) =>
    world.prisma.hostCredential.create({
      data: { credentialId, networkId, hostId: await addHost(networkId), organizationId: world.organizationId },
    }),
  openedHosts: async (credentialId, networkId) =>
    world.prisma.workingCredential.create({
      data: {
        ...{ credentialId, networkId, hostId: await addHost(networkId), organizationId: world.organizationId },
        ...{ ipAddress: '10.1.1.1', lastUsedAt: new Date() },
      },
    }),
};

/**
 * For each model that can have a tag, a function that returns the id of a row in the given network. User API keys
 * belong to the Owner.
 */
export const carriers: Record<string, (networkId: string) => Promise<string>> = {
  Host: addHost,
  Service: async (networkId) => {
    const data = { networkId, hostId: await addHost(networkId), name: 's', serviceDefinition: 'SSH' };
    return (await world.prisma.service.create({ data })).id;
  },
  Subnet: async (networkId) => {
    block += 1;
    const cidr = `10.${Math.floor(block / 250)}.${block % 250}.0/24`;
    return (await world.prisma.subnet.create({ data: { networkId, cidr, name: 'lan', subnetType: 'Lan' } })).id;
  },
  Group: async (networkId) =>
    (
      await world.prisma.group.create({
        data: { networkId, name: 'group', groupType: 'RequestPath', color: 'Blue', memberType: 'Services' },
      })
    ).id,
  Network: (networkId) => Promise.resolve(networkId),
  Discovery: (networkId) => addDiscovery(world, daemons.get(networkId)!.daemonId, networkId),
  Daemon: (networkId) => Promise.resolve(daemons.get(networkId)!.daemonId),
  DaemonApiKey: (networkId) => Promise.resolve(daemons.get(networkId)!.keyId),
  UserApiKey: async (networkId) => {
    const key = await world.addKey(world.owner, { networkIds: [networkId] });
    const where = { userId: key.userId };
    return (await world.prisma.userApiKey.findFirstOrThrow({ where, orderBy: { createdAt: 'desc' } })).id;
  },
};
let block = 0;
export const tagWays: Record<string, MarkUsed> = Object.fromEntries(
  Object.entries(carriers).map(([entityType, carrierIn]) => [
    entityType,
    async (tagId: string, networkId: string) => {
      const { organizationId, owner } = world;
      const column = (marks.taggable as Record<string, string>)[entityType]!;
      const place = entityType === 'UserApiKey' ? { userId: owner.userId } : { networkId };
      const data = { organizationId, tagId, ...place, [column]: await carrierIn(networkId) };
      return world.prisma.tagAssignment.create({ data: data as never });
    },
  ]),
);

export const addCredential = async (columns: object = {}) => {
  const input = { name: randomUUID(), credentialType: 'SnmpV2c', community: 'a-secret', ...columns };
  const document = 'mutation($input: CreateCredentialInput!) { createCredential(input: $input) { id } }';
  return (await world.admin.query(document, { input })).createCredential.id as string;
};
export const addTag = async () =>
  (await world.prisma.tag.create({ data: { name: randomUUID(), organizationId: world.organizationId } })).id;

export const kinds = {
  Credential: { level: 'Admin', path: '/credentials', add: addCredential, ways: credentialWays },
  Tag: { level: 'Member', path: '/tags', add: addTag, ways: tagWays },
} as const satisfies Record<SharedModel, object>;

/**
 * Rows that no network uses, rows that two networks use in all ways, and rows that one network uses in a single way.
 */
export const uses: [SharedModel, string, () => Promise<UsedRow>][] = (
  Object.entries(kinds) as [SharedModel, (typeof kinds)[SharedModel]][]
).flatMap(([model, { add, ways }]) => {
  const addUsedRow = async (by: string[], sampleWays: readonly MarkUsed[]): Promise<UsedRow> => {
    const id = await add();
    for (const networkId of by) for (const markUsed of sampleWays) await markUsed(id, networkId);
    return { id, by };
  };
  const [north, south] = [() => world.networkId, () => world.otherNetworkId];
  const all = Object.values(ways) as MarkUsed[];
  return [
    [model, 'by none', () => addUsedRow([], [])],
    [model, 'in every way by two networks', () => addUsedRow([north(), south()], all)],
    ...Object.entries(ways).flatMap(([name, markUsed]): [SharedModel, string, () => Promise<UsedRow>][] => [
      [model, `as ${name} by the first network`, () => addUsedRow([north()], [markUsed])],
      [model, `as ${name} by the second`, () => addUsedRow([south()], [markUsed])],
    ]),
    ...(model === 'Credential'
      ? [
          [
            model,
            'by default',
            async () => ({ id: await addCredential({ isDefault: true }), by: [north(), south(), third] }),
          ] as [SharedModel, string, () => Promise<UsedRow>],
        ]
      : []),
  ];
});

export const refusalOf = ({ status, body }: Reply): unknown[] => {
  const [error] = (body.errors ?? []) as { extensions: { code: string; params: unknown } }[];
  if (error) return [error.extensions.code, error.extensions.params];
  return status === 200 ? [] : [body.code, body.params];
};

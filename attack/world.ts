// The test data of attacks: two organizations with two networks each, rows with history, and callers of every kind.
// Every text contains a canary, a unique word by which a leak is recognized.
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { createSession } from '../src/auth/sessions';
import { generateKey } from '../src/auth/tokens';
import type { Permissions } from '../src/data/tenancy/viewer';
import { createPrismaClient } from '../src/data/client';
import type { PrismaClient } from '../src/generated/prisma/client';
import { createNetwork } from '../src/modules/access/network/create-network.sql';
import { fillOrganization, type Populated } from '../test/support/populate';
import { Canaries, type Scope } from './canaries';
import { addManyHosts } from '../bench/database';
import { openConnection } from '../src/platform/postgres/connect';
import { fillLists } from './full-tenant';

export interface Caller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The organizations, networks and persons whose data the caller may read, in the present and in the past. */
  readonly reach: ReadonlySet<Scope>;
}
export interface Network {
  readonly id: string;
  readonly scope: Scope;
  readonly secret: string;
  readonly ids: Populated['ids'];
}
export interface Organization {
  readonly id: string;
  /** "A" or "B": the letter with which the scopes of the organization, its networks and its person begin. */
  readonly letter: Scope;
  readonly networks: readonly [Network, Network];
  readonly tagId: string;
}
export interface World {
  readonly prisma: PrismaClient;
  readonly canaries: Canaries;
  readonly organizations: readonly [Organization, Organization];
  readonly callers: readonly Caller[];
  /** The owner of the first organization, and an API key of the owner, with which the attack program itself writes. */
  readonly owner: Caller;
  readonly ownerKey: Caller;
  readonly anonymous: Caller;
  /** Owner of an organization with one host. */
  readonly small: Caller;
  /** Owner of an organization with very many hosts. */
  readonly large: Caller;
  /** Owner of an organization with the longest possible lists. Undefined unless a phase needs it. */
  readonly full?: Caller;
  /** API keys of tenants that do not take part in the attack. */
  readonly innocentKeys: readonly string[];
  readonly shareIds: readonly string[];
  /** Ids of rows of all tenants, by model. Generators choose from these. */
  readonly ids: Map<string, string[]>;
  /** Instants before, between and after the changes that give the test data a history. */
  readonly instants: string[];
  caller(name: string): Caller;
  /** Number of hosts of the large tenant, which runs the expensive work. */
  readonly hosts: number;
  /** Adds an organization with `hosts` hosts in `networks` networks (3 by default), and its owner. */
  addLarge(hosts: number, networks?: number): Promise<Tenant>;
  /** Adds an organization with its owner, one network and one host. */
  addEmpty(name: string): Promise<{ readonly networkId: string; readonly owner: Caller }>;
  /** Creates a user with a session. */
  addUser(organizationId: string, permissions: Permissions, networkIds?: readonly string[]): Promise<NewUser>;
  /** Creates an API key of a user. */
  addKey(userId: string, organizationId: string, permissions: Permissions, networkIds: string[]): Promise<NewKey>;
  close(): Promise<void>;
}
export interface Tenant {
  readonly organizationId: string;
  readonly networkIds: readonly string[];
  readonly owner: Caller;
}
export interface NewUser {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}
interface NewKey {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly token: string;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Creates users, keys and daemons, each with its credential. */
function credentials(prisma: PrismaClient) {
  const addUser = async (organizationId: string, permissions: Permissions, networkIds: readonly string[] = []) => {
    const user = await prisma.user.create({
      data: { email: `${randomUUID()}@netloom.example`, emailVerified: true, permissions, organizationId },
    });
    await prisma.userNetwork.createMany({
      data: networkIds.map((networkId) => ({ userId: user.id, networkId, organizationId })),
    });
    const session = await createSession(prisma, user);
    return { id: user.id, headers: { cookie: `session_id=${session}`, 'x-requested-with': 'netloom-attack' } };
  };
  const addKey: World['addKey'] = async (userId, organizationId, permissions, networkIds) => {
    const { token, keyHash, keyPrefix } = generateKey('user');
    const data = { name: 'key', userId, organizationId, permissions, keyHash, keyPrefix };
    const { id } = await prisma.userApiKey.create({ data });
    await prisma.userApiKeyNetwork.createMany({
      data: networkIds.map((networkId) => ({ userApiKeyId: id, networkId, organizationId })),
    });
    return { id, token, headers: bearer(token) };
  };
  const addDaemon = async (organizationId: string, networkId: string) => {
    const { token, keyHash, keyPrefix } = generateKey('daemon');
    const key = await prisma.daemonApiKey.create({ data: { name: 'daemon key', networkId, keyHash, keyPrefix } });
    const host = await prisma.host.create({ data: { networkId, name: 'daemon host' } });
    const { id } = await prisma.daemon.create({
      data: {
        ...{ networkId, organizationId, hostId: host.id, apiKeyId: key.id },
        ...{ name: 'daemon', mode: 'daemon_poll', url: '' },
      },
    });
    return { id, headers: { ...bearer(token), 'x-daemon-id': id } };
  };
  return { addUser, addKey, addDaemon };
}

/** Adds an organization with its owner, the owner's API key, one network and one host. */
async function addTenant(prisma: PrismaClient, name: string) {
  const { addUser, addKey } = credentials(prisma);
  const { id } = await prisma.organization.create({ data: { name } });
  const network = await prisma.$transaction((tx) => createNetwork(tx, { organizationId: id, name }));
  await prisma.host.create({ data: { networkId: network.id, name: `${name} host` } });
  await prisma.vlan.create({ data: { networkId: network.id, organizationId: id, name: 'default', vlanNumber: 1 } });
  const owner = await addUser(id, 'Owner');
  const { token, headers } = await addKey(owner.id, id, 'Owner', [network.id]);
  return { organizationId: id, networkId: network.id, ownerId: owner.id, token, headers };
}

async function withConnection<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await openConnection(databaseUrl);
  return work(client).finally(() => client.end());
}

const addLarge = (prisma: PrismaClient, databaseUrl: string, hosts: number, networks?: number): Promise<Tenant> =>
  withConnection(databaseUrl, async (client) => {
    const organizationId = await addManyHosts(client, hosts, networks);
    const networkRows = await prisma.network.findMany({ where: { organizationId } });
    const owner = await prisma.user.findFirstOrThrow({ where: { organizationId } });
    await client.query('ANALYZE');
    const networkIds = networkRows.map(({ id }) => id);
    const { headers } = await credentials(prisma).addKey(owner.id, organizationId, 'Owner', networkIds);
    return { organizationId, networkIds, owner: { name: 'the owner of many hosts', headers, reach: new Set() } };
  });

/** Adds the organization with the longest possible lists. */
async function addFull(prisma: PrismaClient, databaseUrl: string): Promise<Caller> {
  const tenant = await addTenant(prisma, 'Full');
  await withConnection(databaseUrl, (client) => fillLists(client, tenant));
  return { name: 'the owner of long lists', headers: tenant.headers, reach: new Set() };
}

/**
 * Creates the tenants. The organization with the longest possible lists is created only on request, because filling its
 * lists takes longer than creating all other tenants.
 */
export async function createWorld(
  databaseUrl: string,
  { hosts: largeHosts, needsFull }: { readonly hosts: number; readonly needsFull: boolean },
): Promise<World> {
  const prisma = createPrismaClient(databaseUrl, { poolSize: 4 });
  const { addUser, addKey, addDaemon } = credentials(prisma);
  const canaries = new Canaries();
  const ids = new Map<string, string[]>();
  const callers: Caller[] = [];
  const add = (name: string, { headers }: { headers: Caller['headers'] }, ...reach: Scope[]): Caller => {
    const caller = { name, headers, reach: new Set(reach) };
    callers.push(caller);
    return caller;
  };
  const remember = ({ secret, marks, ids: foundIds }: Populated, scope: Scope) => {
    canaries.addSecret(secret, scope);
    canaries.addMarks(marks, scope);
    for (const [model, someValues] of Object.entries(foundIds))
      ids.set(model, [...(ids.get(model) ?? []), ...someValues]);
  };

  const shareIds: string[] = [];
  const addOrganization = async (letter: string): Promise<Organization> => {
    const { id } = await prisma.organization.create({ data: { name: `Organization ${letter}` } });
    ids.set('Organization', [...(ids.get('Organization') ?? []), id]);
    const filledOrganization = await fillOrganization(prisma, id);
    remember(filledOrganization, letter);
    remember(filledOrganization.person, `${letter}.person`);
    const networks: Network[] = [];
    for (const word of ['N1', 'N2']) {
      const { id: networkId } = await prisma.$transaction((tx) =>
        createNetwork(tx, { organizationId: id, name: word }),
      );
      const scope = `${letter}.${word}`;
      const filledNetwork = await filledOrganization.fillNetwork(networkId);
      remember(filledNetwork, scope);
      networks.push({ id: networkId, scope, secret: filledNetwork.secret, ids: filledNetwork.ids });
      shareIds.push(...filledNetwork.ids.Share!);
    }
    return { id, letter, networks: networks as never, tagId: filledOrganization.ids.Tag![0]! };
  };
  const first = await addOrganization('A');
  const second = await addOrganization('B');
  // One share has no password. The other shares have a password that no caller knows.
  await prisma.share.updateMany({ where: { id: { in: shareIds } }, data: { name: 'shared', allowedDomains: [] } });
  await prisma.share.updateMany({ where: { id: shareIds[0]! }, data: { passwordHash: null } });

  const [n1, n2] = first.networks;
  const [m1] = second.networks;
  const whole = (letter: string) => [letter, `${letter}.N1`, `${letter}.N2`, `${letter}.person`];
  const owner = await addUser(first.id, 'Owner');
  const member = await addUser(first.id, 'Member', [n1.id]);
  const ownerCaller = add('the owner of A by session', owner, ...whole('A'));
  const keyOf = (networkIds: string[]) => addKey(owner.id, first.id, 'Owner', networkIds);
  const ownerKey = add('a key of A for both networks', await keyOf([n1.id, n2.id]), ...whole('A'));
  add('a key of A narrowed to N1', await keyOf([n1.id]), 'A', n1.scope);
  add('a key of A narrowed to N2', await keyOf([n2.id]), 'A', n2.scope);
  add('a key of A without a network', await keyOf([]), 'A');
  add('a Member of A.N1 by session', member, 'A', n1.scope);
  add('a Viewer of A.N2 by session', await addUser(first.id, 'Viewer', [n2.id]), 'A', n2.scope);
  add("a Member's key of A.N1", await addKey(member.id, first.id, 'Member', [n1.id]), 'A', n1.scope);
  add('a daemon of A.N1', await addDaemon(first.id, n1.id), 'A', n1.scope);
  add('a daemon of A.N2', await addDaemon(first.id, n2.id), 'A', n2.scope);
  add('the owner of B by session', await addUser(second.id, 'Owner'), ...whole('B'));
  add('a Viewer of B.N1 by session', await addUser(second.id, 'Viewer', [m1.id]), 'B', m1.scope);
  add('a daemon of B.N1', await addDaemon(second.id, m1.id), 'B', m1.scope);
  const revokedKey = await keyOf([n1.id, n2.id]);
  await prisma.userApiKey.delete({ where: { id: revokedKey.id } });
  add('a key that was deleted', revokedKey);
  const anonymous = add('anonymous', { headers: {} });
  return {
    prisma,
    canaries,
    organizations: [first, second],
    callers,
    owner: ownerCaller,
    ownerKey,
    anonymous,
    small: { name: 'the owner of one host', headers: (await addTenant(prisma, 'Small')).headers, reach: new Set() },
    large: (await addLarge(prisma, databaseUrl, largeHosts)).owner,
    ...(needsFull && { full: await addFull(prisma, databaseUrl) }),
    innocentKeys: [
      (await addTenant(prisma, 'Innocent')).token,
      (await addTenant(prisma, 'Harmless')).token,
      (await addTenant(prisma, 'Peaceful')).token,
    ],
    shareIds,
    ids,
    instants: [],
    caller: (name) => callers.find((caller) => caller.name === name)!,
    hosts: largeHosts,
    addLarge: (hosts, networks) => addLarge(prisma, databaseUrl, hosts, networks),
    addEmpty: async (name) => {
      const { networkId, headers } = await addTenant(prisma, name);
      return { networkId, owner: { name: `the owner of ${name}`, headers, reach: new Set() } };
    },
    addUser,
    addKey,
    close: () => prisma.$disconnect(),
  };
}

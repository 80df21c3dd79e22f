// Tests rows that several networks use (credentials and tags), in every way of using them. Only callers with access to
// all of these networks may change them. Only a caller with access to a credential's networks may give its secret to
// another network.
import { randomUUID } from 'node:crypto';
import { marks } from '../../src/generated/model-facts';
import { relationsOf } from '../../src/data/model/model-fields';
import { requiredReach, isShared, type SharedModel } from '../../src/data/tenancy/visible-rows';
import { rankOf, type Permissions } from '../../src/data/tenancy/viewer';
import { addDiscovery, addSession } from '../support/discovery-rows';
import type { Client, Reply } from '../support/client';
import { createWorld, type DaemonCaller, type World } from '../support/world';

interface Actor {
  readonly name: string;
  readonly caller: Client;
  readonly userId: string;
  readonly rank: Permissions;
  /** The networks that the caller can access, or 'all'. */
  readonly reach: 'all' | readonly string[];
}
/** A row, and the networks that use it. */
interface UsedRow {
  readonly id: string;
  readonly by: readonly string[];
}

let world: World;
let actors: Actor[];
/** A network that the Members, and the keys for fewer than all networks, cannot access. */
let third: string;
const daemons = new Map<string, DaemonCaller>();
beforeAll(async () => {
  world = await createWorld();
  const { prisma, organizationId, networkId: north, otherNetworkId: south, owner, admin } = world;
  const body = { name: 'Third', organization_id: organizationId, tags: [] };
  third = (await owner.rest.post('/networks', body)).body.data.id;
  const [both, one] = [await world.addUser('Member'), await world.addUser('Member', [north])];
  const everywhere = [north, south, third];
  const as = (name: string, caller: Client & { userId: string }, rank: Permissions, reach: Actor['reach']): Actor => ({
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
  for (const network of everywhere) {
    const daemon = await world.addDaemon({ networkId: network });
    await prisma.daemon.update({ where: { id: daemon.daemonId }, data: { confirmedAt: new Date() } });
    daemons.set(network, daemon);
  }
});
afterAll(() => world.close());

const hasRank = ({ rank }: Actor, level: Permissions) => rankOf(rank) >= rankOf(level);
const reaches = ({ reach }: Actor, networks: readonly string[]) =>
  reach === 'all' || networks.every((network) => reach.includes(network));
const hasEverything = (actor: Actor) => hasRank(actor, 'Admin') && actor.reach === 'all';

const addHost = async (networkId: string) => (await world.prisma.host.create({ data: { networkId, name: 'host' } })).id;

/** A way to make a network use the row, for one relation of the model. */
type MarkUsed = (id: string, networkId: string) => Promise<unknown>;
const credentialWays: Record<string, MarkUsed> = {
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
const carriers: Record<string, (networkId: string) => Promise<string>> = {
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
const tagWays: Record<string, MarkUsed> = Object.fromEntries(
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

const addCredential = async (columns: object = {}) => {
  const input = { name: randomUUID(), credentialType: 'SnmpV2c', community: 'a-secret', ...columns };
  const document = 'mutation($input: CreateCredentialInput!) { createCredential(input: $input) { id } }';
  return (await world.admin.query(document, { input })).createCredential.id as string;
};
const addTag = async () =>
  (await world.prisma.tag.create({ data: { name: randomUUID(), organizationId: world.organizationId } })).id;

const kinds = {
  Credential: { level: 'Admin', path: '/credentials', add: addCredential, ways: credentialWays },
  Tag: { level: 'Member', path: '/tags', add: addTag, ways: tagWays },
} as const satisfies Record<SharedModel, object>;

/**
 * Rows that no network uses, rows that two networks use in all ways, and rows that one network uses in a single way.
 */
const uses: [SharedModel, string, () => Promise<UsedRow>][] = (
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

test('every kind that networks share is here, with every way of using it', () => {
  expect(Object.keys(kinds).sort()).toEqual(Object.keys(requiredReach).filter(isShared).sort());
  expect(Object.keys(tagWays).sort()).toEqual(Object.keys(marks.taggable).sort());
  const lists = [...relationsOf('Credential').values()].filter(({ isList }) => isList).map(({ name }) => name);
  expect(Object.keys(credentialWays).sort()).toEqual(lists.sort());
  expect([...relationsOf('Tag').values()].filter(({ isList }) => isList).map(({ name }) => name)).toEqual([
    'assignments',
  ]);
});

type Change = (actor: Actor, id: string) => Promise<Reply>;
const changesOf = (model: SharedModel): Record<string, Change> => {
  const { path } = kinds[model];
  const full = (name: string) =>
    model === 'Tag'
      ? { name, color: 'Red', is_application: true, organization_id: world.organizationId }
      : { name, credential_type: 'SnmpV2c' };
  const plural = `delete${model}s`;
  return {
    'PUT of all fields': ({ caller }, id) => caller.rest.put(`${path}/${id}`, full(randomUUID())),
    [`update${model}`]: ({ caller }, id) =>
      caller.graphql(
        `mutation($id: UUID!, $input: Update${model}Input!) { update${model}(id: $id, input: $input) { id } }`,
        { id, input: model === 'Tag' ? { isApplication: true } : { community: 'another' } },
      ),
    [`update${model} of a state that is no more`]: ({ caller }, id) =>
      caller.graphql(
        `mutation($id: UUID!, $input: Update${model}Input!) { update${model}(id: $id, input: $input) { id } }`,
        { id, input: { name: randomUUID(), expectedUpdatedAt: new Date(0).toISOString() } },
      ),
    [plural]: ({ caller }, id) =>
      caller.graphql(`mutation($ids: [UUID!]!) { ${plural}(ids: $ids) { deletedCount } }`, { ids: [randomUUID(), id] }),
    [`delete${model}`]: ({ caller }, id) =>
      caller.graphql(`mutation($id: UUID!) { delete${model}(id: $id) }`, { id: id.toUpperCase() }),
    'bulk-delete': ({ caller }, id) => caller.rest.post(`${path}/bulk-delete`, [id, randomUUID()]),
    DELETE: ({ caller }, id) => caller.rest.delete(`${path}/${id}`),
  };
};

const refusalOf = ({ status, body }: Reply): unknown[] => {
  const [error] = (body.errors ?? []) as { extensions: { code: string; params: unknown } }[];
  if (error) return [error.extensions.code, error.extensions.params];
  return status === 200 ? [] : [body.code, body.params];
};
const stored = (model: SharedModel, id: string): Promise<unknown> =>
  model === 'Tag'
    ? world.prisma.tag.findUnique({ where: { id }, include: { assignments: { orderBy: { id: 'asc' } } } })
    : world.prisma.credential.findUnique({
        where: { id },
        include: {
          networkAssignments: { orderBy: { networkId: 'asc' } },
          hostAssignments: { orderBy: { hostId: 'asc' } },
        },
      });

const few = /^PUT|^bulk-delete|^delete[A-Z][a-z]+[^s]$/;
describe('is changed and deleted by callers who reach all networks that use it:', () => {
  test.each(uses)('%s used %s', async (model, use, make) => {
    const { level } = kinds[model];
    // Rows without a use, and rows with all uses, are tested with all changes. The other rows are tested with a few
    // changes.
    const changes = Object.entries(changesOf(model)).filter(([name]) => /by none|every/.test(use) || few.test(name));
    for (const [name, change] of changes) {
      let unchangedRow: (UsedRow & { readonly before: unknown }) | undefined;
      const makeOne = async () => {
        const newRow = await make();
        return { ...newRow, before: await stored(model, newRow.id) };
      };
      for (const actor of actors) {
        const row = unchangedRow ?? (await makeOne());
        const { id, by, before } = row;
        const reply = await change(actor, id);
        const [code, params] = refusalOf(reply);
        const story = `${actor.name}, ${name}: ${reply.story}`;
        const after = await stored(model, id);
        if (!hasRank(actor, level)) expect([story, code]).toEqual([story, 'auth_permission_denied']);
        else if (!reaches(actor, by))
          expect([story, code, params]).toEqual([story, 'entity_access_denied', { entity: model, id }]);
        else if (name.includes('no more')) expect([story, code]).toEqual([story, 'entity_changed']);
        else {
          expect([story, code]).toEqual([story, undefined]);
          expect([story, after]).not.toEqual([story, before]);
          unchangedRow = undefined;
          continue;
        }
        expect([story, after]).toEqual([story, before]);
        // The row is unchanged, so the next caller tries to change the same row.
        unchangedRow = row;
      }
    }
  });
});

/**
 * Assigns the credential within a network. Returns the reply, the id of the host if there is one, and the rank that the
 * request requires.
 */
type Assign = (
  actor: Actor,
  credentialId: string,
  networkId: string,
) => Promise<{ reply: Reply; hostId?: string; level: Permissions }>;
const assigns: Record<string, Assign> = {
  'to a new host': async ({ caller }, credential_id, network_id) => {
    const body = { name: randomUUID(), network_id, tags: [], credential_assignments: [{ credential_id }] };
    const reply = await caller.rest.post('/hosts', body);
    return { reply, hostId: reply.body.data?.id, level: 'Member' };
  },
  'to a new host by GraphQL': async ({ caller }, credentialId, networkId) => {
    const input = { name: randomUUID(), networkId, credentialAssignments: [{ credentialId }] };
    const reply = await caller.graphql(
      'mutation($input: CreateHostInput!) { made: createHost(input: $input) { id } }',
      {
        input,
      },
    );
    return { reply, hostId: reply.body.data?.made?.id, level: 'Member' };
  },
  'to a host': async ({ caller }, credential_id, networkId) => {
    const hostId = await addHost(networkId);
    const body = { id: hostId, name: 'h', hidden: false, tags: [], credential_assignments: [{ credential_id }] };
    return { reply: await caller.rest.put(`/hosts/${hostId}`, body), hostId, level: 'Member' };
  },
  'to a network': async ({ caller }, credential_id, networkId) => {
    const body = { name: 'net', organization_id: world.organizationId, credential_ids: [credential_id] };
    return { reply: await caller.rest.put(`/networks/${networkId}`, body), level: 'Admin' };
  },
  'to a new network': async ({ caller }, credential_id) => {
    const body = { name: 'new', organization_id: world.organizationId, tags: [], credential_ids: [credential_id] };
    return { reply: await caller.rest.post('/networks', body), level: 'Admin' };
  },
};

describe('a credential is assigned by an Admin, or by callers who reach all networks that use it:', () => {
  const credentialUses = uses.filter(([model]) => model === 'Credential').map(([, use, make]) => [use, make] as const);
  test.each(credentialUses)('one used %s', async (use, make) => {
    for (const [name, assign] of Object.entries(assigns))
      for (const actor of actors) {
        const { prisma, networkId } = world;
        const { id, by } = await make();
        const isAssigned = by.length > 0 && !use.includes('openedHosts');
        const count = async () => [
          await prisma.hostCredential.count({ where: { credentialId: id } }),
          await prisma.networkCredential.count({ where: { credentialId: id } }),
          await prisma.network.count({ where: { organizationId: world.organizationId } }),
        ];
        // An assignment that the network already has is kept, whoever updates the network.
        const isThere = name === 'to a network' && /as networkAssignments by the first|in every way/.test(use);
        const before = await count();
        const { reply, hostId, level } = await assign(actor, id, networkId);
        const [code, params] = refusalOf(reply);
        const story = `${actor.name}, ${name}: ${reply.story}`;
        if (!hasRank(actor, level)) expect([story, code]).toEqual([story, 'auth_permission_denied']);
        else if (name !== 'to a new network' && !reaches(actor, [networkId]))
          expect([story, code]).toEqual([story, name.includes('new') ? 'entity_access_denied' : 'entity_not_found']);
        else if (isThere || hasEverything(actor) || (isAssigned && reaches(actor, by))) {
          expect([story, code]).toEqual([story, undefined]);
          const assignedBy = actor.userId;
          const rows = hostId
            ? await prisma.hostCredential.findMany({ where: { hostId } })
            : await prisma.networkCredential.findMany({ where: { credentialId: id, assignedBy } });
          expect(rows).toMatchObject(isThere ? [] : [{ credentialId: id, assignedBy }]);
          if (name === 'to a new network') await prisma.network.delete({ where: { id: reply.body.data.id } });
          await prisma.networkCredential.deleteMany({ where: { networkId } });
          continue;
        } else expect([story, code, params]).toEqual([story, 'entity_access_denied', { entity: 'Credential', id }]);
        expect([story, await count()]).toEqual([story, before]);
      }
  });
});

const request = async (networkId: string): Promise<string[]> => {
  const daemon = daemons.get(networkId)!;
  await addSession(world, await addDiscovery(world, daemon.daemonId, networkId));
  const body = { name: 'd', mode: 'daemon_poll', version: '0.17.22+netloom.0.1.0', ready_for_work: true };
  const { body: answer } = await daemon.send('POST', `/api/daemons/${daemon.daemonId}/request-work`, { body });
  const foundJson = JSON.stringify(answer.data[0].credential_mappings).match(/"community":"[^"]*"/g) ?? [];
  await world.prisma.discoverySession.deleteMany({ where: { daemonId: daemon.daemonId } });
  return foundJson;
};

test('a Member of one network gets no secret of another by a host and a daemon of its own', async () => {
  const { prisma, networkId, otherNetworkId } = world;
  await prisma.credential.deleteMany({ where: { organizationId: world.organizationId } });
  const member = actors.find(({ name }) => name === 'a Member of one network')!.caller;
  const id = await addCredential({ community: 'only-of-the-second' });
  await credentialWays.networkAssignments!(id, otherNetworkId);
  const listedReply = await member.rest.get('/credentials');
  expect(listedReply.body.data.map((row: { id: string }) => row.id)).toContain(id);
  const cidr = '10.200.0.0/24';
  const subnet = await prisma.subnet.create({ data: { networkId, cidr, name: 'lan', subnetType: 'Lan' } });
  const body = {
    ...{ name: 'bait', network_id: networkId, tags: [], credential_assignments: [{ credential_id: id }] },
    ip_addresses: [{ ip_address: '10.200.0.9', subnet_id: subnet.id }],
  };
  const refusedReply = await member.rest.post('/hosts', body);
  expect([refusedReply.status, refusedReply.body.code]).toEqual([403, 'entity_access_denied']);
  expect(await request(networkId)).toEqual([]);
  expect(await request(otherNetworkId)).toEqual(['"community":"only-of-the-second"']);
  // After an Admin has assigned the credential, the service sends its secret to the daemon.
  expect((await world.admin.rest.post('/hosts', body)).status).toBe(200);
  expect(await request(networkId)).toEqual(['"community":"only-of-the-second"']);
});

test.each(['Host', 'Service', 'Subnet', 'Group', 'Discovery', 'Daemon', 'DaemonApiKey'])(
  'a Member of one network assigns a tag that only another network uses, to a %s',
  async (entityType) => {
    const { networkId, otherNetworkId } = world;
    const { caller } = actors.find(({ name }) => name === 'a Member of one network')!;
    const tagId = await addTag();
    await tagWays.Host!(tagId, otherNetworkId);
    const entityId = await carriers[entityType]!(networkId);
    const set = 'mutation($input: SetEntityTagsInput!) { setEntityTags(input: $input) { tagIds } }';
    const setTags = async (tagIds: readonly string[]) =>
      (await caller.query(set, { input: { entityId, entityType, tagIds } })).setEntityTags.tagIds as string[];
    expect(await setTags([tagId])).toEqual([tagId]);
    expect(await setTags([])).toEqual([]);
    const add = 'mutation($input: TagEntitiesInput!) { addTagToEntities(input: $input) { affectedCount } }';
    const { addTagToEntities } = await caller.query(add, { input: { tagId, entityType, entityIds: [entityId] } });
    expect(addTagToEntities).toEqual({ affectedCount: 1 });
    // The tag's assignments of the other network stay.
    const where = { tagId, networkId: otherNetworkId };
    expect(await world.prisma.tagAssignment.count({ where })).toBe(1);
    await setTags([]);
  },
);

describe('credentials that a host already has', () => {
  const put = (caller: Client, hostId: string, ids: readonly string[]) =>
    caller.rest.put(`/hosts/${hostId}`, {
      ...{ id: hostId, name: 'host', hidden: false, tags: [] },
      credential_assignments: ids.map((credential_id) => ({ credential_id, assigned_by: randomUUID() })),
    });
  const assignersOf = async (hostId: string) =>
    (await world.prisma.hostCredential.findMany({ where: { hostId }, orderBy: { createdAt: 'asc' } })).map(
      ({ credentialId, assignedBy }) => [credentialId, assignedBy],
    );
  const one = () => actors.find(({ name }) => name === 'a Member of one network')!;

  test('keep their assigner, whoever writes the host in whatever order; a removed one is treated as new', async () => {
    const { admin, networkId, otherNetworkId } = world;
    const [first, second, old] = [await addCredential(), await addCredential(), await addCredential()];
    for (const id of [first, second, old]) await credentialWays.networkAssignments!(id, otherNetworkId);
    const hostId = await addHost(networkId);
    await world.prisma.hostCredential.create({
      data: { hostId, credentialId: old, networkId, organizationId: world.organizationId },
    });
    await put(admin, hostId, [old, first, second]);
    const { caller } = one();
    const movedReply = await put(caller, hostId, [second, old, first]);
    expect([movedReply.status, movedReply.body.data.credential_assignments]).toEqual([
      200,
      [
        { credential_id: second, ip_address_ids: null, assigned_by: admin.userId },
        { credential_id: old, ip_address_ids: null, assigned_by: null },
        { credential_id: first, ip_address_ids: null, assigned_by: admin.userId },
      ],
    ]);
    expect(await assignersOf(hostId)).toEqual([
      [second, admin.userId],
      [old, null],
      [first, admin.userId],
    ]);
    const other = await addHost(networkId);
    expect(refusalOf(await put(caller, other, [first]))).toEqual([
      'entity_access_denied',
      { entity: 'Credential', id: first },
    ]);
    expect((await put(caller, hostId, [first])).status).toBe(200);
    expect((await put(caller, hostId, [first, second])).body.code).toBe('entity_access_denied');
    expect(await assignersOf(hostId)).toEqual([[first, admin.userId]]);
  });

  test('goes with it where hosts are merged, and no further', async () => {
    const { admin, networkId, otherNetworkId } = world;
    const id = await addCredential();
    await credentialWays.networkAssignments!(id, otherNetworkId);
    const [destination, other] = [await addHost(networkId), await addHost(networkId)];
    await put(admin, other, [id]);
    const mergedReply = await one().caller.rest.put(`/hosts/${destination}/consolidate/${other}`);
    expect([mergedReply.status, mergedReply.body.data.credential_assignments]).toEqual([
      200,
      [{ credential_id: id, ip_address_ids: null, assigned_by: admin.userId }],
    ]);
    expect(await world.prisma.hostCredential.findMany({ where: { credentialId: id } })).toMatchObject([
      { hostId: destination, networkId, assignedBy: admin.userId },
    ]);
  });

  test('with an unknown assigner are listed for Admins, on hosts and networks, by GraphQL and REST', async () => {
    const { prisma, admin, networkId, organizationId } = world;
    const removedCaller = await world.addUser('Admin');
    const [adminHostId, orphanHostId, removedCallerHostId] = [
      await addHost(networkId),
      await addHost(networkId),
      await addHost(networkId),
    ];
    const id = await addCredential();
    await put(admin, adminHostId, [id]);
    await put(removedCaller, removedCallerHostId, [id]);
    await prisma.hostCredential.create({ data: { hostId: orphanHostId, credentialId: id, networkId, organizationId } });
    await prisma.user.delete({ where: { id: removedCaller.userId } });
    const network = await prisma.network.create({ data: { name: 'old', organizationId } });
    await prisma.networkCredential.create({ data: { networkId: network.id, credentialId: id, organizationId } });
    const idsOf = (rows: { id: string }[]) => rows.map((row) => row.id);
    const hosts = await admin.rest.get('/hosts?credentials_without_assigner=true&limit=0');
    expect(idsOf(hosts.body.data)).toEqual(expect.arrayContaining([orphanHostId, removedCallerHostId]));
    expect(idsOf(hosts.body.data)).not.toContain(adminHostId);
    const others = await admin.rest.get('/hosts?credentials_without_assigner=false&limit=0');
    expect(idsOf(others.body.data)).toContain(adminHostId);
    expect(idsOf(others.body.data)).not.toContain(orphanHostId);
    const networks = await admin.rest.get('/networks?credentials_without_assigner=true&limit=0');
    expect(networks.body.data.find((row: { id: string }) => row.id === network.id)).toMatchObject({
      credential_assignments: [{ credential_id: id, assigned_by: null }],
    });
    const document = `{ hosts(first: 1000, filter: { credentialsWithoutAssigner: true }) { nodes { id
      credentialAssignments { credentialId assignedBy assignedByUser { id } } } }
      networks(filter: { credentialsWithoutAssigner: true }) { nodes { id
      credentialAssignments { credentialId assignedBy assignedByUser { id } } } } }`;
    const answer = await admin.query(document);
    const nobody = { credentialId: id, assignedBy: null, assignedByUser: null };
    expect(answer.hosts.nodes).toEqual(expect.arrayContaining([{ id: orphanHostId, credentialAssignments: [nobody] }]));
    expect(answer.networks.nodes).toEqual(
      expect.arrayContaining([{ id: network.id, credentialAssignments: [nobody] }]),
    );
  });
});

describe("an Admin's key for one network", () => {
  const key = () => actors.find(({ name }) => name === "an Admin's key for one network")!.caller;
  const assign = async (credential_id: string) => {
    const { networkId, organizationId } = world;
    const body = { name: 'net', organization_id: organizationId, credential_ids: [credential_id] };
    return refusalOf(await key().rest.put(`/networks/${networkId}`, body))[0];
  };
  const make = async (fields: object) => {
    const { body } = await key().rest.post('/credentials', { name: randomUUID(), ...fields });
    return body.data.id as string;
  };
  const v2c = { credential_type: 'SnmpV2c', community: 'by-the-key' };

  test('can assign in its network a credential that it wrote, until others change the secret', async () => {
    const id = await make(v2c);
    expect(await assign(id)).toBeUndefined();
    await world.prisma.networkCredential.deleteMany({ where: { credentialId: id } });
    expect((await world.admin.rest.put(`/credentials/${id}`, { name: randomUUID(), community: 'new' })).status).toBe(
      200,
    );
    expect(await assign(id)).toBe('entity_access_denied');
    expect((await key().rest.put(`/credentials/${id}`, { name: randomUUID(), community: 'again' })).status).toBe(200);
    expect(await assign(id)).toBeUndefined();
  });

  test('cannot assign a credential of which it wrote only a part', async () => {
    const v3 = { username: 'u', authenticationProtocol: 'SHA256', authenticationKey: 'authentic-1' };
    const id = await addCredential({ credentialType: 'SnmpV3', community: null, ...v3 });
    expect((await key().rest.put(`/credentials/${id}`, { name: randomUUID(), username: 'mine' })).status).toBe(200);
    expect(await assign(id)).toBe('entity_access_denied');
  });

  test('makes no credential one that all networks use', async () => {
    const id = await make(v2c);
    const required = 'Admin of every network';
    const input = { name: randomUUID(), credentialType: 'SnmpV2c', community: 'x', isDefault: true };
    expect(
      await key().refusal('mutation($input: CreateCredentialInput!) { createCredential(input: $input) { id } }', {
        input,
      }),
    ).toMatchObject({ code: 'auth_permission_denied', params: { action: 'createCredential', required } });
    expect(
      await key().refusal('mutation($id: UUID!) { updateCredential(id: $id, input: { isDefault: true }) { id } }', {
        id,
      }),
    ).toMatchObject({ code: 'auth_permission_denied', params: { action: 'updateCredential', required } });
  });
});

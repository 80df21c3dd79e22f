// Tests that no request gives anyone more rights than the sender has, and that no response shows an invite or token
// with more rights. The only exception is a network that the sender creates.
import fc from 'fast-check';
import { getNamedType, isInputObjectType, isLeafType, type GraphQLField, type GraphQLOutputType } from 'graphql';
import { publicOperations } from '../../src/auth/public-operations';
import { hashToken } from '../../src/auth/tokens';
import type { Permissions } from '../../src/data/tenancy/viewer';
import { schema } from '../../src/modules/types';
import { arbitraryValues } from '../errors/arbitraries';
import { bounds } from '../errors/generated-world';
import type { Client, Reply } from '../support/client';
import { fillOrganization } from '../support/populate';
import { covers, readPowers, type Powers } from '../support/powers';
import { createWorld, type Caller, type World } from '../support/world';
import { findModels, findOwner } from './id-places';
import { listDocument, rootLists, wholeListSize } from './schema-shape';

interface Actor {
  readonly name: string;
  readonly caller: Client;
  /** The id of the session's user or of the key. The rights of the caller are those of this user or key. */
  readonly holder: string;
}

let world: World;
const actors: Actor[] = [];
const idsByModel: Record<string, string[]> = {};
const names = [
  "an Owner's key for one network",
  "an Owner's key of rank Admin for one network",
  "an Owner's key for no network",
  "an Owner's key of rank Admin for all networks",
  "an Admin's key for one network",
  'an Admin',
  'a Member of one network',
  "a Member's key",
  'a daemon',
] as const;

beforeAll(async () => {
  world = await createWorld({ QUERY_COST_MAXIMUM: '100000000' });
  const { prisma, organizationId, networkId, otherNetworkId, owner, admin } = world;
  const ownOrganization = await fillOrganization(prisma, organizationId);
  for (const { ids } of [
    ownOrganization,
    ownOrganization.person,
    await ownOrganization.fillNetwork(networkId),
    await ownOrganization.fillNetwork(otherNetworkId),
  ])
    for (const [model, some] of Object.entries(ids)) (idsByModel[model] ??= []).push(...some!);
  idsByModel.Organization = [organizationId];
  // Creates invites for different ranks by the Owner and by the Admin. Anyone who knows the id of an invite may accept
  // it, so no response may show the id to a caller with fewer rights.
  for (const [by, permissions] of [
    [owner, 'Owner'],
    [owner, 'Admin'],
    [admin, 'Admin'],
    [admin, 'Member'],
  ] as const) {
    const body = { permissions, network_ids: [networkId] };
    const { body: createdBody } = await by.rest.post('/invites', body);
    idsByModel.Invite!.push(createdBody.data.id as string);
  }
  const member = await world.addUser('Member', [networkId]);
  const keyOf = async (of: Caller, permissions: Permissions, networkIds: string[]) => {
    const caller = await world.addKey(of, { permissions, networkIds });
    const where = { keyHash: hashToken(caller.credential.key!) };
    return { caller, holder: (await prisma.userApiKey.findUniqueOrThrow({ where })).id };
  };
  const sessionOf = (caller: Caller) => ({ caller, holder: caller.userId });
  const daemon = await world.addDaemon({ networkId });
  const all = [networkId, otherNetworkId];
  const actorsByName: Record<(typeof names)[number], Omit<Actor, 'name'>> = {
    "an Owner's key for one network": await keyOf(owner, 'Owner', [networkId]),
    "an Owner's key of rank Admin for one network": await keyOf(owner, 'Admin', [networkId]),
    "an Owner's key for no network": await keyOf(owner, 'Owner', []),
    "an Owner's key of rank Admin for all networks": await keyOf(owner, 'Admin', all),
    "an Admin's key for one network": await keyOf(admin, 'Admin', [networkId]),
    'an Admin': sessionOf(admin),
    'a Member of one network': sessionOf(member),
    "a Member's key": await keyOf(member, 'Owner', all),
    'a daemon': { caller: daemon, holder: daemon.keyId },
  };
  for (const name of names) actors.push({ name, ...actorsByName[name] });
});
afterAll(() => world.close());

const powers = (): Promise<Powers> => readPowers(world.prisma, world.organizationId);
const describePowers = ({ holders, networks }: Powers): string[] =>
  [
    ...[...holders.values()].map(({ kind, id, rank, networks: networkIds }) =>
      [kind, id, rank, ...[...networkIds].sort()].join(' '),
    ),
    ...networks,
  ].sort();

/**
 * Adds a user of each rank, whom the next requests promote, demote or delete. Earlier requests may have deleted the
 * previous users.
 */
async function newVictims(): Promise<void> {
  const ranks = ['Viewer', 'Member', 'Admin', 'Owner'] as const;
  const networks = [...(await powers()).networks].slice(0, 1);
  const users = await Promise.all(ranks.map((rank) => world.addUser(rank, networks)));
  idsByModel.User = users.map(({ userId }) => userId);
}

/** Describes the effects of a request, and the values in its response, that exceed the rights of the caller. */
async function excessOf(actor: Actor, before: Powers, after: Powers, request: string, reply: Reply): Promise<string[]> {
  const networkIds = [...before.networks, ...after.networks];
  const rights = before.of(actor.holder);
  const excesses: string[] = [];
  // A network that the request has created or deleted changes what an Admin may access. So only users, keys and
  // invites whose own rank or networks have changed are compared.
  const isAsBefore = (id: string) => JSON.stringify(before.holders.get(id)) === JSON.stringify(after.holders.get(id));
  const all = [...new Map([...before.holders, ...after.holders])];
  const changed = all.filter(([id]) => !isAsBefore(id));
  for (const [id, holder] of changed.filter(([one]) => after.holders.has(one))) {
    const [had, has] = [before.of(id, networkIds), after.of(id, networkIds)];
    const gained = new Map([...has].filter(([scope, rank]) => rank > (had.get(scope) ?? -1)));
    if (!covers(rights, gained, before.networks)) excesses.push(`${holder.kind} ${id} of rank ${holder.rank} gained`);
  }
  if (!rights.has('people')) {
    const stay = (networks: readonly string[]) =>
      networks.filter((one) => before.networks.has(one) && after.networks.has(one)).sort();
    const describeHolder = (of: Powers, id: string) => {
      const holder = of.holders.get(id);
      return holder && JSON.stringify([holder.rank, stay(holder.networks)]);
    };
    for (const [id, { kind }] of changed)
      if ((kind === 'user' || kind === 'invite') && describeHolder(before, id) !== describeHolder(after, id))
        excesses.push(`${kind} ${id} was changed by who changes no people`);
  }
  const text = JSON.stringify(reply.body);
  for (const [id, { kind }] of all)
    if (
      kind === 'invite' &&
      text.includes(id) &&
      !request.includes(id) &&
      !covers(rights, after.of(id), before.networks)
    )
      excesses.push(`invite ${id} was shown`);
  for (const token of text.match(/nlm_[ude]_[0-9A-Za-z]{32}/g) ?? []) {
    const where = { keyHash: hashToken(token) };
    const { prisma } = world;
    const key =
      (await prisma.userApiKey.findUnique({ where })) ??
      (await prisma.daemonApiKey.findUnique({ where })) ??
      (await prisma.enrolmentCode.findUnique({ where: { codeHash: where.keyHash } }));
    if (key && !covers(rights, after.of(key.id), before.networks)) excesses.push(`the token of ${key.id} was shown`);
  }
  return excesses;
}

/**
 * Whether the service refused the operation. The error of a refused operation has a path of at most one name. An error
 * at a field inside the result has a longer path.
 */
const isRefused = ({ body }: Reply): boolean =>
  ((body.errors ?? []) as { path?: readonly unknown[] }[]).some(({ path = [] }) => path.length < 2);

/**
 * Sends a request, and throws if the request gives anyone more rights than the caller has. Returns everyone's rights
 * after the request. After a refused request, returns `before`, because the end of the test compares all rights anyway.
 */
async function asks(
  actor: Actor,
  document: string,
  variables: Record<string, unknown>,
  before: Powers,
): Promise<Powers> {
  const reply = await actor.caller.graphql(document, variables);
  const after = isRefused(reply) ? before : await powers();
  const excess = await excessOf(actor, before, after, JSON.stringify(variables), reply);
  if (excess.length > 0) throw new Error(`${actor.name}: ${excess.join('; ')}\n${reply.story}`);
  return after;
}

function documentOf({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const declaredText = args.map((argument) => `$${argument.name}: ${String(argument.type)}`).join(', ');
  const passed = args.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  return `mutation(${declaredText}) { ${name}(${passed}) ${selectionOn(getNamedType(type as GraphQLOutputType))} }`;
}
/**
 * Selects every leaf field without arguments, also of rows one relation away, so that the response contains every value
 * that could reveal rights.
 */
function selectionOn(type: GraphQLOutputType, depth = 1): string {
  if (isLeafType(type) || !('getFields' in type)) return '';
  const fields = Object.values(type.getFields()).filter(({ args }) => args.length === 0);
  const selections = fields.flatMap((field) => {
    const inner = getNamedType(field.type as GraphQLOutputType);
    if (isLeafType(inner)) return [field.name];
    return depth > 0 && !('getTypes' in inner) ? [`${field.name} ${selectionOn(inner, depth - 1)}`] : [];
  });
  return `{ __typename ${selections.join(' ')} }`;
}

/**
 * Whether the operation concerns rows that carry rights, such as users, invites, keys and shares, or has inputs for
 * ranks or networks.
 */
const bearsRights = ({ name, args }: GraphQLField<unknown, unknown>): boolean =>
  /User|Invite|Key|Enrolment|Share|Daemon|Organization/.test(name) ||
  args.some(({ type }) => {
    const inner = getNamedType(type);
    return (
      isInputObjectType(inner) && Object.keys(inner.getFields()).some((field) => /permission|networkIds/.test(field))
    );
  });

// The mutations are tested in this order. Deletions come after other mutations, and deletions of networks last, because
// the other tests need the rows.
const turn = ({ name }: GraphQLField<unknown, unknown>) =>
  /^deleteNetworks?$|^(reset|delete)Organization$/.test(name) ? 2 : /^delete/.test(name) ? 1 : 0;
const mutations = Object.values(schema.getMutationType()!.getFields())
  .filter(({ name }) => !publicOperations.has(name))
  .sort((a, b) => turn(a) - turn(b)) as GraphQLField<unknown, unknown>[];

describe('no list shows an invite above its caller:', () => {
  test.each(rootLists)('$field', async ({ field, model }) => {
    const before = await powers();
    for (const actor of actors) await asks(actor, listDocument(field, model), { first: wholeListSize }, before);
  });
});

describe('keys that do not reach every network', () => {
  const narrowActors = () =>
    actors.filter(({ name }) => /key for (one|no) network|one network$/.test(name) && name !== names[6]);
  const refusal = (reply: Reply) => [reply.status, reply.body.code, reply.body.params?.required];

  test('change no people and no rights', async () => {
    await newVictims();
    const { networkId, organizationId } = world;
    const [viewer, , admin] = idsByModel.User!;
    const invite = idsByModel.Invite![0]!;
    for (const { name, caller } of narrowActors()) {
      const level = [403, 'auth_permission_denied'];
      for (const permissions of ['Viewer', 'Owner'])
        expect([name, refusal(await caller.rest.post('/invites', { permissions, network_ids: [networkId] }))]).toEqual([
          name,
          [...level, 'Admin of every network'],
        ]);
      const change = { permissions: 'Viewer', network_ids: [networkId] };
      for (const reply of [
        await caller.rest.get('/invites'),
        await caller.rest.get(`/invites/${invite}`),
        await caller.rest.delete(`/invites/${invite}/revoke`),
        await caller.rest.put(`/users/${viewer}/admin`, { ...change, permissions: 'Member' }),
        await caller.rest.put(`/users/${admin}/admin`, change),
        await caller.rest.delete(`/users/${viewer}`),
        await caller.rest.post('/users/bulk-delete', [viewer]),
      ])
        expect([name, reply.story, ...refusal(reply)]).toEqual([name, reply.story, ...level, 'Admin of every network']);
      const isOwner = name === names[0] || name === names[2];
      for (const reply of [
        await caller.rest.put(`/organizations/${organizationId}`, 'Renamed'),
        await caller.rest.post(`/organizations/${organizationId}/reset`),
      ])
        expect([name, ...refusal(reply)]).toEqual([name, ...level, isOwner ? 'Owner of every network' : 'Owner']);
    }
  });

  test('keep their rights within the networks that they reach, and have none elsewhere', async () => {
    const { caller } = actors[0]!;
    const { networkId, otherNetworkId } = world;
    const key = (network_id: string) => caller.rest.post('/auth/daemon', { name: 'branch', tags: [], network_id });
    expect((await key(networkId)).status).toBe(200);
    expect((await key(otherNetworkId)).body.code).toBe('entity_access_denied');
  });

  test('reach every network as soon as they are given the last, and no longer when there is a new one', async () => {
    const { prisma, organizationId, owner, networkId, otherNetworkId, stranger } = world;
    const key = await world.addKey(owner, { permissions: 'Admin', networkIds: [networkId, otherNetworkId] });
    const invites = async () => (await key.rest.get('/invites')).status;
    expect(await invites()).toBe(200);
    const { body } = await owner.rest.post('/networks', { name: 'Late', organization_id: organizationId, tags: [] });
    const late = body.data.id as string;
    expect(await invites()).toBe(403);
    const { id } = await prisma.userApiKey.findUniqueOrThrow({ where: { keyHash: hashToken(key.credential.key!) } });
    const allNetworkIds = [networkId, otherNetworkId, late];
    expect(
      (await owner.rest.put(`/auth/keys/${id}`, { name: 'key', tags: [], network_ids: allNetworkIds })).status,
    ).toBe(200);
    expect(await invites()).toBe(200);
    expect(
      (await stranger.rest.post('/networks', { name: 'Theirs', tags: [], organization_id: stranger.organizationId }))
        .status,
    ).toBe(200);
    expect(await invites()).toBe(200);
    expect((await owner.rest.delete(`/networks/${late}`)).status).toBe(200);
  });
});

test('a network that a key creates is reached by that key afterwards, and by no other key', async () => {
  const { prisma, organizationId, owner } = world;
  const other = await world.addKey(owner, { networkIds: [world.networkId] });
  for (const { caller, holder, name } of actors.slice(0, 5)) {
    for (const door of ['rest', 'graphql'] as const) {
      const input = { name: `made by ${name}`, organizationId };
      const createdNetwork =
        door === 'rest'
          ? (await caller.rest.post('/networks', { name: input.name, organization_id: organizationId, tags: [] })).body
              .data
          : (
              await caller.query(
                'mutation($input: CreateNetworkInput!) { made: createNetwork(input: $input) { id } }',
                { input },
              )
            ).made;
      const { id } = createdNetwork as { id: string };
      expect((await caller.rest.get(`/networks/${id}`)).status).toBe(200);
      const subnets = await caller.rest.get(`/subnets?network_id=${id}`);
      expect(subnets.body.data).toHaveLength(2);
      expect((await caller.rest.post('/auth/daemon', { name: 'branch', tags: [], network_id: id })).status).toBe(200);
      expect((await other.rest.get(`/networks/${id}`)).status).toBe(404);
      const reportedEvent = await prisma.auditEvent.findFirstOrThrow({
        where: { eventType: 'KeyChanged', subjectId: holder },
        orderBy: { createdAt: 'desc' },
      });
      expect((reportedEvent.details as { network_ids: { to: string[] } }).network_ids.to).toContain(id);
      expect((await owner.rest.delete(`/networks/${id}`)).status).toBe(200);
    }
  }
});

test('a key deleted while it creates a network either has created it or is refused', async () => {
  const { prisma, organizationId, owner, networkId } = world;
  for (let round = 0; round < 5; round += 1) {
    const key = await world.addKey(owner, { networkIds: [networkId] });
    const { id } = await prisma.userApiKey.findUniqueOrThrow({ where: { keyHash: hashToken(key.credential.key!) } });
    const name = `raced ${round}`;
    const [createdReply] = await Promise.all([
      key.rest.post('/networks', { name, organization_id: organizationId, tags: [] }),
      owner.rest.delete(`/auth/keys/${id}`),
    ]);
    expect([200, 401]).toContain(createdReply.status);
    expect(await prisma.network.count({ where: { name } })).toBe(createdReply.status === 200 ? 1 : 0);
    await prisma.network.deleteMany({ where: { name } });
  }
});

describe('no mutation gives more than its caller has:', () => {
  test.each(mutations.map((field) => [field.name, field] as const))('%s', async (_name, field) => {
    // Operations that concern no rights change no users, so their tests reuse the users of an earlier test.
    if (bearsRights(field) || !idsByModel.User) await newVictims();
    const document = documentOf(field);
    const owner = findOwner(field.name, getNamedType(field.type as GraphQLOutputType).name);
    const inputs = new Map(field.args.map(({ name, type }) => [name, type]));
    const idsFor = (path: readonly string[]) => {
      const isTold = !path.some((name) => /filter|options/i.test(name));
      const models = isTold ? findModels(owner, path).map(({ model }) => model) : Object.keys(idsByModel);
      const ids = models.flatMap((model) => idsByModel[model] ?? []);
      return ids.length > 0 ? ids : [world.networkId];
    };
    let before = await powers();
    const property = fc.asyncProperty(
      fc.constantFrom(...actors),
      arbitraryValues(inputs, idsFor),
      async (actor, values) => {
        before = await asks(actor, document, values, before);
      },
    );
    await fc.assert(property, bounds(bearsRights(field) ? 40 : 6));
    expect(describePowers(await powers())).toEqual(describePowers(before));
  });
});

// A network's changes over GraphQL: each change arrives once, in the order of time, whoever makes it and however often
// the client is disconnected.
import { eventually } from '../../support/eventually';
import { openSubscription } from '../../support/events';
import { addInventory } from '../../support/inventory';
import { type ChangeFollower, followChanges, leaveAll, openedFollowers } from '../../support/change-follower';
import { createMigratedDatabase } from '../../support/own-database';
import { createWorld, serve, type Caller, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterEach(leaveAll);
afterAll(() => world.close());

const follow = (
  caller: Caller,
  { url = world.url, ...variables }: { url?: string; [variable: string]: unknown } = {},
) => followChanges(url, caller, { networkId: world.networkId, ...variables });

let createdCount = 0;
const addHost = (networkId = world.networkId) =>
  world.prisma.host.create({ data: { networkId, name: `host ${(createdCount += 1)}` } });

test('a key receives creation, change and deletion of a host: old and new values, actor and operation', async () => {
  const client = await follow(world.key);
  expect(await client.receive()).toEqual({ hasGap: false, cursor: expect.any(String), changes: [] });
  const input = { networkId: world.networkId, name: 'before' };
  const createdAnswer = await world.owner.query(
    'mutation($input: CreateHostInput!) { createHost(input: $input) { id } }',
    {
      input,
    },
  );
  const { id } = createdAnswer.createHost as { id: string };
  const [addedChange] = await client.until(({ entityId }) => entityId === id);
  expect(addedChange).toMatchObject({ kind: 'Host', entityId: id, changeType: 'Added', name: 'before', hostId: id });
  expect(addedChange!.fields).toContainEqual({ field: 'name', from: null, to: 'before' });
  expect(addedChange!.event).toMatchObject({
    operation: 'createHost',
    actor: { type: 'User', name: world.owner.email },
  });
  await world.owner.query('mutation($id: UUID!) { updateHost(id: $id, input: { name: "after" }) { id } }', { id });
  const [changedChange] = await client.until(({ entityId }) => entityId === id);
  expect(changedChange).toMatchObject({ changeType: 'Changed', event: { operation: 'updateHost' } });
  expect(changedChange!.fields).toEqual([{ field: 'name', from: 'before', to: 'after' }]);
  await world.owner.query('mutation($id: UUID!) { deleteHost(id: $id) }', { id });
  const [removedChange] = await client.until(({ entityId }) => entityId === id);
  expect(removedChange).toMatchObject({ changeType: 'Removed', name: 'after', event: { operation: 'deleteHost' } });
  expect(removedChange!.fields).toContainEqual({ field: 'name', from: 'after', to: null });
});

test('the e-mail address of another user is sent only to callers who may read users, as in the history', async () => {
  const viewers = await world.addKey(world.viewer, { permissions: 'Viewer' });
  const clients = [await follow(world.viewer), await follow(viewers)];
  await Promise.all(clients.map((client) => client.receive()));
  await world.owner.query('mutation($input: CreateHostInput!) { createHost(input: $input) { id } }', {
    input: { networkId: world.networkId, name: 'whose' },
  });
  const names: unknown[] = [];
  for (const client of clients) names.push((await client.until(({ name }) => name === 'whose'))[0]!.event!.actor.name);
  expect(names).toEqual([world.owner.email, null]);
});

describe('a client that lost its connection', () => {
  test('receives what it missed, once, from this replica and from another', async () => {
    const other = await serve();
    try {
      const client = await follow(world.key);
      const { cursor: start } = await client.receive();
      const hosts = [await addHost(), await addHost()];
      await client.until(({ entityId }) => entityId === hosts[1]!.id);
      client.leave();
      hosts.push(await addHost());
      for (const [since, missedRows] of [
        [start, hosts],
        [client.cursor, hosts.slice(2)],
      ] as const)
        for (const url of [world.url, other.url]) {
          const returnedChangeFollower = await follow(world.key, { url, since });
          await returnedChangeFollower.until(({ entityId }) => entityId === hosts[2]!.id);
          expect(returnedChangeFollower.receivedChanges.map(({ entityId }) => entityId)).toEqual(
            missedRows.map(({ id }) => id),
          );
          expect(returnedChangeFollower.gaps).toBe(0);
          returnedChangeFollower.leave();
        }
    } finally {
      leaveAll();
      await other.stop();
    }
  });

  test('receives nothing if nothing has happened, at once', async () => {
    const client = await follow(world.key);
    const { cursor } = await client.receive();
    const returnedChangeFollower = await follow(world.key, { since: cursor });
    expect(await returnedChangeFollower.receive()).toMatchObject({ hasGap: false, changes: [] });
  });

  test('continues in the middle of a transaction with more rows than one event holds', async () => {
    const client = await follow(world.key, { kinds: ['VLAN'] });
    await client.receive();
    const { networkId, organizationId } = world;
    const vlans = Array.from({ length: 450 }, (_one, at) => ({
      ...{ networkId, organizationId, name: `VLAN ${at}`, vlanNumber: 1000 + at },
    }));
    await world.prisma.vlan.createMany({ data: vlans });
    const first = await client.receive();
    expect(first.changes.length).toBeLessThanOrEqual(200);
    client.leave();
    const returnedChangeFollower = await follow(world.key, { kinds: ['VLAN'], since: first.cursor });
    while (client.receivedChanges.length + returnedChangeFollower.receivedChanges.length < 450)
      await returnedChangeFollower.receive();
    const reportedChanges = [...client.receivedChanges, ...returnedChangeFollower.receivedChanges];
    expect(new Set(reportedChanges.map(({ entityId }) => entityId)).size).toBe(450);
    expect(returnedChangeFollower.gaps).toBe(0);
    await world.prisma.vlan.deleteMany({ where: { networkId } });
  });

  test('starts anew if it missed too much, and for an unknown cursor', async () => {
    const client = await follow(world.key);
    const { cursor } = await client.receive();
    client.leave();
    const { networkId, organizationId } = world;
    const vlans = Array.from({ length: 2300 }, (_one, at) => ({
      ...{ networkId, organizationId, name: `many ${at}`, vlanNumber: 1000 + at },
    }));
    await world.prisma.vlan.createMany({ data: vlans });
    await world.prisma.vlan.deleteMany({ where: { networkId } });
    const returnedChangeFollower = await follow(world.key, { since: cursor });
    while (returnedChangeFollower.gaps === 0) await returnedChangeFollower.receive();
    expect(returnedChangeFollower.receivedChanges.length).toBeLessThanOrEqual(2200);
    const past = Buffer.from(cursor, 'base64url');
    past.writeUIntBE(Date.now() - 8 * 86_400_000, 0, 6);
    for (const since of [past.toString('base64url'), `f${cursor.slice(1)}`, `AAAA${cursor.slice(4)}`]) {
      const again = await follow(world.key, { since });
      expect(await again.receive()).toMatchObject({ hasGap: true, changes: [] });
      const { id } = await addHost();
      await again.until(({ entityId }) => entityId === id);
      again.leave();
    }
  });
});

test('the transaction that wrote first and committed last is sent first, to early and late subscribers', async () => {
  const { prisma, networkId } = world;
  const client = await follow(world.key);
  const { cursor } = await client.receive();
  const slow = await prisma.$transaction(
    async (tx) => {
      const early = await tx.host.create({ data: { networkId, name: 'early' } });
      const late = await addHost();
      const between = await follow(world.key, { since: cursor });
      // The host `late` is already stored, but streams send it only after the open transaction, which has stored the
      // host `early` before it, has ended.
      expect(await between.receive()).toMatchObject({ hasGap: false, changes: [] });
      return { early, late, between };
    },
    { timeout: 30_000 },
  );
  for (const one of [client, slow.between]) {
    await one.until(({ entityId }) => entityId === slow.late.id);
    const reportedEntityIds = one.receivedChanges.map(({ entityId }) => entityId);
    expect(reportedEntityIds).toEqual([slow.early.id, slow.late.id]);
  }
});

test('after the clock of the database was set back, a subscriber starts anew and receives later changes', async () => {
  const database = await createMigratedDatabase();
  const set = await createWorld({ DATABASE_URL: database.url });
  try {
    // A clock that is 10 seconds ahead, seen through the closed instants that the feed reads.
    await database.query('ALTER FUNCTION closed_instants(uuid[]) RENAME TO real_closed_instants');
    const setAhead = (seconds: number) =>
      database.query(`CREATE OR REPLACE FUNCTION closed_instants(network_ids uuid[])
        RETURNS TABLE (network_id uuid, at timestamptz) LANGUAGE sql AS $$
          SELECT network_id, at + interval '${seconds} seconds' FROM real_closed_instants(network_ids) $$`);
    await setAhead(10);
    const client = await followChanges(set.url, set.key, { networkId: set.networkId });
    await client.receive();
    await setAhead(0);
    await set.prisma.host.create({ data: { networkId: set.networkId, name: 'after the clock was set back' } });
    while (client.gaps === 0) await client.receive();
    const { id } = await set.prisma.host.create({ data: { networkId: set.networkId, name: 'later' } });
    await client.until(({ entityId }) => entityId === id);
    expect(client.gaps).toBe(1);
  } finally {
    leaveAll();
    await set.stop();
    await database.drop();
  }
});

test('a change made on one replica is sent by another within a second', async () => {
  const other = await serve();
  try {
    const client = await follow(world.key, { url: other.url });
    await client.receive();
    const delays: number[] = [];
    // Measures repeatedly how long a change takes to arrive. One fast time is enough, because the machine may be
    // busy.
    for (let count = 0; count < 20 && !(Math.min(...delays) < 1000); count += 1) {
      const { id } = await addHost();
      const begunAt = performance.now();
      await client.until(({ entityId }) => entityId === id);
      delays.push(performance.now() - begunAt);
    }
    expect(Math.min(...delays)).toBeLessThan(1000);
  } finally {
    leaveAll();
    await other.stop();
  }
});

test('filters: kinds, a host with what belongs to it, tags of rows and of their hosts', async () => {
  const { prisma, organizationId, networkId } = world;
  const inventory = await addInventory(prisma, { networkId, organizationId }, 2);
  const [hostId, otherHostId] = inventory.hostIds as [string, string];
  await prisma.tagAssignment.deleteMany({ where: { hostId: otherHostId } });
  await prisma.tagAssignment.deleteMany({ where: { serviceId: inventory.serviceIds[1]! } });
  const clients = {
    kinds: await follow(world.owner, { kinds: ['Service', 'Port'] }),
    host: await follow(world.owner, { hostId }),
    tags: await follow(world.owner, { tagIds: [inventory.tagId] }),
    both: await follow(world.owner, { hostId, kinds: ['Host'], tagIds: [inventory.tagId] }),
    nothing: await follow(world.owner, { hostId: inventory.tagId }),
    none: await follow(world.owner, { kinds: [] }),
  };
  for (const client of Object.values(clients)) await client.receive();
  await prisma.tagAssignment.deleteMany({ where: { hostId } });
  await prisma.service.updateMany({ where: { id: { in: [...inventory.serviceIds] } }, data: { name: 'renamed' } });
  await prisma.port.deleteMany({ where: { id: { in: [...inventory.portIds] } } });
  await prisma.host.update({ where: { id: otherHostId }, data: { name: 'other' } });
  await prisma.tag.update({ where: { id: inventory.tagId }, data: { name: 'last of all' } });
  const all = await follow(world.owner, { since: clients.none.cursor });
  await all.until(({ name }) => name === 'last of all');
  const waitForChange = (of: ChangeFollower, matches: (change: (typeof all.receivedChanges)[number]) => boolean) =>
    eventually(async () => {
      const expectedChanges = all.receivedChanges.filter(matches);
      while (of.receivedChanges.length < expectedChanges.length) await of.receive();
      expect(of.receivedChanges).toEqual(expectedChanges);
      return true;
    });
  const [serviceId] = inventory.serviceIds;
  await waitForChange(clients.kinds, ({ kind }) => kind === 'Service' || kind === 'Port');
  await waitForChange(clients.host, (one) => one.hostId === hostId);
  // The client `tags` filters by tag. The host has lost the tag before its ports changed, so this client does not
  // receive their changes.
  await waitForChange(
    clients.tags,
    ({ entityId, changeType, kind }) =>
      entityId === inventory.tagId ||
      entityId === serviceId ||
      (entityId === hostId && kind === 'Host' && changeType === 'Changed'),
  );
  await waitForChange(clients.both, ({ entityId }) => entityId === hostId);
  expect(all.receivedChanges.length).toBeGreaterThanOrEqual(8);
  expect([clients.nothing.receivedChanges, clients.none.receivedChanges]).toEqual([[], []]);
});

describe('current rights', () => {
  const endings: [string, string, (caller: Caller) => Promise<unknown>][] = [
    [
      'the key is disabled',
      'entity_disabled',
      ({ userId }) => world.prisma.userApiKey.updateMany({ where: { userId }, data: { isEnabled: false } }),
    ],
    [
      'the network is taken from its owner',
      'entity_access_denied',
      ({ userId }) => world.prisma.userNetwork.deleteMany({ where: { userId, networkId: world.networkId } }),
    ],
  ];
  test.each(endings)('a stream ends when %s, with %s, and sends nothing afterwards', async (_what, code, end) => {
    const key = await world.addKey(await world.addUser('Member'), { permissions: 'Viewer' });
    const client = await follow(key);
    await client.receive();
    await end(key);
    const { id } = await addHost();
    const rest = JSON.stringify(await client.rest());
    expect(rest).toContain(code);
    expect(rest).not.toContain(id);
  });
});

test('anonymous callers, networks out of reach, invalid cursors and too long lists are refused', async () => {
  const refusal = async (variables: object, { credential }: Pick<Caller, 'credential'> = world.key) => {
    const document = `subscription($networkId: UUID!, $since: String, $tagIds: [UUID!]) {
      inventoryChanges(networkId: $networkId, since: $since, tagIds: $tagIds) { cursor } }`;
    const givenVariables = { networkId: world.networkId, ...variables };
    const events = await openSubscription(world.url, document, credential, givenVariables, 'POST');
    return JSON.stringify([events.status, await events.rest()]);
  };
  expect(await refusal({}, { credential: {} })).toContain('401');
  expect(await refusal({ networkId: world.strangerNetworkId })).toContain('403');
  expect(await refusal({ networkId: '00000000-0000-4000-8000-000000000000' })).toContain('403');
  for (const since of ['', 'x', 'x'.repeat(33), '?'.repeat(32)]) expect(await refusal({ since })).toContain('400');
  const tagIds = Array.from({ length: 101 }, () => world.networkId);
  expect(await refusal({ tagIds })).toContain('400');
});

test('a change costs the same statements for one reader as for nine of three users', async () => {
  const expectChanged = async (clients: readonly ChangeFollower[]) => {
    for (const client of clients) await client.receive();
    return world.queries.during(async () => {
      const { id } = await addHost();
      for (const client of clients) await client.until(({ entityId }) => entityId === id);
    });
  };
  const countStatements = (statements: readonly string[], pattern: RegExp) =>
    statements.filter((sql) => pattern.test(sql)).length;
  const one = await expectChanged([await follow(world.key)]);
  const several: ChangeFollower[] = [];
  for (const owner of [world.owner, world.member, world.viewer]) {
    const key = await world.addKey(owner, { permissions: 'Viewer' });
    for (let count = 0; count < 3; count += 1) several.push(await follow(key));
  }
  const nine = await expectChanged(several);
  // Nine clients on one network share one read of each change. An open transaction of another suite can cause a
  // second read.
  for (const pattern of [/AS "eventId"/, /AS "hostTagIds"/]) {
    expect(countStatements(one, pattern)).toBeGreaterThanOrEqual(1);
    expect(countStatements(nine, pattern)).toBeLessThanOrEqual(2);
  }
  expect(openedFollowers()).toBe(10);
});

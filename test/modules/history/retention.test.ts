// Retention: history is deleted when it expires and not before, snapshots keep the states that they show, writers never
// wait, and replicas share the work.
import { RowsAside } from '../../../src/platform/process/rows-aside';
import { withoutStatementTimeout } from '../../../src/platform/postgres/time-limits';
import { randomUUID } from 'node:crypto';
import { sweepHistory } from '../../../src/modules/jobs';
import { createPrismaClient } from '../../../src/data/client';
import type { PrismaClient } from '../../../src/generated/prisma/client';
import type { Reply } from '../../support/client';
import { createMigratedDatabase, type OwnDatabase } from '../../support/own-database';
import { createWorld, type World } from '../../support/world';

let database: OwnDatabase;
let world: World;
let replica: PrismaClient;
let networkId: string;
// A separate database, because a sweep processes the rows of all suites that share a database.
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: database.url });
  replica = createPrismaClient(database.url, { poolSize: 2 });
});
beforeEach(async () => {
  const { organizationId, owner } = world;
  const { body } = await owner.rest.post('/networks', { name: 'Swept', organization_id: organizationId, tags: [] });
  networkId = body.data.id;
});
afterAll(async () => {
  await replica.$disconnect();
  await world.stop();
  await database.drop();
});

const year = (count: number, days = 0) => new Date(Date.UTC(2026 - count, 0, 1 + days));
const now = new Date(Date.UTC(2026, 0, 1));
const rethrow = (error: unknown) => {
  throw error;
};
/** Sweeps in the same way as the service, without a statement time limit. */
const sweep = (days = 365, db = world.prisma) =>
  withoutStatementTimeout(() =>
    sweepHistory(db, { historyRetentionDays: days, auditRetentionDays: 0 }, now, new RowsAside(rethrow)),
  );

const addHost = async (name = 'now', inNetwork = networkId) =>
  (await world.prisma.host.create({ data: { networkId: inNetwork, name } })).id;

/**
 * Adds past states of a row, which begin at the given times. Each state ends when the next state begins, and the last
 * state ends at `end`.
 */
async function addPast(table: string, id: string, times: readonly Date[], end: Date, more = '{}') {
  for (const [index, from] of times.entries())
    await world.prisma.$executeRawUnsafe(
      `INSERT INTO ${table}_revisions SELECT (jsonb_populate_record(NULL::${table}_revisions, to_jsonb(row) ||
        jsonb_build_object('valid_from', $2::timestamptz, 'valid_to', $3::timestamptz, 'revision_id', gen_random_uuid(),
        'ended_by', gen_random_uuid(), 'is_last', false) || $4::jsonb)).* FROM ${table} row WHERE id = $1::uuid`,
      id,
      from,
      times[index + 1] ?? end,
      more,
    );
}
const pastOf = async (table: string, id: string): Promise<number[]> => {
  const rows = await world.prisma.$queryRawUnsafe<{ from: Date }[]>(
    `SELECT valid_from AS from FROM ${table}_revisions WHERE id = $1::uuid ORDER BY valid_from`,
    id,
  );
  return rows.map(({ from }) => from.getTime());
};
const times = (...dates: Date[]) => dates.map((date) => date.getTime());
const takeAt = (takenAt: Date, inNetwork = networkId) =>
  world.prisma.snapshot.create({
    data: { networkId: inNetwork, organizationId: world.organizationId, takenAt, createdByUserId: world.owner.userId },
  });

test('states that ended before the retention time are removed; with 0 days none is', async () => {
  const id = await addHost();
  await addPast('hosts', id, [year(5), year(4), year(3), year(2)], year(1));
  await sweep(0);
  expect(await pastOf('hosts', id)).toHaveLength(4);
  await sweep(2.5 * 365);
  // History is kept for 2.5 years. The state that ended 3 years ago is deleted, and the state that ended 2 years ago
  // stays, although it began earlier than 2.5 years ago.
  expect(await pastOf('hosts', id)).toEqual(times(year(3), year(2)));
  const at = (time: Date) => world.owner.rest.get(`/hosts/${id}?at=${time.toISOString()}`);
  expect([(await at(year(3))).status, (await at(year(4))).status]).toEqual([200, 404]);
});

describe('an instant that is no longer kept', () => {
  const refusedError = (field: string) => ({
    code: 'validation_out_of_range',
    params: { field, min: year(2).toISOString(), max: '9999-12-31T23:59:59.999Z' },
  });
  const codeOf = ({ body }: Reply) => {
    const { code, params } = body.code ? body : body.errors[0].extensions;
    return { code, params };
  };
  const hostsAt = (time: Date) => world.owner.rest.get(`/hosts?network_id=${networkId}&at=${time.toISOString()}`);
  const diff = (from: Date, to = now) =>
    world.owner.rest.get(`/networks/${networkId}/diff?from=${from.toISOString()}&to=${to.toISOString()}`);
  const createdSixYearsAgo = { createdAt: year(6) };
  const makeOld = async () => {
    const { prisma, organizationId, otherNetworkId } = world;
    await prisma.organization.update({ where: { id: organizationId }, data: createdSixYearsAgo });
    await prisma.network.updateMany({ where: { id: { in: [networkId, otherNetworkId] } }, data: createdSixYearsAgo });
  };
  /**
   * Makes the network six years old and deletes its expired history, so that only states of the last two years are
   * left. Returns a host's id.
   */
  async function addSwept(): Promise<string> {
    await makeOld();
    const id = await addHost();
    await addPast('hosts', id, [year(5), year(4), year(3)], year(2));
    await sweep();
    return id;
  }
  // Removes the network and the stored retention limits, because other tests read instants before these limits.
  afterEach(async () => {
    const { prisma, organizationId } = world;
    const young = { createdAt: new Date(), historyKeptSince: null };
    await prisma.network.deleteMany({ where: { id: networkId } });
    await prisma.network.updateMany({ where: { organizationId }, data: young });
    await prisma.organization.update({ where: { id: organizationId }, data: young });
  });

  test('is refused by GraphQL and REST, and the network shows the first kept instant', async () => {
    const { owner } = world;
    const id = await addSwept();
    const lostTime = new Date(year(2).getTime() - 1);
    const ask = `query($at: DateTime!) @at(instant: $at) { hosts { nodes { id } } }`;
    const replies = [
      await hostsAt(lostTime),
      await hostsAt(year(6)),
      await owner.graphql(ask, { at: lostTime.toISOString() }),
    ];
    for (const reply of replies) expect([reply.status, codeOf(reply)]).toEqual([400, refusedError('at')]);
    expect((await hostsAt(year(2))).status).toBe(200);
    expect((await hostsAt(year(6, -1))).body.data).toEqual([]);
    const { network } = await owner.query('query($id: UUID!) { network(id: $id) { historyKeptSince } }', {
      id: networkId,
    });
    expect(network).toEqual({ historyKeptSince: year(2).toISOString() });
    expect((await owner.rest.get(`/hosts/${id}/history`)).status).toBe(200);
  });

  test("is refused only for networks within the caller's reach", async () => {
    await addSwept();
    const { owner, member, stranger } = world;
    const path = `/hosts?at=${year(4).toISOString()}`;
    // The Member may not read this network, so its deleted history does not limit the reads of the Member.
    const statuses = await Promise.all(
      [owner, member, stranger].map(async ({ rest }) => (await rest.get(path)).status),
    );
    expect(statuses).toEqual([400, 200, 200]);
  });

  test('is named in the error of a difference', async () => {
    const { prisma, owner } = world;
    await addSwept();
    const { id } = await prisma.topology.findFirstOrThrow({ where: { networkId } });
    const drawReply = (from: Date) =>
      owner.rest.get(`/topology/${id}/diff?view=L3Logical&from=${from.toISOString()}&to=${now.toISOString()}`);
    for (const ask of [diff, drawReply]) {
      const reply = await ask(year(4));
      expect([reply.status, codeOf(reply)]).toEqual([400, refusedError('from')]);
      expect((await ask(year(2))).status).toBe(200);
    }
    expect(codeOf(await diff(year(6, -1), year(4)))).toEqual(refusedError('to'));
  });

  test('can be read if a snapshot pins it', async () => {
    const takenSnapshot = await takeAt(year(4));
    const id = await addSwept();
    expect(await pastOf('hosts', id)).toEqual(times(year(4)));
    expect((await hostsAt(takenSnapshot.takenAt)).body.data).toHaveLength(1);
    expect((await diff(takenSnapshot.takenAt)).status).toBe(200);
    expect(codeOf(await hostsAt(year(4, 1)))).toEqual(refusedError('at'));
    await world.owner.rest.delete(`/snapshots/${takenSnapshot.id}`);
    expect(codeOf(await hostsAt(takenSnapshot.takenAt))).toEqual(refusedError('at'));
  });

  test("is not made readable by another network's snapshot, and other networks keep their own retention", async () => {
    const { owner, otherNetworkId, prisma } = world;
    const takenSnapshot = await takeAt(year(4), otherNetworkId);
    await addSwept();
    expect(codeOf(await hostsAt(takenSnapshot.takenAt))).toEqual(refusedError('at'));
    const at = takenSnapshot.takenAt.toISOString();
    expect((await owner.rest.get(`/hosts?network_id=${otherNetworkId}&at=${at}`)).status).toBe(200);
    const namedQuery = `query($id: UUID!, $t: DateTime = "${at}") @at(instant: $t)`;
    const other = { id: otherNetworkId };
    expect(
      (await owner.graphql(`${namedQuery} { network(id: $id) { name } hosts(networkId: $id) { totalCount } }`, other))
        .status,
    ).toBe(200);
    const both = await owner.graphql(`${namedQuery} { network(id: $id) { name } hosts { totalCount } }`, other);
    expect([both.status, codeOf(both)]).toEqual([400, refusedError('at')]);
    // The row in the path determines the network whose history is read, even if the row was deleted since.
    const hostId = await addHost('there', otherNetworkId);
    await addPast('hosts', hostId, [year(5)], now);
    const ofHost = `/hosts/${hostId}?at=${at}`;
    expect((await owner.rest.get(ofHost)).status).toBe(200);
    await prisma.host.delete({ where: { id: hostId } });
    expect((await owner.rest.get(ofHost)).body.data.name).toBe('there');
    const [row, otherRow] = await Promise.all(
      [networkId, otherNetworkId].map((id) => prisma.topology.findFirstOrThrow({ where: { networkId: id } })),
    );
    const pictureOf = ({ id }: { id: string }) => owner.rest.get(`/topology/${id}/export/csv?view=L3Logical&at=${at}`);
    expect([(await pictureOf(otherRow!)).status, codeOf(await pictureOf(row!))]).toEqual([200, refusedError('at')]);
    // A row that the caller may not read is treated like a row that never existed.
    const [{ id: foreignId }] = (await world.stranger.rest.get('/topology')).body.data;
    for (const path of [`/hosts/${randomUUID()}`, `/topology/${foreignId}`])
      expect(codeOf(await owner.rest.get(`${path}?at=${at}`))).toEqual(refusedError('at'));
    await owner.rest.delete(`/snapshots/${takenSnapshot.id}`);
  });

  test('shows a pinned row even if it was changed or deleted since, and no gap counts as a deletion', async () => {
    const { prisma, owner } = world;
    const takenSnapshot = await takeAt(year(5));
    await makeOld();
    const [goneCount, changedCount] = [await addHost('gone'), await addHost('changed')];
    await addPast('hosts', goneCount, [year(6)], year(4));
    await addPast('hosts', goneCount, [year(4)], year(3), '{"is_last": true}');
    await prisma.host.delete({ where: { id: goneCount } });
    // Removes the state that the deletion above has ended, so that the host's last state ended three years ago.
    await prisma.$executeRaw`DELETE FROM hosts_revisions WHERE id = ${goneCount}::uuid AND valid_to > ${now}`;
    const { validFrom } = await prisma.host.findUniqueOrThrow({ where: { id: changedCount } });
    await addPast('hosts', changedCount, [year(6), year(4), year(3)], validFrom);
    const read = async () => [
      (await hostsAt(takenSnapshot.takenAt)).body.data.map(({ id }: { id: string }) => id).sort(),
      (await diff(takenSnapshot.takenAt)).body.data.map(
        (one: { entity_id: string; change_type: string; changed_at: string }) => [
          ...[one.entity_id, one.change_type, one.changed_at],
        ],
      ),
    ];
    const before = await read();
    expect(before[0]).toEqual([goneCount, changedCount].sort());
    await sweep();
    expect(await read()).toEqual(before);
    expect([await pastOf('hosts', goneCount), await pastOf('hosts', changedCount)]).toEqual([
      times(year(6), year(4)),
      times(year(6), year(3)),
    ]);
    const types = async (id: string) =>
      (await owner.rest.get(`/hosts/${id}/history`)).body.data.map((one: { change_type: string }) => one.change_type);
    expect((await types(goneCount))[0]).toBe('Deleted');
    expect(await types(changedCount)).not.toContain('Deleted');
    await owner.rest.delete(`/snapshots/${takenSnapshot.id}`);
    await sweep();
    await sweep();
    expect([await pastOf('hosts', goneCount), await pastOf('hosts', changedCount)]).toEqual([[], times(year(3))]);
  });

  test('counts for every network of the organization if tags were removed', async () => {
    const { prisma, organizationId } = world;
    await makeOld();
    const tag = await prisma.tag.create({ data: { organizationId, name: randomUUID() } });
    await addPast('tags', tag.id, [year(5)], year(2));
    await sweep();
    expect(codeOf(await hostsAt(year(3)))).toEqual(refusedError('at'));
    // Tags belong to the organization, so even a caller without networks gets the error for instants whose history
    // was deleted.
    const { member } = world;
    await prisma.userNetwork.deleteMany({ where: { userId: member.userId } });
    expect(codeOf(await member.rest.get(`/tags?at=${year(3).toISOString()}`))).toEqual(refusedError('at'));
  });
});

test('states that a snapshot pins stay as long as the snapshot, to the millisecond', async () => {
  const id = await addHost();
  const edge = year(4);
  await addPast('hosts', id, [year(6), year(5), edge, year(3)], year(2));
  const snapshot = await takeAt(edge);
  const read = async () =>
    (await world.owner.rest.get(`/hosts?network_id=${networkId}&at=${snapshot.takenAt.toISOString()}`)).body;
  const before = await read();
  expect(before.data).toHaveLength(1);
  await sweep();
  expect(await pastOf('hosts', id)).toEqual(times(edge));
  expect(await read()).toEqual(before);
  expect((await world.owner.rest.delete(`/snapshots/${snapshot.id}`)).status).toBe(200);
  await sweep();
  expect(await pastOf('hosts', id)).toEqual([]);
});

test("tags are pinned by snapshots of all the organization's networks, assignments by those of their network", async () => {
  const { prisma, organizationId, otherNetworkId, strangerNetworkId, stranger } = world;
  const tag = await prisma.tag.create({ data: { organizationId, name: randomUUID() } });
  const hostId = await addHost();
  const { id } = await prisma.tagAssignment.create({ data: { organizationId, networkId, tagId: tag.id, hostId } });
  await addPast('tags', tag.id, [year(6), year(4)], year(2));
  await addPast('tag_assignments', id, [year(6), year(4)], year(2));
  await takeAt(year(5), otherNetworkId);
  const strangerColumns = { networkId: strangerNetworkId, organizationId: stranger.organizationId };
  await prisma.snapshot.create({ data: { ...strangerColumns, takenAt: year(3) } });
  await takeAt(year(3));
  await sweep();
  expect(await pastOf('tags', tag.id)).toEqual(times(year(6), year(4)));
  expect(await pastOf('tag_assignments', id)).toEqual(times(year(4)));
  await prisma.snapshot.deleteMany({ where: { organizationId } });
  await sweep();
  expect([await pastOf('tags', tag.id), await pastOf('tag_assignments', id)]).toEqual([[], []]);
});

test('all states of deleted networks are removed, and a network created again under the id begins without history', async () => {
  const { prisma, organizationId, owner } = world;
  const leave = async () => {
    const id = await addHost();
    await addPast('hosts', id, [year(3)], year(2));
    await prisma.host.update({ where: { id }, data: { name: 'renamed' } });
    await prisma.network.delete({ where: { id: networkId } });
    expect(await pastOf('hosts', id)).toHaveLength(2);
    return id;
  };
  const swept = await leave();
  await sweep(0);
  expect(await pastOf('hosts', swept)).toEqual([]);
  const again = () => prisma.network.create({ data: { id: networkId, organizationId, name: 'Again' } });
  await again();
  const remainingStates = await leave();
  await again();
  expect(await pastOf('hosts', remainingStates)).toEqual([]);
  for (const at of [year(3, 1), new Date()]) {
    const { body } = await owner.rest.get(`/hosts?network_id=${networkId}&at=${at.toISOString()}`);
    expect(body.data).toEqual([]);
  }
});

test('many states are removed in batches that replicas share, while rows are written and a reader holds one', async () => {
  const { prisma, owner } = world;
  const id = await addHost();
  const pinnedSnapshot = await takeAt(year(2));
  // The lateral join builds each record once, while `(…).*` would build it once per column.
  const insert = `INSERT INTO hosts_revisions SELECT state.* FROM hosts row CROSS JOIN generate_series(1, $4::int) turn
    CROSS JOIN LATERAL jsonb_populate_record(NULL::hosts_revisions, to_jsonb(row) ||
    jsonb_build_object('id', gen_random_uuid(), 'valid_from', $2::timestamptz, 'valid_to', $3::timestamptz,
    'revision_id', gen_random_uuid(), 'ended_by', gen_random_uuid(), 'is_last', true, 'turn', turn)) state
    WHERE row.id = $1::uuid`;
  await prisma.$executeRawUnsafe(insert, id, year(5), year(4), 2_600);
  await prisma.$executeRawUnsafe(insert, id, year(3), year(1), 1_200);
  await prisma.$executeRawUnsafe(insert, id, year(2, 1), year(1), 1_300);
  let release!: () => void;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  let isHeld!: () => void;
  const whenHeld = new Promise<void>((resolve) => (isHeld = resolve));
  const reader = prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM hosts_revisions WHERE network_id = ${networkId}::uuid AND valid_from = ${year(5)}
      LIMIT 7 FOR UPDATE`;
    isHeld();
    await isReleased;
  });
  await whenHeld;
  const [, ownCount, foreignCount] = await Promise.all([
    owner.rest.get(`/hosts?network_id=${networkId}&at=${year(4, -1).toISOString()}`),
    sweep(300),
    sweep(300, replica),
    ...Array.from({ length: 20 }, (_, turn) => prisma.host.update({ where: { id }, data: { name: `turn ${turn}` } })),
  ]);
  // A sweep skips a network that a write has locked. The next sweep removes the states of that network.
  const later = await sweep(300);
  const countRemaining = async () => prisma.$queryRaw<[{ old: number; pinned: number }]>`
    SELECT count(*) FILTER (WHERE valid_from <> ${year(3)})::int AS old,
      count(*) FILTER (WHERE valid_from = ${year(3)})::int AS pinned
    FROM hosts_revisions WHERE network_id = ${networkId}::uuid AND valid_to < ${now}`;
  expect(await countRemaining()).toEqual([{ old: 7, pinned: 1_200 }]);
  expect(ownCount + foreignCount + later).toBeGreaterThanOrEqual(2_593 + 1_300);
  release();
  await reader;
  await sweep(300);
  expect(await countRemaining()).toEqual([{ old: 0, pinned: 1_200 }]);
  await prisma.snapshot.delete({ where: { id: pinnedSnapshot.id } });
});

test('a network that an import locks is left to the next sweep, and the others do not wait for it', async () => {
  const { prisma, otherNetworkId } = world;
  const [heldCount, free] = [await addHost(), await addHost('free', otherNetworkId)];
  for (const id of [heldCount, free]) await addPast('hosts', id, [year(5)], year(4));
  await prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM networks WHERE id = ${networkId}::uuid FOR UPDATE`;
    await sweep(365, replica);
    expect([await pastOf('hosts', heldCount), await pastOf('hosts', free)]).toEqual([times(year(5)), []]);
  });
  await sweep();
  expect(await pastOf('hosts', heldCount)).toEqual([]);
});

test('audit events are removed by their own retention time', async () => {
  const { prisma, organizationId } = world;
  const event = async (createdAt: Date) => (await prisma.auditEvent.create({ data: { organizationId, createdAt } })).id;
  const [old, young] = [await event(year(3)), await event(year(1))];
  const isThere = async (id: string) => (await prisma.auditEvent.findUnique({ where: { id } })) !== null;
  const retention = { historyRetentionDays: 0, auditRetentionDays: 0 };
  await sweepHistory(prisma, retention, now, new RowsAside(rethrow));
  expect(await isThere(old)).toBe(true);
  await sweepHistory(prisma, { ...retention, auditRetentionDays: 730 }, now, new RowsAside(rethrow));
  expect([await isThere(old), await isThere(young)]).toEqual([false, true]);
  // Only the sweep may delete audit events, and only during its transaction.
  await expect(prisma.auditEvent.deleteMany({ where: { id: young } })).rejects.toThrow('never changed or deleted');
});

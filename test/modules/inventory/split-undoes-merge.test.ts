// Splitting undoes merging: for two hosts with any parts and references, every row is as it was before.
import {
  keyColumn,
  touchedModels,
  type RowChanges,
} from '../../../src/modules/inventory/host/consolidation/merge-rows.sql';
import { tableOf } from '../../../src/data/model/model-fields';
import { openConnection } from '../../../src/platform/postgres/connect';
import { someoneWaitsFor } from '../../support/row-queue';
import { createWorld, type DaemonCaller, type World } from '../../support/world';
import { networkFingerprint } from '../../tenancy/fingerprint';
import { createHostPair, rowsOfPair, type HostPair } from './host-pairs';

let world: World;
let daemon: DaemonCaller;
beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon();
});
afterAll(() => world.close());

const createPair = (seed: number) => createHostPair(world, world.networkId, seed);
const rowsOf = (pair: readonly string[]) => rowsOfPair(world, world.networkId, pair);
const split = async (id: string): Promise<string> =>
  (await world.member.query('mutation($id: UUID!) { splitHost(mergedHostId: $id) { id } }', { id })).splitHost.id;

const mergeMethods: Readonly<Record<string, (pair: HostPair) => Promise<void>>> = {
  'by hand': async ({ destination, other }) => {
    const { status, story } = await world.member.rest.put(`/hosts/${destination}/consolidate/${other}`);
    if (status !== 200) throw new Error(story);
  },
  'by a suggestion': async ({ destination, other }) => {
    const { id } = await world.prisma.identitySuggestion.create({
      data: { networkId: world.networkId, hostId: other, otherHostId: destination, reasons: [] },
    });
    const document = 'mutation($id: UUID!) { answerIdentitySuggestion(id: $id, answer: Accept) { id } }';
    expect((await world.member.query(document, { id })).answerIdentitySuggestion).toEqual({ id: destination });
  },
  'by a report that names both': async ({ destination, subnet, addresses }) => {
    const { status, story, body } = await daemon.rest.post('/hosts/discovery', {
      ...{ host: { network_id: world.networkId, name: '' }, subnets: [subnet], ip_addresses: addresses },
      interfaces_complete: false,
      interface_data_complete: { lldp: false, cdp: false, fdb: false, vlan_membership: false },
    });
    if (status !== 200) throw new Error(story);
    expect(body.data.id).toBe(destination);
  },
};

describe.each(Object.keys(mergeMethods))('hosts merged %s', (method) => {
  test.each([1, 2, 3, 4, 5, 6])('splitting restores both hosts (seed %i)', async (seed) => {
    const pair = await createPair(seed * 31 + Object.keys(mergeMethods).indexOf(method));
    const both = [pair.destination, pair.other];
    const before = await rowsOf(both);
    await mergeMethods[method]!(pair);
    const mergedFingerprint = await rowsOf(both);
    expect(mergedFingerprint).not.toEqual(before);
    expect(await world.prisma.host.count({ where: { id: pair.other } })).toBe(0);
    expect(await split(pair.other)).toBe(pair.other);
    const after = await rowsOf(both);
    const missing = before.filter((row) => !after.includes(row));
    const more = after.filter((row) => !before.includes(row));
    expect({ missing, more }).toEqual({ missing: [], more: [] });
  });
});

test('rows added since stay, and rows deleted since are not required', async () => {
  const pair = await createPair(99);
  const { prisma } = world;
  await mergeMethods['by hand']!(pair);
  const { destination, other } = pair;
  // Since the merge, users have renamed the remaining host, added a service bound to one of its addresses, and deleted
  // the third host and all VLANs, tags and groups.
  await prisma.host.update({ where: { id: destination }, data: { name: 'renamed', description: 'since' } });
  const [address] = await prisma.ipAddress.findMany({ where: { hostId: destination }, orderBy: { position: 'desc' } });
  const service = await prisma.service.create({
    data: { networkId: world.networkId, hostId: destination, name: 'new', serviceDefinition: 'new' },
  });
  await prisma.binding.create({
    data: { networkId: world.networkId, hostId: destination, serviceId: service.id, ipAddressId: address!.id },
  });
  await prisma.host.deleteMany({ where: { name: { startsWith: 'third' }, networkId: world.networkId } });
  await prisma.vlan.deleteMany({ where: { networkId: world.networkId } });
  await prisma.tag.deleteMany({ where: { organizationId: world.organizationId } });
  await prisma.group.deleteMany({ where: { networkId: world.networkId } });
  await split(other);
  expect(await prisma.host.findUniqueOrThrow({ where: { id: destination } })).toMatchObject({
    ...{ name: 'renamed', description: 'since' },
  });
  expect(await prisma.service.findUniqueOrThrow({ where: { id: service.id } })).toMatchObject({ hostId: destination });
  for (const { hostId, ipAddressId } of await prisma.binding.findMany({
    where: { hostId: { in: [destination, other] } },
  }))
    if (ipAddressId) expect(await prisma.ipAddress.count({ where: { id: ipAddressId, hostId } })).toBe(1);
});

test('three hosts that were merged one after the other are each split off unchanged', async () => {
  const [first, second] = [await createPair(7), await createPair(8)];
  const ids = [first.destination, first.other, second.destination];
  const before = await rowsOf(ids);
  await mergeMethods['by hand']!(first);
  await mergeMethods['by hand']!({ ...second, destination: second.destination, other: first.destination });
  for (const id of [first.destination, first.other]) await split(id);
  const after = await rowsOf(ids);
  expect(before.filter((row) => !after.includes(row))).toEqual([]);
});

describe('rows of another network with the ids of a merge', () => {
  beforeAll(async () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) await createHostPair(world, world.otherNetworkId, seed);
  });

  /**
   * After a merge, rows of another network may take the ids of the merged rows. Simulates this by writing such ids
   * into the records of the merge. Returns the new id of the merged host.
   */
  async function replaceIdsOfMerge(
    mergedHostId: string,
    idsOf: (changes: RowChanges[keyof RowChanges] & object) => readonly unknown[],
  ): Promise<string> {
    const { prisma, otherNetworkId } = world;
    const merges = await prisma.hostMerge.findMany({ where: { networkId: world.networkId } });
    const record = merges.find((one) => one.mergedHostId === mergedHostId)!.taken;
    const { changes } = record as unknown as { changes: RowChanges };
    const newIds = new Map<string, string>();
    for (const model of touchedModels) {
      if (keyColumn(model) !== 'id' || !changes[model]) continue;
      const rows = await prisma.$queryRawUnsafe<{ id: string }[]>(
        `SELECT id::text FROM "${tableOf(model)}" WHERE network_id = $1::uuid ORDER BY random()`,
        otherNetworkId,
      );
      for (const [at, id] of idsOf(changes[model]).entries()) if (rows[at]) newIds.set(id as string, rows[at].id);
    }
    const renamed = (id: string) => newIds.get(id) ?? id;
    for (const { id, taken, ...ids } of merges) {
      let text = JSON.stringify(taken);
      for (const [oldId, newId] of newIds) text = text.replaceAll(oldId, newId);
      await prisma.hostMerge.update({
        where: { id },
        data: {
          ...{ mergedHostId: renamed(ids.mergedHostId), intoHostId: renamed(ids.intoHostId) },
          taken: JSON.parse(text) as object,
        },
      });
    }
    return renamed(mergedHostId);
  }
  const withoutIds = (rows: readonly string[]) =>
    rows.map((row) => row.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')).sort();

  test.each([11, 12, 13, 14])('stay, and restored rows get new ids (seed %i)', async (seed) => {
    const pair = await createPair(seed);
    const before = await rowsOf([pair.destination, pair.other]);
    await mergeMethods['by hand']!(pair);
    const mergedHostId = await replaceIdsOfMerge(pair.other, ({ gone }) => gone.map(({ id }) => id));
    expect(mergedHostId).not.toBe(pair.other);
    const elsewhere = await networkFingerprint(world.prisma, world.otherNetworkId);
    const restoredId = await split(mergedHostId);
    expect([pair.other, mergedHostId]).not.toContain(restoredId);
    expect(await networkFingerprint(world.prisma, world.otherNetworkId)).toBe(elsewhere);
    expect(withoutIds(await rowsOf([pair.destination, restoredId]))).toEqual(withoutIds(before));
  });

  test.each([21, 22])('are not changed in place of rows that the merge changed or created (seed %i)', async (seed) => {
    const pair = await createPair(seed);
    await mergeMethods['by hand']!(pair);
    await replaceIdsOfMerge(pair.other, ({ made, changed }) => [...made, ...changed.map(({ id }) => id)]);
    const elsewhere = await networkFingerprint(world.prisma, world.otherNetworkId);
    expect(await split(pair.other)).toBe(pair.other);
    expect(await networkFingerprint(world.prisma, world.otherNetworkId)).toBe(elsewhere);
  });

  test('get new ids in the records of earlier merges, too', async () => {
    const [first, second] = [await createPair(31), await createPair(32)];
    const before = await rowsOf([first.destination, first.other, second.destination]);
    await mergeMethods['by hand']!(first);
    await mergeMethods['by hand']!({ ...second, other: first.destination });
    const mergedHostId = await replaceIdsOfMerge(first.destination, ({ gone }) => gone.map(({ id }) => id));
    const restoredId = await split(mergedHostId);
    await split(first.other);
    expect(withoutIds(await rowsOf([restoredId, first.other, second.destination]))).toEqual(withoutIds(before));
  });

  /**
   * SQL values of required columns, by model, for inserting a row into the other network. `$3` is the id of a host.
   */
  const elsewhereColumns = {
    Host: { name: "'elsewhere'" },
    Service: { host_id: '$3', name: "'elsewhere'", service_definition: "'SSH'" },
    Port: { host_id: '$3', number: '9', protocol: "'Tcp'" },
  } as const;

  /**
   * Creates and merges pairs of hosts until a merge deletes a row of the model. Returns the pair, its rows before the
   * merge, and the deleted row's id.
   */
  async function mergeWithGone(model: keyof typeof elsewhereColumns) {
    for (let seed = 41; seed < 60; seed += 1) {
      const pair = await createPair(seed);
      const before = await rowsOf([pair.destination, pair.other]);
      await mergeMethods['by hand']!(pair);
      const { taken } = await world.prisma.hostMerge.findFirstOrThrow({ where: { mergedHostId: pair.other } });
      const row = (taken as unknown as { changes: RowChanges }).changes[model]?.gone?.[0];
      if (row) return { pair, before, id: row.id as string };
    }
    throw new Error(`no merge has deleted a ${model}`);
  }

  test.each(['Host', 'Service', 'Port'] as const)(
    'get the id of a %s while a split runs, and keep it',
    async (model) => {
      const { pair, before, id } = await mergeWithGone(model);
      const host = await world.prisma.host.findFirstOrThrow({ where: { networkId: world.otherNetworkId } });
      const columns = { id: '$1', network_id: '$2', ...elsewhereColumns[model] };
      const values = [id, world.otherNetworkId, ...(model === 'Host' ? [] : [host.id])];
      const elsewhere = await openConnection(process.env.TEST_DATABASE_URL!);
      try {
        await elsewhere.query('BEGIN');
        await elsewhere.query(
          `INSERT INTO ${tableOf(model)} (${Object.keys(columns).join()}) VALUES (${Object.values(columns).join()})`,
          values,
        );
        const restored = split(pair.other);
        await someoneWaitsFor(elsewhere, world.prisma);
        await elsewhere.query('COMMIT');
        expect(withoutIds(await rowsOf([pair.destination, await restored]))).toEqual(withoutIds(before));
        const { rows } = await elsewhere.query(`SELECT network_id FROM ${tableOf(model)} WHERE id = $1`, [id]);
        expect(rows).toEqual([{ network_id: world.otherNetworkId }]);
      } finally {
        await elsewhere.end();
      }
    },
  );
});

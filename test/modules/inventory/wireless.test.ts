// Wireless clients in reports of access points and controllers: which hosts they are, and which facts are stored.
import { randomUUID } from 'node:crypto';
import { resolvePendingNeighbors } from '../../../src/modules/discovery/runs/neighbors.sql';
import { addFinishedRun } from '../../support/discovery-rows';
import { createWorld, type DaemonCaller, type World } from '../../support/world';

let world: World;
let daemon: DaemonCaller;
beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon();
});
afterAll(() => world.close());

type Row = Record<string, unknown>;
let blocks = 0;
/**
 * A /24 subnet that no other test uses, with functions that report hosts in it by the last octet of their address. Each
 * host has its own MAC address.
 */
function place() {
  const number = blocks++;
  const block = `10.151.${number}`;
  const macOf = (last: number, first = '00:1b:21') =>
    `${first}:${number.toString(16).padStart(2, '0')}:00:${last.toString(16).padStart(2, '0')}`;
  const subnet = { id: randomUUID(), name: block, cidr: `${block}.0/24`, subnet_type: 'Lan' };
  const report = async (last: number, parts: object = {}, mac: string | null = macOf(last)) => {
    const reply = await daemon.rest.post('/hosts/discovery', {
      host: { network_id: world.networkId, name: `${block}.${last}` },
      subnets: [subnet],
      ip_addresses: [{ subnet_id: subnet.id, ip_address: `${block}.${last}`, mac_address: mac }],
      ...parts,
    });
    if (reply.status !== 200) throw new Error(reply.story);
    return reply.body.data as { id: string; interfaces: { id: string; if_index: number }[] };
  };
  return { block, macOf, report };
}
const clients = (rows: readonly object[], isComplete = true) => ({
  wireless_associations: rows,
  interfaces: [{ if_index: 3, if_name: 'radio0' }],
  interface_data_complete: { wireless: isComplete },
});
const list = async (query: string) =>
  (await world.owner.rest.get(`/wireless-associations?${query}`)).body.data as Row[];
const of = (hostId: string) => list(`host_id=${hostId}`);
const revisionsOf = (id: unknown) =>
  world.prisma.$queryRawUnsafe<Row[]>(`SELECT * FROM wireless_associations_revisions WHERE lineage_id = $1::uuid`, id);

describe('the client host', () => {
  test("is the host with the client's MAC address; without such a host the association is stored too", async () => {
    const { block, macOf, report } = place();
    const phone = await report(7);
    const row = { is_own_radio: true, if_index: 3, ssid: 'staff', bssid: macOf(3), channel: 36, band: 'FiveGhz' };
    const point = await report(
      9,
      clients([
        { ...row, client_mac: macOf(7).toUpperCase(), signal_dbm: -60, snr_db: 30, associated_seconds: 100 },
        { ...row, client_mac: '00:1b:21:ff:ff:01', client_address: `${block}.77` },
        // Multicast addresses and the zero address belong to no wireless client, so these rows are dropped.
        { ...row, client_mac: '01:00:5e:00:00:01' },
        { ...row, client_mac: '00:00:00:00:00:00' },
      ]),
    );
    const foundRows = await list(`host_id=${point.id}&order_by=client_mac`);
    expect(foundRows).toHaveLength(2);
    expect(foundRows).toContainEqual(
      expect.objectContaining({
        ...{ client_mac: macOf(7), client_host_id: phone.id, access_point_host_id: point.id, is_own_radio: true },
        ...{ interface_id: point.interfaces[0]!.id, ssid: 'staff', bssid: macOf(3), channel: 36, band: 'FiveGhz' },
        signal: { observed_at: expect.any(String), signal_dbm: -60, snr_db: 30 },
      }),
    );
    expect(foundRows).toContainEqual(
      expect.objectContaining({
        ...{ client_mac: '00:1b:21:ff:ff:01', client_host_id: null, client_address: `${block}.77`, signal: null },
      }),
    );
    // A wireless client does not become a host if no host has its MAC address.
    expect(await world.prisma.host.count({ where: { networkId: world.networkId, name: '' } })).toBe(0);
    const document = `query($id: UUID!) { host(id: $id) { wirelessAssociations { nodes { ssid accessPointHost { id } } }
      wirelessClients { totalCount } reportedAssociations { totalCount } } }`;
    expect(await world.owner.query(document, { id: phone.id })).toEqual({
      host: {
        wirelessAssociations: { nodes: [{ ssid: 'staff', accessPointHost: { id: point.id } }] },
        ...{ wirelessClients: { totalCount: 0 }, reportedAssociations: { totalCount: 0 } },
      },
    });
    const ofPoint = await world.owner.query(document, { id: point.id });
    expect(ofPoint).toMatchObject({
      host: { wirelessClients: { totalCount: 2 }, reportedAssociations: { totalCount: 2 } },
    });
  });

  test("of several hosts with the MAC address is the one with the client's IP address, else null", async () => {
    const { block, macOf, report } = place();
    const sharedMac = macOf(1);
    const [one, two] = [await report(1), await report(2)];
    for (const id of [one.id, two.id])
      await world.prisma.interface.create({
        data: { networkId: world.networkId, hostId: id, ifName: 'twin', macAddress: '00:1b:21:ee:00:01' },
      });
    const twin = { client_mac: '00:1b:21:ee:00:01', is_own_radio: true };
    const point = await report(9, clients([twin]));
    expect(await of(point.id)).toMatchObject([{ client_host_id: null }]);
    await report(9, clients([{ ...twin, client_address: `${block}.2` }]));
    expect(await of(point.id)).toMatchObject([{ client_host_id: two.id }]);
    expect(sharedMac).not.toBe(twin.client_mac);
  });

  test('with a random MAC address is null while another host has its IP address', async () => {
    const { block, macOf, report } = place();
    const chosenMac = macOf(7, '02:1b:21');
    const [phone, other] = [await report(7, {}, chosenMac), await report(8)];
    const row = { client_mac: chosenMac, is_own_radio: true };
    const point = await report(9, clients([row]));
    const isWho = async (address: string, hostId: string | null) => {
      await report(9, clients([{ ...row, client_address: `${block}.${address}` }]));
      expect(await of(point.id)).toMatchObject([{ client_host_id: hostId }]);
    };
    expect(await of(point.id)).toMatchObject([{ client_host_id: phone.id }]);
    await isWho('8', null);
    await isWho('77', phone.id);
    await isWho('7', phone.id);
    expect(other.id).not.toBe(phone.id);
  });

  test('is null if its MAC address answers for many machines', async () => {
    const { macOf, report } = place();
    const phone = await report(7);
    await world.prisma.ipAddress.updateMany({ where: { hostId: phone.id }, data: { answersForOthers: true } });
    const point = await report(9, clients([{ client_mac: macOf(7), is_own_radio: true }]));
    expect(await of(point.id)).toMatchObject([{ client_host_id: null }]);
  });
});

describe("the access point of a controller's client", () => {
  test("is the host with the access point's MAC address, else with its IP address, else null", async () => {
    const { block, macOf, report } = place();
    const [byMac, byAddress] = [await report(11), await report(12)];
    const lldp = await world.prisma.host.create({
      data: { networkId: world.networkId, name: 'known by LLDP', chassisId: macOf(13).toUpperCase() },
    });
    const at = (last: number, more: object) => ({ client_mac: macOf(last, '00:1c:22'), ...more });
    const controller = await report(
      9,
      clients([
        at(1, { access_point_mac: macOf(11), access_point_address: `${block}.12`, access_point_name: 'ap-1' }),
        at(2, { access_point_mac: macOf(99), access_point_address: `${block}.12` }),
        at(3, { access_point_mac: macOf(13) }),
        at(4, { access_point_address: `${block}.9` }),
        at(5, { access_point_mac: macOf(98), access_point_name: 'unknown' }),
        at(6, { bssid: macOf(97) }),
      ]),
    );
    const foundClients = new Map((await of(controller.id)).map((row) => [row.client_mac, row.access_point_host_id]));
    expect([1, 2, 3, 4, 5, 6].map((last) => foundClients.get(macOf(last, '00:1c:22')))).toEqual([
      ...[byMac.id, byAddress.id, lldp.id, controller.id, null, null],
    ]);
    expect(await list(`access_point_host_id=${byMac.id}`)).toMatchObject([{ access_point_name: 'ap-1' }]);
    expect(await list(`client_host_id=${byMac.id}`)).toEqual([]);
  });

  test('is not listed as a client of itself', async () => {
    const { macOf, report } = place();
    const point = await report(9, clients([{ client_mac: macOf(9), is_own_radio: true }]));
    expect(await of(point.id)).toMatchObject([{ access_point_host_id: point.id, client_host_id: null }]);
  });
});

describe('a table of wireless clients', () => {
  test('that differs only in signal strength writes no history, nor does an unchanged start', async () => {
    const { macOf, report } = place();
    const row = { client_mac: macOf(7), is_own_radio: true, ssid: 'staff', channel: 6, band: 'TwoPointFourGhz' };
    const { id } = await report(9, clients([{ ...row, signal_dbm: -60, associated_seconds: 1000 }]));
    const [before] = await of(id);
    await report(9, clients([{ ...row, signal_dbm: -71, snr_db: 12, associated_seconds: 1090 }]));
    const [after] = await of(id);
    expect(after).toEqual({ ...before, signal: { observed_at: expect.any(String), signal_dbm: -71, snr_db: 12 } });
    await report(9, clients([row]));
    expect((await of(id))[0]).toMatchObject({ signal: { signal_dbm: -71 }, associated_since: null });
    expect(await revisionsOf(before!.id)).toHaveLength(1);
    await report(9, clients([{ ...row, associated_seconds: 5 }]));
    const [again] = await of(id);
    expect(Number(new Date(again!.associated_since as string))).toBeGreaterThan(Date.now() - 60_000);
    await report(9, clients([{ ...row, channel: 11 }]));
    expect(await revisionsOf(before!.id)).toHaveLength(3);
  });

  test('moves a client seen elsewhere; a complete table ends missing associations', async () => {
    const { macOf, report } = place();
    const [one, two] = [await report(11), await report(12)];
    const row = { client_mac: macOf(7) };
    const { id } = await report(
      9,
      clients([{ ...row, access_point_mac: macOf(11), associated_seconds: 90, channel: 1 }, { client_mac: macOf(8) }]),
    );
    const first = (await of(id)).find(({ client_mac }) => client_mac === macOf(7));
    expect(first).toMatchObject({ access_point_host_id: one.id });
    // When a client moves to another access point, the channel and other values of the previous association are
    // deleted.
    await report(9, clients([{ ...row, access_point_mac: macOf(12) }], false));
    const movedRows = await of(id);
    expect(movedRows).toHaveLength(2);
    expect(movedRows.find((foundClient) => foundClient.id === first!.id)).toMatchObject({
      ...{ access_point_host_id: two.id, associated_since: null, channel: null },
    });
    await report(9, clients([], false));
    expect(await of(id)).toHaveLength(2);
    await report(9, clients([]));
    expect(await of(id)).toEqual([]);
    expect(await world.prisma.wirelessSignal.count({ where: { associationId: first!.id as string } })).toBe(0);
  });

  test('that is incomplete removes no clients', async () => {
    const { macOf, report } = place();
    const row = { client_mac: macOf(7), is_own_radio: true, if_index: 3, ssid: 'staff', channel: 6 };
    const { id } = await report(9, clients([row]));
    const [before] = await of(id);
    await report(9, clients([{ client_mac: macOf(7), is_own_radio: true }], false));
    expect(await of(id)).toEqual([before]);
    await report(9, clients([{ client_mac: macOf(7), is_own_radio: true, bssid: macOf(3) }], false));
    expect(await of(id)).toMatchObject([{ ssid: 'staff', channel: 6, bssid: macOf(3) }]);
    await report(9, clients([{ client_mac: macOf(7), is_own_radio: true, bssid: macOf(4) }], false));
    expect(await of(id)).toMatchObject([{ ssid: null, channel: null, bssid: macOf(4) }]);
    await report(9, clients([{ client_mac: macOf(7), is_own_radio: true }]));
    expect(await of(id)).toMatchObject([{ ssid: null, channel: null, interface_id: null }]);
  });

  test('has each client once: of several rows the first counts', async () => {
    const { macOf, report } = place();
    const row = { client_mac: macOf(7), is_own_radio: true };
    const { id } = await report(
      9,
      clients([
        { ...row, ssid: 'first', signal_dbm: -50 },
        { ...row, client_mac: macOf(7).toUpperCase(), ssid: 'second', signal_dbm: -60 },
      ]),
    );
    expect(await of(id)).toMatchObject([{ ssid: 'first', signal: { signal_dbm: -50 } }]);
  });

  test('is listed by SSID in the requested order, page by page', async () => {
    const { macOf, report } = place();
    const ssid = `paged ${blocks}`;
    await report(
      9,
      clients([1, 2, 3].map((last) => ({ client_mac: macOf(last), ssid, channel: 4 - last, is_own_radio: true }))),
    );
    const query = `ssid=${encodeURIComponent(ssid)}&order_by=channel&order_direction=desc`;
    expect((await list(query)).map(({ channel }) => channel)).toEqual([3, 2, 1]);
    expect((await list(`${query}&limit=1&offset=1`)).map(({ channel }) => channel)).toEqual([2]);
    const id = (await list(query))[0]!.id as string;
    expect((await world.owner.rest.get(`/wireless-associations/${id}`)).body.data).toMatchObject({ ssid, channel: 3 });
    const csv = await world.owner.rest.get(`/wireless-associations/export/csv?ssid=${encodeURIComponent(ssid)}`);
    expect(String(csv.body).split('\n').filter(Boolean)).toHaveLength(4);
  });
});

test('merging hosts merges their associations as client and as access point', async () => {
  const { macOf, report } = place();
  const [one, phone, other] = [await report(1), await report(7), await report(8)];
  const point = await report(9, clients([{ client_mac: macOf(7), is_own_radio: true }]));
  const merge = async (into: string, from: string) =>
    expect((await world.owner.rest.put(`/hosts/${into}/consolidate/${from}`, {})).status).toBe(200);
  await merge(other.id, phone.id);
  expect(await of(point.id)).toMatchObject([{ client_host_id: other.id, access_point_host_id: point.id }]);
  await merge(one.id, point.id);
  expect(await of(one.id)).toMatchObject([{ client_host_id: other.id, access_point_host_id: one.id }]);
  // Merging a client's host into its access point would make a host its own client, so `client_host_id` becomes null.
  await merge(one.id, other.id);
  expect(await of(one.id)).toMatchObject([{ client_host_id: null, access_point_host_id: one.id }]);
  expect((await world.owner.rest.post(`/hosts/${other.id}/split`)).status).toBe(200);
  expect(await of(one.id)).toMatchObject([{ client_host_id: other.id, access_point_host_id: one.id }]);
});

test('a complete run assigns hosts to clients that had none', async () => {
  const { macOf, report } = place();
  const point = await report(9, clients([{ client_mac: macOf(7), is_own_radio: true }]));
  expect(await of(point.id)).toMatchObject([{ client_host_id: null }]);
  const phone = await report(7);
  const runId = await addFinishedRun(world, daemon.daemonId, world.networkId);
  await world.prisma.discovery.update({ where: { id: runId }, data: { neighborsPending: true } });
  expect(await resolvePendingNeighbors(world.prisma as never, world.networkId)).toBe(true);
  expect(await of(point.id)).toMatchObject([{ client_host_id: phone.id, access_point_host_id: point.id }]);
});

// Discovery runs after machines have moved: each machine keeps its id and has the addresses at which it responds, for
// any order of reports.
import { randomUUID } from 'node:crypto';
import { createWorld, type DaemonCaller, type World } from '../../../support/world';

let world: World;
let daemon: DaemonCaller;
beforeAll(async () => {
  world = await createWorld();
  daemon = await world.addDaemon();
});
afterAll(() => world.close());

interface Machine {
  readonly [member: string]: unknown;
  readonly ips: Readonly<Record<string, string | null>>;
}

let blocks = 0;
/** A block of addresses that no other test uses, and functions that report machines in it. */
function place() {
  const block = blocks++;
  const mac = (last: number) => `00:1b:21:77:${String(block).padStart(2, '0')}:${String(last).padStart(2, '0')}`;
  const subnets = [0, 1].map((wing) => ({
    ...{ id: randomUUID(), name: `wing ${wing}`, cidr: `10.${190 + wing}.${block}.0/24`, subnet_type: 'Lan' },
  }));
  const ipOf = (at: string) => (at.includes('.') ? `10.191.${block}${at}` : `10.190.${block}.${at}`);
  const hostIds: string[] = [];

  /**
   * Reports a machine with the MAC address of each of its IP addresses: "7" is in the first subnet, ".7" in the
   * second. Returns the host's id.
   */
  async function reportSeen({ ips, ...host }: Machine): Promise<string> {
    const ip_addresses = Object.entries(ips).map(([at, mac_address]) => ({
      ...{ subnet_id: subnets[at.startsWith('.') ? 1 : 0]!.id, ip_address: ipOf(at) },
      ...(mac_address !== null && { mac_address }),
    }));
    const { status, body, story } = await daemon.rest.post('/hosts/discovery', {
      ...{ host: { network_id: world.networkId, name: '', ...host }, subnets, ip_addresses },
      interfaces_complete: false,
      interface_data_complete: { lldp: false, cdp: false, fdb: false, vlan_membership: false },
    });
    if (status !== 200) throw new Error(story);
    hostIds.push(body.data.id);
    return body.data.id;
  }
  /**
   * Moves `last_seen_at` of all stored addresses back by a day. Reports that follow then count as reports of a later
   * discovery run.
   */
  const later = () =>
    world.prisma
      .$executeRaw`UPDATE ip_addresses SET last_seen_at = last_seen_at - interval '1 day' WHERE host_id = ANY(${hostIds}::uuid[])`;
  const addressesOf = async (id: string) =>
    (await world.prisma.ipAddress.findMany({ where: { hostId: id }, orderBy: { ipAddress: 'asc' } })).map(
      ({ ipAddress, macAddress }) => `${ipAddress} ${macAddress}`,
    );
  const suggestions = () => world.prisma.identitySuggestion.count({ where: { hostId: { in: hostIds } } });
  return { mac, ipOf, seen: reportSeen, later, addressesOf, suggestions };
}

const orders = (count: number): number[][] =>
  count === 0
    ? [[]]
    : orders(count - 1).flatMap((rest) =>
        Array.from({ length: count }, (_none, at) => [...rest.slice(0, at), count - 1, ...rest.slice(at)]),
      );

/**
 * Title, addresses of the machines before the move, and their addresses after it. Undefined: the machine no longer
 * answers.
 */
const moves: [string, string[], (string | undefined)[]][] = [
  ['to a free address', ['1'], ['9']],
  ['to a free address of another subnet', ['1'], ['.1']],
  ['to the address of one that is gone', ['1', '2'], ['2', undefined]],
  ['to the address of one that is gone, in another subnet', ['1', '.2'], ['.2', undefined]],
  ['to the address of one that moved too', ['1', '2'], ['2', '9']],
  ['to the address of one that moved to another subnet', ['1', '2'], ['2', '.9']],
  ['to each other’s address', ['1', '2'], ['2', '1']],
  ['round in a ring of three', ['1', '2', '3'], ['2', '3', '1']],
  ['along a chain of three', ['1', '2', '3'], ['2', '3', '4']],
];
const cases = moves.flatMap(([movement, before, after]) =>
  orders(before.length).map((order) => [movement, order.join(), before, after, order] as const),
);
test.each(cases)(
  'machines that moved %s are recognized, reported in the order %s',
  async (_what, _order, before, after, order) => {
    const { mac, ipOf, seen, later, addressesOf, suggestions } = place();
    const at = (ip: string, machine: number) => ({ ips: { [ip]: mac(machine) } });
    const ids: string[] = [];
    for (const [machine, ip] of before.entries()) ids[machine] = await seen(at(ip, machine));
    for (let again = 0; again < 2; again++) {
      await later();
      for (const machine of order)
        if (after[machine] !== undefined) expect(await seen(at(after[machine], machine))).toBe(ids[machine]);
      expect(await Promise.all(ids.map(addressesOf))).toEqual(
        after.map((ip, machine) => (ip === undefined ? [] : [`${ipOf(ip)} ${mac(machine)}`])),
      );
    }
    expect(await suggestions()).toBe(0);
  },
);

const formerMacsOf = async (id: string) => (await world.prisma.host.findUniqueOrThrow({ where: { id } })).formerMacs;

test('a machine that lost its address is found by its MAC address, and until then names the new holder', async () => {
  const { mac, ipOf, seen, later, addressesOf } = place();
  const [a, b] = [mac(1), mac(2)];
  const old = await seen({ ips: { 1: a } });
  await later();
  const newcomer = await seen({ ips: { 1: b } });
  expect([newcomer === old, await addressesOf(old), await formerMacsOf(old)]).toEqual([false, [], [a]]);
  const document = `query($a: UUID!, $b: UUID!) { whySameHost(a: $a, b: $b) { verdict reasons { text } }
    host(id: $b) { formerMacs identity { evidence { evidence values } } } }`;
  expect(await world.owner.query(document, { a: newcomer, b: old })).toEqual({
    whySameHost: { verdict: 'Different', reasons: [{ text: `different MAC address: ${b} and ${a}` }] },
    host: { formerMacs: [a], identity: { evidence: [{ evidence: 'MacAddress', values: [a] }] } },
  });
  await later();
  expect(await seen({ ips: { 7: a } })).toBe(old);
  expect([await addressesOf(old), await formerMacsOf(old)]).toEqual([[`${ipOf('7')} ${a}`], []]);
  // The old machine returns to its first address, so the new machine no longer has that address.
  await later();
  expect(await seen({ ips: { 1: a } })).toBe(old);
  expect([await addressesOf(old), await addressesOf(newcomer), await formerMacsOf(newcomer)]).toEqual([
    [`${ipOf('1')} ${a}`],
    [],
    [b],
  ]);
});

test('after losing one of several addresses of one MAC, the host is known by the others', async () => {
  const { mac, seen, later, addressesOf } = place();
  const old = await seen({ ips: { 1: mac(1), 2: mac(1) } });
  await later();
  await seen({ ips: { 1: mac(2) } });
  expect([(await addressesOf(old)).length, await formerMacsOf(old)]).toEqual([1, []]);
});

test('random and shared MAC addresses identify nobody once their address is lost', async () => {
  const { mac, seen, later } = place();
  const ownHost = await seen({ serial_number: `S ${mac(1)}`, ips: { 1: '02:00:00:00:00:01' } });
  await later();
  await seen({ serial_number: `T ${mac(1)}`, ips: { 1: mac(2) } });
  expect(await formerMacsOf(ownHost)).toEqual([]);
  const many = [];
  for (const last of ['5', '6', '7']) many.push(await seen({ ips: { [last]: mac(9) } }));
  await later();
  await seen({ serial_number: `U ${mac(1)}`, ips: { 5: mac(3) } });
  expect(await formerMacsOf(many[0]!)).toEqual([]);
});

test('a network card moved to another machine no longer identifies the first one', async () => {
  const { mac, seen, later, suggestions } = place();
  const [serial, other] = [`S ${mac(1)}`, `T ${mac(1)}`];
  const first = await seen({ serial_number: serial, ips: { 1: mac(1) } });
  await later();
  await seen({ serial_number: `U ${mac(1)}`, ips: { 1: mac(2) } });
  expect(await formerMacsOf(first)).toEqual([mac(1)]);
  const second = await seen({ serial_number: other, ips: { 8: mac(8) } });
  await later();
  expect(await seen({ serial_number: other, ips: { 9: mac(1) } })).toBe(second);
  expect(await formerMacsOf(first)).toEqual([]);
  await later();
  expect(await seen({ ips: { 9: mac(1) } })).toBe(second);
  expect(await seen({ serial_number: serial, ips: { 4: null } })).toBe(first);
  expect(await suggestions()).toBe(0);
});

test('bindings to an address follow the machine to its new address', async () => {
  const { mac, ipOf, seen, later, addressesOf } = place();
  const ownHost = await seen({ ips: { 1: mac(1) } });
  const other = await seen({ ips: { 2: mac(2) } });
  const { prisma, networkId } = world;
  const [address] = await prisma.ipAddress.findMany({ where: { hostId: ownHost } });
  const service = await prisma.service.create({
    data: { networkId, hostId: ownHost, name: 'x', serviceDefinition: 'x' },
  });
  await prisma.binding.create({
    data: { networkId, hostId: ownHost, serviceId: service.id, ipAddressId: address!.id },
  });
  await prisma.interface.create({ data: { networkId, hostId: ownHost, ifName: 'eth0', ipAddressId: address!.id } });
  await later();
  await seen({ ips: { 2: mac(1) } });
  expect([await addressesOf(ownHost), await addressesOf(other)]).toEqual([[`${ipOf('2')} ${mac(1)}`], []]);
  const [now] = await prisma.ipAddress.findMany({ where: { hostId: ownHost } });
  expect(await prisma.binding.findMany({ where: { hostId: ownHost } })).toMatchObject([{ ipAddressId: now!.id }]);
  expect(await prisma.interface.findMany({ where: { hostId: ownHost } })).toMatchObject([{ ipAddressId: now!.id }]);
});

test('a machine that takes another address and keeps its own has both', async () => {
  const { mac, ipOf, seen, later, addressesOf } = place();
  const ownHost = await seen({ ips: { 1: mac(1) } });
  await seen({ ips: { 2: mac(2) } });
  await later();
  await seen({ ips: { 1: mac(1), 2: mac(1) } });
  expect(await addressesOf(ownHost)).toEqual(['1', '2'].map((last) => `${ipOf(last)} ${mac(1)}`));
  // Two reports with one of the two addresses each have the same effect as one report with both addresses.
  await seen({ ips: { 3: mac(3) } });
  await later();
  await seen({ ips: { 1: mac(1) } });
  await seen({ ips: { 2: mac(1) } });
  expect(await addressesOf(ownHost)).toEqual(['1', '2'].map((last) => `${ipOf(last)} ${mac(1)}`));
});

test('a machine with a replaced network card is recognized by its serial number anywhere', async () => {
  const { mac, ipOf, seen, later, addressesOf, suggestions } = place();
  const serial_number = `S ${mac(1)}`;
  const ownHost = await seen({ serial_number, ips: { 1: mac(1) } });
  await later();
  expect(await seen({ serial_number, ips: { 1: mac(2) } })).toBe(ownHost);
  expect(await addressesOf(ownHost)).toEqual([`${ipOf('1')} ${mac(2)}`]);
  // The old network card is in another machine now, so its MAC address does not identify the machine that had the card
  // before.
  expect(await seen({ ips: { 5: mac(1) } })).not.toBe(ownHost);
  expect(await suggestions()).toBe(0);
});

test('a machine with two network cards stays one while one card is unplugged, and afterwards', async () => {
  const { mac, seen, later, addressesOf, suggestions } = place();
  const both = { serial_number: `S ${mac(1)}`, ips: { 1: mac(1), '.1': mac(2) } };
  const ownHost = await seen(both);
  for (const [at, card] of [
    ['1', 1],
    ['.1', 2],
    ['1', 1],
  ] as const) {
    await later();
    expect(await seen({ ips: { [at]: mac(card) } })).toBe(ownHost);
    expect((await addressesOf(ownHost)).length).toBe(2);
  }
  await later();
  expect([await seen(both), (await addressesOf(ownHost)).length, await suggestions()]).toEqual([ownHost, 2, 0]);
});

test('different kinds of evidence do not conflict; hosts separate once they differ in one kind', async () => {
  const { mac, seen, later } = place();
  const knownText = await seen({ ips: { 1: mac(1) } });
  await later();
  // Behind a router, SNMP reads a serial number, but no MAC address is visible. This does not contradict the MAC
  // address from ARP.
  const serial_number = `S ${mac(1)}`;
  expect(await seen({ serial_number, ips: { 1: null } })).toBe(knownText);
  await later();
  expect(await seen({ serial_number, ips: { 1: mac(2) } })).toBe(knownText);
  expect(await seen({ ips: { 5: mac(1) } })).not.toBe(knownText);
});

test('a host keeps at most a hundred MAC addresses of addresses that it lost', async () => {
  const { mac, seen, later } = place();
  const vendor = (number: number) =>
    mac(1).replace(
      /..:..$/,
      `${(number >> 8).toString(16).padStart(2, '0')}:${(number & 255).toString(16).padStart(2, '0')}`,
    );
  const lasts = Array.from({ length: 120 }, (_none, at) => at + 1);
  const ips = (first: number) => Object.fromEntries(lasts.map((last) => [String(last), vendor(first + last)]));
  const old = await seen({ serial_number: `S ${mac(1)}`, ips: ips(0) });
  await later();
  await seen({ serial_number: `T ${mac(1)}`, ips: ips(200) });
  expect(await formerMacsOf(old)).toHaveLength(100);
});

test('a server with three addresses on one NIC, merged by users, stays one in any order of reports', async () => {
  const { mac, seen, later, addressesOf } = place();
  const lasts = ['1', '2', '3'];
  const each = async () => {
    const ids = [];
    for (const last of lasts) ids.push(await seen({ ips: { [last]: mac(1) } }));
    return ids;
  };
  await each();
  const [ownHost, ...others] = new Set(await each());
  expect(others).toHaveLength(2);
  for (const other of others)
    expect((await world.owner.rest.put(`/hosts/${ownHost}/consolidate/${other}`)).status).toBe(200);
  for (const order of [lasts, [...lasts].reverse()]) {
    await later();
    for (const last of order) expect(await seen({ ips: { [last]: mac(1) } })).toBe(ownHost);
    expect(await addressesOf(ownHost!)).toHaveLength(3);
  }
});

// Tests the facts about devices in the demo, except for cables. The facts are consistent, and the demo of a first start
// has some facts of each kind.
import { derivedRole } from '../../src/modules/inventory/host/host-role';
import { computeRates, type CounterReading } from '../../src/modules/inventory/interface/interface-rates';
import type { NetworkRows } from '../../src/demo/network/rows';
import { byId, generate, groupRows, spec } from './demo-world';

const demos = [
  generate(),
  generate({ hosts: 1500, networks: 4, seed: 'larger' }),
  generate({ hosts: 100, seed: 'small' }),
];
const networks = demos.flatMap((demo) => demo.networks.map(({ name, rows }) => [name, rows] as const));
const campus = demos[0]!.networks.find(({ name }) => name === 'Riverside Campus')!.rows;

describe.each(networks)('%s', (_name, rows) => {
  const ports = byId(rows.interfaces);
  const hosts = byId(rows.hosts);

  test('members of an aggregate are ports of the same device, and the aggregate has the sum of their speeds', () => {
    const members = groupRows(
      rows.interfaces.filter(({ aggregateId }) => aggregateId),
      ({ aggregateId }) => aggregateId!,
    );
    for (const [id, list] of members) {
      const aggregate = ports.get(id)!;
      expect(aggregate.ifType).toBe(161);
      expect(new Set(list.map(({ hostId }) => hostId))).toEqual(new Set([aggregate.hostId]));
      expect(list.reduce((sum, { speedBps }) => sum + Number(speedBps), 0)).toBe(Number(aggregate.speedBps));
    }
    const bundles = rows.interfaces.filter(({ ifType }) => ifType === 161).map(({ id }) => id!);
    expect([...members.keys()].sort()).toEqual(bundles.sort());
  });

  test('members of a group of routers have an address in the subnet of its address, and one of them is the master', () => {
    for (const { id, virtualAddresses } of rows.fhrp_groups) {
      const [address] = virtualAddresses as string[];
      const subnetIds = rows.ip_addresses.flatMap((one) => (one.ipAddress === address ? [one.subnetId] : []));
      const members = rows.fhrp_members.filter(({ groupId }) => groupId === id);
      expect(members.map(({ state }) => state).sort()).toEqual(['Backup', 'Master']);
      for (const { hostId, interfaceId } of members) {
        const ownRows = rows.ip_addresses.filter((one) => one.hostId === hostId && one.ipAddress !== address);
        expect(ownRows.some(({ subnetId }) => subnetIds.includes(subnetId))).toBe(true);
        if (interfaceId) expect(ports.get(interfaceId)!.hostId).toBe(hostId);
      }
    }
  });

  test('routing neighbours refer to each other, each by an address of the other', () => {
    for (const one of rows.routing_neighbors) {
      const owner = rows.ip_addresses.filter(({ ipAddress }) => ipAddress === one.neighborAddress);
      expect(owner.map(({ hostId }) => hostId)).toEqual([one.neighborHostId]);
      const returnedRows = rows.routing_neighbors.filter(
        (other) => other.hostId === one.neighborHostId && other.neighborHostId === one.hostId,
      );
      expect(returnedRows.map(({ protocol, state }) => [protocol, state])).toEqual([[one.protocol, one.state]]);
    }
  });

  test('roles are those that discovery would derive', () => {
    const softwareOf = groupRows(rows.services, ({ hostId }) => hostId);
    const portsOf = groupRows(rows.interfaces, ({ hostId }) => hostId);
    for (const { id, sysObjectId, role, roleSource } of rows.hosts) {
      const software = (softwareOf.get(id!) ?? []).map(({ serviceDefinition }) => serviceDefinition);
      const roleOfFacts = derivedRole({
        sysObjectId: sysObjectId ?? null,
        software,
        ports: (portsOf.get(id!) ?? []) as never,
      });
      expect([role, roleSource]).toEqual([roleOfFacts?.role, roleOfFacts?.roleSource]);
    }
  });

  test("counters give rates that the port's speed allows", () => {
    for (const { interfaceId, readAt, latest, previousReadAt, previous } of rows.interface_counters) {
      const { speedBps } = ports.get(interfaceId)!;
      const toTimed = (at: unknown, reading: unknown) => ({ readAt: at as Date, reading: reading as CounterReading });
      const rates = computeRates(toTimed(previousReadAt, previous), toTimed(readAt, latest), BigInt(Number(speedBps)))!;
      expect(rates.inOctets).toBeGreaterThanOrEqual(0);
      expect(rates.inOctets! * 8).toBeLessThanOrEqual(Number(speedBps));
      expect((readAt as Date).getTime()).toBeLessThanOrEqual(spec.now.getTime());
    }
    const without = rows.interfaces.filter((port) => port.poeStatus === 'Delivering' && port.operStatus !== 'Up');
    expect(without).toEqual([]);
  });

  test('wireless clients are at a radio of an access point, and those that are hosts are learned through it', () => {
    const signals = new Map(rows.wireless_signals.map((signal) => [signal.associationId, signal]));
    const addresses = groupRows(rows.ip_addresses, ({ hostId }) => hostId);
    expect(signals.size).toBe(rows.wireless_associations.length);
    expect(new Set(rows.wireless_associations.map(({ clientMac }) => clientMac)).size).toBe(signals.size);
    for (const one of rows.wireless_associations) {
      const point = hosts.get(one.accessPointHostId!)!;
      const radio = ports.get(one.interfaceId!)!;
      expect([point.role, radio.hostId, radio.ifType]).toEqual(['AccessPoint', point.id, 71]);
      if (one.clientHostId) {
        const client = addresses.get(one.clientHostId)!.map(({ ipAddress, macAddress }) => [ipAddress, macAddress]);
        expect(client).toContainEqual([one.clientAddress, one.clientMac]);
        const learning = rows.interfaces.filter(({ fdbMacs }) => (fdbMacs as string[]).includes(one.clientMac));
        expect(learning.some(({ ifAlias }) => ifAlias === point.name)).toBe(true);
      } else expect([one.ssid, one.clientAddress]).toEqual(['Guests', null]);
      expect(Number(one.channel) > 14).toBe(one.band === 'FiveGhz');
      const { readAt, signalDbm, snrDb } = signals.get(one.id!)!;
      expect(Date.parse(one.associatedSince as string)).toBeLessThan(Date.parse(readAt as string));
      expect(signalDbm! - snrDb!).toBe(-95);
    }
    // A BSSID belongs to one radio, SSID and channel.
    for (const list of groupRows(rows.wireless_associations, ({ bssid }) => bssid!).values())
      expect(new Set(list.map(({ interfaceId, ssid, channel }) => `${interfaceId} ${ssid} ${channel}`)).size).toBe(1);
  });

  test('ports that supply power have its amount, and no other port does', () => {
    const mostOf: Readonly<Record<number, number>> = { 2: 6_490, 3: 12_950, 4: 25_500 };
    for (const { interfaceId, latest } of rows.interface_counters) {
      const { poeStatus, poeClass } = ports.get(interfaceId)!;
      const { poeMilliwatts } = latest as CounterReading;
      expect(poeMilliwatts !== undefined).toBe(poeStatus === 'Delivering');
      if (poeMilliwatts !== undefined) expect(poeMilliwatts).toBeLessThanOrEqual(mostOf[poeClass!]!);
    }
  });

  test('exactly one port has learned each wired PC, phone, printer and camera that was seen recently', () => {
    const learning = groupRows(
      rows.interfaces.flatMap((port) => ((port.fdbMacs ?? []) as string[]).map((mac) => ({ mac, port }))),
      ({ mac }) => mac,
    );
    const macs = groupRows(rows.ip_addresses, ({ hostId }) => hostId);
    const wireless = new Set(rows.wireless_associations.map(({ clientHostId }) => clientHostId));
    const lately = spec.now.getTime() - 2 * 86_400_000;
    const wired = rows.hosts.filter(
      ({ id, role, lastSeenAt }) =>
        ['Pc', 'Phone', 'Printer', 'Camera'].includes(role ?? '') &&
        !wireless.has(id!) &&
        new Date(lastSeenAt!).getTime() > lately,
    );
    if (rows === campus) expect(wired.length).toBeGreaterThan(5);
    for (const { id, name } of wired) {
      const ports = (macs.get(id!) ?? []).flatMap(({ macAddress }) => learning.get(macAddress ?? '') ?? []);
      expect([name, ports.map(({ port }) => hosts.get(port.hostId)!.role)]).toEqual([name, [expect.any(String)]]);
    }
  });

  test('a spanning tree has one root, and a port is blocked only if there is another path', () => {
    const roots = groupRows(
      rows.hosts.filter(({ stpRootBridgeId }) => stpRootBridgeId),
      ({ stpRootBridgeId }) => stpRootBridgeId!,
    );
    for (const bridges of roots.values())
      expect(bridges.filter(({ stpRootCost }) => stpRootCost === 0)).toHaveLength(1);
    for (const { hostId } of rows.interfaces.filter(({ stpState }) => stpState === 'Blocking')) {
      expect(hosts.get(hostId)!.stpRootCost).toBeGreaterThan(0);
      expect(rows.interfaces.filter((port) => port.hostId === hostId && port.isStpRootPort)).toHaveLength(1);
    }
  });
});

test('the campus of the first start has devices of each kind', () => {
  const countPorts = (list: NetworkRows['interfaces'][number][]) => list.length;
  expect(countPorts(campus.interfaces.filter(({ stpState }) => stpState === 'Blocking'))).toBe(1);
  expect(countPorts(campus.interfaces.filter(({ poeStatus }) => poeStatus === 'Delivering'))).toBeGreaterThan(3);
  expect(countPorts(campus.interfaces.filter(({ aggregateId }) => aggregateId))).toBeGreaterThan(3);
  expect(countPorts(campus.interfaces.filter(({ duplex }) => duplex === 'Full'))).toBeGreaterThan(10);
  expect([campus.fhrp_groups.length > 1, campus.routing_neighbors.length]).toEqual([true, 2]);
  expect(campus.interface_counters.length).toBeGreaterThan(10);
  const clients = groupRows(campus.wireless_associations, ({ accessPointHostId }) => accessPointHostId!);
  expect(clients.size).toBe(campus.hosts.filter(({ role }) => role === 'AccessPoint').length);
  for (const { length } of clients.values()) expect([length >= 5, length <= 10]).toEqual([true, true]);
  const roles = new Set(campus.hosts.map(({ role }) => role));
  for (const role of ['Router', 'Switch', 'Firewall', 'AccessPoint', 'Server', 'Hypervisor', 'Storage', 'Phone', 'Pc'])
    expect([role, roles.has(role as never)]).toEqual([role, true]);
});

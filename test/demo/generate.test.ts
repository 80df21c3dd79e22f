// Tests that the generated rows of a demo fit together like those of a real network, at the size of a first start and
// at other sizes.
import { softwarePorts, softwareIds } from '../../src/demo/equipment/software';
import { serviceCategories } from '../../src/modules/inventory/shared/service-categories';
import { requireServiceDefinition, serviceDefinitions } from '../../src/modules/inventory/shared/service-definitions';
import { completeOptions } from '../../src/modules/topology/options';
import { parseAddress } from '../../src/platform/text/address-numbers';
import { assertInsideNetwork } from '../../src/platform/text/addresses';
import type { DemoSpec } from '../../src/demo/generate';
import { rewind } from '../../src/demo/past';
import { byId, generate, type Generated, groupRows, spec } from './demo-world';

const first = generate();
const rowsOf = ({ networks }: Generated) => networks.map(({ rows }) => rows);
const count = (of: Generated) => rowsOf(of).reduce((sum, rows) => sum + rows.hosts.length, 0);

describe('the same seed', () => {
  it('gives the same rows', () => {
    expect(generate()).toEqual(first);
  });
  it('gives the same ids at another time', () => {
    const later = generate({ now: new Date('2027-02-03T04:05:06Z') });
    expect(rowsOf(later).map((rows) => rows.interfaces.map((row) => row.id))).toEqual(
      rowsOf(first).map((rows) => rows.interfaces.map((row) => row.id)),
    );
  });
});

it('no id is used twice, nor by another seed', () => {
  const idsOf = ({ organization, networks }: Generated) =>
    [organization, ...networks.map(({ rows }) => rows)].flatMap((tables) =>
      Object.values(tables).flatMap((rows) => (rows as { id?: string }[]).flatMap((row) => row.id ?? [])),
    );
  const all = [...idsOf(first), ...idsOf(generate({ seed: 'another' }))];
  expect(new Set(all).size).toBe(all.length);
});

it('offices have gained and lost machines for any seed, so that their past differs from their present', () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const offices = generate({ seed: `${seed}`, hosts: 100 }).networks.filter(
      ({ name }) => !name.endsWith('Data Centre'),
    );
    expect(offices).toHaveLength(2);
    for (const { rows } of offices)
      expect(rewind(rows, spec.now).map(({ operation }) => operation)).toContain('deleteHost');
  }
});

describe.each<[string, Partial<DemoSpec>]>([
  ['of the first start', {}],
  ['of 1,500 hosts in 4 networks', { hosts: 1500, networks: 4, seed: 'larger' }],
  ['as small as it gets', { hosts: 100, seed: 'small' }],
])('a demo %s', (_title, special) => {
  const demo = generate(special);

  it('has as many hosts as asked for', () => {
    expect(count(demo)).toBe(special.hosts ?? 150);
    expect(demo.networks).toHaveLength(special.networks ?? 3);
  });

  it.each(demo.networks.map((network) => [network.name, network] as const))(
    '%s: links have two ends',
    (_name, network) => {
      const { rows } = network;
      const interfaces = byId(rows.interfaces);
      const hosts = byId(rows.hosts);
      const evidence = groupRows(rows.neighbor_evidence, (row) => row.interfaceId);
      const links = new Set(rows.interface_neighbors.map((row) => `${row.interfaceId} ${row.remoteInterfaceId}`));
      for (const link of rows.interface_neighbors) {
        const port = interfaces.get(link.interfaceId)!;
        const remotePort = link.remoteInterfaceId ? interfaces.get(link.remoteInterfaceId) : undefined;
        const remoteHost = hosts.get(remotePort?.hostId ?? link.remoteHostId!)!;
        expect(remoteHost.id).not.toBe(port.hostId);
        expect(port.operStatus).toBe('Up');
        if (remotePort) {
          expect(remotePort.operStatus).toBe('Up');
          expect(links).toContain(`${link.remoteInterfaceId} ${link.interfaceId}`);
        }
        const reportedEvidence = evidence.get(link.interfaceId)!.filter((row) => row.protocol === link.protocol);
        expect(reportedEvidence).not.toHaveLength(0);
        for (const row of reportedEvidence) expectToName(rows, row, remoteHost, remotePort);
      }
      expect(new Set(rows.neighbor_evidence.map((row) => row.interfaceId))).toEqual(
        new Set(rows.interface_neighbors.map((row) => row.interfaceId)),
      );
    },
  );

  it.each(demo.networks.map((network) => [network.name, network] as const))(
    '%s: addresses and ports fit',
    (_name, network) => {
      const { rows } = network;
      const unique = (values: readonly unknown[]) => expect(new Set(values).size).toBe(values.length);
      unique(rows.ip_addresses.map((row) => `${row.subnetId} ${row.ipAddress}`));
      unique(rows.hosts.map((row) => row.name));
      unique(rows.interfaces.map((row) => `${row.hostId} ${row.ifName}`));
      unique(rows.interfaces.map((row) => `${row.hostId} ${row.ifIndex}`));
      const knownMacAddresses = new Set([...rows.ip_addresses, ...rows.interfaces].map((row) => row.macAddress));
      const learnedMacs = rows.interfaces.flatMap((row) => row.fdbMacs as string[]);
      expect(learnedMacs.filter((mac) => !knownMacAddresses.has(mac))).toEqual([]);
      expect(learnedMacs.length).toBeGreaterThan(rows.hosts.length / 3);
      // Docker containers (02:42) and virtual routers of VRRP (00:00:5e) may share MAC addresses.
      const isShared = (mac: string) => mac.startsWith('02:42:') || mac.startsWith('00:00:5e:');
      const owners = groupRows([...rows.ip_addresses, ...rows.interfaces], (row) => row.macAddress ?? '');
      for (const [mac, heldRows] of owners) {
        if (mac && !isShared(mac)) expect(new Set(heldRows.map((row) => row.hostId)).size).toBe(1);
      }
      const ownerOf = new Map([...rows.ip_addresses, ...rows.interfaces].map((row) => [row.macAddress, row.hostId]));
      for (const port of rows.interfaces) {
        for (const mac of port.fdbMacs as string[]) expect(ownerOf.get(mac)).not.toBe(port.hostId);
      }
    },
  );

  it.each(demo.networks.map((network) => [network.name, network] as const))(
    '%s: reserved addresses are in their subnets, and no host has them',
    (_name, network) => {
      const { rows } = network;
      const subnets = byId(rows.subnets);
      expect(rows.address_reservations.length).toBeGreaterThan(1);
      for (const { subnetId, subnetCidr, firstAddress, lastAddress } of rows.address_reservations) {
        expect(subnets.get(subnetId)!.cidr).toBe(subnetCidr);
        const [first, last] = [parseAddress(firstAddress).value, parseAddress(lastAddress).value];
        expect(first <= last).toBe(true);
        for (const address of [firstAddress, lastAddress])
          expect(() => assertInsideNetwork(address, subnetCidr)).not.toThrow();
        const hostAddresses = rows.ip_addresses
          .filter((row) => row.subnetId === subnetId)
          .map(({ ipAddress }) => parseAddress(ipAddress).value);
        expect(hostAddresses.filter((value) => value >= first && value <= last)).toEqual([]);
      }
    },
  );

  it.each(demo.networks.map((network) => [network.name, network] as const))(
    '%s: bindings do not contradict',
    (_name, network) => {
      const { rows } = network;
      for (const bindings of groupRows(rows.bindings, (row) => row.hostId).values()) {
        const ports = bindings.filter((row) => row.portId);
        const everywhere = new Set(ports.filter((row) => !row.ipAddressId).map((row) => row.portId));
        const claims = ports.map((row) => `${row.portId} ${row.ipAddressId}`);
        expect(new Set(claims).size).toBe(claims.length);
        expect(ports.filter((row) => row.ipAddressId && everywhere.has(row.portId))).toEqual([]);
        for (const whole of bindings.filter((row) => !row.portId)) {
          expect(ports.filter((row) => row.ipAddressId === whole.ipAddressId || !row.ipAddressId)).toEqual([]);
        }
      }
    },
  );

  it('has times in order, none in the future', () => {
    for (const rows of rowsOf(demo)) {
      const runs = byId(rows.discoveries);
      for (const row of [...rows.hosts, ...rows.services, ...rows.interfaces, ...rows.ip_addresses]) {
        expect(Date.parse(row.lastSeenAt as string)).toBeLessThanOrEqual(spec.now.getTime());
        expect(Date.parse(row.createdAt as string)).toBeLessThanOrEqual(Date.parse(row.lastSeenAt as string));
        for (const id of [row.firstDiscoveryId, row.lastDiscoveryId]) {
          if (id) expect(runs.get(id)).toMatchObject({ runType: 'Historical', results: { phase: 'Complete' } });
        }
      }
    }
  });
});

type Rows = Generated['networks'][number]['rows'];

/** Expects that the neighbor row, read by LLDP or CDP, names this host, and this port if a port is known. */
function expectToName(
  rows: Rows,
  row: Rows['neighbor_evidence'][number],
  host: Rows['hosts'][number],
  port: Rows['interfaces'][number] | undefined,
): void {
  if (row.protocol === 'CDP') {
    expect(row.cdpDeviceId).toBe(host.sysName);
    expect(row.cdpPortId).toBe(port?.ifDescr);
    return;
  }
  const addresses = rows.ip_addresses.filter((address) => address.hostId === host.id);
  if (row.lldpChassisIdSubtype === 'NetworkAddress') {
    expect(addresses.map((address) => address.ipAddress)).toContain(row.lldpChassisIdValue);
  } else if (host.sourceType !== 'Inferred') {
    const macs = [...addresses, ...rows.interfaces.filter((one) => one.hostId === host.id)].map(
      (one) => one.macAddress,
    );
    expect(macs).toContain(row.lldpChassisIdValue);
  }
  if (!port) return;
  const expectedFields = {
    InterfaceName: port.ifName,
    MacAddress: port.macAddress,
    LocallyAssigned: String(port.ifIndex),
  };
  expect(row.lldpPortIdValue).toBe(expectedFields[row.lldpPortIdSubtype as keyof typeof expectedFields]);
  expect(row.lldpPortDesc).toBe(port.ifDescr);
}

describe('the demo of the first start', () => {
  const [campus, dataCentre, branch] = rowsOf(first) as [Rows, Rows, Rows];
  const all = rowsOf(first);
  const services = all.flatMap((rows) => rows.services);
  const hosts = all.flatMap((rows) => rows.hosts);

  it('shows software of every category', () => {
    const seenCategories = new Set(services.map((row) => requireServiceDefinition(row.serviceDefinition).category));
    expect(serviceCategories.filter((category) => !seenCategories.has(category))).toEqual([]);
  });

  it('names software as the registry does, on ports it knows', () => {
    const registry = new Map(serviceDefinitions.map((definition) => [definition.id, definition]));
    expect(softwareIds.filter((id) => !registry.has(id))).toEqual([]);
    const elsewhere = softwareIds.filter((id) => {
      const usual = registry
        .get(id)!
        .ports.map(({ number, protocol }) => `${number}${protocol === 'Udp' ? '/udp' : ''}`);
      return softwarePorts(id).length > 0 && !softwarePorts(id).some((port) => usual.includes(port));
    });
    // OnlyOffice does not use its usual port, because its host also has a web server.
    expect(elsewhere).toEqual(['onlyoffice']);
  });

  it('has users of every role', () => {
    const { users, user_networks } = first.organization;
    expect(new Set(users.map((user) => user.permissions))).toEqual(new Set(['Owner', 'Admin', 'Member', 'Viewer']));
    const narrow = users.filter((user) => user.permissions === 'Member' || user.permissions === 'Viewer');
    for (const user of narrow) expect(user_networks.map((row) => row.userId)).toContain(user.id);
  });

  it('has stale, hidden, manual, imported and inferred hosts', () => {
    const old = spec.now.getTime() - 28 * 86_400_000;
    expect(
      hosts.filter((row) => row.sourceType === 'Discovery' && Date.parse(row.lastSeenAt as string) < old),
    ).not.toHaveLength(0);
    expect(hosts.filter((row) => row.hidden)).not.toHaveLength(0);
    for (const source of ['Discovery', 'Manual', 'Imported', 'Inferred'])
      expect(hosts.map((row) => row.sourceType)).toContain(source);
    expect(new Set(services.map((row) => row.sourceConfidence))).toEqual(new Set(['Low', 'Medium', 'High', 'Certain']));
  });

  it('has machines on both hypervisors and containers of both runtimes, in projects and without', () => {
    expect(new Set(hosts.map((row) => row.virtualizationType))).toEqual(new Set([null, 'Proxmox', 'ESXi', 'VCenter']));
    const containers = services.filter((row) => row.containerName);
    expect(new Set(containers.map((row) => row.virtualizationType))).toEqual(new Set(['Docker', 'Podman']));
    expect(new Set(containers.map((row) => row.composeProject)).size).toBeGreaterThanOrEqual(8);
    const runtimes = byId(services);
    for (const { virtualizationServiceId } of containers) {
      expect(['Docker', 'podman']).toContain(runtimes.get(virtualizationServiceId!)!.serviceDefinition);
    }
  });

  it('has groups of both kinds and both sorts of members, each with two members or more', () => {
    const groups = all.flatMap((rows) => rows.groups);
    const kinds = new Set(groups.map((row) => `${row.groupType} ${row.memberType}`));
    expect(kinds).toEqual(new Set(['RequestPath Bindings', 'RequestPath Services', 'HubAndSpoke Services']));
    const members = groupRows(
      all.flatMap((rows) => rows.group_members),
      (row) => row.groupId,
    );
    for (const { id } of groups) expect(members.get(id!)!.length).toBeGreaterThanOrEqual(2);
  });

  it('spreads several applications over hosts and services', () => {
    const usedTags = new Set(
      all.flatMap((rows) => rows.tag_assignments.filter((row) => row.serviceId).map((row) => row.tagId)),
    );
    const applications = first.organization.tags.filter((tag) => tag.isApplication);
    expect(applications.filter((tag) => !usedTags.has(tag.id!)).map((tag) => tag.name)).toEqual([]);
    const assignedRows = [first.organization, ...all].flatMap((rows) => rows.tag_assignments);
    for (const column of [
      'hostId',
      'serviceId',
      'subnetId',
      'groupId',
      'taggedNetworkId',
      'discoveryId',
      'daemonId',
      'daemonApiKeyId',
      'userApiKeyId',
    ] as const) {
      expect(assignedRows.some((row) => row[column])).toBe(true);
    }
  });

  it('has redundant cores, and single points of failure', () => {
    const uplinksOf = (rows: Rows, name: string) => {
      const host = rows.hosts.find((row) => row.name === name)!;
      const ports = byId(rows.interfaces);
      const hostNames = byId(rows.hosts);
      const names = rows.interface_neighbors
        .filter((row) => ports.get(row.interfaceId)!.hostId === host.id)
        .map((row) => hostNames.get(ports.get(row.remoteInterfaceId ?? '')?.hostId ?? row.remoteHostId!)!.name);
      return [...new Set(names)].filter((one) => one.includes('core') || one.includes('spine'));
    };
    expect(uplinksOf(campus, 'rv-a-dist-1')).toEqual(['rv-core-1', 'rv-core-2']);
    expect(uplinksOf(campus, 'rv-c-dist-1')).toEqual(['rv-core-1']);
    expect(uplinksOf(dataCentre, 'fra-p1-leaf-1')).toEqual(['fra-spine-1', 'fra-spine-2']);
    expect(campus.interfaces.some((row) => row.ifType === 161)).toBe(true);
  });

  it('has a daemon per network: one current, one outdated, one unreachable', () => {
    expect(all.map((rows) => rows.daemons.length)).toEqual([1, 1, 1]);
    expect(new Set(all.map((rows) => rows.daemons[0]!.version)).size).toBe(2);
    expect(branch.daemons[0]).toMatchObject({ isUnreachable: true, mode: 'server_poll' });
    for (const rows of all) {
      expect(new Set(rows.discoveries.map((row) => row.runType))).toEqual(
        new Set(['Scheduled', 'AdHoc', 'Historical']),
      );
    }
  });

  it('has subnets of many types, and pins some instants of the campus', () => {
    const types = new Set(all.flatMap((rows) => rows.subnets.map((row) => row.subnetType)));
    expect(types.size).toBeGreaterThanOrEqual(12);
    expect(campus.topologies.map((row) => row.snapshotId)).toEqual([null, ...campus.snapshots.map(({ id }) => id)]);
    expect(campus.snapshots).toHaveLength(3);
    // The ids of boxes depend on the topology's options. A difference between a snapshot and the present state needs
    // equal ids, so the topologies of snapshots have the options of the live topology.
    const [live, ...pinnedRows] = campus.topologies;
    for (const row of pinnedRows) expect(row.options).toEqual(completeOptions(live!.id!, {}));
    for (const rows of all) expect(rows.topologies.filter((row) => row.snapshotId === null)).toHaveLength(1);
  });
});

describe('every address of a network can be reached from every other one', () => {
  it.each([
    ['of the first start', {}] as const,
    ['of more buildings than a core serves', { hosts: 4000, networks: 1 }] as const,
  ])('in a demo %s', (_title, special) => {
    for (const rows of rowsOf(generate(special))) {
      const routers = new Set(
        rows.services.filter((row) => row.serviceDefinition === 'Gateway').map((row) => row.hostId),
      );
      const routes = [...groupRows(rows.ip_addresses, (row) => row.hostId)].flatMap(([hostId, addresses]) =>
        routers.has(hostId) ? [addresses.map((row) => row.subnetId)] : [],
      );
      const typeOf = new Map(rows.subnets.map((row) => [row.id, row.subnetType]));
      // Subnets inside a container runtime can be reached only through the runtime's host.
      const isInside = (subnetId: string) => /Bridge$/.test(typeOf.get(subnetId)!);
      const reachedSubnets = new Set([rows.ip_addresses[0]!.subnetId]);
      for (const subnetId of reachedSubnets)
        for (const joinedSubnets of routes)
          if (joinedSubnets.includes(subnetId)) for (const id of joinedSubnets) reachedSubnets.add(id);
      const apart = rows.ip_addresses.filter((row) => !reachedSubnets.has(row.subnetId) && !isInside(row.subnetId));
      expect([...new Set(apart.map((row) => row.subnetCidr))]).toEqual([]);
    }
  });
});

it('the number of hosts that a number of networks needs is computed', () => {
  expect(() => generate({ hosts: 99 })).toThrow(new RangeError('3 networks take at least 100 hosts.'));
});

// Machines that data sources (APIs, SSH) list are matched with machines that the scan found, so that each machine is
// reported once.
import { joinFound } from '../../src/agent/report/found-machines';
import { buildHostReport } from '../../src/agent/report/host-report';
import type { Machine } from '../../src/agent/report/machines';
import { MachineReports } from '../../src/agent/report/machine-reports';
import { SubnetPlan } from '../../src/agent/report/subnets';
import type { Entry, HostEntry } from '../../src/agent/protocol/outbox';
import { someFacts, somePort } from '../../src/agent/sources/reading';
import type { FoundMachine, MachineFacts } from '../../src/agent/sources';
import type { DeviceFacts } from '../../src/agent/sources/snmp';

const macOf = (number: number) => `BC:24:11:00:00:0${number}`;
const machine = (
  address: string,
  more: Partial<Machine['addresses'][number]> = {},
  of: Partial<Machine> = {},
): Machine => ({
  ...{ addresses: [{ address, ports: [], ...more }], names: [], findings: [], services: [] },
  ...of,
});
const device = (facts: Partial<DeviceFacts>): DeviceFacts => ({
  ...someFacts({}, []),
  ...{ system: {}, fhrpGroups: [], routingNeighbors: [], wirelessClients: [], unplacedNeighbors: [], notes: [] },
  ...{ hasNeighborTable: true, incomplete: [] },
  ...facts,
});

/** A guest with one network adapter for each MAC address. All of its IP addresses belong to the first adapter. */
const guest = (
  name: string,
  macs: readonly string[],
  addresses: readonly string[] = [],
  facts: Partial<MachineFacts> = {},
): FoundMachine => ({
  ...{ source: 'proxmox', key: name, name },
  guest: { platform: 'Proxmox', id: name, name, hypervisorKey: 'node' },
  facts: someFacts({
    interfaces: macs.map((mac, at) => somePort({ ifIndex: -at - 1, name: `net${at}`, mac })),
    addresses: addresses.map((address) => ({ address, prefixLength: 24, ifIndex: -1 })),
    ...facts,
  }),
});
const node: FoundMachine = {
  ...{ source: 'proxmox', key: 'node', name: 'pve1', hypervisor: { definition: 'Proxmox VE', port: 8006 } },
  facts: someFacts({ addresses: [{ address: '10.0.0.2', prefixLength: 24, ifIndex: 0 }] }),
};

function join(machines: readonly Machine[], foundMachines: readonly FoundMachine[], isOfHosts = false) {
  const warnings: string[] = [];
  const joined = joinFound(machines, foundMachines, { isOfHosts, warn: (text) => void warnings.push(text) });
  const summaries = joined.map(({ addresses, found: matches = [] }) => [
    matches.map(({ name }) => name).join('+'),
    addresses.map(({ address }) => address).join(' '),
  ]);
  return { joined, shown: summaries, warnings };
}

describe('a machine of a source is one that the agent found', () => {
  test('by the MAC address of any of its adapters, with which it joins its addresses', () => {
    const machines = [machine('10.0.0.5', { mac: macOf(1) }), machine('10.0.1.5', { mac: macOf(2).toLowerCase() })];
    expect(join(machines, [guest('web', [macOf(1), macOf(2)])]).shown).toEqual([['web', '10.0.0.5 10.0.1.5']]);
  });

  test('by its address, if nothing says that another machine has it', () => {
    const machines = [
      machine('10.0.0.5'),
      machine('10.0.0.6', { mac: macOf(9) }),
      machine('10.0.0.2', { mac: macOf(8) }),
    ];
    const { shown } = join(machines, [
      guest('web', [macOf(1)], ['10.0.0.5']),
      guest('db', [macOf(2)], ['10.0.0.6']),
      node,
    ]);
    // The machine that responds at 10.0.0.6 has another MAC address than the guest `db`. So the two are not joined.
    expect(shown).toEqual([
      ['web', '10.0.0.5'],
      ['', '10.0.0.6'],
      ['pve1', '10.0.0.2'],
      ['db', ''],
    ]);
  });

  test('gets its MAC address from the source where the agent has none', () => {
    const [joined] = join([machine('10.0.0.5')], [guest('web', [macOf(1)], ['10.0.0.5', '10.0.0.7'])]).joined;
    expect(joined!.addresses).toEqual([
      { address: '10.0.0.5', ports: [], mac: macOf(1), macSource: 'proxmox' },
      { address: '10.0.0.7', ports: [], mac: macOf(1), macSource: 'proxmox' },
    ]);
  });

  test('is one machine for two sources', () => {
    const client: FoundMachine = { ...guest('client', [macOf(1)], ['10.0.0.5']), source: 'unifi', guest: undefined };
    expect(join([], [guest('web', [macOf(1)]), client]).shown).toEqual([['web+client', '10.0.0.5']]);
  });

  test('is one machine for two sources of which one knows no MAC address, if the agent did not find it', () => {
    const clusterNode: FoundMachine = {
      ...{ source: 'kubernetes', key: 'node-1', name: 'node-1' },
      facts: someFacts({ addresses: [{ address: '10.0.0.5', ifIndex: 0 }] }),
    };
    const web = guest('web', [macOf(1)], ['10.0.0.5']);
    expect(join([], [web, clusterNode]).shown).toEqual([['web+node-1', '10.0.0.5']]);
    // An address in common makes the guest `web` and the Kubernetes node `node-1` one machine, but not if another guest
    // has this address too, or if a machine with another MAC address responds at it.
    const other: FoundMachine = { ...guest('db', [macOf(2)], ['10.0.0.5']), source: 'vcenter' };
    expect(join([], [web, clusterNode, other]).shown).toHaveLength(3);
    const answering = machine('10.0.0.5', { mac: macOf(9) });
    expect(join([answering], [web, clusterNode]).shown).toEqual([
      ['node-1', '10.0.0.5'],
      ['web', ''],
    ]);
  });

  test('is one machine for two readings of a source, such as the ARP tables of two routers', () => {
    const machineSeenBy = (reading: number): FoundMachine => ({
      ...{ source: 'routeros', key: `${reading}`, name: `seen by ${reading}`, mac: macOf(1), reading },
      facts: someFacts({ addresses: [{ address: '10.0.0.5', ifIndex: 0 }] }),
    });
    const { shown, warnings } = join([], [machineSeenBy(0), machineSeenBy(1)]);
    expect([shown, warnings]).toEqual([[['seen by 0+seen by 1', '10.0.0.5']], []]);
    // A hypervisor lists each guest once, and two clusters share no guest. So guests of two clusters are never joined,
    // even by a common MAC address.
    const clones = [guest('one', [macOf(2), macOf(3)]), { ...guest('two', [macOf(2), macOf(4)]), reading: 1 }];
    expect(join([], clones).shown).toEqual([
      ['one', ''],
      ['two', ''],
    ]);
  });

  test('the MAC address of a router at many addresses joins only those that the source lists', () => {
    const machines = ['10.0.0.5', '10.0.0.6', '10.0.0.7'].map((address) => machine(address, { mac: macOf(1) }));
    expect(join(machines, [guest('router', [macOf(1)], ['10.0.0.6'])]).shown).toEqual([
      ['', '10.0.0.5'],
      ['router', '10.0.0.6'],
      ['', '10.0.0.7'],
    ]);
  });
});

describe('machines that were read by SSH', () => {
  const readMachine = (reading: number, address: string, ports: readonly object[]): FoundMachine => ({
    ...{ source: 'ssh', key: `${reading}`, name: `m${reading}`, reading },
    facts: someFacts({
      interfaces: ports.map((port, at) => somePort({ ifIndex: at + 1, ...port })),
      addresses: [{ address, ifIndex: 1 }],
    }),
  });

  test.each([
    ['cni0', '0A:58:0A:2A:00:01'],
    ['docker0', '02:42:AC:11:00:01'],
    ['br0', '02:00:00:00:00:01'],
  ])('are not one machine by the MAC address that software gives %s of each of them', (name, mac) => {
    const bridge = { name, mac, type: 209 };
    const machines = [1, 2, 3].map((at) =>
      readMachine(at, `10.0.0.${at}`, [{ name: 'eth0', type: 6, mac: macOf(at) }, bridge]),
    );
    expect(join([], machines).shown).toEqual([
      ['m1', '10.0.0.1'],
      ['m2', '10.0.0.2'],
      ['m3', '10.0.0.3'],
    ]);
    // The result is the same if the scan of the network has found the three machines too.
    const scannedMachines = [1, 2, 3].map((at) => machine(`10.0.0.${at}`, { mac: macOf(at) }));
    expect(join(scannedMachines, machines).shown).toEqual(join([], machines).shown);
  });

  test.each([
    ['lxcbr0', 209, '00:16:3E:00:00:00'],
    ['vmnet8', 6, '00:50:56:C0:00:08'],
    ['Local Area Connection', 6, '20:41:53:59:4E:FF'],
    ['Mobile', 6, '00:A0:C6:00:00:00'],
  ])('stay apart with the MAC and IP address that %s has on each of them', (name, type, mac) => {
    const read = [1, 2, 3].map((at) => {
      const one = readMachine(at, `10.0.0.${at}`, [
        { name: 'eth0', type: 6, mac: macOf(at) },
        { name, type, mac },
      ]);
      const addresses = [...one.facts.addresses, { address: '10.0.3.1', prefixLength: 24, ifIndex: 2 }];
      return { ...one, facts: { ...one.facts, addresses } };
    });
    const namesIn = (machines: readonly Machine[]) => join(machines, read).shown.map(([names]) => names);
    expect(namesIn([])).toEqual(['m1', 'm2', 'm3']);
    expect(namesIn([1, 2, 3].map((at) => machine(`10.0.0.${at}`, { mac: macOf(at) })))).toEqual(['m1', 'm2', 'm3']);
  });

  test('are two machines if copies have the same MAC address, and one if it is read twice', () => {
    const card = { name: 'eth0', type: 6, mac: '52:54:00:00:00:01' };
    const copies = [readMachine(1, '10.0.0.1', [card]), readMachine(2, '10.1.0.1', [card])];
    expect(join([], copies).shown).toEqual([
      ['m1', '10.0.0.1'],
      ['m2', '10.1.0.1'],
    ]);
    const twice = copies.map((one) => ({
      ...one,
      facts: { ...one.facts, addresses: copies.flatMap(({ facts }) => facts.addresses) },
    }));
    expect(join([], twice).shown).toEqual([['m1+m2', '10.0.0.1 10.1.0.1']]);
  });
});

test('values that two machines of a source have identify neither, and the user is told', () => {
  const twins = [guest('one', [macOf(1), macOf(2)], ['10.0.0.5']), guest('two', [macOf(1), macOf(3)], ['10.0.0.5'])];
  const { shown, warnings, joined } = join([machine('10.0.0.9', { mac: macOf(1) })], twins);
  expect(shown).toEqual([
    ['', '10.0.0.9'],
    ['one', ''],
    ['two', ''],
  ]);
  expect(warnings).toEqual([expect.stringContaining(macOf(1).toLowerCase()), expect.stringContaining('10.0.0.5')]);
  expect(joined[1]!.found![0]!.facts.interfaces.map(({ mac }) => mac)).toEqual([undefined, macOf(2)]);
});

test('a machine without an identifier is left out with a warning, and a rescan adds no machines', () => {
  const unknown: FoundMachine = { source: 'proxmox', key: 'x', name: 'pve9', facts: someFacts({}) };
  const { shown, warnings } = join([], [unknown]);
  expect([shown, warnings]).toEqual([[], [expect.stringContaining('pve9')]]);
  const rescanned = join(
    [machine('10.0.0.5', { mac: macOf(1) })],
    [guest('web', [macOf(1)]), guest('db', [macOf(2)])],
    true,
  );
  expect(rescanned.shown).toEqual([['web', '10.0.0.5']]);
});

test('a machine that is only in an ARP table is gone if it did not answer on the link of the agent', () => {
  const inArp: FoundMachine = { ...guest('old', [macOf(1)], ['10.0.0.5']), guest: undefined, isOnlyInArp: true };
  const namesOf = (isSwept: (address: string) => boolean, machines: readonly Machine[] = []) =>
    joinFound(machines, [inArp, guest('web', [macOf(2)], ['10.0.0.6'])], {
      ...{ isOfHosts: false, isSwept, warn: () => undefined },
    }).map(({ found = [] }) => found.map(({ name }) => name).join());
  expect(namesOf(() => false)).toEqual(['old', 'web']);
  expect(namesOf(() => true)).toEqual(['web']);
  expect(namesOf(() => true, [machine('10.0.0.5', { mac: macOf(1) })])).toEqual(['old', 'web']);
});

const subnets = new SubnetPlan([], [], []);
const reportOf = (one: Machine) => buildHostReport(one, { networkId: 'network', subnets, trustsPorts: false });

describe('the report', () => {
  test('has the guest, the facts of the source with their source, and no complete list of ports', () => {
    const [joined] = join(
      [machine('10.0.0.5', { mac: macOf(1), macSource: 'arp' })],
      [{ ...guest('web', [macOf(1)]), os: 'Debian', entity: { model: 'VM', serialNumber: 'S1' }, chassisId: 'C1' }],
    ).joined;
    const report = reportOf(joined!);
    expect(report.host).toMatchObject({
      ...{ name: 'web', os: 'Debian', os_source: 'proxmox', model: 'VM', model_source: 'proxmox', chassis_id: 'C1' },
      virtualization_metadata: { type: 'Proxmox', details: { vm_name: 'web', vm_id: 'web' } },
    });
    expect(report.ip_addresses).toMatchObject([{ ip_address: '10.0.0.5', mac_address_source: 'arp' }]);
    expect(report.interfaces).toMatchObject([
      { if_name: 'net0', mac_address: macOf(1), mac_address_source: 'proxmox' },
    ]);
    expect(report.interfaces![0]!.if_index).toBeUndefined();
    expect(report.interfaces_complete).toBe(false);
  });

  test('prefers what SNMP read of the machine, and fills from the source what its ports lack', () => {
    const snmp = device({
      system: { name: 'node' },
      interfaces: [
        somePort({ ifIndex: 7, name: 'tap1i0', operStatus: 'Down' }),
        somePort({ ifIndex: 8, name: 'vmbr0', fdbMacs: [] }),
      ],
    });
    const facts = someFacts(
      {
        interfaces: [
          somePort({ ifIndex: -1, name: 'tap1i0', operStatus: 'Up', fdbMacs: [macOf(1)], nativeVlan: 20 }),
          somePort({ ifIndex: -2, name: 'tap2i0', fdbMacs: [macOf(2)] }),
        ],
        addresses: node.facts.addresses,
      },
      ['fdb'],
    );
    const nodeWithFacts = { ...node, facts };
    const complete = reportOf(join([machine('10.0.0.2', {}, { device: snmp })], [nodeWithFacts]).joined[0]!);
    expect(complete.host).toMatchObject({ name: 'node', sys_name: 'node' });
    expect(complete.interfaces).toMatchObject([
      { if_index: 7, if_name: 'tap1i0', oper_status: 'Down', fdb_macs: [macOf(1)], native_vlan_number: 20 },
      { if_index: 8, if_name: 'vmbr0', fdb_macs: [] },
    ]);
    expect(complete).toMatchObject({ interfaces_complete: true, interface_data_complete: { fdb: true } });
    const cut = { ...snmp, incomplete: ['interfaces', 'fdb'] as const };
    const open = reportOf(join([machine('10.0.0.2', {}, { device: cut })], [nodeWithFacts]).joined[0]!);
    expect(open.interfaces!.map(({ if_name }) => if_name)).toEqual(['tap1i0', 'vmbr0', 'tap2i0']);
    expect(open).toMatchObject({ interfaces_complete: false, interface_data_complete: { fdb: true } });
  });

  test('has the service of a hypervisor once, whether or not the port scan has found it', () => {
    const services = [{ port: 8006, definition: 'Proxmox VE', confidence: 'proven' as const }];
    const scannedMachine = machine('10.0.0.2', { ports: [8006] }, { services });
    for (const one of [scannedMachine, machine('10.0.0.2')]) {
      const report = reportOf(join([one], [node]).joined[0]!);
      expect(report.services).toMatchObject([{ service_definition: 'Proxmox VE', bindings: [{ type: 'Port' }] }]);
      expect(report.ports).toMatchObject([{ number: 8006, protocol: 'Tcp' }]);
    }
  });
});

test('guests are reported after their hypervisors, also if a hypervisor is itself a guest', () => {
  const entries: Entry[] = [];
  const reports = new MachineReports({
    ...{ networkId: 'network', hostId: undefined, trustsPorts: false, engine: undefined, interfaces: [] },
    ...{ isLive: () => true, add: (entry) => void entries.push(entry), warn: () => undefined },
  });
  const nested = { ...node, key: 'inner', name: 'inner' };
  const { joined } = join(
    [],
    [
      guest('web', [macOf(1)]),
      { ...guest('nested', [macOf(2)]), guest: { ...guest('nested', []).guest!, hypervisorKey: 'node' } },
      { ...nested, facts: someFacts({ interfaces: [somePort({ ifIndex: -1, name: 'eno1', mac: macOf(2) })] }) },
      { ...guest('innermost', [macOf(3)]), guest: { ...guest('innermost', []).guest!, hypervisorKey: 'inner' } },
      node,
    ],
  );
  for (const one of joined) reports.report(one, subnets);
  expect(entries.map((entry) => (entry as HostEntry).body.host.name)).toEqual(['pve1']);
  reports.finish();
  expect(
    (entries as HostEntry[]).map(({ body, hypervisor, runsOn }) => [body.host.name, hypervisor?.key, runsOn]),
  ).toEqual([
    ['pve1', 'node', undefined],
    ['nested', 'inner', 'node'],
    ['web', undefined, 'node'],
    ['innermost', undefined, 'inner'],
  ]);
});

// Ports of inferred hosts: one for each remote port that neighbor reports name. Later runs find these ports again.
// Reports without a port name add no ports.
import type { EvidenceRow, PortRow } from '../../../../src/modules/discovery/neighbor-resolution/inventory';
import { resolveNeighbors } from '../../../../src/modules/discovery/neighbor-resolution/resolve';
import { cdp, host, lldp, mac, network, port } from './network';

const ports = [port('a/1'), port('a/2'), port('a/3')];
const branch = { chassisId: { subtype: 'MacAddress' as const, value: mac(9) }, sysName: 'branch' };
const namedPort = (value: string) => ({ ...branch, portId: { subtype: 'InterfaceName' as const, value } });
const resolvePorts = (evidence: EvidenceRow[], storedPorts: PortRow[] = [], isInferred = true) =>
  resolveNeighbors(
    network({
      hosts: [host('a'), ...(storedPorts.length > 0 ? [host('branch', { chassisId: mac(9), isInferred })] : [])],
      ports: [...ports, ...storedPorts],
      evidence,
    }),
    (key) => `new ${key}`,
  );
const ends = ({ links }: ReturnType<typeof resolvePorts>) =>
  links.map((link) => [link.interfaceId, link.remoteInterfaceId ?? `host ${link.remoteHostId}`]);
const names = ({ inferredPorts }: ReturnType<typeof resolvePorts>) => inferredPorts.map(({ ifName }) => ifName);

test('two cables to an unknown device are two links, each to the port in its report', () => {
  const createdResolution = resolvePorts([lldp('a/1', namedPort('Gi1/0/1')), lldp('a/2', namedPort('Gi1/0/2'))]);
  expect(createdResolution.inferredPorts).toMatchObject([
    { hostId: `new ${mac(9)}`, ifName: 'Gi1/0/1' },
    { hostId: `new ${mac(9)}`, ifName: 'Gi1/0/2' },
  ]);
  const [first, second] = createdResolution.inferredPorts;
  expect(ends(createdResolution)).toEqual([
    ['a/1', first!.id],
    ['a/2', second!.id],
  ]);
  expect(createdResolution.hostOfPort.get(first!.id)).toBe(`new ${mac(9)}`);
});

test('a port that two protocols or cables name differently is one, in any order', () => {
  const reports = [
    cdp('a/1', { deviceId: 'branch', devicePort: 'GigabitEthernet1/0/1' }),
    lldp('a/1', namedPort('Gi1/0/1')),
    lldp('a/2', namedPort('GigabitEthernet 1/0/1')),
  ];
  for (const evidence of [reports, [...reports].reverse()]) {
    const createdResolution = resolvePorts(evidence);
    expect(names(createdResolution)).toEqual(['GigabitEthernet 1/0/1']);
    expect(new Set(ends(createdResolution).map(([, end]) => end))).toEqual(
      new Set([createdResolution.inferredPorts[0]!.id]),
    );
  }
});

test.each<[string, Partial<EvidenceRow>]>([
  ['a number without a kind', { portId: { subtype: 'LocallyAssigned', value: '7' } }],
  ['an alias', { portId: { subtype: 'InterfaceAlias', value: 'uplink' } }],
  ['a MAC address', { portId: { subtype: 'MacAddress', value: mac(10) } }],
  ['nothing', { portId: null }],
  ['blanks', { portId: { subtype: 'InterfaceName', value: '  ' } }],
  ['a text longer than a name', { portId: { subtype: 'InterfaceName', value: 'x'.repeat(256) } }],
])('%s does not name a port, so the link leads to the host', (_what, report) => {
  const createdResolution = resolvePorts([lldp('a/1', { ...branch, ...report })]);
  expect([names(createdResolution), ends(createdResolution)]).toEqual([[], [['a/1', `host new ${mac(9)}`]]]);
});

test('a device without identifying values is identified by the reporting port, and gets no port', () => {
  const report = { chassisId: { subtype: 'NetworkAddress' as const, value: '::' } };
  const createdResolution = resolvePorts([
    lldp('a/1', { ...report, portId: { subtype: 'InterfaceName', value: 'eth0' } }),
  ]);
  expect([names(createdResolution), ends(createdResolution)]).toEqual([
    [],
    [['a/1', `host ${createdResolution.inferredHosts[0]!.id}`]],
  ]);
});

test('inferred ports are recognized and seen again; ports of discovered hosts are left to discovery', () => {
  const at = new Date('2026-11-22T00:00:00Z');
  const evidence = [lldp('a/1', { ...namedPort('Gi1/0/1'), observedAt: at }), lldp('a/2', namedPort('Gi1/0/2'))];
  const storedPorts = [port('branch/1', { ifName: 'GigabitEthernet1/0/1' })];
  const again = resolvePorts(evidence, storedPorts);
  expect([names(again), [...again.portSightings]]).toEqual([['Gi1/0/2'], [['branch/1', at]]]);
  const discoveredResolution = resolvePorts(evidence, storedPorts, false);
  expect([names(discoveredResolution), [...discoveredResolution.portSightings]]).toEqual([[], []]);
  expect(ends(discoveredResolution)).toEqual([
    ['a/1', 'branch/1'],
    ['a/2', 'host branch'],
  ]);
});

test('stale reports and link decisions during a run infer no ports', () => {
  const evidence = [lldp('a/1', namedPort('Gi1/0/1'))];
  const hosts = [host('a'), host('branch', { chassisId: mac(9), isInferred: true })];
  const stale = network({ hosts, ports, evidence, staleBefore: new Date('2026-11-25T00:00:00Z') });
  expect(resolveNeighbors(stale, (key) => `new ${key}`).inferredPorts).toEqual([]);
  expect(resolveNeighbors(network({ hosts, ports, evidence }), null).inferredPorts).toEqual([]);
});

test("a chassis with the name of an inferred host's port is another device", () => {
  const other = lldp('a/2', { chassisId: { subtype: 'InterfaceName', value: 'eth0' }, sysName: 'other' });
  const createdResolution = resolvePorts([lldp('a/1', namedPort('eth0')), other]);
  expect(createdResolution.inferredHosts.map(({ name }) => name).sort()).toEqual(['branch', 'other']);
  const again = resolvePorts([other], [port('branch/1', { ifName: 'eth0' })]);
  expect(again.inferredHosts.map(({ name }) => name)).toEqual(['other']);
});

// Tests how an LLDP or CDP report of a neighbor is resolved to a stored host and port, for each kind of chassis id
// and port id.
import type { EvidenceRow, Inventory } from '../../../../src/modules/discovery/neighbor-resolution/inventory';
import { resolveNeighbors } from '../../../../src/modules/discovery/neighbor-resolution/resolve';
import { address, cdp, host, lldp, mac, network, port } from './network';

const resolve = (inventory: Inventory) => resolveNeighbors(inventory, (key) => `new ${key}`);
/**
 * The links as texts such as `a/1 > b/1 LLDP`. If the port at the remote end is not known, the text has the host in
 * brackets.
 */
const links = (inventory: Inventory) =>
  resolve(inventory).links.map(
    ({ interfaceId, remoteInterfaceId, remoteHostId, protocol }) =>
      `${interfaceId} > ${remoteInterfaceId ?? `(${remoteHostId})`} ${protocol}`,
  );

/** Resolves reports that port a/1 received about host b, with a further host c in the network. Returns the links. */
const resolvedEnds = (rows: Partial<Omit<Inventory, 'evidence'>>, ...reports: Partial<EvidenceRow>[]) =>
  links(
    network({
      hosts: [host('a'), host('b'), host('c')],
      ...rows,
      ports: [port('a/1'), ...(rows.ports ?? [])],
      evidence: reports.map((report) => (report.protocol === 'CDP' ? cdp('a/1', report) : lldp('a/1', report))),
    }),
  );
const toHost = ['a/1 > (b) LLDP'];
const chassis = (subtype: NonNullable<EvidenceRow['chassisId']>['subtype'], value: string) => ({
  chassisId: { subtype, value },
});

describe('a host is found by', () => {
  test('MacAddress: the MAC address of one of its addresses', () => {
    expect(resolvedEnds({ addresses: [address('b', '10.0.0.2', mac(2))] }, chassis('MacAddress', mac(2)))).toEqual(
      toHost,
    );
  });
  test('MacAddress: the MAC address of one of its ports', () => {
    expect(resolvedEnds({ ports: [port('b/1', { macAddress: mac(2) })] }, chassis('MacAddress', mac(2)))).toEqual(
      toHost,
    );
  });
  test('MacAddress: its chassis ID, even without a port with this address', () => {
    const hosts = [host('a'), host('b', { chassisId: mac(2) })];
    expect(resolvedEnds({ hosts }, chassis('MacAddress', mac(2)))).toEqual(toHost);
  });
  test('NetworkAddress: one of its addresses', () => {
    const addresses = [address('b', '10.0.0.2'), address('c', '10.0.0.3')];
    expect(resolvedEnds({ addresses }, chassis('NetworkAddress', '10.0.0.2'))).toEqual(toHost);
  });
  test.each(['ifName', 'ifDescr'] as const)('InterfaceName: the %s of one of its ports', (field) => {
    const ports = [port('b/1', { [field]: 'ge-0/0/9' }), port('c/1', { [field]: 'ge-0/0/8' })];
    expect(resolvedEnds({ ports }, chassis('InterfaceName', 'ge-0/0/9'))).toEqual(toHost);
  });
  test.each(['ChassisComponent', 'LocallyAssigned'] as const)('%s: its chassis ID', (subtype) => {
    const hosts = [host('a'), host('b', { chassisId: 'FOC1' }), host('c', { chassisId: 'FOC2' })];
    expect(resolvedEnds({ hosts }, chassis(subtype, 'FOC1'))).toEqual(toHost);
  });
  test.each(['InterfaceAlias', 'PortComponent'] as const)('%s finds no host', (subtype) => {
    const hosts = [host('a'), host('b', { chassisId: 'uplink' })];
    const ports = [port('b/1', { ifAlias: 'uplink', ifDescr: 'uplink', ifName: 'uplink' })];
    expect(resolvedEnds({ hosts, ports }, chassis(subtype, 'uplink'))).toEqual(['a/1 > (new uplink) LLDP']);
  });
  test('CDP: its chassis ID, before its system name', () => {
    const hosts = [host('a'), host('b', { chassisId: 'FOC1' }), host('c', { sysName: 'FOC1' })];
    expect(resolvedEnds({ hosts }, { protocol: 'CDP', deviceId: 'FOC1' })).toEqual(['a/1 > (b) CDP']);
  });
  test('CDP: its system name', () => {
    const hosts = [host('a'), host('b', { sysName: 'core-1' }), host('c')];
    expect(resolvedEnds({ hosts }, { protocol: 'CDP', deviceId: 'Core-1' })).toEqual(['a/1 > (b) CDP']);
  });
  test('its chassis ID before its management address, and that before its name', () => {
    const hosts = [host('a'), host('b', { sysName: 'c' }), host('c', { sysName: 'b', chassisId: 'FOC3' })];
    const addresses = [address('b', '10.0.0.2')];
    const name = { sysName: 'b', managementAddress: '10.0.0.2' };
    expect(resolvedEnds({ hosts, addresses }, { ...chassis('LocallyAssigned', 'FOC3'), sysName: 'c' })).toEqual([
      'a/1 > (c) LLDP',
    ]);
    const byChassis = { ...chassis('LocallyAssigned', 'FOC3'), managementAddress: '10.0.0.2' };
    expect(resolvedEnds({ hosts, addresses }, byChassis)).toEqual(['a/1 > (c) LLDP']);
    expect(resolvedEnds({ hosts, addresses }, { ...chassis('LocallyAssigned', 'none'), ...name })).toEqual(toHost);
  });
  test.each(['127.0.0.1', '0.0.0.0', '::1', '::'])('the common address %s finds no host', (ip) => {
    const report = { managementAddress: ip, sysName: 'x' };
    expect(resolvedEnds({ addresses: [address('b', ip)] }, report)).toEqual(['a/1 > (new x) LLDP']);
  });
  test('a MAC address of zeros finds no host', () => {
    const zeros = '00:00:00:00:00:00';
    const report = { ...chassis('MacAddress', zeros), sysName: 'b' };
    const hosts = [host('a'), host('b', { sysName: 'b' })];
    expect(resolvedEnds({ hosts, ports: [port('c/1', { macAddress: zeros })] }, report)).toEqual(toHost);
  });
});

describe('a host is also found by', () => {
  test('its advertised system name', () => {
    const hosts = [host('a'), host('b', { sysName: 'edge' }), host('c')];
    expect(resolvedEnds({ hosts }, { ...chassis('MacAddress', mac(9)), sysName: 'Edge' })).toEqual(toHost);
  });
  test('its management address', () => {
    const report = { ...chassis('MacAddress', mac(9)), sysName: 'nobody', managementAddress: '10.0.0.2' };
    expect(resolvedEnds({ addresses: [address('b', '10.0.0.2')] }, report)).toEqual(toHost);
  });
  test('any of its management addresses', () => {
    const addresses = { managementAddress: '10.9.9.9', otherManagementAddresses: ['10.0.0.2', 'fd00::2'] };
    const report = { ...chassis('MacAddress', mac(9)), sysName: 'nobody', ...addresses };
    expect(resolvedEnds({ addresses: [address('b', '10.0.0.2')] }, report)).toEqual(toHost);
  });
  test('its name with other blanks and line breaks', () => {
    const hosts = [host('a'), host('b', { sysName: 'Edge  Switch 7\r\n' }), host('c')];
    expect(resolvedEnds({ hosts }, { sysName: ' edge\nswitch 7' })).toEqual(toHost);
  });
  test('its CDP address', () => {
    const report = { protocol: 'CDP' as const, deviceId: 'nobody', managementAddress: '10.0.0.2' };
    expect(resolvedEnds({ addresses: [address('b', '10.0.0.2')] }, report)).toEqual(['a/1 > (b) CDP']);
  });
  test('the only MAC address learned on the port: first the host, then its port', () => {
    const inventory = (fdbMacs: string[], remote: object) =>
      network({
        hosts: [host('a'), host('b')],
        ports: [port('a/1', { fdbMacs }), port('b/1', remote)],
        addresses: [address('b', '10.0.0.2', mac(2))],
        evidence: [lldp('a/1', chassis('LocallyAssigned', 'x'))],
      });
    expect(links(inventory([mac(2)], {}))).toEqual(toHost);
    expect(links(inventory([mac(2), mac(2)], { macAddress: mac(2) }))).toEqual(['a/1 > b/1 LLDP']);
    expect(links(inventory([mac(2), mac(3)], { macAddress: mac(2) }))).toEqual(['a/1 > (new x) LLDP']);
  });
  test('its port that has learned only the reporting host', () => {
    const inventory = (fdbMacs: string[]) =>
      network({
        hosts: [host('a'), host('b', { sysName: 'b' })],
        ports: [port('a/1', { macAddress: mac(1) }), port('b/1', { fdbMacs }), port('b/2', { fdbMacs: [mac(7)] })],
        evidence: [lldp('a/1', { sysName: 'b' })],
      });
    expect(links(inventory([mac(1)]))).toEqual(['a/1 > b/1 LLDP']);
    expect(links(inventory([mac(1), mac(7)]))).toEqual(toHost);
  });

  const pair = [host('a', { sysName: 'a' }), host('b', { sysName: 'b' })];
  test('mutual reports: two devices that name each other on exactly one port each', () => {
    const ports = [port('a/1'), port('b/1')];
    const evidence = [lldp('a/1', { sysName: 'b' }), cdp('b/1', { deviceId: 'a' })];
    expect(links(network({ hosts: pair, ports, evidence }))).toEqual(['a/1 > b/1 LLDP', 'b/1 > a/1 CDP']);
  });
  test('mutual reports on two ports link each port to the device only', () => {
    const ports = [port('a/1'), port('a/2'), port('b/1')];
    const evidence = [
      ...[lldp('a/1', { sysName: 'b' }), lldp('a/2', { sysName: 'b' })],
      ...[lldp('b/1', { sysName: 'a' })],
    ];
    expect(links(network({ hosts: pair, ports, evidence }))).toEqual([
      ...['a/1 > (b) LLDP', 'a/2 > (b) LLDP'],
      ...['b/1 > (a) LLDP'],
    ]);
  });
});

describe('a port is found by', () => {
  const hosts = [host('a'), host('b', { sysName: 'b' }), host('c')];
  const on = (ports: ReturnType<typeof port>[], report: Partial<EvidenceRow>, addresses = [] as never[]) =>
    resolvedEnds({ hosts, addresses, ports: [...ports, port('c/1', ports[0])] }, { sysName: 'b', ...report });
  const portId = (subtype: NonNullable<EvidenceRow['portId']>['subtype'], value: string) => ({
    portId: { subtype, value },
  });
  const toPort = ['a/1 > b/1 LLDP'];

  test('MacAddress: its MAC address', () => {
    const [first, second] = [port('b/1', { macAddress: mac(2) }), port('b/2', { macAddress: mac(2) })];
    expect(on([first], portId('MacAddress', mac(2)))).toEqual(toPort);
    expect(on([first, second], portId('MacAddress', mac(2)))).toEqual(toHost);
  });
  test('NetworkAddress: its address', () => {
    const ports = [port('b/1', { ipAddressId: '10.0.0.2' }), port('b/2')];
    const addresses = [address('b', '10.0.0.2')];
    expect(
      resolvedEnds({ hosts, ports, addresses }, { sysName: 'b', ...portId('NetworkAddress', '10.0.0.2') }),
    ).toEqual(toPort);
    expect(
      resolvedEnds({ hosts, ports, addresses }, { sysName: 'b', ...portId('NetworkAddress', '10.0.0.3') }),
    ).toEqual(toHost);
  });
  test('InterfaceName: its name, before its description', () => {
    const [namedPort, describedPort] = [port('b/1', { ifName: 'Gi1' }), port('b/2', { ifDescr: 'Gi1' })];
    expect(on([namedPort, describedPort], portId('InterfaceName', 'Gi1'))).toEqual(toPort);
    expect(on([describedPort], portId('InterfaceName', 'Gi1'))).toEqual(['a/1 > b/2 LLDP']);
  });
  test.each(['InterfaceAlias', 'PortComponent', 'AgentCircuitId', 'LocallyAssigned'] as const)(
    '%s: its description',
    (subtype) => {
      expect(on([port('b/1', { ifDescr: 'Port 7' })], portId(subtype, 'Port 7'))).toEqual(toPort);
    },
  );
  test('InterfaceAlias: its configured alias first', () => {
    const ports = [port('b/2', { ifDescr: 'uplink' }), port('b/1', { ifAlias: 'uplink' })];
    expect(on(ports, portId('InterfaceAlias', 'uplink'))).toEqual(toPort);
  });
  test.each(['ifDescr', 'ifAlias'] as const)('the advertised description last: %s', (field) => {
    const ports = [port('b/1', { [field]: 'to a' }), port('b/2', { ifName: 'Gi2' })];
    expect(on(ports, { ...portId('LocallyAssigned', '5'), portDescription: 'to a' })).toEqual(toPort);
    expect(on(ports, { ...portId('InterfaceName', 'Gi2'), portDescription: 'to a' })).toEqual(['a/1 > b/2 LLDP']);
  });
  test('CDP: its description', () => {
    const ports = [port('b/1', { ifDescr: 'GigabitEthernet0/1' }), port('b/2', { ifDescr: 'GigabitEthernet0/2' })];
    const report = { protocol: 'CDP' as const, deviceId: 'b', devicePort: 'GigabitEthernet0/1' };
    expect(resolvedEnds({ hosts, ports }, report)).toEqual(['a/1 > b/1 CDP']);
  });
  test('no value that two ports share', () => {
    const ports = [port('b/1', { ifDescr: 'LAN' }), port('b/2', { ifDescr: 'LAN' })];
    expect(on(ports, portId('LocallyAssigned', 'LAN'))).toEqual(toHost);
  });
});

describe('ambiguous values', () => {
  const both = [address('b', '10.0.0.2', mac(2)), address('c', '10.0.0.3', mac(2))];
  test('a MAC address of two hosts gives no link, and infers no host', () => {
    const inventory = network({
      hosts: [host('a'), host('b'), host('c')],
      ports: [port('a/1')],
      addresses: both,
      evidence: [lldp('a/1', { ...chassis('MacAddress', mac(2)), sysName: 'unheard of' })],
    });
    expect(resolve(inventory)).toMatchObject({ links: [], inferredHosts: [], settledPorts: new Set() });
  });
  test('a name of two hosts gives no link', () => {
    expect(
      resolvedEnds({ hosts: ['a', 'b', 'c'].map((id) => host(id, { sysName: 'sw' })) }, { sysName: 'sw' }),
    ).toEqual([]);
  });
  test('further values choose among matches, but add none', () => {
    const hosts = [host('a'), host('b', { sysName: 'b' }), host('c'), host('d', { sysName: 'd' })];
    const report = (sysName: string) => ({ ...chassis('MacAddress', mac(2)), sysName });
    expect(resolvedEnds({ hosts, addresses: both }, report('b'))).toEqual(toHost);
    expect(resolvedEnds({ hosts, addresses: both }, report('d'))).toEqual([]);
  });
  test('a host is never linked to itself', () => {
    const ports = [port('a/2', { macAddress: mac(1), ifName: 'e2' })];
    const report = { ...chassis('MacAddress', mac(1)), portId: { subtype: 'InterfaceName', value: 'e2' } as const };
    expect(resolvedEnds({ ports }, { ...report, sysName: 'a' })).toEqual([]);
    expect(resolvedEnds({ hosts: [host('a', { sysName: 'a' })] }, { sysName: 'a' })).toEqual([]);
  });
  test('a report without identifying values is ignored', () => {
    expect(resolvedEnds({}, {}, { protocol: 'CDP' }, { sysName: ' ' })).toEqual([]);
  });
});

describe('several reports of one port', () => {
  const hosts = [host('a'), host('b', { sysName: 'b' }), host('c', { sysName: 'c' })];
  test('from two devices are two links', () => {
    expect(resolvedEnds({ hosts }, { sysName: 'b' }, { sysName: 'c' })).toEqual(['a/1 > (b) LLDP', 'a/1 > (c) LLDP']);
  });
  test.each([[0, 1] as const, [1, 0] as const])('from one device are one link, with protocol LLDP', (...order) => {
    const reports = [{ sysName: 'b' }, { protocol: 'CDP' as const, deviceId: 'b' }];
    expect(resolvedEnds({ hosts }, ...order.map((at) => reports[at]!))).toEqual(toHost);
  });
  test('a port with a link to a port gets no second link to its host', () => {
    const reports = [{ sysName: 'b' }, { protocol: 'CDP' as const, deviceId: 'b', devicePort: 'Gi1' }];
    expect(resolvedEnds({ hosts, ports: [port('b/1', { ifDescr: 'Gi1' })] }, ...reports)).toEqual(['a/1 > b/1 CDP']);
  });
});

// The outcome of each neighbor record: the port or host to which it refers, or why no port or host was found. Includes
// peculiarities of real devices.
import type { EvidenceRow, Inventory } from '../../../../src/modules/discovery/neighbor-resolution/inventory';
import { resolveNeighbors } from '../../../../src/modules/discovery/neighbor-resolution/resolve';
import { address, cdp, host, lldp, mac, network, port } from './network';

const chassisMac = (number: number) => ({ chassisId: { subtype: 'MacAddress' as const, value: mac(number) } });
const portNamed = (value: string) => ({ portId: { subtype: 'InterfaceName' as const, value } });
const today = new Date('2026-11-21T00:00:00Z');
const longAgo = { observedAt: new Date('2026-10-01T00:00:00Z') };

/**
 * The results of link resolution as texts. Neighbor records: `port > far port` and the reason if it failed. Links:
 * `port > far port`. If only the far host is known, it stands in parentheses instead of the far port.
 */
function describeOutcomes(rows: Partial<Inventory>) {
  const inventory = network({ staleBefore: new Date('2026-11-01T00:00:00Z'), ...rows });
  const { outcomes, links, inferredHosts } = resolveNeighbors(inventory, (key) => `new ${key}`);
  const end = (one: { remoteInterfaceId: string | null; remoteHostId: string | null }) =>
    one.remoteInterfaceId ?? (one.remoteHostId === null ? '-' : `(${one.remoteHostId})`);
  return {
    records: inventory.evidence.map(({ id, interfaceId }) => {
      const outcome = outcomes.get(id)!;
      return `${interfaceId} > ${end(outcome)}${outcome.reason === null ? '' : ` ${outcome.reason}`}`;
    }),
    links: links.map((link) => `${link.interfaceId} > ${end(link)}`),
    made: inferredHosts.map(({ id }) => id),
  };
}
const nameHosts = (...ids: string[]) => ids.map((id) => host(id, { sysName: id }));
/** Hosts a, b and c, with the ports a/1, a/2, b/1, b/2 and c/1. Each is named like its id. */
const hosts = nameHosts('a', 'b', 'c');
const ports = ['a/1', 'a/2', 'b/1', 'b/2', 'c/1'].map((id) => port(id, { ifName: id }));
const to = (interfaceId: string, remote: string, fields: Partial<EvidenceRow> = {}) =>
  lldp(interfaceId, { sysName: remote.split('/')[0]!, ...(remote.includes('/') && portNamed(remote)), ...fields });
const recordsOf = (...evidence: EvidenceRow[]) => describeOutcomes({ hosts, ports, evidence }).records;

describe('reasons why a record gives no complete link', () => {
  test('a link that both ports report has no reason', () => {
    expect(recordsOf(to('a/1', 'b/1'), to('b/1', 'a/1'))).toEqual(['a/1 > b/1', 'b/1 > a/1']);
  });
  test('a link to a host only has none if the other end knows only the host', () => {
    expect(recordsOf(to('a/1', 'b/1'), to('a/2', 'b/2'), to('b/1', 'a'))).toEqual([
      ...['a/1 > b/1', 'a/2 > b/2 OneSided', 'b/1 > (a) UnknownPort'],
    ]);
  });
  test('OneSided: the other port reports no neighbour, or another one', () => {
    expect(recordsOf(to('a/1', 'b/1'))).toEqual(['a/1 > b/1 OneSided']);
    expect(recordsOf(to('a/1', 'b/1'), to('b/1', 'c/1'))).toEqual(['a/1 > b/1 OneSided', 'b/1 > c/1 OneSided']);
    expect(recordsOf(to('a/1', 'b/1'), to('b/1', 'a/2'))).toEqual(['a/1 > b/1 OneSided', 'b/1 > a/2 OneSided']);
  });
  test('UnknownPort: no port of the host matches', () => {
    expect(recordsOf(to('a/1', 'b', portNamed('eth7')))).toEqual(['a/1 > (b) UnknownPort']);
  });
  test('AmbiguousPort: several ports of the host match', () => {
    const samePorts = ['b/1', 'b/2'].map((id) => port(id, { ifDescr: 'LAN' }));
    const evidence = [to('a/1', 'b', { portId: { subtype: 'LocallyAssigned', value: 'LAN' } })];
    expect(describeOutcomes({ hosts, ports: [port('a/1'), ...samePorts], evidence })).toEqual({
      ...{ records: ['a/1 > (b) AmbiguousPort'], links: ['a/1 > (b)'], made: [] },
    });
  });
  test('UnknownChassis: no host matches; the one inferred for it has this reason too, also later', () => {
    const evidence = [lldp('a/1', { ...chassisMac(9), sysName: 'x' })];
    const first = describeOutcomes({ hosts, ports, evidence });
    expect(first).toMatchObject({ records: [`a/1 > (new ${mac(9)}) UnknownChassis`], made: [`new ${mac(9)}`] });
    const createdHost = host('m', { chassisId: mac(9), sysName: 'x', isInferred: true });
    expect(describeOutcomes({ hosts: [...hosts, createdHost], ports, evidence })).toMatchObject({
      ...{ records: ['a/1 > (m) UnknownChassis'], links: ['a/1 > (m)'], made: [] },
    });
  });
  test.each<[string, Partial<EvidenceRow>]>([
    ['nothing', {}],
    ['an address of no host', { managementAddress: '10.0.0.77' }],
    ['a blank name', { sysName: ' ' }],
  ])('NoIdentity: the record contains %s', (_what, fields) => {
    expect(recordsOf(lldp('a/1', fields))).toEqual(['a/1 > - NoIdentity']);
  });
  test('OwnHost: the device receives its own announcements', () => {
    expect(recordsOf(to('a/1', 'a/2'))).toEqual(['a/1 > - OwnHost']);
  });
  const twins = [
    host('a'),
    host('d', { chassisId: 'S1', sysName: 'twin' }),
    host('e', { chassisId: 'S1', sysName: 'twin' }),
  ];
  const twinAddresses = [
    ...[address('d', '10.0.0.9', mac(2)), { ...address('e', '10.0.0.9', mac(2)), id: 'e 10.0.0.9' }],
  ];
  test.each<[string, EvidenceRow]>([
    ['AmbiguousMac', lldp('a/1', { ...chassisMac(2), sysName: 'new' })],
    ['AmbiguousAddress', lldp('a/1', { chassisId: { subtype: 'NetworkAddress', value: '10.0.0.9' } })],
    ['AmbiguousAddress', lldp('a/1', { managementAddress: '10.0.0.9' })],
    ['AmbiguousChassisId', lldp('a/1', { chassisId: { subtype: 'LocallyAssigned', value: 'S1' } })],
    ['AmbiguousName', lldp('a/1', { sysName: 'twin' })],
    ['AmbiguousName', cdp('a/1', { deviceId: 'Twin' })],
  ])('%s: two hosts have this value', (reason, record) => {
    expect(
      describeOutcomes({ hosts: twins, ports: [port('a/1')], addresses: twinAddresses, evidence: [record] }),
    ).toEqual({
      ...{ records: [`a/1 > - ${reason}`], links: [], made: [] },
    });
  });
  test('the first value that several hosts have is the reason', () => {
    const record = lldp('a/1', { ...chassisMac(2), sysName: 'twin', managementAddress: '10.0.0.9' });
    const rows = { hosts: twins, ports: [port('a/1')], addresses: twinAddresses, evidence: [record] };
    expect(describeOutcomes(rows).records).toEqual(['a/1 > - AmbiguousMac']);
  });
});

describe('stale records', () => {
  test('keep their link while nothing contradicts it', () => {
    expect(describeOutcomes({ hosts, ports, evidence: [to('a/1', 'b/1', longAgo)] })).toEqual({
      ...{ records: ['a/1 > b/1 Stale'], links: ['a/1 > b/1'], made: [] },
    });
  });
  test('do not include a record of exactly the maximum age', () => {
    const evidence = [to('a/1', 'b/1', { observedAt: today }), to('b/1', 'a/1', { observedAt: today })];
    expect(describeOutcomes({ hosts, ports, evidence, staleBefore: today }).records).toEqual([
      'a/1 > b/1',
      'b/1 > a/1',
    ]);
  });
  test('lose their link if the cable was moved: the other port reports another neighbour', () => {
    const evidence = [to('a/1', 'b/1', longAgo), to('b/1', 'c/1'), to('c/1', 'b/1')];
    expect(describeOutcomes({ hosts, ports, evidence })).toEqual({
      records: ['a/1 > b/1 Superseded', 'b/1 > c/1', 'c/1 > b/1'],
      ...{ links: ['b/1 > c/1', 'c/1 > b/1'], made: [] },
    });
    // Two records of the same age can both be right, because the three ports may be in one segment.
    const sharedEvidence = [to('a/1', 'b/1'), to('b/1', 'c/1')];
    expect(describeOutcomes({ hosts, ports, evidence: sharedEvidence }).links).toEqual(['a/1 > b/1', 'b/1 > c/1']);
    const both = [to('a/1', 'b/1', longAgo), to('b/1', 'c/1', longAgo)];
    expect(describeOutcomes({ hosts, ports, evidence: both }).links).toEqual(['a/1 > b/1', 'b/1 > c/1']);
  });
  test('keep their link if the other port still reports the host among others', () => {
    const evidence = [to('a/1', 'b/1', longAgo), to('b/1', 'c/1'), to('b/1', 'a')];
    expect(describeOutcomes({ hosts, ports, evidence }).links).toContain('a/1 > b/1');
  });
  test('infer no host', () => {
    expect(describeOutcomes({ hosts, ports, evidence: [lldp('a/1', { sysName: 'gone', ...longAgo })] })).toEqual({
      ...{ records: ['a/1 > - Stale'], links: [], made: [] },
    });
  });
});

describe('quirks of real devices', () => {
  test('LLDP, LLDP-V2 and CDP records give one link, whichever of them has the port', () => {
    const twice = [to('a/1', 'b/1'), to('a/1', 'b/1')];
    const devicePort = cdp('a/1', { deviceId: 'b' });
    expect(describeOutcomes({ hosts, ports, evidence: [...twice, devicePort] })).toEqual({
      records: ['a/1 > b/1 OneSided', 'a/1 > b/1 OneSided', 'a/1 > b/1 OneSided'],
      ...{ links: ['a/1 > b/1'], made: [] },
    });
  });
  test.each<[string, Partial<EvidenceRow>]>([
    ['the name', { deviceId: 'sw-b.example.net' }],
    ['the address', { deviceId: 'FOC123', managementAddress: '10.9.9.9' }],
  ])('CDP with an unknown name and LLDP with %s on one port do not give a second device', (_by, fields) => {
    const rows = {
      hosts: [host('a'), host('b')],
      ports: [port('a/1'), port('b/1', { macAddress: mac(2) })],
      evidence: [lldp('a/1', { ...chassisMac(2), sysName: 'SW-B', managementAddress: '10.9.9.9' }), cdp('a/1', fields)],
    };
    expect(describeOutcomes(rows)).toMatchObject({
      records: ['a/1 > (b) UnknownPort', 'a/1 > (b) UnknownPort'],
      ...{ links: ['a/1 > (b)'], made: [] },
    });
  });
  test('a phone and the machine behind it are two devices', () => {
    const evidence = [to('a/1', 'b'), cdp('a/1', { deviceId: 'phone' })];
    expect(describeOutcomes({ hosts, ports, evidence })).toMatchObject({ links: ['a/1 > (b)', 'a/1 > (new phone)'] });
  });
  test('parallel cables are separate links', () => {
    const evidence = [to('a/1', 'b/1'), to('a/2', 'b/2'), to('b/1', 'a/1'), to('b/2', 'a/2')];
    expect(describeOutcomes({ hosts, ports, evidence })).toEqual({
      records: ['a/1 > b/1', 'a/2 > b/2', 'b/1 > a/1', 'b/2 > a/2'],
      ...{ links: ['a/1 > b/1', 'a/2 > b/2', 'b/1 > a/1', 'b/2 > a/2'], made: [] },
    });
  });
  test('parallel cables without port IDs do not end at the one port that has learned the other device', () => {
    const rows = {
      hosts,
      ports: [port('a/1', { macAddress: mac(1) }), port('a/2'), port('b/1', { fdbMacs: [mac(1)] }), port('b/2')],
      evidence: [to('a/1', 'b'), to('a/2', 'b')],
    };
    expect(describeOutcomes(rows).links).toEqual(['a/1 > (b)', 'a/2 > (b)']);
    expect(describeOutcomes({ ...rows, evidence: [to('a/1', 'b')] }).links).toEqual(['a/1 > b/1']);
  });
  test('links reported from one side only are links', () => {
    expect(describeOutcomes({ hosts, ports, evidence: [to('a/1', 'b/1')] }).links).toEqual(['a/1 > b/1']);
  });
  test('of two devices with the same MAC addresses, other values choose one, else none', () => {
    const clones = ['b/1', 'c/1'].map((id) => port(id, { macAddress: mac(2) }));
    const rows = { hosts, ports: [port('a/1'), ...clones] };
    const record = (sysName: string | null) => [lldp('a/1', { ...chassisMac(2), sysName })];
    expect(describeOutcomes({ ...rows, evidence: record(null) }).records).toEqual(['a/1 > - AmbiguousMac']);
    expect(describeOutcomes({ ...rows, evidence: record('c') }).links).toEqual(['a/1 > (c)']);
  });
  test.each([
    ['sw1', 'sw1.example.net'],
    ['sw1.example.net', 'SW1'],
  ])('the host is named %s, and its neighbours name it %s', (sysName, advertisedAddress) => {
    const rows = { hosts: [host('a'), host('b', { sysName })], ports: [port('a/1')] };
    expect(describeOutcomes({ ...rows, evidence: [lldp('a/1', { sysName: advertisedAddress })] }).links).toEqual([
      'a/1 > (b)',
    ]);
    expect(describeOutcomes({ ...rows, evidence: [cdp('a/1', { deviceId: advertisedAddress })] }).links).toEqual([
      'a/1 > (b)',
    ]);
  });
  test('names in other domains are other devices, an exact name is preferred, an address has no domain', () => {
    const rows = { hosts: [host('a'), host('b', { sysName: 'sw1.example.net' }), host('c', { sysName: 'sw1' })] };
    const record = (sysName: string) => ({ ...rows, ports: [port('a/1')], evidence: [lldp('a/1', { sysName })] });
    expect(describeOutcomes(record('sw1')).links).toEqual(['a/1 > (c)']);
    const without = { hosts: [host('a'), host('b', { sysName: 'sw1.example.net' }), host('c', { sysName: '10' })] };
    expect(describeOutcomes({ ...record('sw1.example.org'), ...without }).made).toEqual(['new sw1.example.org']);
    expect(describeOutcomes({ ...record('10.0.0.1'), ...without }).made).toEqual(['new 10.0.0.1']);
  });
  test('for a common or missing name, chassis and management address choose the host', () => {
    const fresh = ['b', 'c'].map((id) => host(id, { sysName: 'switch' }));
    const rows = {
      hosts: [host('a'), ...fresh],
      ports: [port('a/1'), port('c/1', { macAddress: mac(3) })],
      addresses: [address('b', '10.0.0.2')],
    };
    const links = (fields: Partial<EvidenceRow>) =>
      describeOutcomes({ ...rows, evidence: [lldp('a/1', fields)] }).links;
    expect(links({ ...chassisMac(3), sysName: 'switch' })).toEqual(['a/1 > (c)']);
    expect(links({ sysName: 'switch', managementAddress: '10.0.0.2' })).toEqual(['a/1 > (b)']);
    expect(links({ managementAddress: '10.0.0.2', ...chassisMac(9) })).toEqual(['a/1 > (b)']);
    expect(links({ sysName: 'switch' })).toEqual([]);
  });
  test('without interface names, descriptions are used', () => {
    const unnamedPorts = [port('a/1'), port('b/1', { ifDescr: 'Gi0/1' }), port('b/2', { ifDescr: 'Gi0/2' })];
    const evidence = [to('a/1', 'b', portNamed('Gi0/2'))];
    expect(describeOutcomes({ hosts, ports: unnamedPorts, evidence }).links).toEqual(['a/1 > b/2']);
  });
  test('for ports of the same name another value chooses; otherwise the link is to the host', () => {
    const samePorts = [port('a/1'), port('b/1', { ifName: 'lan', ifAlias: 'up' }), port('b/2', { ifName: 'lan' })];
    const links = (fields: Partial<EvidenceRow>) =>
      describeOutcomes({ hosts, ports: samePorts, evidence: [to('a/1', 'b', { ...portNamed('lan'), ...fields })] })
        .links;
    expect(links({})).toEqual(['a/1 > (b)']);
    expect(links({ portDescription: 'up' })).toEqual(['a/1 > b/1']);
  });
  test('a port that learned one machine is linked to it, one that learned many is not', () => {
    const links = (fdbMacs: string[]) =>
      describeOutcomes({
        hosts,
        ports: [port('a/1', { fdbMacs }), port('b/1', { macAddress: mac(2) })],
        evidence: [lldp('a/1', { chassisId: { subtype: 'PortComponent', value: 'x' } })],
      }).links;
    expect(links([mac(2)])).toEqual(['a/1 > b/1']);
    expect(links([mac(2), mac(3)])).toEqual(['a/1 > (new x)']);
  });
});

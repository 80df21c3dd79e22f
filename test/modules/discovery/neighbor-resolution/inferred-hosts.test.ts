// Hosts that are only known from neighbors' reports: created once, found again, and not confused with each other.
import type { EvidenceRow, HostRow } from '../../../../src/modules/discovery/neighbor-resolution/inventory';
import { resolveNeighbors } from '../../../../src/modules/discovery/neighbor-resolution/resolve';
import { address, cdp, host, lldp, mac, network, port } from './network';

const ports = [port('a/1'), port('a/2'), port('b/1')];
const knownHosts = [host('a'), host('b')];
const resolveHosts = (evidence: EvidenceRow[], others: HostRow[] = []) =>
  resolveNeighbors(network({ hosts: [...knownHosts, ...others], ports, evidence }), (key) => `new ${key}`);
const ends = (of: ReturnType<typeof resolveHosts>) => of.links.map((link) => [link.interfaceId, link.remoteHostId]);
/** The inferred hosts as they are stored. */
const storedHosts = ({ inferredHosts }: ReturnType<typeof resolveHosts>): HostRow[] =>
  inferredHosts.map((one) => host(one.id, { chassisId: one.chassisId, sysName: one.sysName, isInferred: true }));
const chassis = (value: string) => ({ chassisId: { subtype: 'MacAddress' as const, value } });

test('a host is named by its system name, else by its chassis ID', () => {
  const { inferredHosts } = resolveHosts([
    lldp('a/1', { ...chassis(mac(8)), sysName: ' ap-8 ' }),
    lldp('a/2', chassis(mac(9))),
    cdp('b/1', { deviceId: 'phone' }),
  ]);
  expect(inferredHosts).toMatchObject([
    { name: 'ap-8', chassisId: mac(8), sysName: 'ap-8', protocol: 'LLDP', interfaceId: 'a/1' },
    { name: mac(9), chassisId: mac(9), sysName: null, protocol: 'LLDP', interfaceId: 'a/2' },
    { name: 'phone', chassisId: null, sysName: 'phone', protocol: 'CDP', interfaceId: 'b/1' },
  ]);
});

test('a name is cut at 100 characters, whatever they are', () => {
  const [createdInferredHost] = resolveHosts([lldp('a/1', { sysName: '🖧'.repeat(101) })]).inferredHosts;
  expect(createdInferredHost!.name).toBe('🖧'.repeat(100));
});

test('a device is one host, however many ports and protocols report it', () => {
  const evidence = [
    lldp('a/1', { ...chassis(mac(8)), sysName: 'ap-8', observedAt: new Date('2026-11-20T00:00:00Z') }),
    lldp('b/1', { ...chassis(mac(8)), sysName: 'ap-8', observedAt: new Date('2026-11-21T00:00:00Z') }),
    cdp('a/2', { deviceId: 'AP-8' }),
  ];
  const createdResolution = resolveHosts(evidence);
  expect(createdResolution.inferredHosts).toMatchObject([
    { name: 'ap-8', lastSeenAt: new Date('2026-11-21T00:00:00Z') },
  ]);
  expect(ends(createdResolution)).toEqual(['a/1', 'a/2', 'b/1'].map((id) => [id, `new ${mac(8)}`]));
});

test('devices with one name and two chassis IDs are two hosts; a record with the name alone matches neither', () => {
  const evidence = [
    lldp('a/1', { ...chassis(mac(8)), sysName: 'Switch' }),
    lldp('a/2', { ...chassis(mac(9)), sysName: 'Switch' }),
    cdp('b/1', { deviceId: 'Switch' }),
  ];
  const createdResolution = resolveHosts(evidence);
  expect(ends(createdResolution)).toEqual([
    ['a/1', `new ${mac(8)}`],
    ['a/2', `new ${mac(9)}`],
  ]);
  expect(ends(resolveHosts(evidence, storedHosts(createdResolution)))).toEqual(ends(createdResolution));
});

test.each<[string, EvidenceRow]>([
  ['chassis id', lldp('a/1', chassis(mac(8)))],
  ['chassis id of a kind that tells no host', lldp('a/1', { chassisId: { subtype: 'InterfaceAlias', value: 'x' } })],
  ['system name', lldp('a/1', { sysName: 'ap-8' })],
  ['CDP device id', cdp('a/1', { deviceId: 'ap-8' })],
])('a host inferred from a %s is recognized and seen again', (_by, report) => {
  const createdResolution = resolveHosts([report]);
  const again = resolveHosts([report], storedHosts(createdResolution));
  expect(again.inferredHosts).toEqual([]);
  expect(again.links).toEqual(createdResolution.links);
  expect([...again.sightings]).toEqual([[createdResolution.inferredHosts[0]!.id, report.observedAt]]);
  expect(createdResolution.sightings.size).toBe(0);
});

test('a device discovered meanwhile is preferred to the inferred host', () => {
  const report = lldp('a/1', { chassisId: { subtype: 'LocallyAssigned', value: 'FOC1' }, sysName: 'sw' });
  const inferredHosts = storedHosts(resolveHosts([report]));
  expect(ends(resolveHosts([report], [...inferredHosts, host('d', { chassisId: 'FOC1' })]))).toEqual([['a/1', 'd']]);
  expect(ends(resolveHosts([report], [...inferredHosts, host('d', { sysName: 'SW' })]))).toEqual([['a/1', 'd']]);
});

test('only inferred hosts are marked as seen, with the time of the latest report', () => {
  const at = (day: number) => ({ observedAt: new Date(`2026-11-${day}T00:00:00Z`) });
  const evidence = [
    ...[lldp('a/1', { sysName: 'x', ...at(20) }), lldp('a/2', { sysName: 'x', ...at(21) })],
    ...[lldp('b/1', { sysName: 'x', ...at(19) }), lldp('b/1', { sysName: 'd' })],
  ];
  const { sightings } = resolveHosts(evidence, [
    host('x', { sysName: 'x', isInferred: true }),
    host('d', { sysName: 'd' }),
  ]);
  expect([...sightings]).toEqual([['x', at(21).observedAt]]);
});

describe('a chassis ID that identifies nobody', () => {
  const chassisOf = (value: string) => ({ chassisId: { subtype: 'NetworkAddress' as const, value } });
  const linksOf = (of: ReturnType<typeof resolveHosts>) =>
    of.links.map((link, index) => ({ ...link, id: String(index), createdAt: new Date(0), downSince: null }));

  test.each<[string, (port: string, last: number) => EvidenceRow]>([
    ['and nothing else', (at) => lldp(at, chassisOf('::'))],
    [
      'and one name for all',
      (at, last) =>
        lldp(at, { ...chassisOf('0.0.0.0'), sysName: 'Phone', portId: { subtype: 'MacAddress', value: mac(last) } }),
    ],
    ['and a name each', (at, last) => lldp(at, { ...chassisOf('::'), sysName: `SEP${last}` })],
  ])('%s: on two ports it means two devices, which are recognized the next time', (_what, reportOf) => {
    const evidence = [reportOf('a/1', 1), reportOf('a/2', 2)];
    const createdResolution = resolveHosts(evidence);
    expect(new Set(ends(createdResolution).map(([, id]) => id)).size).toBe(2);
    const hosts = [...knownHosts, ...storedHosts(createdResolution)];
    const again = resolveNeighbors(
      network({ hosts, ports, evidence, stored: linksOf(createdResolution) }),
      (key) => `more ${key}`,
    );
    expect([again.inferredHosts, ends(again)]).toEqual([[], ends(createdResolution)]);
  });
});

test('an unknown chassis ID is a new host even if other values match a host with another chassis ID', () => {
  const report = lldp('a/1', { ...chassis(mac(8)), sysName: 'sw', managementAddress: '10.0.0.2' });
  const withAddress = (macAddress: string | null) =>
    resolveNeighbors(
      network({ hosts: [...knownHosts], ports, addresses: [address('b', '10.0.0.2', macAddress)], evidence: [report] }),
      (key) => `new ${key}`,
    );
  expect(ends(withAddress(null))).toEqual([['a/1', 'b']]);
  expect(ends(withAddress(mac(2)))).toEqual([['a/1', `new ${mac(8)}`]]);
});

test('CDP: a name with a serial number in brackets matches either part', () => {
  const bySerial = host('s', { serialNumber: 'FOX1', sysName: 'other' });
  expect(ends(resolveHosts([cdp('a/1', { deviceId: 'core(FOX1)' })], [bySerial]))).toEqual([['a/1', 's']]);
  expect(ends(resolveHosts([cdp('a/1', { deviceId: 'core(FOX2)' })], [host('n', { sysName: 'core' })]))).toEqual([
    ['a/1', 'n'],
  ]);
});

// Tests the selection of lines: which links a selected line stands for, what the hint and the details say about them,
// what is highlighted, and that either a node or lines are selected.
import { cablesBetween } from '../../../src/pages/topology/graph/folded-cables';
import { evidenceOfLine, type LinePort } from '../../../src/pages/topology/graph/line-evidence';
import {
  endOfLine,
  endsOfLink,
  findSelectedLinks,
  hintOfLines,
  nameOfEnds,
  nameOfLink,
} from '../../../src/pages/topology/graph/lines';
import { showPicture } from '../../../src/pages/topology/graph/shown';
import { stepped } from '../../../src/pages/topology/page/navigation';
import { computeMarks } from '../../../src/pages/topology/marks/compute-marks';
import { readPlace, writePlace } from '../../../src/pages/topology/state/place';
import { boxNamed, buildLink, buildPicture, choices, itemNamed } from './pictures';

const hosts = ['core', 'dist'].map((id) => boxNamed(id, { kind: 'Host', hostId: id }));
const portNamed = (id: string, hostId: string) =>
  itemNamed(id, hostId, { kind: 'Interface', title: id, hostId, hostName: hostId });
const ports = [portNamed('Te1', 'core'), portNamed('Te2', 'core'), portNamed('Hu1', 'dist'), portNamed('Hu2', 'dist')];
const phone = boxNamed('phone', { kind: 'Host', hostId: 'phone' });
const [first, second] = [buildLink('Te1', 'Hu1'), buildLink('Te2', 'Hu2')];
const toPhone = { ...buildLink('Te1', 'phone'), label: 'a label' };
const picture = buildPicture([...hosts, phone, ...ports], [first, second, toPhone]);
const bundled = showPicture(picture, choices);
const single = showPicture(picture, { ...choices, bundles: false });

const marksOf = (search: string) =>
  computeMarks({
    ...{ picture, visible: bundled, difference: undefined, place: readPlace(search), answers: {} },
    ...{ pathIndex: 0, vlanSubnetIds: [], isLarge: false, noFadeEdges: false },
  });

test('a selected link of a bundled line selects the line, whose links are all listed', () => {
  expect(findSelectedLinks(bundled.lines, [second.id])).toEqual({ link: second, links: [first, second] });
  expect(findSelectedLinks(single.lines, [second.id])).toEqual({ link: second, links: [second] });
  expect(findSelectedLinks(single.lines, [second.id, toPhone.id])?.links).toEqual([second, toPhone]);
  expect(findSelectedLinks(bundled.lines, ['gone'])).toBeUndefined();
});

test('a link is named by the machines and ports at its ends', () => {
  expect(nameOfLink(first, picture)).toBe('core Te1 – dist Hu1');
  expect(nameOfLink(toPhone, picture)).toBe('core Te1 – phone');
  expect(endsOfLink(toPhone, picture)).toMatchObject([
    { portId: 'Te1', machineName: 'core', portName: 'Te1' },
    { portId: null, machineName: 'phone', portName: null, hostId: 'phone' },
  ]);
});

test('the hint of a single line names its ports, that of several lines counts them and names the machines', () => {
  expect(hintOfLines([first.id], single, picture)).toBe('Cable: core Te1 – dist Hu1');
  expect(hintOfLines([first.id], bundled, picture)).toBe('Cable (2): core – dist');
  expect(hintOfLines([first.id, second.id], single, picture)).toBe('Cable (2): core – dist');
  expect(hintOfLines(['gone'], single, picture)).toBe('');
});

test('the selected line, its ends and nothing else are highlighted', () => {
  const { nodes, lines, selectedLine, fades } = marksOf(`?lines=${encodeURIComponent(second.id)}`);
  expect([[...lines.keys()], selectedLine, fades]).toEqual([[first.id], first.id, true]);
  expect([...nodes.keys()].toSorted()).toEqual(['Hu2', 'Te2']);
  expect(marksOf('?lines=gone')).toMatchObject({ selectedLine: undefined, fades: false });
});

test('either a node or lines are selected, and dropping the selection drops both', () => {
  const state = { place: readPlace('?selected=core'), awaitsEnd: true, picture, groupedFor: null };
  const line = stepped(state, { lines: [first.id] });
  expect([line.place.selected, line.place.lines, line.place.to, line.awaitsEnd]).toEqual([
    null,
    [first.id],
    null,
    true,
  ]);
  expect(stepped({ ...state, ...line }, { selected: 'dist' }).place).toMatchObject({ selected: 'dist', lines: [] });
  expect(stepped({ ...state, ...line }, { selected: null }).place).toMatchObject({ selected: null, lines: [] });
  expect(stepped({ ...state, ...line }, { tagId: 'x' }).place.lines).toEqual([first.id]);
});

test('the URL names at most twenty selected lines', () => {
  const ids = Array.from({ length: 50 }, (_none, index) => `line-${index}`);
  const place = readPlace(writePlace({ ...readPlace(''), lines: ids }));
  expect(place.lines).toEqual(ids.slice(0, 20));
});

const row = (more: Partial<LinePort['neighbors'][number]>): LinePort['neighbors'][number] => ({
  ...{ basis: 'LLDP', createdAt: '2026-09-09T02:00:00Z', downSince: null },
  ...{ remoteInterfaceId: null, remoteHostId: null, ...more },
});
const storedPort = (id: string, hostId: string, neighbors: LinePort['neighbors'], stpState = null as StpState) => ({
  ...{ id, hostId, displayName: `alias of ${id}`, ifName: id, ifAlias: null, speedBps: '10', duplex: null },
  ...{ adminStatus: null, operStatus: null, aggregate: null, stpState, isStpRootPort: false },
  ...{ stpBlockedVlans: [], stpBlockedInstances: [], nativeVlan: null, taggedVlans: [], neighbors },
});
type StpState = LinePort['stpState'];

test('evidence is that of the two ends of the link: the kinds, who reports, since when, and whether a port is down', () => {
  const ends = endsOfLink(first, picture);
  if (ends.length === 0) throw new Error('no ends');
  const near = storedPort('Te1', 'core', [
    row({ remoteInterfaceId: 'Hu1' }),
    row({ remoteInterfaceId: 'Hu2', basis: 'CDP' }),
    row({ remoteHostId: 'dist', basis: 'FDB', downSince: '2026-10-01T00:00:00Z' }),
  ]);
  const far = storedPort('Hu1', 'dist', [row({ remoteInterfaceId: 'Te1', createdAt: '2026-09-08T00:00:00Z' })]);
  expect(evidenceOfLine(ends, [near, far])).toEqual([
    { basis: 'LLDP', reporters: ['core', 'dist'], since: '2026-09-08T00:00:00Z', downSince: null },
    { basis: 'FDB', reporters: ['core'], since: '2026-09-09T02:00:00Z', downSince: '2026-10-01T00:00:00Z' },
  ]);
  expect(evidenceOfLine(ends, [undefined, undefined])).toEqual([]);
});

test('the cables of two machines whose ports are folded are found by their stored links, each once', () => {
  const [core, dist] = hosts.map((host) => endOfLine(host));
  const stored = [
    storedPort('Te1', 'core', [row({ remoteInterfaceId: 'Hu1' })]),
    storedPort('Hu1', 'dist', [row({ remoteInterfaceId: 'Te1' }), row({ remoteHostId: 'core', basis: 'FDB' })]),
    storedPort('Hu2', 'dist', [row({ remoteInterfaceId: 'Te2' })], 'Blocking'),
    storedPort('Te2', 'core', []),
    storedPort('Te3', 'core', [row({ remoteHostId: 'dist' })]),
    storedPort('Te4', 'core', [row({ remoteHostId: 'another' })]),
  ];
  const cables = cablesBetween(stored, [core!, dist!]);
  const atPort = cablesBetween(stored, [endOfLine(ports[1]!), dist!]);
  expect(atPort.map(({ ends }) => nameOfEnds(ends))).toEqual(['core Te2 – dist Hu2']);
  expect(cables.map(({ ends, isBlocked }) => [nameOfEnds(ends), isBlocked])).toEqual([
    ['core Te1 – dist Hu1', false],
    ['core Te2 – dist Hu2', true],
    ['core Te3 – dist', false],
  ]);
  expect(cables[0]!.ends[0]).toMatchObject({ portId: 'Te1', hostId: 'core', speedBps: 10 });
  expect(cables[2]!.ports.map((port) => port?.id)).toEqual(['Te3', undefined]);
});

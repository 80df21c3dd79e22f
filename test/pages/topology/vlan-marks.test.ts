// Tests which nodes and lines of the picture a VLAN highlights, and how its segments are told apart.
import { segmentSign } from '../../../src/pages/topology/graph/texts';
import { showPicture } from '../../../src/pages/topology/graph/shown';
import type { VlanPath } from '../../../src/pages/topology/state/answers';
import { computeMarks } from '../../../src/pages/topology/marks/compute-marks';
import { readPlace } from '../../../src/pages/topology/state/place';
import { boxNamed, choices, itemNamed, buildLink, buildPicture } from './pictures';

const hosts = ['left', 'right', 'alone'];
const boxes = hosts.map((name) => boxNamed(name, { kind: 'Host', hostId: name, entityId: name }));
const ports = hosts.map((name) => itemNamed(`${name}/1`, name, { hostId: name }));
const picture = buildPicture([...boxes, ...ports], [buildLink('left/1', 'right/1')]);
const segmentOf = (hostIds: string[]) => ({ hostIds, portCount: 1, firstHosts: [] });
const answer = (segments: string[][]): VlanPath => ({
  ports: ports.map(({ id }) => ({ interfaceId: id, mode: 'Tagged' })),
  links: [{ sourceInterfaceId: 'left/1', targetInterfaceId: 'right/1' }],
  ...{ gaps: [], unknownEnds: [] },
  hosts: hosts.map((id) => ({ kind: 'Host', id, foldedIn: [] })),
  segmentDetails: segments.map(segmentOf),
});
const marksOf = (path: VlanPath, segmentIndex: number | null = null) =>
  computeMarks({
    ...{ picture, difference: undefined, visible: showPicture(picture, choices), place: readPlace('') },
    answers: { vlan: { key: '', answer: path } },
    ...{ pathIndex: 0, segmentIndex, vlanSubnetIds: [], isLarge: false, noFadeEdges: false },
  });
const segments = [['left', 'right'], ['alone']];

test('each host of a VLAN with several segments has the number of its segment', () => {
  const { nodes, signs, lines } = marksOf(answer(segments));
  expect(Object.fromEntries(signs)).toEqual({ left: '①', right: '①', alone: '②' });
  expect(new Set(nodes.values())).toEqual(new Set(['vlan']));
  expect([nodes.size, lines.size]).toEqual([6, 1]);
});

test('a chosen segment is highlighted alone', () => {
  const second = marksOf(answer(segments), 1);
  expect([...second.nodes.keys()].sort()).toEqual(['alone', 'alone/1']);
  expect([Object.fromEntries(second.signs), second.lines.size]).toEqual([{ alone: '②' }, 0]);
  expect([...marksOf(answer(segments), 0).nodes.keys()].sort()).toEqual(['left', 'left/1', 'right', 'right/1']);
});

test('the hosts of a VLAN with one segment have no number', () => {
  const { nodes, signs } = marksOf(answer([hosts]));
  expect([nodes.size, signs.size]).toEqual([6, 0]);
});

test('a fold with hosts of several segments has the numbers of all', () => {
  const foldedPicture = buildPicture([boxNamed('fold', { kind: 'Fold' }), itemNamed('inside', 'fold'), ...boxes], []);
  const path = answer(segments);
  const { signs } = computeMarks({
    ...{ picture: foldedPicture, difference: undefined, visible: showPicture(foldedPicture, choices) },
    place: readPlace(''),
    answers: {
      vlan: { key: '', answer: { ...path, hosts: path.hosts.map((host) => ({ ...host, foldedIn: ['fold'] })) } },
    },
    ...{ pathIndex: 0, vlanSubnetIds: [], isLarge: false, noFadeEdges: false },
  });
  expect(Object.fromEntries(signs)).toEqual({ fold: '①②' });
});

test('the numbers after 20 are in brackets', () => expect([19, 20].map(segmentSign)).toEqual(['⑳', '(21)']));

test('in a view of subnets, the addresses and closed subnets of other VLANs are not highlighted', () => {
  const subnetNamed = (id: string, isClosed: boolean) => boxNamed(id, { kind: 'Subnet', isClosedAtFirst: isClosed });
  const addressNamed = (id: string, subnetId: string) =>
    itemNamed(id, subnetId, { hostId: 'left', subnetId, kind: 'IPAddress' });
  const path = { ...answer([hosts]), ports: [], links: [] };
  const marked = (isClosed: boolean, vlanSubnetIds: string[], foldedIn: string[] = []) => {
    const nodes = ['own', 'other'].flatMap((id) => [subnetNamed(id, isClosed), addressNamed(`${id} address`, id)]);
    const subnetPicture = buildPicture(nodes, []);
    const drawnHosts = path.hosts.map((host) => ({ ...host, foldedIn }));
    const { nodes: marks } = computeMarks({
      ...{ picture: subnetPicture, difference: undefined, visible: showPicture(subnetPicture, choices) },
      ...{ place: readPlace(''), answers: { vlan: { key: '', answer: { ...path, hosts: drawnHosts } } } },
      ...{ pathIndex: 0, vlanSubnetIds, isLarge: false, noFadeEdges: false },
    });
    return [...marks.keys()].sort();
  };
  expect(marked(false, ['own'])).toEqual(['own', 'own address']);
  expect(marked(true, ['own'])).toEqual(['own']);
  // The service has folded the addresses of the host in the subnet of another VLAN.
  expect(marked(true, ['own'], ['other'])).toEqual(['own']);
  // If no subnet of the VLAN is known, all addresses of its hosts are highlighted.
  expect(marked(false, [])).toEqual(['other address', 'own address']);
});

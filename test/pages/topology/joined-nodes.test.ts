// Tests the list of neighbours in the details of a node: each edge is listed once, with its end at this node.
import { joinedNodes } from '../../../src/pages/topology/panels/details/joined-nodes';
import { boxNamed, itemNamed } from './pictures';

type Neighborhood = Parameters<typeof joinedNodes>[0];
type Edge = Neighborhood['edges'][number];

const far = ['x1', 'x2'].map(
  (id) => ({ id, header: id, __typename: 'InterfaceElement' }) as Neighborhood['nodes'][number],
);
const onSwitch = { hostId: 'switch', hostName: 'sw-1' };
const near = ['Te1', 'Te2'].map((id) => itemNamed(id, 'switch', { kind: 'Interface', ...onSwitch }));
const machine = boxNamed('switch', { hostId: 'switch' });
const picture = { nodes: new Map([machine, ...near].map((node) => [node.id, node])) };
const edge = (id: string, source: string, target: string, more: Partial<Edge> = {}): Edge =>
  ({ id, source, target, edgeType: 'PhysicalLink', label: `${source} ↔ ${target}`, ...more }) as Edge;
const wordsOf = (edges: readonly Edge[], id = 'switch') =>
  joinedNodes({ nodes: far, edges: [...edges] }, id, picture).map(({ node, words }) => `${node.id}: ${words}`);

test('the near port of a cable is named, at whichever end of the edge it is', () => {
  expect(wordsOf([edge('a', 'Te1', 'x1'), edge('b', 'x2', 'Te2')])).toEqual([
    'x1: Cable from Te1',
    'x2: Cable from Te2',
  ]);
});

test('a near port that is not drawn is named by the label of the cable', () => {
  expect(wordsOf([edge('a', 'folded', 'x1')])).toEqual(['x1: Cable: folded ↔ x1']);
});

test('the selected node itself is not named as the near end', () => {
  expect(wordsOf([edge('a', 'Te1', 'x1')], 'Te1')).toEqual(['x1: Cable']);
});

test('in the list of a node that is no machine, the near end is named with its machine', () => {
  expect(wordsOf([edge('a', 'Te1', 'x1')], 'group')).toEqual(['x1: Cable from Te1 on sw-1']);
});

test('edges with the same words are listed once, with their number', () => {
  const sameHost = { edgeType: 'SameHost', label: null } as const;
  const edges = [
    edge('a', 'folded', 'x1', sameHost),
    edge('b', 'x1', 'other', sameHost),
    edge('c', 'folded', 'x2', sameHost),
    edge('d', 'Te1', 'x1', sameHost),
  ];
  expect(wordsOf(edges)).toEqual(['x1: Same host, 2 ×', 'x2: Same host', 'x1: Same host from Te1']);
});

test('edges between two nodes that are not neighbours are left out', () => {
  expect(wordsOf([edge('a', 'Te1', 'Te2')])).toEqual([]);
});

// Tests folds in the picture: boxes around expanded folds, symbols for collapsed folds, and which parts the page
// requests.
import { IfOperStatus } from '../../../src/generated/prisma/enums';
import { isDownState } from '../../../src/modules/inventory/shared/port-states';
import { foldsOfSmallGraph, readFolds } from '../../../src/pages/topology/graph/folds';
import type { Fold, PageGraph } from '../../../src/pages/topology/graph/picture';
import { showPicture } from '../../../src/pages/topology/graph/shown';
import { detailKey, toDetailInput, computeRoom } from '../../../src/pages/topology/state/detail';
import { readPlace } from '../../../src/pages/topology/state/place';
import { boxNamed, choices, itemNamed, buildLink, buildPicture } from './pictures';

const foldNamed = (id: string, special: Partial<Fold> = {}): Fold => ({
  ...{ id, basis: 'Location', label: id, summary: '9 phones', reason: 'There.', isExpanded: false },
  ...{ depth: 0, parentFoldId: null, containerId: null, memberIds: [], nodeCount: 9, counts: [], ...special },
});
const read = (
  folds: readonly Fold[],
  nodes: readonly ReturnType<typeof boxNamed>[],
  items = [] as ReturnType<typeof itemNamed>[],
) => readFolds({ folds, foldedEdges: [] } as unknown as PageGraph['graph'], 'L2Physical', nodes, items);
const parents = ({ boxes }: ReturnType<typeof read>) =>
  Object.fromEntries(boxes.map(({ id, parentId }) => [id, parentId]));

test('an open fold is a box around its members and nested folds, and is listed before them', () => {
  const foldedNodes = read(
    [
      foldNamed('hall', { isExpanded: true, memberIds: ['switch'] }),
      foldNamed('floor', { parentFoldId: 'hall' }),
      foldNamed('contents', { basis: 'Contents', containerId: 'switch', parentFoldId: 'hall' }),
    ],
    [boxNamed('switch', { isClosedAtFirst: true })],
  );
  expect(parents(foldedNodes)).toEqual({ hall: null, floor: 'hall', switch: 'hall' });
  expect(foldedNodes.boxes[0]!.id).toBe('hall');
  // If all contents of a box are in one fold, the box itself is the symbol of this fold.
  expect(foldedNodes.boxes.find(({ id }) => id === 'switch')).toMatchObject({
    fold: { id: 'contents' },
    isClosedAtFirst: false,
  });
  const shownPicture = showPicture(buildPicture([...foldedNodes.boxes], []), choices);
  expect([...shownPicture.isClosed].sort()).toEqual(['floor', 'switch']);
  expect(shownPicture.sizeOf.get('switch')).toBe(9);
});

test('folds of different locations that would be called the same are named after their locations', () => {
  const switchesOf = (hall: string) =>
    foldNamed(`of ${hall}`, { basis: 'Kind', label: 'Switches', parentFoldId: hall });
  const { boxes } = read(
    [
      ...['Library', 'Main Hall'].map((hall) => foldNamed(hall, { isExpanded: true })),
      ...['Library', 'Main Hall'].map(switchesOf),
      foldNamed('Phones', { basis: 'Kind', parentFoldId: 'Library' }),
      foldNamed('anywhere', { basis: 'Kind', label: 'Switches' }),
    ],
    [],
  );
  expect(boxes.map(({ title }) => title).sort()).toEqual([
    ...['Library', 'Main Hall', 'Phones', 'Switches', 'Switches · Library', 'Switches · Main Hall'],
  ]);
});

test('a graph that is small enough is drawn without folds, except collapsed ones and those of machines without a cable', () => {
  const folds = [
    foldNamed('hall', { isExpanded: true, memberIds: ['switch'] }),
    foldNamed('closed', { parentFoldId: 'hall' }),
    foldNamed('machines', { basis: 'LearnedEndpoints', isExpanded: true, parentFoldId: 'hall', memberIds: ['pc'] }),
  ];
  const graph = { folds: foldsOfSmallGraph(folds), foldedEdges: [] } as unknown as PageGraph['graph'];
  const boxes = [boxNamed('switch', { isClosedAtFirst: true }), boxNamed('pc')];
  const foldedNodes = readFolds(graph, 'L2Physical', boxes, [], false);
  expect(parents(foldedNodes)).toEqual({ closed: null, machines: null, switch: null, pc: 'machines' });
  expect(foldedNodes.boxes.find(({ id }) => id === 'switch')!.isClosedAtFirst).toBe(true);
});

test('if some contents of a box are revealed, the others are one fold beside them', () => {
  const contents = foldNamed('contents', { basis: 'Contents', containerId: 'switch' });
  const foldedNodes = read([contents], [boxNamed('switch')], [itemNamed('port', 'switch')]);
  expect(parents(foldedNodes)).toEqual({ switch: null, contents: 'switch' });
  expect(foldedNodes.boxes.find(({ id }) => id === 'contents')).toMatchObject({ kind: 'Fold', title: '9 more' });
  const shownPicture = showPicture(buildPicture([...foldedNodes.boxes, ...foldedNodes.items], []), choices);
  expect([[...shownPicture.isClosed], shownPicture.items.map(({ id }) => id)]).toEqual([['contents'], ['port']]);
});

test('a closed box counts elements and not the boxes around them, whether the service has folded it or the user', () => {
  const nodes = [boxNamed('services'), boxNamed('inner', { parentId: 'services' }), itemNamed('dns', 'inner')];
  const closed = new Map([['services', true]]);
  const counts = [
    { kind: 'Service' as const, count: 1 },
    { kind: 'Group' as const, count: 1 },
  ];
  const fold = foldNamed('contents', { basis: 'Contents', containerId: 'services', nodeCount: 2, counts });
  const { boxes } = read([fold], [boxNamed('services')], []);
  expect(showPicture(buildPicture(nodes, []), { ...choices, closed }).sizeOf.get('services')).toBe(1);
  expect(showPicture(buildPicture(boxes, []), choices).sizeOf.get('services')).toBe(1);
});

test('an arrow to a fold points as the links in it do, whichever end the service calls the source', () => {
  const linesOf = (reversedCount: number) => {
    const kinds = [{ edgeType: 'HubAndSpoke' as const, count: 3, reversedCount }];
    const edge = { id: 'e', source: 'a', target: 'b', worstState: null, kinds };
    const { links } = readFolds({ folds: [], foldedEdges: [edge] }, 'Application', [], []);
    const picture = { ...buildPicture([boxNamed('a'), boxNamed('b')], []), links };
    const { lines } = showPicture(picture, { ...choices, edgeTypes: new Set(['HubAndSpoke'] as const) });
    return lines.map(({ source, target, directions }) => [source, target, directions]);
  };
  expect(linesOf(0)).toEqual([['a', 'b', { toTarget: 3, toSource: 0 }]]);
  expect(linesOf(3)).toEqual([['b', 'a', { toTarget: 3, toSource: 0 }]]);
  expect(linesOf(1)).toEqual([['a', 'b', { toTarget: 2, toSource: 1 }]]);
});

test('an edge may end at the box of its element, even with a fold in between', () => {
  const foldedNodes = read(
    [foldNamed('things', { isExpanded: true, memberIds: ['phone'], containerId: 'subnet' })],
    [boxNamed('subnet', { acceptsEdges: true })],
    [itemNamed('phone', 'subnet')],
  );
  expect(foldedNodes.items[0]!.parentId).toBe('things');
  expect(parents(foldedNodes)).toEqual({ subnet: null, things: 'subnet' });
});

test('lines to folds show that a port is down for the states that discovery considers down, and no others', () => {
  const words = Object.values(IfOperStatus).map((worstState) => {
    const edge = {
      id: 'e',
      source: 'a',
      target: 'b',
      worstState,
      kinds: [{ edgeType: 'PhysicalLink', count: 3, reversedCount: 1 }],
    };
    const { links } = readFolds({ folds: [], foldedEdges: [edge] } as never, 'L2Physical', [], []);
    const shownPicture = showPicture({ ...buildPicture([boxNamed('a'), boxNamed('b')], []), links }, choices);
    return [worstState, shownPicture.lines.map(({ label }) => label)];
  });
  expect(words).toEqual(
    Object.values(IfOperStatus).map((state) => [state, [isDownState(state) ? '3 × ▾ down' : '3 ×']]),
  );
});

test('bundled lines and lines to closed boxes show the same states of ports as down', () => {
  const words = Object.values(IfOperStatus).map((operStatus) => {
    const ports = [
      itemNamed('a1', 'a', { operStatus }),
      itemNamed('a2', 'a', { operStatus: 'Up' }),
      itemNamed('b1', 'b'),
    ];
    const picture = buildPicture(
      [boxNamed('a'), boxNamed('b'), ...ports],
      [buildLink('a1', 'b1'), buildLink('b1', 'a2')],
    );
    const shownPictures = [{ bundles: true }, { closed: new Map([['a', true]]) }].map((overrides) =>
      showPicture(picture, { ...choices, ...overrides }),
    );
    return [operStatus, shownPictures.flatMap(({ lines }) => lines.map(({ label }) => label))];
  });
  const label = (state: string) => (isDownState(state) ? '2 × ▾ down' : '2 ×');
  expect(words).toEqual(Object.values(IfOperStatus).map((state) => [state, [label(state), label(state)]]));
});

test('an open fold disappears if filters hide all its members; a closed fold stays', () => {
  const foldedNodes = read(
    [foldNamed('open', { isExpanded: true, memberIds: ['host'] }), foldNamed('closed')],
    [boxNamed('host', { kind: 'Host', isVirtual: true })],
  );
  const hiddenVirtualization = new Set(['Virtualized']);
  const shownPicture = showPicture(buildPicture([...foldedNodes.boxes], []), {
    ...choices,
    hiddenVirtualization,
  });
  expect(shownPicture.boxes.map(({ id }) => id)).toEqual(['closed']);
});

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const stop = {
  foldedIn: [],
  inInterfaceId: null,
  outInterfaceId: null,
  host: null,
  subnet: null,
  outEdgeId: null,
  vlanIds: [],
};

test('a question reveals the ends and hops of a path, and of a host in many subnets only the addresses', () => {
  const address = (number: number) => ({ id: id(number), ipAddress: '10.0.0.1' });
  const hops = [
    { ...stop, kind: 'Host' as const, id: id(1), inIpAddress: null, outIpAddress: address(2) },
    { ...stop, kind: 'Subnet' as const, id: id(3), inIpAddress: null, outIpAddress: null },
  ];
  const place = readPlace(`?from=${id(1)}&to=${id(3)}&selected=${id(9)}&reveal=${id(7)}`);
  const detailState = {
    ...{ place, room: computeRoom(1200, 700), pathIndex: 0 },
    answers: { paths: { key: '', answer: [{ length: 1, isBlocked: false, isRouted: null, hops: hops as never }] } },
  };
  expect(toDetailInput(detailState)!.reveal).toEqual([9, 7, 1, 3, 2].map(id));
  // The key of the requested graph does not depend on the selected node, so selecting a node does not request the graph
  // again.
  expect(detailKey(detailState)).toBe(detailKey({ ...detailState, place: { ...place, selected: null } }));
  expect(detailKey(detailState)).not.toBe(detailKey({ ...detailState, answers: {} }));
});

test('as many nodes are requested as the window has room for, or all if folding is off', () => {
  const detailState = { place: readPlace('?group-by=Kind'), room: computeRoom(1400, 700), answers: {}, pathIndex: 0 };
  expect(toDetailInput(detailState)).toMatchObject({ limit: 140, foldAbove: 490, groupBy: 'Kind' });
  expect(computeRoom(10, 10).limit).toBeGreaterThan(10);
  expect(toDetailInput({ ...detailState, place: readPlace('?group-by=Nothing') })).toBeNull();
});

// Tests what the page hides, folds and bundles, with small handwritten pictures.
import { directionsInWords } from '../../../src/pages/topology/graph/directions';
import { fullNames } from '../../../src/pages/topology/graph/distinct-titles';
import { itemLines } from '../../../src/pages/topology/graph/texts';
import type { Box, Item, Link, Picture } from '../../../src/pages/topology/graph/picture';
import { showPicture, type Choices, type Shown } from '../../../src/pages/topology/graph/shown';
import { boxNamed, choices, itemNamed, buildLink, buildPicture } from './pictures';

const show = (nodes: readonly (Box | Item)[], links: readonly Link[] = [], overrides: Partial<Choices> = {}) =>
  showPicture(buildPicture(nodes, links), { ...choices, ...overrides });
const ids = (nodes: readonly { id: string }[]) => nodes.map(({ id }) => id);

test('a closed box stands for all its contents and their lines; several lines become one', () => {
  const nodes = [
    boxNamed('a', { isClosedAtFirst: true }),
    boxNamed('inner', { parentId: 'a' }),
    boxNamed('b'),
    itemNamed('a1', 'a'),
    itemNamed('a2', 'inner'),
    itemNamed('b1', 'b'),
  ];
  const links = [buildLink('a1', 'b1'), buildLink('a2', 'b1'), buildLink('a1', 'a2')];
  const shownPicture = show(nodes, links);
  expect([ids(shownPicture.boxes), ids(shownPicture.items)]).toEqual([['a', 'b'], ['b1']]);
  expect(shownPicture.lines.map(({ source, target, label }) => [source, target, label])).toEqual([['a', 'b1', '2 ×']]);
  const open = show(nodes, links, { closed: new Map([['a', false]]) });
  expect([ids(open.boxes), ids(open.items), open.lines.length]).toEqual([['a', 'inner', 'b'], ['a1', 'a2', 'b1'], 3]);
});

test('edges between the same two boxes are bundled only if their keys are equal or absent', () => {
  const nodes = [boxNamed('a'), boxNamed('b'), ...['a1', 'a2'].map((id) => itemNamed(id, 'a')), itemNamed('b1', 'b')];
  const links = [
    buildLink('a1', 'b1', { relationKey: 'x' }),
    buildLink('a2', 'b1', { relationKey: 'x' }),
    buildLink('b1', 'a2', { relationKey: 'y' }),
    buildLink('a1', 'b1'),
    buildLink('b1', 'a1'),
    buildLink('a1', 'a2'),
    buildLink('a2', 'a1'),
  ];
  expect(show(nodes, links, { bundles: true }).lines.map((line) => line.links.length)).toEqual([2, 1, 2, 1, 1]);
  expect(show(nodes, links, { bundles: false }).lines).toHaveLength(7);
});

test('a line counts its links in each direction; if all lead to the same end, this end is the target', () => {
  const nodes = [boxNamed('a'), boxNamed('b'), ...['a1', 'a2'].map((id) => itemNamed(id, 'a')), itemNamed('b1', 'b')];
  const directed = (source: string, target: string) => buildLink(source, target, { isDirected: true });
  const draw = (links: readonly Link[], overrides: Partial<Choices>) =>
    show(nodes, links, overrides).lines.map(({ source, target, directions }) => [source, target, directions]);
  const bothWays = [directed('a1', 'b1'), directed('b1', 'a2'), directed('a2', 'b1')];
  const closed = new Map([['a', true]]);
  expect(draw(bothWays, { closed })).toEqual([['a', 'b1', { toTarget: 2, toSource: 1 }]]);
  expect(draw(bothWays, { bundles: true })).toEqual([['a1', 'b1', { toTarget: 2, toSource: 1 }]]);
  expect(draw([directed('b1', 'a1'), directed('b1', 'a2')], { closed })).toEqual([
    ['b1', 'a', { toTarget: 2, toSource: 0 }],
  ]);
  expect(draw([buildLink('b1', 'a1')], { closed })).toEqual([['b1', 'a', undefined]]);
});

test('the numbers of a line with two directions have signs that point along the drawn line', () => {
  const directions = { toTarget: 2, toSource: 1 };
  const at = (x: number, y: number) => directionsInWords(directions, { x: 0, y: 0 }, { x, y });
  expect([at(9, 1), at(-9, 1), at(1, 9), at(1, -9)]).toEqual(['2 → 1 ←', '2 ← 1 →', '2 ↓ 1 ↑', '2 ↑ 1 ↓']);
  expect(directionsInWords({ toTarget: 2, toSource: 0 }, { x: 0, y: 0 }, { x: 1, y: 0 })).toBe('');
});

test('filters count what they hide, and a box that they empty disappears', () => {
  const database = { id: 's', name: 'db', category: 'Database', tagIds: ['t'], ports: [], isHeading: false };
  const nodes = [
    boxNamed('a'),
    boxNamed('empty before'),
    itemNamed('service', 'a', { kind: 'Service', service: database }),
    itemNamed('vm', 'b', { isVirtual: true }),
    itemNamed('stale', 'b', { freshness: 'stale' }),
    itemNamed('card', 'b', { services: [database] }),
    boxNamed('b'),
  ];
  const shownPicture = show(nodes, [], {
    hiddenCategories: new Set(['Database']),
    hiddenVirtualization: new Set(['Virtualized']),
    hiddenFreshness: new Set(['stale']),
  });
  expect([ids(shownPicture.boxes), ids(shownPicture.items)]).toEqual([['empty before', 'b'], ['card']]);
  expect(shownPicture.items[0]!.services).toEqual([]);
  expect(shownPicture.leftOut).toEqual([
    { entity: 'Service', filter: 'Category', count: 1 },
    { entity: 'IPAddress', filter: 'Virtualization', count: 1 },
    { entity: 'IPAddress', filter: 'Staleness', count: 1 },
  ]);
});

test('hidden tags fade hosts and subnets, and remove services', () => {
  const tagged = { id: 's', name: 'web', category: 'Custom', tagIds: ['t'], ports: [], isHeading: false };
  const nodes = [
    boxNamed('subnet', { subnetTagIds: ['t'] }),
    itemNamed('of host', 'subnet', { hostTagIds: ['t'] }),
    itemNamed('card', 'subnet', { services: [tagged] }),
    itemNamed('service', 'subnet', { kind: 'Service', service: tagged }),
  ];
  const hiddenTagIds = new Set(['t']);
  const shownPicture = show(nodes, [], {
    hiddenTags: { host: hiddenTagIds, service: hiddenTagIds, subnet: hiddenTagIds },
  });
  expect([...shownPicture.faded]).toEqual(['subnet', 'of host']);
  expect([ids(shownPicture.items), shownPicture.items[1]!.services]).toEqual([['of host', 'card'], []]);
});

test('an edge ends at the box if its kind requires it and the box accepts it', () => {
  const nodes = [boxNamed('a', { acceptsEdges: true }), boxNamed('b'), itemNamed('a1', 'a'), itemNamed('b1', 'b')];
  const shownPicture = show(nodes, [buildLink('b1', 'a1', { toContainer: true })]);
  expect(shownPicture.lines.map(({ source, target }) => [source, target])).toEqual([['b1', 'a']]);
});

test('an edge without one of its ends is not drawn', () => {
  const nodes = [boxNamed('a'), itemNamed('a1', 'a'), itemNamed('a2', 'a', { isVirtual: true })];
  const shownPicture = show(nodes, [buildLink('a1', 'a2')], { hiddenVirtualization: new Set(['Virtualized']) });
  expect(shownPicture.lines).toEqual([]);
});

test('every node that the filters allow is drawn, or represented by a box that is', () => {
  const picture: Picture = buildPicture(
    [boxNamed('a'), boxNamed('b', { parentId: 'a', isClosedAtFirst: true }), itemNamed('1', 'b'), itemNamed('2', 'a')],
    [],
  );
  for (const closed of [new Map(), new Map([['a', true]]), new Map([['b', false]])]) {
    const { standIn, boxes, items } = showPicture(picture, { ...choices, closed });
    const drawnIds = new Set(ids([...boxes, ...items]));
    expect([...standIn.keys()].sort()).toEqual(['1', '2', 'a', 'b']);
    for (const stand of standIn.values()) expect(drawnIds.has(stand)).toBe(true);
  }
});

const members = { sourceIds: ['a2', 'a1'], targetIds: ['b1', 'b2'], targetHostId: 'B' };
const bundle = () => {
  const nodes = [
    boxNamed('A'),
    boxNamed('B'),
    ...['a1', 'a2', 'a3', 'lag'].map((id) => itemNamed(id, 'A', { hostId: 'A', title: id })),
    ...['b1', 'b2', 'b3', 'po'].map((id) => itemNamed(id, 'B', { hostId: 'B', title: id })),
  ];
  const cables = [1, 2, 3].map((n) => buildLink(`a${n}`, `b${n}`, { relationKey: `${n}` }));
  const aggregate = { ...buildLink('lag', 'po', { type: 'AggregateLink' }), label: 'lag ↔ po', members };
  return { nodes, cables, links: [...cables, aggregate] };
};
const withAggregates = new Set(['PhysicalLink', 'AggregateLink'] as const);

test('an aggregate is one line that names its members and replaces their cables only', () => {
  const { nodes, links } = bundle();
  const { lines } = show(nodes, links, { edgeTypes: withAggregates });
  expect(lines.map(({ source, target, label, links: all }) => [source, target, label, all.length])).toEqual([
    ['a3', 'b3', '', 1],
    ['lag', 'po', 'lag ↔ po, members a1, a2 ↔ b1, b2', 3],
  ]);
});

test('cables of an aggregate are drawn if it is not: its kind is hidden, or one of its ends', () => {
  const { nodes, links } = bundle();
  const drawSources = (shownPicture: Shown) => shownPicture.lines.map(({ source }) => source);
  expect(drawSources(show(nodes, links))).toEqual(['a1', 'a2', 'a3']);
  const withoutPort = nodes.filter(({ id }) => id !== 'po');
  expect(drawSources(show(withoutPort, links, { edgeTypes: withAggregates }))).toEqual(['a1', 'a2', 'a3']);
});

test('an aggregate with many members names some of them and counts the others', () => {
  const ids = Array.from({ length: 12 }, (_none, index) => `a${index + 1}`);
  const nodes = [boxNamed('A'), boxNamed('B'), itemNamed('po', 'B', { hostId: 'B' })];
  nodes.push(...[...ids, 'lag'].map((id) => itemNamed(id, 'A', { hostId: 'A', title: id }) as never));
  const link = buildLink('lag', 'po', { type: 'AggregateLink' });
  const aggregate = { ...link, label: 'lag', members: { sourceIds: ids, targetIds: ['gone'], targetHostId: 'B' } };
  const [line] = show(nodes, [aggregate], { edgeTypes: withAggregates }).lines;
  expect(line!.label).toBe('lag, members a1, a2, a3, a4, a5, a6, a7, a8, 4 more ↔ 1 more');
});

test('items with the same title in the same box are named with the line below the title', () => {
  const service = { id: 's', name: 'SIP phone', category: 'Telephony', tagIds: [], ports: [], isHeading: false };
  const phone = (id: string, parentId: string, hostName: string) =>
    itemNamed(id, parentId, { kind: 'Service', title: 'SIP phone', hostName, service });
  const items = [phone('1', 'a', 'tel-01'), phone('2', 'a', 'tel-02'), phone('3', 'b', 'tel-03')];
  expect([...fullNames(items, itemLines)]).toEqual([
    ['1', 'SIP phone tel-01'],
    ['2', 'SIP phone tel-02'],
  ]);
});

test('long titles that would be cut to the same text show the part in which they differ', () => {
  const long = (middle: string) => `${'a'.repeat(100)}${middle}${'z'.repeat(100)}`;
  const worded = (middle: string) => `the switch ${middle} and a long remark that is the same everywhere`;
  const nodes = [
    ...['1', '2'].map((id) => boxNamed(long(id), { kind: 'Host' })),
    boxNamed('other', { kind: 'Host' }),
    ...['one', 'two'].map((id) => itemNamed(worded(id), 'other')),
    itemNamed('short', 'other'),
  ];
  const { boxes, items } = showPicture(buildPicture(nodes, []), choices);
  expect(boxes.map(({ title }) => title)).toEqual(['aaaaa…aa1…', 'aaaaa…aa2…', 'other']);
  expect(items.map(({ title }) => title)).toEqual(['the s…h one…', 'the s…h two…', 'short']);
});

// Tests the address of the topology page: it contains everything that the user has chosen, and reading it back gives
// the same choices.
import fc from 'fast-check';
import { undoKey } from '../../../src/pages/topology/drawing/keys';
import {
  boxesInAddress,
  cameraInAddress,
  closedFromAddress,
  withCamera,
} from '../../../src/pages/topology/state/address-parts';
import {
  groupings,
  inOrder,
  leftOutOfLink,
  placeInLink,
  requestedOptionalKinds,
  readPlace,
  writePlace,
  type Place,
} from '../../../src/pages/topology/state/place';

import { stepped } from '../../../src/pages/topology/page/navigation';
import { boxNamed } from './pictures';

const id = fc.uuid();
const idOrNot = fc.option(id);
const lists = fc.option(fc.array(fc.stringMatching(/^[A-Za-z]+$/), { maxLength: 3 }));
const boxes = fc.array(fc.constantFrom('all', '0a1b2c3d', '99999999'), { maxLength: 3 });
const anyPlaces: fc.Arbitrary<Place> = fc.record({
  topologyId: idOrNot,
  savedId: idOrNot,
  view: fc.constantFrom('L2Physical', 'L3Logical', 'Workloads', 'Application'),
  at: fc.option(fc.constant('2025-11-21T10:00:00.000Z')),
  since: fc.option(fc.constant('2025-11-01T10:00:00.000Z')),
  isPlayed: fc.constant(false),
  selected: idOrNot,
  lines: fc.array(id, { maxLength: 3 }),
  groupBy: fc.option(fc.constantFrom(...groupings)),
  layout: fc.constantFrom('Layers', 'Rings'),
  unfolded: fc.array(id, { maxLength: 3 }),
  folded: fc.array(id, { maxLength: 3 }),
  revealed: fc.array(id, { maxLength: 3 }),
  closedBoxes: boxes,
  openBoxes: boxes,
  edgeTypes: fc.option(fc.subarray(['SameHost', 'RequestPath', 'PhysicalLink'])),
  hiddenCategories: lists,
  hiddenVirtualization: lists,
  hiddenFreshness: lists,
  hiddenTags: fc.option(fc.array(id, { maxLength: 3 })),
  tagId: idOrNot,
  vlanId: idOrNot,
  from: idOrNot,
  to: idOrNot,
  root: idOrNot,
  failing: fc.array(id, { maxLength: 3 }),
  singlePoints: fc.boolean(),
  vlanSummaries: fc.boolean(),
  verdictId: idOrNot,
  supposed: fc.constantFrom([], [{ type: 'host' as const, id: '6f2b5c1e-0000-4000-8000-000000000001' }]),
  isBare: fc.boolean(),
});
/**
 * Choices of a user with what-if changes or with an instant to compare with, but never with both, and with a selected
 * node or selected lines.
 */
const places = anyPlaces.map((place) => ({
  ...place,
  ...(place.supposed.length > 0 && { since: null }),
  ...(place.selected !== null && { lines: [] }),
}));

test('a picture shows supposed changes or a comparison, not both', () => {
  const supposed = 'suppose=host:6f2b5c1e-0000-4000-8000-000000000001';
  expect(readPlace(`?${supposed}&since=2025-10-20T00:00:00Z`).since).toBeNull();
  const place = readPlace(`?${supposed}`);
  const state = { place, awaitsEnd: false, picture: undefined, groupedFor: null };
  const compared = stepped(state, { since: '2025-10-20T00:00:00Z' }).place;
  expect([compared.since, compared.supposed]).toEqual(['2025-10-20T00:00:00Z', []]);
  const again = stepped({ ...state, place: compared }, { supposed: place.supposed }).place;
  expect([again.since, again.supposed]).toEqual([null, place.supposed]);
  expect(stepped(state, { selected: 'x', since: null }).place.supposed).toEqual(place.supposed);
});

test('a grouping that the search of a location has chosen ends with the view', () => {
  const before = { groupBy: 'Kind', unfolded: [], folded: [], revealed: [] } as const;
  const place = { ...readPlace('?view=L3Logical'), groupBy: 'Location' } as const;
  const state = { place, awaitsEnd: false, picture: undefined, groupedFor: { name: 'Science Block', before } };
  expect(stepped(state, { view: 'L2Physical' }).place.groupBy).toBe('Kind');
  expect(stepped(state, { selected: 'x' }).place.groupBy).toBe('Location');
  expect(stepped({ ...state, groupedFor: null }, { view: 'L2Physical' }).place.groupBy).toBe('Location');
});

test('the comparison of a playback is not in the URL, and ends when the user travels', () => {
  const since = '2025-10-20T00:00:00Z';
  const state = { place: readPlace(''), awaitsEnd: false, picture: undefined, groupedFor: null };
  const played = stepped(state, { at: '2025-10-21T00:00:00Z', since, isPlayed: true }).place;
  expect(played).toMatchObject({ since, isPlayed: true });
  expect(readPlace(writePlace(played))).toMatchObject({ since: null, isPlayed: false });
  const selecting = stepped({ ...state, place: played }, { selected: 'x' }).place;
  expect(selecting).toMatchObject({ since, isPlayed: true });
  const compared = stepped({ ...state, place: played }, { since }).place;
  expect(compared).toMatchObject({ since, isPlayed: false });
  expect(readPlace(writePlace(compared)).since).toBe(since);
});

test('compared instants are in order, the present last', () => {
  const [early, late] = ['2025-10-20T00:00:00Z', '2025-10-21T00:00:00Z'];
  expect([inOrder(early, late), inOrder(late, early), inOrder(late, null)]).toEqual([
    [early, late],
    [early, late],
    [late, null],
  ]);
});

test('a place survives a round trip through the URL', () => {
  fc.assert(fc.property(places, (place) => expect(readPlace(writePlace(place))).toEqual(place)));
});

test('the link of a share keeps each member of a place, or is known to leave it out', () => {
  const isOwn = (name: keyof Place) => ['topologyId', 'savedId', 'at', 'isBare', 'isPlayed'].includes(name);
  fc.assert(
    fc.property(places, (place) => {
      const opened = readPlace(writePlace(placeInLink(place)));
      const leftOut: readonly (keyof Place)[] = leftOutOfLink(place);
      const names = (Object.keys(place) as (keyof Place)[]).filter((name) => !isOwn(name));
      const lost = names.filter((name) => JSON.stringify(opened[name]) !== JSON.stringify(place[name]));
      expect(lost.toSorted()).toEqual(leftOut.toSorted());
    }),
  );
  const questions = '?failing=a&vlan=b&since=2025-11-01T10:00:00.000Z&selected=c&tag=d&group-by=Tag';
  expect(leftOutOfLink(readPlace(questions)).toSorted()).toEqual(['failing', 'since', 'vlanId']);
  expect(placeInLink(readPlace(questions))).toMatchObject({ selected: 'c', tagId: 'd', groupBy: 'Tag', failing: [] });
});

test.each([
  ['2025-10-20T00:00:00Z', '2025-10-20T00:00:00Z'],
  ['2025-10-20T00:00:00.5+02:00', '2025-10-20T00:00:00.5+02:00'],
  ['2025-10-20', '2025-10-20T00:00:00.000Z'],
  ['2025-10-20T10:00Z', '2025-10-20T10:00:00.000Z'],
  ['2025-13-20', null],
  ['1', null],
  ['yesterday', null],
  ['9998-01-01T00:00:00Z', null],
])('the instant %s is read as %s', (instantText, expectedText) => {
  expect(readPlace(`?at=${instantText}&since=${encodeURIComponent(instantText)}`)).toMatchObject({
    at: expectedText,
    since: expectedText,
  });
});

test('closed and open boxes take at most 2 KB of the URL, however many there are', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(id, fc.boolean()), { maxLength: 300 }), (entries) => {
      const closed = new Map(entries);
      const boxes = [...closed.keys()].map((boxId) => boxNamed(boxId));
      const inAddress = boxesInAddress(closed);
      const address = writePlace({ ...readPlace('?topology=x'), ...inAddress });
      expect(address.length).toBeLessThan(2000);
      expect(readPlace(address)).toMatchObject(inAddress);
      const counts = [true, false].map((one) => entries.filter(([, isClosed]) => isClosed === one).length);
      if (Math.max(...counts) > 60) return;
      expect([...closedFromAddress(inAddress, { boxes })].sort()).toEqual([...closed].sort());
    }),
  );
});

test('closing all boxes is one parameter in the URL; single boxes are listed as exceptions', () => {
  const boxes = Array.from({ length: 100 }, (_none, index) =>
    boxNamed(`id-of-a-box-${String(index).padStart(8, '0')}`),
  );
  const closed = new Map(boxes.map((box) => [box.id, box !== boxes[7]]));
  const inAddress = boxesInAddress(closed);
  expect(inAddress).toEqual({ closedBoxes: ['all'], openBoxes: ['00000007'] });
  expect([...closedFromAddress(inAddress, { boxes })]).toEqual([...closed]);
});

test('the visible area is in the URL; invalid values are ignored', () => {
  const camera = { x: -120, y: 45, zoom: 0.4255 };
  expect(cameraInAddress(withCamera('?view=Workloads', camera))).toEqual(camera);
  expect(withCamera('?view=Workloads', null)).toBe('?view=Workloads');
  for (const text of ['', '1,2', '1,2,0', '1,2,-1', '1,2,x', '1,2,3,4', '1,2,Infinity'])
    expect([text, cameraInAddress(`?look=${text}`)]).toEqual([text, undefined]);
});

test('Ctrl-Z and Command-Z undo, with Shift they redo, and other keys do neither', () => {
  const pressed = { key: 'z', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  expect(undoKey({ ...pressed, ctrlKey: true })).toBe('undo');
  expect(undoKey({ ...pressed, metaKey: true })).toBe('undo');
  expect(undoKey({ ...pressed, key: 'Z', ctrlKey: true, shiftKey: true })).toBe('redo');
  expect(undoKey({ ...pressed, key: 'y', ctrlKey: true })).toBe('redo');
  for (const other of [
    {},
    { ctrlKey: true, metaKey: true },
    { ctrlKey: true, altKey: true },
    { key: 'y', metaKey: true },
  ])
    expect(undoKey({ ...pressed, ...other })).toBeUndefined();
});

test('unknown parameters in a URL are ignored', () => {
  expect(
    readPlace('?view=Sideways&edges=SameHost,Nonsense&other=1&group-by=Mood&unfold=1,drop&fold=&reveal=x'),
  ).toMatchObject({
    view: 'L3Logical',
    edgeTypes: ['SameHost'],
    ...{ groupBy: null, unfolded: [], folded: [], revealed: [] },
    failing: [],
  });
});

test.each([
  ['L2Physical', ['AggregateLink', 'RoutingNeighbor']],
  ['L3Logical', ['RoutingNeighbor']],
  ['Workloads', []],
] as const)('%s requests the chosen optional kinds of edges that it has (%j), else its default ones', (view, kinds) => {
  const place = readPlace(`?view=${view}&edges=PhysicalLink,AggregateLink,RoutingNeighbor`);
  expect(requestedOptionalKinds(place)).toEqual(kinds);
  expect(requestedOptionalKinds(readPlace(`?view=${view}`))).toEqual(view === 'L2Physical' ? ['LearnedMachine'] : []);
  expect(requestedOptionalKinds(readPlace(`?view=${view}&edges=PhysicalLink`))).toEqual([]);
});

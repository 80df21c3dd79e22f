// Tests the address of the topology page: it contains everything that the user has chosen, and reading it back gives
// the same choices.
import fc from 'fast-check';
import { groupings, optionalKindsIn, readPlace, writePlace, type Place } from '../../../src/pages/topology/state/place';

const id = fc.uuid();
const idOrNot = fc.option(id);
const lists = fc.option(fc.array(fc.stringMatching(/^[A-Za-z]+$/), { maxLength: 3 }));
const places: fc.Arbitrary<Place> = fc.record({
  topologyId: idOrNot,
  savedId: idOrNot,
  view: fc.constantFrom('L2Physical', 'L3Logical', 'Workloads', 'Application'),
  at: fc.option(fc.constant('2025-11-21T10:00:00.000Z')),
  since: fc.option(fc.constant('2025-11-01T10:00:00.000Z')),
  selected: idOrNot,
  groupBy: fc.option(fc.constantFrom(...groupings)),
  unfolded: fc.array(id, { maxLength: 3 }),
  folded: fc.array(id, { maxLength: 3 }),
  revealed: fc.array(id, { maxLength: 3 }),
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
  isBare: fc.boolean(),
});

test('an address that was written is read back the same', () => {
  fc.assert(fc.property(places, (place) => expect(readPlace(writePlace(place))).toEqual(place)));
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
])('the instant %s is read as %s', (given, expectedText) => {
  expect(readPlace(`?at=${given}&since=${encodeURIComponent(given)}`)).toMatchObject({
    at: expectedText,
    since: expectedText,
  });
});

test('what is not known in an address is passed over', () => {
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
] as const)('%s asks for the optional kinds of edges that it has and that are chosen: %j', (view, kinds) => {
  const place = readPlace(`?view=${view}&edges=PhysicalLink,AggregateLink,RoutingNeighbor`);
  expect(optionalKindsIn(place)).toEqual(kinds);
  expect(optionalKindsIn(readPlace(`?view=${view}`))).toEqual([]);
  expect(optionalKindsIn(readPlace(`?view=${view}&edges=PhysicalLink`))).toEqual([]);
});

// Tests saved views on the topology page: an opened view has the stored choices, and its nodes and lines are in their
// stored positions.
import fc from 'fast-check';
import type { OpenView } from '../../../src/pages/topology/state/store';
import { groupings, readPlace, writePlace, type Place } from '../../../src/pages/topology/state/place';
import {
  withViewPositions,
  readSavedPlace,
  toSavedPlace,
  findOpenView,
  toViewInput,
  withPositions,
  withRoutes,
} from '../../../src/pages/topology/state/saved-view-place';
import type { State } from '../../../src/pages/topology/state/store';
import type { Tree } from '../../../src/pages/topology/layout/tree';
import { buildLink } from './pictures';

const [topologyId, savedId] = ['6f2b5c1e-0000-4000-8000-000000000001', '6f2b5c1e-0000-4000-8000-000000000002'];
const ids = fc.array(fc.uuid(), { maxLength: 3 });
const listOf = (...values: string[]) => fc.option(fc.subarray(values));
const places = fc
  .record({
    view: fc.constantFrom('L2Physical', 'L3Logical', 'Workloads', 'Application'),
    at: fc.option(fc.constant('2025-11-21T10:00:00.000Z')),
    since: fc.option(fc.constant('2025-11-01T10:00:00.000Z')),
    groupBy: fc.option(fc.constantFrom(...groupings)),
    ...{ unfolded: ids, folded: ids, revealed: ids, hiddenTags: fc.option(ids) },
    edgeTypes: listOf('SameHost', 'PhysicalLink'),
    hiddenCategories: listOf('OpenPorts', 'Database'),
    hiddenVirtualization: listOf('Virtualized', 'BareMetal'),
    hiddenFreshness: listOf('current', 'stale'),
    ...{ tagId: fc.option(fc.uuid()), vlanId: fc.option(fc.uuid()) },
  })
  .map((parameters) => ({ ...readPlace(''), ...parameters, topologyId, savedId }) as Place);

const stateOf = (place: Place, more: Partial<State> = {}): State =>
  ({ place, room: { limit: 90, foldAbove: 300 }, answers: {}, pathIndex: 0, closed: new Map(), ...more }) as State;
/** The response of the service when the view that was saved with this state is opened. */
const answerOpenView = (state: State): OpenView => {
  const { positions, routes, state: keptState, shownAt, comparedAt, ...others } = toViewInput(state, null);
  const folds = { expanded: [], collapsed: [], reveal: [] };
  // If nothing is folded, a saved view is stored without `detail`.
  const detail = keptState.detail ? { ...folds, ...keptState.detail } : null;
  return {
    ...{ id: savedId, topologyId, opening: 1, isAsShown: false, ...others, shownAt, comparedAt, positions, routes },
    state: { ...keptState, detail },
  } as never;
};
const foldsOf = (place: Place): Place =>
  place.groupBy === 'Nothing' ? { ...place, unfolded: [], folded: [], revealed: [] } : place;

test('a saved view opens the same place, by its id alone or by the full URL', () => {
  fc.assert(
    fc.property(places, (place) => {
      const view = answerOpenView(stateOf(place));
      const openedPlace = foldsOf(place);
      expect({ ...place, ...toSavedPlace(view) }).toEqual(openedPlace);
      expect(readSavedPlace(`?saved=${savedId}`, view)).toEqual(openedPlace);
      expect(readSavedPlace(writePlace(place), view)).toEqual(place);
      expect(findOpenView({ savedView: view, place })).toBe(view);
    }),
  );
});

test('options in the URL override the saved view, and questions in the URL are kept', () => {
  const view = answerOpenView(
    stateOf({ ...readPlace('?view=L2Physical&hide-machines=Virtualized&edges=SameHost'), topologyId }),
  );
  const place = readSavedPlace(`?saved=${savedId}&hide-machines=BareMetal&edges=&root=x`, view);
  expect(place).toMatchObject({ topologyId, view: 'L2Physical', hiddenVirtualization: ['BareMetal'], edgeTypes: [] });
  expect(place.root).toBe('x');
});

test.each(['topologyId', 'view', 'groupBy', 'savedId'] as const)(
  'the saved view stays open while %s belongs to it',
  (name) => {
    const place = { ...readPlace(`?topology=${topologyId}&saved=${savedId}&view=L2Physical`) };
    const savedOpenView = answerOpenView(stateOf(place));
    const others = { topologyId: savedId, view: 'Workloads', groupBy: 'Tag', savedId: topologyId } as const;
    expect(findOpenView({ savedView: savedOpenView, place })).toBe(savedOpenView);
    expect(findOpenView({ savedView: savedOpenView, place: { ...place, [name]: others[name] } })).toBeUndefined();
  },
);

const [box, a, b] = ['box', 'a', 'b'];
const size = { width: 100, height: 40 };
const tree: Tree = {
  children: new Map([
    [null, [box]],
    [box, [a, b]],
  ]),
  parentOf: new Map([
    [box, null],
    [a, box],
    [b, box],
  ]),
  sizes: new Map([box, a, b].map((id) => [id, size])),
  openFolds: new Set(),
};
const viewWith = (more: object) => ({ positions: [], routes: [], ...more }) as unknown as OpenView;

test('nodes take their positions from the view; positions of deleted nodes are dropped', () => {
  const positions = [
    { elementId: box, x: 5, y: 6, width: 300, height: 200 },
    { elementId: a, x: 12, y: 34, width: null, height: null },
    { elementId: 'gone', x: 1, y: 1, width: null, height: null },
  ];
  const storedPlace = { x: 50, y: 60, ...size, parent: box, isOpen: false };
  const memory = withPositions(new Map([[a, storedPlace]]), tree, viewWith({ positions }));
  expect([...memory]).toEqual([
    [a, storedPlace],
    [box, { x: 5, y: 6, width: 300, height: 200, parent: null, isOpen: true }],
  ]);
  expect(withPositions(memory, tree, undefined)).toBe(memory);
  const movedPlaces = withViewPositions(new Map([[a, { x: 0, y: 0, ...size }]]), viewWith({ positions }));
  expect([...movedPlaces]).toEqual([[a, { x: 12, y: 34, ...size }]]);
});

test('a line keeps its saved route while the route still connects its ends', () => {
  const link = buildLink('a', 'b');
  const line = { ...link, label: '', links: [link], count: 1 };
  const [from, to] = [
    { x: 0, y: 0, width: 10, height: 10 },
    { x: 50, y: 0, width: 10, height: 10 },
  ];
  const view = viewWith({ routes: [{ lineId: line.id, points: [10, 5, 30, 5, 50, 5] }] });
  const ends = (second: typeof to) => new Map(Object.entries({ a: from, b: second }));
  const points = [10, 30, 50].map((x) => ({ x, y: 5 }));
  expect([...withRoutes(new Map(), [line], ends(to), view)]).toEqual([[line.id, { points, from, to }]]);
  expect(withRoutes(new Map(), [line], ends({ ...to, y: 80 }), view).size).toBe(0);
  const ownRoutes = new Map([[line.id, { points: points.slice(1), from, to }]]);
  expect(withRoutes(ownRoutes, [line], ends(to), view)).toBe(ownRoutes);
  expect(withRoutes(new Map(), [line], ends(to), undefined).size).toBe(0);
});

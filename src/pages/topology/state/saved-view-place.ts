// Converts between a saved view and the state of the page: URL, closed boxes, and positions of nodes.
import type { CreateSavedViewInput, SavedViewStateInput } from '../../../generated/page-operations';
import type { Line } from '../graph/shown';
import type { Memory } from '../layout/keep';
import type { Routes } from '../layout/routed';
import { isOpen, type Places, type Point, type Rect, type Tree } from '../layout/tree';
import { closedFromAddress } from './address-parts';
import { isNarrowWindow, toDetailInput, windowRoom, type Room } from './detail';
import { keptClosed } from './kept-session';
import { isId, mostIds, readPlace, sceneKeyOf, type Place } from './place';
import type { OpenView, SavedView, State } from './store';
import type { Camera } from './surface';

/** Limits of the service: positions in a saved view, routes, and coordinates in a route. */
export const mostPositions = 2000;
const mostRoutes = 1000;
const mostNumbers = 40;

export function toSavedPlace({ topologyId, view, shownAt, comparedAt, state }: SavedView): Partial<Place> {
  const { detail, edgeTypes, hiddenCategories, hiddenMachines, hiddenFreshness, hiddenTagIds, tagId, vlanId } = state;
  const { groupBy } = detail ?? { groupBy: 'Nothing' as const };
  return {
    ...{ topologyId, view, at: shownAt, since: comparedAt, edgeTypes, hiddenCategories, hiddenFreshness },
    ...{ hiddenVirtualization: hiddenMachines, hiddenTags: hiddenTagIds, tagId, vlanId },
    groupBy: groupBy === 'Auto' ? null : groupBy,
    // Has no effect: the nodes of a saved view have the saved positions.
    layout: 'Layers',
    unfolded: detail?.expanded ?? [],
    folded: detail?.collapsed ?? [],
    revealed: detail?.reveal ?? [],
  };
}

const parameters: Readonly<Record<string, keyof Place>> = {
  ...{ view: 'view', at: 'at', since: 'since', 'group-by': 'groupBy', unfold: 'unfolded', fold: 'folded' },
  ...{ reveal: 'revealed', edges: 'edgeTypes', 'hide-categories': 'hiddenCategories', tag: 'tagId', vlan: 'vlanId' },
  ...{ 'hide-machines': 'hiddenVirtualization', 'hide-freshness': 'hiddenFreshness', 'hide-tags': 'hiddenTags' },
};

/**
 * Opens a saved view. If the URL names a topology, the URL replaces the view entirely; otherwise, only the parameters
 * in the URL replace those of the view.
 */
export function readSavedPlace(search: string, view: SavedView): Place {
  const addressPlace = readPlace(search);
  if (addressPlace.topologyId !== null) return addressPlace;
  const names = [...new URLSearchParams(search).keys()].flatMap((name) => parameters[name] ?? []);
  return {
    ...addressPlace,
    ...toSavedPlace(view),
    ...Object.fromEntries(names.map((name) => [name, addressPlace[name]])),
  };
}

/** Returns the open saved view. Undefined once the user has switched to another topology, view or grouping. */
export function findOpenView({ savedView, place }: Pick<State, 'savedView' | 'place'>): OpenView | undefined {
  if (!savedView || savedView.id !== place.savedId) return undefined;
  const { topologyId, view, groupBy } = toSavedPlace(savedView);
  return topologyId === place.topologyId && view === place.view && groupBy === place.groupBy ? savedView : undefined;
}

/** How many nodes to draw: as many as when the open view was saved or, without one, as many as fit into the window. */
export const findRoom = (state: State, window: Room): Room => {
  const { limit, foldAbove } = findOpenView(state)?.state.detail ?? window;
  return { limit, foldAbove };
};

export const measureWindow = (state: State): Pick<State, 'isNarrow' | 'room'> => ({
  isNarrow: isNarrowWindow(),
  room: findRoom(state, windowRoom()),
});

/** The boxes to close: those in the URL or, if there are none, those of the open saved view or of this browser tab. */
export function findClosedBoxes(state: State): ReadonlyMap<string, boolean> {
  const { place, picture } = state;
  if (picture && place.closedBoxes.length + place.openBoxes.length > 0) return closedFromAddress(place, picture);
  const view = findOpenView(state);
  if (!view) return keptClosed(sceneKeyOf(state.place));
  const { closedIds, openedIds } = view.state;
  return new Map([...closedIds.map((id) => [id, true] as const), ...openedIds.map((id) => [id, false] as const)]);
}

/** Adds the positions in the open saved view, for nodes without a position in `memory`. */
export function withPositions(memory: Memory, tree: Tree, view: OpenView | undefined): Memory {
  const missing = (view?.positions ?? []).filter(({ elementId: id }) => tree.parentOf.has(id) && !memory.has(id));
  if (missing.length === 0) return memory;
  const entries = missing.map(({ elementId: id, x, y, width, height }) => {
    const least = tree.sizes.get(id)!;
    const size = { width: width ?? least.width, height: height ?? least.height };
    return [id, { x, y, ...size, parent: tree.parentOf.get(id)!, isOpen: isOpen(tree, id) }] as const;
  });
  return new Map([...memory, ...entries]);
}

/** Moves the nodes of the open saved view from the computed positions to the saved ones. */
export function withViewPositions(places: Places, view: OpenView | undefined): Places {
  const entries = (view?.positions ?? []).flatMap(({ elementId, x, y }) => {
    const place = places.get(elementId);
    return place ? [[elementId, { ...place, x, y }] as const] : [];
  });
  return new Map([...places, ...entries]);
}

const pointsOf = (numbers: readonly number[]): Point[] =>
  numbers.flatMap((x, index) => (index % 2 === 0 ? [{ x, y: numbers[index + 1] ?? 0 }] : []));
const touches = ({ x, y, width, height }: Rect, point: Point): boolean =>
  point.x >= x - 2 && point.x <= x + width + 2 && point.y >= y - 2 && point.y <= y + height + 2;

/** Adds the saved routes of lines. A route is dropped if the nodes at its ends have moved since. */
export function withRoutes(
  routes: Routes,
  lines: readonly Line[],
  rectangles: ReadonlyMap<string, Rect>,
  view: OpenView | undefined,
): Routes {
  const savedRoutes = new Map(view?.routes.map(({ lineId, points }) => [lineId, pointsOf(points)]));
  const more = lines.flatMap(({ id, source, target }) => {
    const points = routes.has(id) ? [] : (savedRoutes.get(id) ?? []);
    const [first, last, from, to] = [points[0], points.at(-1), rectangles.get(source), rectangles.get(target)];
    const leads = first && last && from && to && touches(from, first) && touches(to, last);
    return leads ? [[id, { points, from, to }] as const] : [];
  });
  return more.length === 0 ? routes : new Map([...routes, ...more]);
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;
/** Stores the size too, so that opening the view does not push other nodes aside. */
const positionOf = (elementId: string, { x, y }: Point, { width, height }: Rect) => ({
  elementId,
  x,
  y,
  width,
  height,
});
const copyOf = <T>(list: readonly T[] | null): T[] | null => list && [...list];

/** Converts what is drawn now to the API's input for a saved view. */
export function toViewInput(
  state: State,
  camera: Camera | null,
): Pick<CreateSavedViewInput, 'view' | 'shownAt' | 'comparedAt' | 'positions' | 'routes'> & {
  state: SavedViewStateInput;
} {
  const { place, drawing, closed } = state;
  const idsOf = (isClosed: boolean) =>
    [...closed].flatMap(([id, one]) => (one === isClosed && isId(id) ? [id] : [])).slice(-mostIds);
  const detail = toDetailInput(state, false);
  const numbersOf = (points: readonly Point[]) => points.flatMap(({ x, y }) => [hundredths(x), hundredths(y)]);
  const storableRoutes = [...(drawing?.routes ?? [])].filter(
    ([id, points]) => id.length <= 100 && points.length * 2 <= mostNumbers,
  );
  const places = [...(drawing?.places ?? [])].filter(([id]) => isId(id)).slice(0, mostPositions);
  return {
    view: place.view,
    shownAt: place.at,
    comparedAt: place.isPlayed ? null : place.since,
    state: {
      detail: detail && { ...detail, reveal: [...place.revealed] },
      edgeTypes: copyOf(place.edgeTypes),
      hiddenCategories: copyOf(place.hiddenCategories),
      hiddenMachines: place.hiddenVirtualization as SavedViewStateInput['hiddenMachines'],
      hiddenFreshness: place.hiddenFreshness as SavedViewStateInput['hiddenFreshness'],
      hiddenTagIds: copyOf(place.hiddenTags),
      tagId: place.tagId,
      vlanId: place.vlanId,
      closedIds: idsOf(true),
      openedIds: idsOf(false),
      camera,
    },
    positions: places.map(([id, corner]) => positionOf(id, corner, drawing!.rectangles.get(id)!)),
    routes: storableRoutes.slice(0, mostRoutes).map(([lineId, points]) => ({ lineId, points: numbersOf(points) })),
  };
}

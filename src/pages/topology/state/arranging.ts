// Computes positions for the nodes that filters and closed boxes leave visible. One computation runs at a time; a newer
// request replaces an older one.
import { showPicture, type Shown } from '../graph/shown';
import { runElk } from '../layout/engine';
import { keepPlaces, type Memory, type Remembered } from '../layout/keep';
import { layOut } from '../layout/lay-out';
import { layOutPicture, wholeNumbers, withRoutesAround, zoomToShow } from '../layout/lay-out-picture';
import { enlarge, gapsFromZoom, narrowGaps, sizesToTry } from '../layout/legible';
import { outerNodes, type OuterNodes } from '../layout/outer';
import { loadMemory, loadMoved, nothing, remember, saveMemory, saveMoved, type Remembrance } from '../layout/memory';
import { readingOf } from '../layout/reading';
import { validRoutes } from '../layout/routed';
import type { Arrangement } from '../layout/spread';
import { isOpen, measure, buildRectangles, buildTree, top, type Tree } from '../layout/tree';
import { resolveChoices } from './choices';
import { detailKey, roomForPicture } from './detail';
import { keepClosed } from './kept-session';
import { sceneKeyOf } from './place';
import { withViewPositions, findOpenView, withPositions, withRoutes } from './saved-view-place';
import type { Drawn, State, Store } from './store';
import type { Arranging } from './surface';

/**
 * The key under which positions are stored: each grouping, layout and saved view has its own. Narrow windows also have
 * their own, because nodes sized for their names in a wide window do not suit them.
 */
function layoutKeyOf(state: State, groupBy = state.place.groupBy): string {
  const { sceneKey, place, isNarrow } = state;
  const view = findOpenView(state);
  const layout = place.layout === 'Layers' ? null : place.layout;
  const width = isNarrow && !view ? 'Narrow' : null;
  return [sceneKey, groupBy, layout, width, view?.id, view?.opening].filter((part) => part != null).join(' ');
}

const layOutAnew = (tree: Tree, shownGraph: Shown, { picture, place, difference }: State) =>
  layOutPicture(tree, shownGraph.lines, {
    outer: outerNodes(shownGraph, tree, { hasSigns: difference !== undefined }),
    isBox: (id) => picture?.nodes.get(id)?.shape === 'box',
    inRings: place.layout === 'Rings',
    room: roomForPicture(),
    runElk,
  });

/** Keeps the routes of lines that are still valid, and routes the others around nodes. */
const findRoutes = (
  routes: Remembrance['routes'],
  { lines }: Shown,
  rectangles: Drawn['rectangles'],
  outer: OuterNodes,
): Drawn['routes'] =>
  withRoutesAround(validRoutes(routes, lines, rectangles), lines, { rectangles, outer, room: roomForPicture() });

/** The zoom at which all stored nodes would be visible; at most 1. */
function zoomOfStored(nodes: Memory): number {
  const isTop = ([, { parent }]: readonly [string, Remembered]) => parent === top;
  return zoomToShow(
    [...nodes].filter(isTop).map(([, node]) => node),
    roomForPicture(),
  );
}

/**
 * Enlarges nodes so that their names can be read at this zoom: new nodes, and boxes that were just opened or closed.
 */
function withLegibleNew(tree: Tree, shownGraph: Shown, nodes: Memory, zoom: number, hasSigns: boolean): Tree {
  const isNew = (id: string) => nodes.get(id)?.isOpen !== isOpen(tree, id);
  const needed = sizesToTry(outerNodes(shownGraph, tree, { hasSigns }).names).bare;
  return enlarge(tree, new Map([...needed].filter(([id]) => isNew(id))), zoom);
}

/** Boxes that were just opened: nothing in them has a position yet. */
function openedBoxes(tree: Tree, nodes: Memory): string[] {
  const isKnown = (id: string) => nodes.get(id)?.parent === tree.parentOf.get(id);
  return [...tree.children].flatMap(([id, inside]) =>
    id !== null && isKnown(id) && !inside.some(isKnown) ? [id] : [],
  );
}

/** Lays out the contents of newly opened boxes. */
function withInsides(tree: Tree, { lines }: Shown, nodes: Memory, zoom: number): Memory {
  const more = new Map(nodes);
  const gaps = gapsFromZoom(zoom, narrowGaps);
  for (const box of openedBoxes(tree, nodes)) {
    const places = layOut(tree, lines, box, gaps);
    const sizes = measure(tree, places);
    for (const [id, { x, y }] of places)
      more.set(id, { x, y, ...sizes.get(id)!, parent: tree.parentOf.get(id)!, isOpen: isOpen(tree, id) });
  }
  return more;
}

export function createArranging(store: Store): Arranging {
  let memory: Remembrance = nothing;
  let memoryOf = '';
  let round = 0;

  const giveUp = (error: unknown): never => {
    store.set({ isArranging: false });
    throw error;
  };

  const put = (tree: Tree, { places: exact, routes }: Arrangement, shownGraph: Shown, arrangement: number): void => {
    const { start, picture, sceneKey, journey, closed, difference } = store.state;
    const [layoutKey, historyKey] = [layoutKeyOf(store.state), layoutKeyOf(store.state, null)];
    const places = wholeNumbers(exact);
    const rectangles = buildRectangles(tree, places);
    const view = findOpenView(store.state);
    const allRoutes = withRoutes(routes, shownGraph.lines, rectangles, view);
    memory = { nodes: remember(tree, places, memory.nodes, (id) => picture!.nodes.has(id)), routes: allRoutes };
    if (view) saveMoved(view, memory);
    else keepClosed(sceneKey, closed);
    const isKept = journey !== '' || view !== undefined || saveMemory(start!.viewer.userId, layoutKey, memory);
    const outer = outerNodes(shownGraph, tree, { hasSigns: difference !== undefined });
    store.set({
      drawing: {
        ...{ sceneKey, layoutKey, historyKey, visible: shownGraph, tree, places, rectangles, arrangement },
        routes: findRoutes(allRoutes, shownGraph, rectangles, outer),
        reading: readingOf(shownGraph.lines, outer, rectangles),
      },
      ...(!isKept && { notice: 'This browser has no space left to store positions.' }),
    });
  };

  return {
    async arrange({ anew = false } = {}) {
      const { picture, options, place, closed, sceneKey, start, journey, difference, isLoading } = store.state;
      if (!picture || !options || sceneKey !== sceneKeyOf(place)) return;
      const ownRound = (round += 1);
      const layoutKey = layoutKeyOf(store.state);
      const memoryKey = `${layoutKey}\n${journey}`;
      const view = findOpenView(store.state);
      if (view && !memoryOf.startsWith(`${layoutKey}\n`)) {
        // Wait for the graph of the saved view: in the old graph, boxes have other sizes and would push nodes away from
        // their saved positions.
        if (isLoading || store.state.detailKey !== detailKey(store.state)) return;
        if (!view.isAsShown) memory = loadMoved(view);
        memoryOf = memoryKey;
      } else if (memoryOf !== memoryKey && !view) {
        // A past instant starts with the positions of the present. Changes at a past instant are not stored for the
        // present.
        const savedMemory = loadMemory(start!.viewer.userId, layoutKey);
        if (savedMemory.nodes.size > 0 || !memoryOf.startsWith(`${layoutKey}\n`)) memory = savedMemory;
        memoryOf = memoryKey;
      }
      const hasSigns = difference !== undefined;
      const shownGraph = showPicture(picture, resolveChoices(picture, options, place, closed));
      const exactTree = buildTree(shownGraph);
      const startedAt = performance.now();
      const knownNodes = anew ? memory.nodes : withPositions(memory.nodes, exactTree, view);
      // New nodes are enlarged for this zoom, so that their names are as readable as the names of the nodes that have a
      // position.
      const zoom = zoomOfStored(knownNodes);
      const tree = anew ? exactTree : withLegibleNew(exactTree, shownGraph, knownNodes, zoom, hasSigns);
      const nodes = anew ? knownNodes : withInsides(tree, shownGraph, knownNodes, zoom);
      const keptPlaces = anew ? undefined : keepPlaces(tree, nodes, shownGraph.lines);
      if (!keptPlaces) store.set({ isArranging: true });
      const newArrangement = keptPlaces
        ? { tree, places: keptPlaces, routes: memory.routes }
        : await layOutAnew(exactTree, shownGraph, store.state).catch(giveUp);
      // If most nodes have no stored position, everything is laid out anew. The nodes of the open saved view then move
      // to their saved positions.
      const places = keptPlaces || anew ? newArrangement.places : withViewPositions(newArrangement.places, view);
      if (ownRound !== round) return;
      if (store.state.isArranging) store.set({ isArranging: false });
      const { drawing } = store.state;
      if (!keptPlaces) {
        memory = nothing;
        performance.measure('netloom layout', { start: startedAt });
      }
      put(newArrangement.tree, { ...newArrangement, places }, shownGraph, (drawing?.arrangement ?? 0) + (anew ? 1 : 0));
    },
    move(newPlaces) {
      const { drawing } = store.state;
      if (!drawing) return;
      const places = new Map([...drawing.places, ...newPlaces]);
      store.set({ moves: store.state.moves + 1 });
      put(drawing.tree, { places, routes: memory.routes }, drawing.visible, drawing.arrangement);
    },
    memory: () => memory,
    restore: (earlier) => void (memory = earlier),
  };
}

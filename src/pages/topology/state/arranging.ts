// Lays out the part of the picture that the choices show. One layout runs at a time, and the newest wins.
import type { Picture } from '../graph/picture';
import { showPicture, type Shown } from '../graph/shown';
import { clearer } from '../layout/choose';
import { runElk } from '../layout/engine';
import { keepPlaces, type Memory } from '../layout/keep';
import { layOut } from '../layout/lay-out';
import { loadMemory, nothing, remember, saveMemory, type Remembrance } from '../layout/memory';
import { canBeRouted, layOutRouted, validRoutes } from '../layout/routed';
import { spread, type Arrangement } from '../layout/spread';
import { untangle } from '../layout/untangle';
import { isOpen, measure, rectanglesOf, buildTree, type Places, type Tree } from '../layout/tree';
import { resolveChoices } from './choices';
import { sceneKeyOf } from './place';
import { withViewPositions, viewIn, withPositions, withRoutes } from './saved-view-place';
import type { State, Store } from './store';

export interface Arranging {
  /** Draws the picture with the current choices. Nodes keep their stored positions, unless `anew` is set. */
  arrange(how?: { readonly anew?: boolean }): Promise<void>;
  /**
   * Moves nodes to where the user has dragged them. Positions are those of corners, relative to the box that contains
   * the node.
   */
  move(places: Places): void;
}

/**
 * Positions are rounded in the same way as when they are stored, so that nothing moves slightly when the page is opened
 * again.
 */
const wholeNumbers = (places: Places): Places =>
  new Map(
    [...places].map(([id, { x, y, width = 0, height = 0 }]) => [
      id,
      { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) },
    ]),
  );

/** The key under which positions are stored. Each grouping and each saved view has its own positions. */
function layoutKeyOf(state: State): string {
  const { sceneKey, place } = state;
  const view = viewIn(state);
  return [sceneKey, place.groupBy, view?.id, view?.opening].filter((part) => part != null).join(' ');
}

async function layOutAnew(tree: Tree, { lines }: Shown, picture: Picture): Promise<Arrangement> {
  const isBox = (id: string) => picture.nodes.get(id)?.shape === 'box';
  const places = untangle(tree, layOut(tree, lines), lines);
  const straight: Arrangement = { places, routes: new Map() };
  if (!canBeRouted(tree, lines)) return spread(tree, straight);
  return spread(tree, clearer(tree, await layOutRouted(tree, lines, isBox, runElk), straight));
}

/** Boxes that have just been opened: none of their contents has a place yet. */
function openedBoxes(tree: Tree, nodes: Memory): string[] {
  const isKnown = (id: string) => nodes.get(id)?.parent === tree.parentOf.get(id);
  return [...tree.children].flatMap(([id, inside]) =>
    id !== null && isKnown(id) && !inside.some(isKnown) ? [id] : [],
  );
}

/** Adds the contents of newly opened boxes. They are laid out separately inside their box. */
function withInsides(tree: Tree, { lines }: Shown, nodes: Memory, boxes: readonly string[]): Memory {
  const more = new Map(nodes);
  for (const box of boxes) {
    const places = layOut(tree, lines, box);
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

  const put = (tree: Tree, { places: exact, routes }: Arrangement, shown: Shown, arrangement: number): void => {
    const { start, picture, sceneKey, journey } = store.state;
    const layoutKey = layoutKeyOf(store.state);
    const places = wholeNumbers(exact);
    const rectangles = rectanglesOf(tree, places);
    const view = viewIn(store.state);
    const allRoutes = withRoutes(routes, shown.lines, rectangles, view);
    memory = { nodes: remember(tree, places, memory.nodes, (id) => picture!.nodes.has(id)), routes: allRoutes };
    const isKept = journey !== '' || view !== undefined || saveMemory(start!.viewer.userId, layoutKey, memory);
    const ways = validRoutes(allRoutes, shown.lines, rectangles);
    store.set({
      drawing: { sceneKey, layoutKey, visible: shown, tree, places, rectangles, ways, arrangement },
      ...(!isKept && { notice: 'This browser has no space left to store positions.' }),
    });
  };

  return {
    async arrange({ anew = false } = {}) {
      const { picture, options, place, closed, sceneKey, start, journey } = store.state;
      if (!picture || !options || sceneKey !== sceneKeyOf(place)) return;
      const ownRound = (round += 1);
      const layoutKey = layoutKeyOf(store.state);
      const memoryKey = `${layoutKey}\n${journey}`;
      const view = viewIn(store.state);
      if (view && !memoryOf.startsWith(`${layoutKey}\n`)) {
        if (!view.isAsShown) memory = nothing;
        memoryOf = memoryKey;
      } else if (memoryOf !== memoryKey && !view) {
        // A past instant or a comparison starts with the positions of the present, and does not change these.
        const savedMemory = loadMemory(start!.viewer.userId, layoutKey);
        if (savedMemory.nodes.size > 0 || !memoryOf.startsWith(`${layoutKey}\n`)) memory = savedMemory;
        memoryOf = memoryKey;
      }
      const shown = showPicture(picture, resolveChoices(picture, options, place, closed));
      const tree = buildTree(shown);
      const startedAt = performance.now();
      const knownNodes = anew ? memory.nodes : withPositions(memory.nodes, tree, view);
      const nodes = anew ? knownNodes : withInsides(tree, shown, knownNodes, openedBoxes(tree, knownNodes));
      const keptPlaces = anew ? undefined : keepPlaces(tree, nodes, shown.lines);
      if (!keptPlaces) store.set({ isArranging: true });
      const newArrangement = keptPlaces
        ? { places: keptPlaces, routes: memory.routes }
        : await layOutAnew(tree, shown, picture).catch(giveUp);
      // The saved view has so few of the nodes that the others are laid out first.
      const places = keptPlaces || anew ? newArrangement.places : withViewPositions(newArrangement.places, view);
      if (ownRound !== round) return;
      if (store.state.isArranging) store.set({ isArranging: false });
      const { drawing } = store.state;
      if (!keptPlaces) {
        memory = nothing;
        performance.measure('netloom layout', { start: startedAt });
      }
      put(tree, { ...newArrangement, places }, shown, (drawing?.arrangement ?? 0) + (anew ? 1 : 0));
    },
    move(newPlaces) {
      const { drawing } = store.state;
      if (!drawing) return;
      const places = new Map([...drawing.places, ...newPlaces]);
      put(drawing.tree, { places, routes: memory.routes }, drawing.visible, drawing.arrangement);
    },
  };
}

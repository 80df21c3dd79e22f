// Folds and unfolds groups of nodes, and finds nodes that are hidden inside folds. What is folded is part of the page's
// URL.
import { isFoldedUp } from '../graph/folds';
import { siteKey } from '../../../modules/topology/graph/folding/site';
import type { Box, Node } from '../graph/picture';
import { mostItemsAtOnce } from './choices';
import { withoutFolds, type Place } from './place';
import type { Store } from './store';

export interface Folding {
  unfold(foldId: string): void;
  fold(foldId: string): void;
  /**
   * Collapses the fold that was expanded last. If there is none, hides the nodes that were revealed last, or else
   * closes the questions that keep nodes visible.
   */
  foldBack(): void;
  /** Reveals nodes that are hidden inside folds. */
  bring(ids: readonly string[]): void;
  /** Expands all folds, unless that would draw too many nodes: then returns false. */
  unfoldAll(): boolean;
  /** Loads the graph with a node that is hidden in a fold. Also accepts the id of the row for which the node stands. */
  seek(id: string): void;
  /**
   * Groups the graph by location, and expands the fold of this location. Returns the fold if it is there already. A
   * location with a single machine has no fold, so that machine is revealed instead.
   */
  seekLocation(name: string, hostIds: readonly string[]): Node | undefined;
  /** Whether the graph is being loaded in order to show a location. */
  isSeekingLocation(): boolean;
  /** Returns the node that was searched for, once it is loaded. Can be called only once per search. */
  takeSought(): Node | undefined;
  /** Finds a node by its id or by that of the row for which it stands. */
  nodeNamed(id: string): Node | undefined;
}

/** Maximum number of ids in a parameter of the URL, because servers may refuse longer URLs. */
const mostIds = 200;

const noPathAndImpact = { from: null, to: null, root: null, failing: [] };

const without = (ids: readonly string[], removedIds: readonly string[]) => ids.filter((id) => !removedIds.includes(id));

function findNode({ picture }: Store['state'], id: string): Node | undefined {
  const isOf = (node: Node) => (node.shape === 'box' ? node.entityId : node.hostId) === id;
  return picture?.nodes.get(id) ?? picture?.boxes.find(isOf) ?? picture?.items.find(isOf);
}

/** The collapsed folds, and how many elements would be drawn with all of them expanded. */
function countUnfolded({ picture }: Store['state']): {
  readonly foldIds: readonly string[];
  readonly elements: number;
} {
  const folds = picture?.boxes.filter(isFoldedUp).map(({ fold }) => fold!) ?? [];
  const elements = folds.reduce((sum, { nodeCount }) => sum + nodeCount, picture?.items.length ?? 0);
  return { foldIds: folds.map(({ id }) => id), elements };
}

/** A location to show, with some of its hosts. */
interface SoughtLocation {
  readonly name: string;
  readonly hostIds: readonly string[];
}

const findLocation = ({ picture }: Store['state'], name: string): Box | undefined =>
  picture?.boxes.find(({ fold, title }) => fold?.basis === 'Location' && siteKey(title) === siteKey(name));

function createLocationSeeking(
  store: Store,
  go: (change: Partial<Place>, remembers?: boolean) => void,
  { nodeNamed, seek }: { readonly nodeNamed: Folding['nodeNamed']; readonly seek: (id: string) => void },
) {
  let sought: SoughtLocation | undefined;
  const take = (): Node | undefined => {
    const { name, hostIds } = sought!;
    const { unfolded, folded } = store.state.place;
    const fold = findLocation(store.state, name);
    if (fold && isFoldedUp(fold) && !unfolded.includes(fold.id)) {
      // The contents of the fold are not loaded yet. Request them; the fold is returned after they have been loaded.
      go({ unfolded: [...unfolded, fold.id].slice(-mostIds), folded: without(folded, [fold.id]) });
      return undefined;
    }
    sought = undefined;
    // A location with a single machine has no fold, so the node of the machine is returned.
    const node = fold ?? hostIds.flatMap((id) => nodeNamed(id) ?? [])[0];
    if (!node && hostIds[0] !== undefined) seek(hostIds[0]);
    return node;
  };
  return {
    isSought: () => sought !== undefined,
    take,
    seek(location: SoughtLocation): Node | undefined {
      const { place, groupedFor } = store.state;
      if (place.groupBy === 'Location') {
        sought = location;
        if (groupedFor) store.set({ groupedFor: { ...groupedFor, name: location.name } });
        return take();
      }
      go({ ...withoutFolds, groupBy: 'Location', selected: null }, true);
      sought = location;
      const { groupBy, unfolded, folded, revealed } = place;
      store.set({ groupedFor: { name: location.name, before: { groupBy, unfolded, folded, revealed } } });
      return undefined;
    },
  };
}

export function createFolding(
  store: Store,
  go: (change: Partial<Place>, remembers?: boolean) => void,
  notice: (text: string) => void,
): Folding {
  let sought: string | undefined;
  /** The nodes that were revealed last. `foldBack` hides all of them together. */
  let brought: readonly string[] = [];

  const nodeNamed = (id: string) => findNode(store.state, id);
  const isIn = (foldId: string, id: string): boolean => {
    const parentId = store.state.picture?.nodes.get(id)?.parentId ?? null;
    return parentId !== null && (parentId === foldId || isIn(foldId, parentId));
  };
  const locations = createLocationSeeking(store, go, { nodeNamed, seek: (id) => folding.seek(id) });
  const open = (ids: readonly string[]): void => {
    const { unfolded, folded } = store.state.place;
    const next = [...without(unfolded, ids), ...ids];
    if (next.length > mostIds) notice('So much is unfolded that what was unfolded first is folded again.');
    go({ unfolded: next.slice(-mostIds), folded: without(folded, ids) }, true);
  };

  const folding: Folding = {
    nodeNamed,
    unfold: (foldId) => open([foldId]),
    fold(foldId) {
      const { unfolded, folded, revealed, selected } = store.state.place;
      const wasOpened = unfolded.includes(foldId) || folded.includes(foldId);
      go(
        {
          unfolded: without(unfolded, [foldId]),
          folded: wasOpened ? folded : [...folded, foldId].slice(-mostIds),
          revealed: revealed.filter((id) => !isIn(foldId, id)),
          // A selected node is always drawn. So select the fold instead of the node in it, or the node would stay
          // visible.
          ...(selected !== null && isIn(foldId, selected) && { selected: foldId }),
        },
        true,
      );
    },
    foldBack() {
      const { unfolded, revealed, from, to, root, failing } = store.state.place;
      const last = unfolded.at(-1);
      if (last !== undefined) return folding.fold(last);
      if (revealed.length > 0) {
        const isAsBrought = brought.every((id, index) => revealed.at(index - brought.length) === id);
        go({ revealed: revealed.slice(0, isAsBrought && brought.length > 0 ? -brought.length : -1), selected: null });
        brought = [];
      } else if (from ?? to ?? root ?? failing[0]) go(noPathAndImpact, true);
      else notice('Nothing was unfolded that could be folded again.');
    },
    bring(ids) {
      const { revealed } = store.state.place;
      brought = ids.filter((id) => !revealed.includes(id) && !store.state.picture?.nodes.has(id));
      if (brought.length > 0) go({ revealed: [...revealed, ...brought].slice(-mostIds) }, true);
    },
    unfoldAll() {
      const { foldIds, elements } = countUnfolded(store.state);
      const isTooMuch = foldIds.length > mostIds || (foldIds.length > 0 && elements > mostItemsAtOnce);
      if (isTooMuch) notice(`${elements} elements are more than can be drawn at once: unfold them part by part.`);
      else if (foldIds.length > 0) open(foldIds);
      return !isTooMuch;
    },
    seek(id) {
      const { revealed } = store.state.place;
      if (revealed.includes(id)) return;
      sought = id;
      go({ revealed: [...revealed, id].slice(-mostIds) });
    },
    seekLocation: (name, hostIds) => locations.seek({ name, hostIds }),
    isSeekingLocation: locations.isSought,
    takeSought() {
      const { place, picture } = store.state;
      if (locations.isSought()) return locations.take();
      // Other pages link to rows. If no node has the row's id, find the node that stands for the row.
      const row = place.selected !== null && !picture?.nodes.has(place.selected) ? place.selected : undefined;
      const idToShow = sought ?? row;
      const node = idToShow === undefined ? undefined : nodeNamed(idToShow);
      sought = undefined;
      return node;
    },
  };
  return folding;
}

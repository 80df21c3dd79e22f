// Plans the folds of a view. The plan is the same whichever folds a request expands.
import type { PreparedInventory } from '../build-graph';
import type { Container, Element, Graph } from '../graph';
import { groupRows } from '../lookup';
import { lastMade, memoizeByIdentity, sameLists } from '../remembered';
import { arrange, fewest, plannedFold, type Item, type Member, type PlannedFold } from './arrange';
import { branchesOfDevices, branchesOfSubnets } from './branches';
import type { Grouping } from './detail';
import { machineFacts, groupingTraits, type MachineFacts } from './machine-facts';
import { viewFacets } from './view-facets';

export interface Plan {
  /** The nodes and folds at the top level of the view. */
  readonly members: readonly Member[];
  /** For each box with contents, by box id: the fold of these contents. */
  readonly contents: ReadonlyMap<string, PlannedFold>;
  readonly facts: MachineFacts;
}

export function planFolds(graph: Graph, preparedInventory: PreparedInventory, grouping: Grouping): Plan {
  const { view } = graph;
  const { hosts } = preparedInventory.lookup;
  const facts = machineFacts(preparedInventory);
  const facets = viewFacets(graph, preparedInventory, facts, grouping);
  const boxes = graph.nodes.filter((node): node is Container => node.nodeType === 'Container');
  const inBox = boxesIn(sameBoxes(boxes));
  const elements = graph.nodes.filter((node): node is Element => node.nodeType === 'Element');
  const inside = elementsIn(sameElements(elements));
  const traits = groupingTraits(preparedInventory, grouping);
  const contents = new Map<string, PlannedFold>();
  for (const box of boxes) {
    const [boxesHere, elementsHere] = [inBox.get(box.id) ?? none, inside.get(box.id) ?? none];
    if (boxesHere.length + elementsHere.length === 0) continue;
    // The part of the cache key on which the grouping of a box's elements depends. It is empty if the elements are too
    // few to be grouped: then a change of a host does not invalidate the cached fold.
    const parting =
      elementsHere.length <= fewest && !facets.isChosen
        ? []
        : [...traits, ...elementsHere.map(({ hostId }) => hosts.get(hostId))];
    const make = (): PlannedFold => {
      const place = { path: [view, grouping, box.id], containerId: box.id };
      const items = elementsHere.map(({ id }): Item => ({ id, members: [id] }));
      const arrangedFolds = arrange(items, facets.ofElements(box, elementsHere), place);
      return contentsOf(box, [...boxesHere.map(({ id }) => id), ...arrangedFolds], view);
    };
    contents.set(
      box.id,
      contentsIn(elementsHere.length > 0 ? elementsHere : box, [view, box, ...boxesHere, ...parting], make),
    );
  }
  const items = (inBox.get(null) ?? []).map((box): Item => ({ id: box.entityId ?? box.id, members: [box.id] }));
  const ground = {
    ...{ graph, preparedInventory, facts, items, facets: facets.ofBoxes },
    place: { path: [view, grouping], containerId: null },
  };
  const isByUplink = grouping === 'Uplink' || grouping === 'Auto';
  const topLevel = (): readonly Member[] => {
    if (view === 'Application') return items.flatMap(({ members }) => members);
    if (view === 'L2Physical' && isByUplink) return branchesOfDevices(ground);
    if (view === 'L3Logical' && isByUplink) return branchesOfSubnets(ground);
    return arrange(items, ground.facets, ground.place);
  };
  return { members: topLevel(), contents, facts };
}

const none: readonly never[] = [];

const sameBoxes = sameLists<Container>();
const sameElements = sameLists<Element>();
const sameContents = sameLists<Element>();
const contentsIn = lastMade<object, PlannedFold>();
const boxesIn = memoizeByIdentity((boxes: readonly Container[]) =>
  groupRows(boxes, ({ parentContainerId }) => parentContainerId),
);
const elementsIn = memoizeByIdentity(
  (elements: readonly Element[]): ReadonlyMap<string, readonly Element[]> =>
    new Map(
      [...groupRows(elements, ({ containerId }) => containerId)].map(([id, inside]) => [id, sameContents(inside)]),
    ),
);

function contentsOf({ id, header }: Container, members: readonly Member[], view: Graph['view']): PlannedFold {
  const label = header || 'Group';
  const reason = `They are in the same box: ${label}.`;
  return plannedFold({ path: [view], containerId: id }, { basis: 'Contents', key: id, label, reason, members });
}

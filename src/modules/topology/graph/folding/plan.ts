// Plans the folds of a view, independent of which ones the reader opens.
import type { PreparedInventory } from '../build-graph';
import type { Container, Element, Graph } from '../graph';
import { groupBy } from '../lookup';
import { lastMade, remembered, sameLists } from '../remembered';
import { arrange, fewest, plannedFold, type Item, type Member, type PlannedFold } from './arrange';
import { branchesOfDevices, branchesOfSubnets } from './branches';
import type { Grouping } from './detail';
import { machineFacts, traitsOf, type MachineFacts } from './machine-facts';
import { viewFacets } from './view-facets';

export interface Plan {
  /** At the top level. */
  readonly members: readonly Member[];
  /** Box → the fold of its contents, for each box that has any. */
  readonly contents: ReadonlyMap<string, PlannedFold>;
  readonly facts: MachineFacts;
}

export function planFolds(graph: Graph, prepared: PreparedInventory, grouping: Grouping): Plan {
  const { view } = graph;
  const { hosts } = prepared.lookup;
  const facts = machineFacts(prepared);
  const facets = viewFacets(graph, prepared, facts, grouping);
  const boxes = graph.nodes.filter((node): node is Container => node.nodeType === 'Container');
  const inBox = boxesIn(sameBoxes(boxes));
  const elements = graph.nodes.filter((node): node is Element => node.nodeType === 'Element');
  const inside = elementsIn(sameElements(elements));
  const traits = traitsOf(prepared, grouping);
  const contents = new Map<string, PlannedFold>();
  for (const box of boxes) {
    const [boxesHere, here] = [inBox.get(box.id) ?? none, inside.get(box.id) ?? none];
    if (boxesHere.length + here.length === 0) continue;
    // Small views are divided by the reader's choice only, so traits are not needed.
    const parting =
      here.length <= fewest && !facets.isChosen ? [] : [...traits, ...here.map(({ hostId }) => hosts.get(hostId))];
    const make = (): PlannedFold => {
      const place = { path: [view, grouping, box.id], containerId: box.id };
      const items = here.map(({ id }): Item => ({ id, members: [id] }));
      const arranged = arrange(items, facets.ofElements(box, here), place);
      return contentsOf(box, [...boxesHere.map(({ id }) => id), ...arranged], view);
    };
    contents.set(box.id, contentsIn(here.length > 0 ? here : box, [view, box, ...boxesHere, ...parting], make));
  }
  const items = (inBox.get(null) ?? []).map((box): Item => ({ id: box.entityId ?? box.id, members: [box.id] }));
  const ground = {
    ...{ graph, prepared, facts, items, facets: facets.ofBoxes },
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
const boxesIn = remembered((boxes: readonly Container[]) =>
  groupBy(boxes, ({ parentContainerId }) => parentContainerId),
);
const elementsIn = remembered(
  (elements: readonly Element[]): ReadonlyMap<string, readonly Element[]> =>
    new Map([...groupBy(elements, ({ containerId }) => containerId)].map(([id, inside]) => [id, sameContents(inside)])),
);

function contentsOf({ id, header }: Container, members: readonly Member[], view: Graph['view']): PlannedFold {
  const label = header || 'Group';
  const reason = `They are in the same box: ${label}.`;
  return plannedFold({ path: [view], containerId: id }, { basis: 'Contents', key: id, label, reason, members });
}

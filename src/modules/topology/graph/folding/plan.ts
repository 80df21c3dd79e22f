// The plan of a view: which of its nodes fold together, fold by fold, whatever the reader opens.
import type { PreparedInventory } from '../build-graph';
import type { Container, Element, Graph } from '../graph';
import { groupBy } from '../lookup';
import { arrange, plannedFold, type Item, type Member, type PlannedFold } from './arrange';
import { branchesOfDevices, branchesOfSubnets } from './branches';
import type { Grouping } from './detail';
import { machineFacts, type MachineFacts } from './machine-facts';
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
  const facts = machineFacts(prepared);
  const facets = viewFacets(graph, prepared, facts, grouping);
  const boxes = graph.nodes.filter((node): node is Container => node.nodeType === 'Container');
  const inBox = groupBy(boxes, ({ parentContainerId }) => parentContainerId);
  const elements = graph.nodes.filter((node): node is Element => node.nodeType === 'Element');
  const elementsIn = groupBy(elements, ({ containerId }) => containerId);
  const contents = new Map<string, PlannedFold>();
  for (const box of boxes) {
    const items = (elementsIn.get(box.id) ?? []).map(({ id }): Item => ({ id, members: [id] }));
    const place = { path: [view, grouping, box.id], containerId: box.id };
    const members = [
      ...(inBox.get(box.id) ?? []).map(({ id }) => id),
      ...arrange(items, facets.ofElements(box), place),
    ];
    if (members.length > 0) contents.set(box.id, contentsOf(box, members, view));
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

function contentsOf({ id, header }: Container, members: readonly Member[], view: Graph['view']): PlannedFold {
  const label = header || 'Group';
  const reason = `They are in the same box: ${label}.`;
  return plannedFold({ path: [view], containerId: id }, { basis: 'Contents', key: id, label, reason, members });
}

// buildGraph(): builds boxes, elements and edges of a graph from an inventory, options and a view. Equal input gives an
// equal graph.
import type { Draft, ViewSource } from './draft';
import {
  addContainerNetworkEdges,
  addContainerServiceEdges,
  addHypervisorEdges,
  addSameContainerEdges,
  addSameHostEdges,
} from './edges/address-edges';
import { addAggregateEdges } from './edges/aggregate-edges';
import type { EdgeSource } from './edges/edge';
import { addGroupEdgesBetweenAddresses, addGroupEdgesBetweenServices } from './edges/group-edges';
import { addLearnedEdges } from './edges/learned-edges';
import { linkEdges } from './edges/link-edges';
import { addRoutingEdges } from './edges/routing-edges';
import { addWirelessEdges } from './edges/wireless-edges';
import { groupElements } from './element-rules';
import { filterInventory, missingHosts } from './filters';
import type { Edge, Element, FilteredOut, Graph, Node } from './graph';
import { hide, type HiddenParts } from './hide';
import type { Inventory, MachinePlaces } from './inventory';
import { hostContainerId, createLookup, type Lookup } from './lookup';
import { isRequested, topologyViews, type RequestOptions, type View } from './options';
import { placesOfMachines } from './machine-places';
import { byEnds, orderNodes } from './order';
import { memoizeByIdentity, sameLists } from './remembered';
import { draftApplication } from './views/application';
import { draftL2Physical } from './views/l2-physical';
import { draftL3Logical } from './views/l3-logical';
import { draftWorkloads } from './views/workloads';
import { visibleInventory } from './visible-inventory';

interface ViewRecipe {
  draft(source: ViewSource): Draft;
  addEdges(edges: Edge[], from: EdgeSource): void;
}

const addLinksOfPorts = linkEdges('L2Physical', ({ id }) => id);
const addLinksOfMachines = linkEdges('Workloads', ({ hostId }) => hostContainerId(hostId));

const recipes: Readonly<Record<View, ViewRecipe>> = {
  L3Logical: {
    draft: draftL3Logical,
    addEdges(edges, from) {
      addSameHostEdges(edges, from);
      addHypervisorEdges(edges, from);
      addContainerNetworkEdges(edges, from);
      addSameContainerEdges(edges, from);
      addGroupEdgesBetweenAddresses(edges, from);
      if (isRequested('RoutingNeighbor', from.options)) addRoutingEdges(edges, from);
    },
  },
  L2Physical: {
    draft: draftL2Physical,
    addEdges(edges, from) {
      addLinksOfPorts(edges, from);
      if (isRequested('AggregateLink', from.options)) addAggregateEdges(edges, from);
      if (isRequested('RoutingNeighbor', from.options)) addRoutingEdges(edges, from);
      if (isRequested('WirelessAssociation', from.options)) addWirelessEdges(edges, from);
      addLearnedEdges(edges, from);
    },
  },
  Workloads: {
    draft: draftWorkloads,
    addEdges(edges, from) {
      addLinksOfMachines(edges, from);
      addGroupEdgesBetweenServices(edges, from);
    },
  },
  Application: {
    draft: draftApplication,
    addEdges(edges, from) {
      addContainerServiceEdges(edges, from);
      addGroupEdgesBetweenServices(edges, from);
    },
  },
};

/** An inventory that is prepared for graphs of any view with the same options. */
export interface PreparedInventory {
  /**
   * The inventory without hosts that are hidden or missing, and without links that are down. Ports that the options
   * hide are included.
   */
  readonly visible: Inventory;
  /** Index of the rows that graphs show, and of all rows to which these rows refer. */
  readonly lookup: Lookup;
  /** Ids of ports that the options hide in all views. They remain in the inventory, because links refer to them. */
  readonly undrawnPortIds: ReadonlySet<string>;
  readonly filteredOut: FilteredOut;
  readonly availableViews: readonly View[];
  readonly options: RequestOptions;
}

/**
 * Prepares an inventory: removes rows that no view may show, and indexes the remaining rows. The given inventory is not
 * modified.
 */
export function prepareInventory(inventory: Inventory, options: RequestOptions): PreparedInventory {
  const isMissing = missingHosts(options);
  const visible = visibleInventory(inventory, (host) => !host.hidden && !isMissing(host));
  const machinePlaces = isRequested('LearnedMachine', options) ? placesOfMachines(visible, inventory.hosts) : undefined;
  const { inventory: drawnInventory, ...filtered } = filterInventory(visible, options, machinePlaces);
  const missing = inventory.hosts.filter((host) => !host.hidden && isMissing(host)).length;
  const filteredOut = missing === 0 ? filtered.filteredOut : { Host: { Staleness: missing }, ...filtered.filteredOut };
  // Which views clients offer depends on the rows before filters. So if a filter empties a view, the view is still
  // offered, and users can remove the filter in it.
  return {
    ...filtered,
    visible,
    lookup: createLookup(drawnInventory, machinePlaces, visible.interfaces),
    filteredOut,
    availableViews: availableViewsOf(visible, machinePlaces),
    options,
  };
}

/**
 * The boxes and elements of a view, including those that the options hide. The element rules of the options move
 * elements into boxes of groups: `plain` is the state before, `groupedDraft` the state after they are applied.
 */
export function draftView({ lookup, options }: PreparedInventory, view: View): { plain: Draft; groupedDraft: Draft } {
  const plain = recipes[view].draft({ lookup, containerRules: options.containerRules[view], options });
  return { plain, groupedDraft: groupElements(plain, view, options.elementRules, lookup) };
}

/** The types and ids of the nodes that the options hide in a view. */
export const hiddenParts = ({ options, undrawnPortIds }: PreparedInventory, view: View): HiddenParts => ({
  kinds: options.hideEntities[view] ?? [],
  elementIds: undrawnPortIds,
});

/**
 * The graph of one view. Both ends of each edge are nodes of the graph, each element is in exactly one box, and each
 * link is one edge.
 */
export function buildGraph(preparedInventory: PreparedInventory, view: View): Graph {
  const { lookup, filteredOut, availableViews, options } = preparedInventory;
  const { plain, groupedDraft } = draftView(preparedInventory, view);
  const boxOfSubnet = new Map<string, string>();
  for (const element of plain.elements)
    if (element.elementType === 'IPAddress') boxOfSubnet.set(element.subnetId, element.containerId);
  const shownDraft = hide(groupedDraft, hiddenParts(preparedInventory, view));
  const { containers, elements } = orderNodes(shownDraft);
  const nodes: Node[] = [...containers, ...elements];
  const [boxIds, elementIds] = [new Set(containers.map(({ id }) => id)), idsOf(sameElements(shownDraft.elements))];
  const isNode = (id: string) => boxIds.has(id) || elementIds.has(id);
  const edges: Edge[] = [];
  recipes[view].addEdges(edges, { view, lookup, options, boxOfSubnet, isNode });
  return { view, nodes, edges: inOrder(sameEdges(edges)), availableViews, filteredOut };
}

const idsOf = memoizeByIdentity(
  (elements: readonly Element[]): ReadonlySet<string> => new Set(elements.map(({ id }) => id)),
);

const sameElements = sameLists<Element>();
const sameEdges = sameLists<Edge>();

/** Sorts edges by id. Several paths or groups may give the same edge; it is kept once. */
const inOrder = memoizeByIdentity((edges: readonly Edge[]): readonly Edge[] => {
  const byId = new Map<string, Edge>();
  for (const edge of edges) if (!byId.has(edge.id)) byId.set(edge.id, edge);
  return [...byId.values()].sort(byEnds);
});

/**
 * The views that are offered: logical and workload views always, physical and application views if they have content.
 */
function availableViewsOf({ hosts, services, interfaces, tags }: Inventory, machinePlaces?: MachinePlaces): View[] {
  const hasLinks = interfaces.some(({ neighbors }) => neighbors.length > 0) || !!machinePlaces?.portIds.size;
  const applications = new Set(tags.filter(({ isApplication }) => isApplication).map(({ id }) => id));
  const hasApplications = [...hosts, ...services].some(({ tagIds }) => tagIds.some((id) => applications.has(id)));
  const isAvailable: Record<View, boolean> = {
    L2Physical: hasLinks,
    L3Logical: true,
    Workloads: true,
    Application: hasApplications,
  };
  return topologyViews.filter((view) => isAvailable[view]);
}

// Groups boxes by their position in the network: devices by tiers of cables, subnets by the routers that connect them.
import type { PreparedInventory } from '../build-graph';
import type { Container, Element, Graph } from '../graph';
import type { Inventory } from '../inventory';
import { hostContainerId } from '../lookup';
import { byText } from '../order';
import { memoizeByIdentity, samePart } from '../remembered';
import { arrange, plannedFold, unlessSingle, type Facet, type Item, type Member, type Place } from './arrange';
import { hangingTrees, type Unit } from './hanging-tree';
import { connect, joinedNames, type MachineFacts } from './machine-facts';

/** The graph to be folded, and the properties of its hosts and subnets. */
export interface Ground {
  readonly graph: Graph;
  readonly preparedInventory: PreparedInventory;
  readonly facts: MachineFacts;
  readonly facets: readonly Facet[];
  readonly place: Place;
  /** The boxes at the top level of the view. */
  readonly items: readonly Item[];
}

/**
 * Up to this number, endpoints that are connected to the core devices directly are shown without a fold around them.
 */
const fewEnds = 12;
/**
 * Folds are nested at most this deep. In a longer chain of switches, all further devices go into one level of folds.
 */
const mostTiers = 3;

/** Groups devices by the device through which they are connected to the core of the network. */
export const branchesOfDevices = (ground: Ground): readonly Member[] =>
  new Branches(ground, hostContainerId).grow(ground.facts.linkTrees());

/**
 * Groups subnets by the routers that connect them. A subnet without a router is grouped by the machine that connects it
 * to another subnet.
 */
export function branchesOfSubnets(ground: Ground): readonly Member[] {
  const { nodes } = ground.graph;
  const boxes = nodes.filter((node): node is Container => node.nodeType === 'Container');
  const elements = nodes.filter((node): node is Element => node.nodeType === 'Element');
  const trees = treesOfSubnets(
    boxesInPlace(boxes),
    elementsInPlace(elements),
    ground.preparedInventory.lookup.inventory.services,
  );
  return new Branches(ground, (id) => id).grow(trees);
}

const boxesInPlace = samePart(({ parentContainerId, entityId }: Container) => `${parentContainerId} ${entityId}`);
const elementsInPlace = samePart(({ containerId, hostId }: Element) => `${containerId} ${hostId}`);

const treesOfSubnets = memoizeByIdentity(
  (boxes: readonly Container[], elements: readonly Element[], services: Inventory['services']): readonly Unit[] => {
    const routers = new Set(services.flatMap(({ software, hostId }) => (software.isGateway ? hostId : [])));
    const parentOf = new Map(boxes.map(({ id, parentContainerId }) => [id, parentContainerId ?? id]));
    const boxesOf = new Map<string, Set<string>>();
    const hostsIn = new Map<string, string[]>();
    for (const { containerId, hostId } of elements) {
      const boxId = parentOf.get(containerId)!;
      const around = boxesOf.get(hostId) ?? new Set<string>();
      boxesOf.set(hostId, around.add(boxId));
      const hosts = hostsIn.get(boxId);
      if (hosts) hosts.push(hostId);
      else hostsIn.set(boxId, [hostId]);
    }
    const connections = new Map<string, Set<string>>();
    for (const hostId of routers) for (const boxId of boxesOf.get(hostId) ?? []) connect(connections, hostId, boxId);
    const leaves = new Map<string, string[]>();
    for (const { id, parentContainerId, entityId } of boxes) {
      const boxId = entityId ?? id;
      if (parentContainerId !== null || connections.has(boxId)) continue;
      const counts = new Map<string, number>();
      for (const hostId of hostsIn.get(boxId) ?? [])
        for (const other of boxesOf.get(hostId)!)
          if (connections.has(other)) counts.set(other, (counts.get(other) ?? 0) + 1);
      const [joinedUnits] = [...counts].sort((a, b) => b[1] - a[1] || byText(a[0], b[0]))[0] ?? [];
      if (joinedUnits !== undefined) leaves.set(joinedUnits, [...(leaves.get(joinedUnits) ?? []), boxId]);
    }
    return hangingTrees(connections, leaves);
  },
);

class Branches {
  private readonly boxIds: ReadonlySet<string>;
  private readonly facets: readonly Facet[];

  constructor(
    private readonly ground: Ground,
    /** Returns the id of the box that shows a host or subnet. */
    private readonly boxIdOf: (id: string) => string,
  ) {
    this.facets = ground.facets.filter(({ basis }) => basis !== 'Uplink');
    this.boxIds = new Set(ground.items.flatMap(({ members }) => members as readonly string[]));
  }

  /**
   * Returns the nodes and folds of the top level. The largest tree is shown from its core outwards. Smaller trees, and
   * boxes in no tree, are grouped by properties, such as the building.
   */
  grow(trees: readonly Unit[]): readonly Member[] {
    const inTrees = new Set<string>();
    const sizes = new Map(
      trees.map((tree) => {
        const ids = unitsIn(tree).flatMap(({ members }) => members);
        for (const id of ids) inTrees.add(this.boxIdOf(id));
        return [tree, ids.length];
      }),
    );
    const [main, ...islands] = [...trees].sort((a, b) => sizes.get(b)! - sizes.get(a)!);
    const apart = [
      ...islands.map((tree): Item => ({ id: tree.members[0]!, members: this.branch(tree, 1) })),
      ...this.ground.items.filter(({ members }) => !members.some((id) => inTrees.has(id as string))),
    ].filter(({ members }) => members.length > 0);
    return [
      ...(main ? [...this.ownMembers(main), ...this.below(main, 0)] : []),
      ...arrange(apart, this.ground.facets, this.place('apart')),
    ];
  }

  private place(...path: string[]): Place {
    const { place } = this.ground;
    return { ...place, path: [...place.path, ...path] };
  }

  private ownMembers(unit: Unit): readonly Member[] {
    const items = unit.members.flatMap((id): Item[] => {
      const boxId = this.boxIdOf(id);
      return this.boxIds.has(boxId) ? [{ id, members: [boxId] }] : [];
    });
    if (items.length < 2) return items.flatMap(({ members }) => members);
    return arrange(items, this.facets, this.place(unit.id, 'own'));
  }

  /**
   * Returns the nodes and folds below a unit, which is one device or several redundant devices of a tree. Endpoints go
   * into a fold. Each child unit with children of its own becomes a branch.
   */
  private below(unit: Unit, tier: number): readonly Member[] {
    const { facets } = this;
    if (tier > mostTiers) {
      const all = unitsIn(unit).slice(1);
      const items = all.map((each): Item => ({ id: each.members[0]!, members: this.ownMembers(each) }));
      const nonemptyItems = items.filter(({ members }) => members.length > 0);
      return arrange(nonemptyItems, facets, this.place(unit.id, 'beyond'));
    }
    const ends: Item[] = [];
    const learnedEnds: Item[] = [];
    const branches: Item[] = [];
    const nameOf = ({ members }: Unit): string => this.ground.facts.nameOf(members[0]!);
    const children = unit.children.map((child) => ({ child, name: nameOf(child) }));
    children.sort((a, b) => byText(a.name, b.name) || byText(a.child.id, b.child.id));
    for (const { child } of children) {
      const members = this.branch(child, tier + 1);
      if (members.length === 0) continue;
      const group = child.children.length > 0 ? branches : this.isLearned(child) ? learnedEnds : ends;
      group.push({ id: child.members[0]!, members });
    }
    const withoutPlace = facets.filter(({ basis }) => basis !== 'Location');
    const learnedMembers = arrange(learnedEnds, withoutPlace, this.place(unit.id, 'learned'));
    const members = [
      ...arrange(ends, withoutPlace, this.place(unit.id, 'ends')),
      ...(learnedMembers.length === 0 ? [] : unlessSingle(this.learnedEndpoints(unit, learnedMembers))),
    ];
    const isFew = tier === 0 && ends.length <= fewEnds;
    const withoutKind = facets.filter(({ basis }) => basis !== 'Kind');
    return [
      ...(isFew || members.length === 0 ? members : unlessSingle(this.endpoints(unit, members))),
      ...arrange(branches, withoutKind, this.place(unit.id, 'branches')),
    ];
  }

  /** Whether all machines of the unit are known only from the forwarding tables of switches, not from cables. */
  private isLearned({ members }: Unit): boolean {
    const { graph, preparedInventory } = this.ground;
    const portsOf = preparedInventory.lookup.machinePlaces?.portsOf;
    return graph.view === 'L2Physical' && portsOf !== undefined && members.every((id) => portsOf.has(id));
  }

  private learnedEndpoints({ id: key, members: anchorIds }: Unit, members: readonly Member[]) {
    const on = joinedNames(anchorIds, this.ground.facts.nameOf);
    const label = `Machines at ${on}`;
    const reason = `No cable to them is known; the forwarding table of ${on} leads to them.`;
    return plannedFold(this.place(key), { basis: 'LearnedEndpoints', key, label, reason, anchorIds, members });
  }

  private endpoints({ id: key, members: anchorIds }: Unit, members: readonly Member[]) {
    const on = joinedNames(anchorIds, this.ground.facts.nameOf);
    const [label, reason] =
      this.ground.graph.view === 'L3Logical'
        ? [
            this.atSite(anchorIds, 'Subnets behind', on),
            `They are reached through ${on}, and nothing is reached through them.`,
          ]
        : [`Endpoints of ${on}`, `They are connected to ${on} alone.`];
    return plannedFold(this.place(key), { basis: 'Endpoints', key, label, reason, anchorIds, members });
  }

  /**
   * Builds the label of a fold. If all hosts are in one building, the label names the building: `Main Hall: behind a
   * and b`.
   */
  private atSite(hostIds: readonly string[], words: string, names: string): string {
    const { facts, preparedInventory } = this.ground;
    const sites = new Set(
      hostIds.map((id) => (preparedInventory.lookup.hosts.has(id) ? facts.siteOf(id)?.label : undefined)),
    );
    const [site] = sites.size === 1 ? sites : [];
    if (site === undefined) return `${words} ${names}`.trim();
    return `${site}: ${`${words.toLowerCase()} ${names}`.trim()}`;
  }

  /**
   * Returns a fold with the devices of a unit and everything below these devices. If there are only endpoints below the
   * devices, returns the members without a fold around them.
   */
  private branch(unit: Unit, tier: number): readonly Member[] {
    const ownMembers = this.ownMembers(unit);
    if (unit.children.length === 0) return ownMembers;
    const below = this.below(unit, tier);
    if (unit.children.every((child) => child.children.length === 0)) return [...ownMembers, ...below];
    const { members: anchorIds } = unit;
    const label = joinedNames(anchorIds, this.ground.facts.nameOf);
    const layer = plannedFold(this.place(unit.id), {
      ...{ basis: 'Uplink' as const, key: 'below', anchorIds, members: below },
      label: this.atSite(anchorIds, 'Behind', label),
      reason: `They are connected through ${label}.`,
    });
    const members = [...ownMembers, ...(ownMembers.length > 0 ? unlessSingle(layer) : below)];
    return unlessSingle(
      plannedFold(this.place(unit.id), {
        ...{ basis: 'Uplink' as const, key: 'branch', anchorIds, members },
        label: this.atSite(anchorIds, '', label),
        reason: `${label}, and everything connected through ${anchorIds.length > 1 ? 'them' : 'it'}.`,
      }),
    );
  }
}

/**
 * A unit and all its descendants in the tree. Iterates instead of recursing, because a chain of devices may be long.
 */
function unitsIn(unit: Unit): Unit[] {
  const foundUnits = [unit];
  for (let at = 0; at < foundUnits.length; at += 1)
    for (const child of foundUnits[at]!.children) foundUnits.push(child);
  return foundUnits;
}

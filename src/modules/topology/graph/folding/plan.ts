// The plan of a view: which of its nodes fold together, fold by fold, whatever the reader opens.
import type { PreparedInventory } from '../build-graph';
import type { Container, Element, Graph } from '../graph';
import { groupBy, hostContainerId } from '../lookup';
import type { View } from '../options';
import {
  arrange,
  plannedFold,
  unlessSingle,
  type Facet,
  type Item,
  type Member,
  type Place,
  type PlannedFold,
} from './arrange';
import type { Grouping } from './detail';
import { hangingTrees, type Unit } from './hanging-tree';
import {
  connect,
  initialTrait,
  joinedNames,
  machineFacts,
  type HostBasis,
  type MachineFacts,
  type Trait,
} from './machine-facts';

export interface Plan {
  /** At the top level. */
  readonly members: readonly Member[];
  /** Box → the fold of its contents, for each box that has any. */
  readonly contents: ReadonlyMap<string, PlannedFold>;
  readonly facts: MachineFacts;
}

const wordsOf: Readonly<Record<HostBasis, { reason: string; lacking: string }>> = {
  Uplink: { reason: 'They hang on the same devices', lacking: 'Without an uplink' },
  Location: { reason: 'They are in the same place', lacking: 'Without a location' },
  Tag: { reason: 'They have the same tag', lacking: 'Without a tag' },
  Kind: { reason: 'They are of the same kind', lacking: 'Without a kind' },
  Subnet: { reason: 'They have addresses in the same subnet', lacking: 'Without a subnet' },
  Vlan: { reason: 'They are in the same VLAN', lacking: 'Without a VLAN' },
  Name: { reason: 'Their names begin alike', lacking: 'With other names' },
};

/** By what folds are made where the reader leaves the choice to Netloom, or has chosen and a part is still large. */
const usualFacets: Readonly<Record<View, readonly HostBasis[]>> = {
  L2Physical: ['Location', 'Kind', 'Name'],
  L3Logical: ['Location', 'Kind', 'Name'],
  Workloads: ['Location', 'Tag', 'Kind', 'Subnet', 'Name'],
  Application: ['Location', 'Subnet', 'Name'],
};

export function planFolds(graph: Graph, prepared: PreparedInventory, groupBy: Grouping): Plan {
  return new Planner(graph, prepared, groupBy).plan();
}

class Planner {
  private readonly facts: MachineFacts;
  private readonly boxes: ReadonlyMap<string, Container>;
  private readonly top: readonly Container[];
  private readonly nested: ReadonlyMap<string | null, readonly Container[]>;
  private readonly elements: ReadonlyMap<string, readonly Element[]>;
  private facetsOfElements: readonly Facet[] | undefined;

  constructor(
    private readonly graph: Graph,
    private readonly prepared: PreparedInventory,
    private readonly grouping: Grouping,
  ) {
    this.facts = machineFacts(prepared);
    const containers = graph.nodes.filter((node): node is Container => node.nodeType === 'Container');
    this.boxes = new Map(containers.map((box) => [box.id, box]));
    this.nested = groupBy(containers, ({ parentContainerId }) => parentContainerId);
    this.top = this.nested.get(null) ?? [];
    this.elements = groupBy(
      graph.nodes.filter((node): node is Element => node.nodeType === 'Element'),
      ({ containerId }) => containerId,
    );
  }

  plan(): Plan {
    const contents = new Map<string, PlannedFold>();
    for (const box of this.boxes.values()) {
      const members = this.inside(box);
      if (members.length > 0) contents.set(box.id, this.contentsOf(box, members));
    }
    return { members: this.topLevel(), contents, facts: this.facts };
  }

  private place(...path: string[]): Place {
    return { path: [this.graph.view, this.grouping, ...path], containerId: null };
  }

  private topLevel(): readonly Member[] {
    const { view } = this.graph;
    const items = this.top.map((box): Item => ({ id: box.entityId ?? box.id, members: [box.id] }));
    if (view === 'Application') return items.flatMap(({ members }) => members);
    const isByUplink = this.grouping === 'Uplink' || this.grouping === 'Auto';
    if (view === 'L2Physical' && isByUplink) return this.byTrees(this.facts.linkTrees(), (id) => this.boxOf(id), items);
    if (view === 'L3Logical' && isByUplink) return this.byRouters(items);
    return arrange(items, this.facetsOf(this.traitOfBox), this.place());
  }

  /** The box of a host or subnet, if the view draws one at the top level. */
  private boxOf(rowId: string): string | undefined {
    const id = this.graph.view === 'L3Logical' ? rowId : hostContainerId(rowId);
    return this.boxes.get(id)?.parentContainerId === null ? id : undefined;
  }

  private readonly traitOfBox = (basis: HostBasis) => {
    const { ofHost, ofSubnet } = this.facts;
    const { hosts, subnets } = this.prepared.lookup;
    return (id: string): Trait | undefined =>
      hosts.has(id) ? ofHost[basis](id) : subnets.has(id) ? ofSubnet[basis](id) : undefined;
  };

  private facetsOf(traitOf: (basis: HostBasis) => (id: string) => Trait | undefined): Facet[] {
    const usual = usualFacets[this.graph.view];
    const { grouping } = this;
    const bases =
      grouping === 'Auto' || grouping === 'Uplink' ? usual : [grouping, ...usual.filter((one) => one !== grouping)];
    const all: readonly HostBasis[] =
      grouping === 'Uplink' && this.graph.view !== 'L3Logical' ? ['Uplink', ...bases] : bases;
    const facets = all.map((basis): Facet => ({
      basis,
      traitOf: traitOf(basis),
      reasonOf: (label) => `${wordsOf[basis].reason}: ${label}.`,
      lacking: wordsOf[basis].lacking,
      isChosen: basis === grouping,
    }));
    return [...facets, this.initials];
  }

  /** Where nothing else parts them, so that any number of things is parted in the end. */
  private readonly initials: Facet = {
    basis: 'Name',
    traitOf: (id) => initialTrait(this.textOf(id)),
    reasonOf: (label) => `Their names or addresses are close together: ${label}.`,
    lacking: 'Without a name',
  };

  private textOf(id: string): string {
    const { hosts, subnets, ipAddresses, services } = this.prepared.lookup;
    const row = ipAddresses.get(id)?.ipAddress ?? hosts.get(id)?.displayName ?? services.get(id)?.name;
    return row ?? subnets.get(id)?.name ?? this.boxes.get(id)?.header ?? '';
  }

  /** Trees of what hangs on what; boxes that are in none of them are arranged by their traits. */
  private byTrees(trees: readonly Unit[], boxOf: (id: string) => string | undefined, items: readonly Item[]): Member[] {
    const inTrees = new Set<string>();
    const sizes = new Map(
      trees.map((tree) => {
        const ids = unitsIn(tree).flatMap((unit) => unit.members);
        for (const id of ids) inTrees.add(id);
        return [tree, ids.length];
      }),
    );
    const [main, ...islands] = [...trees].sort((a, b) => sizes.get(b)! - sizes.get(a)!);
    const members = main ? [...this.drawn(main, boxOf), ...this.below(main, boxOf, 0)] : [];
    const apart = [
      ...islands.map((tree): Item => ({ id: tree.members[0]!, members: this.branch(tree, boxOf, 1) })),
      ...items.filter(({ id }) => !inTrees.has(id)),
    ].filter((item) => item.members.length > 0);
    return [...members, ...arrange(apart, this.facetsOf(this.traitOfBox), this.place('apart'))];
  }

  private drawn({ members }: Unit, boxOf: (id: string) => string | undefined): string[] {
    return members.flatMap((id) => boxOf(id) ?? []);
  }

  /** What hangs on a unit: what carries nothing itself as one fold, and the branches. */
  private below(unit: Unit, boxOf: (id: string) => string | undefined, tier: number): readonly Member[] {
    const place = this.place(unit.id);
    const facets = this.facetsOf(this.traitOfBox).filter(({ basis }) => basis !== 'Uplink');
    if (tier > mostTiers) {
      const items = unitsIn(unit)
        .slice(1)
        .map((each): Item => ({ id: each.members[0]!, members: this.drawn(each, boxOf) }));
      return arrange(
        items.filter(({ members }) => members.length > 0),
        facets,
        this.place(unit.id, 'beyond'),
      );
    }
    const ends: Item[] = [];
    const branches: Item[] = [];
    for (const child of unit.children) {
      const members = this.branch(child, boxOf, tier + 1);
      if (members.length === 0) continue;
      (child.children.length === 0 ? ends : branches).push({ id: child.members[0]!, members });
    }
    const endMembers = arrange(ends, facets.slice(1), this.place(unit.id, 'ends'));
    const label = joinedNames(unit.members, this.facts.nameOf);
    const isSubnets = this.graph.view === 'L3Logical';
    const endpoints = plannedFold(place, {
      basis: 'Endpoints',
      key: unit.id,
      label: isSubnets ? `Subnets behind ${label}` : `Endpoints of ${label}`,
      reason: isSubnets
        ? `Nothing is reached through them but through ${label}.`
        : `They are connected to ${label} alone.`,
      anchorIds: unit.members,
      members: endMembers,
    });
    const isFew = tier === 0 && ends.length <= fewEnds;
    return [
      ...(isFew ? endMembers : endMembers.length === 0 ? [] : unlessSingle(endpoints)),
      ...arrange(
        branches,
        facets.filter(({ basis }) => basis !== 'Kind'),
        this.place(unit.id, 'branches'),
      ),
    ];
  }

  /** A unit with all that hangs on it: as one fold, unless that is no more than its endpoints. */
  private branch(unit: Unit, boxOf: (id: string) => string | undefined, tier: number): readonly Member[] {
    const own = this.drawn(unit, boxOf);
    if (unit.children.length === 0) return own;
    const below = this.below(unit, boxOf, tier);
    if (unit.children.every((child) => child.children.length === 0)) return [...own, ...below];
    const label = joinedNames(unit.members, this.facts.nameOf);
    const sites = new Set(
      unit.members.map((id) => (this.prepared.lookup.hosts.has(id) ? this.facts.siteOf(id)?.label : '')),
    );
    const [site] = sites.size === 1 ? sites : [];
    const { members: anchorIds } = unit;
    const layer = plannedFold(this.place(unit.id), {
      ...{ basis: 'Uplink' as const, key: 'below', anchorIds, members: below },
      label: `Behind ${label}`,
      reason: `They hang on ${label}.`,
    });
    const members = [...own, ...(own.length > 0 ? unlessSingle(layer) : below)];
    return unlessSingle(
      plannedFold(this.place(unit.id), {
        ...{ basis: 'Uplink' as const, key: 'branch', anchorIds, members },
        label: site && !label.startsWith(site) ? `${site}: ${label}` : label,
        reason: `${label}, and what hangs on ${unit.members.length > 1 ? 'them' : 'it'}.`,
      }),
    );
  }

  /** Subnets by the routers that they are reached through; a subnet without one by the machine that joins it to another. */
  private byRouters(items: readonly Item[]): Member[] {
    const { lookup } = this.prepared;
    const boxOf = (id: string) => this.boxOf(id);
    const routers = new Set(
      lookup.inventory.services.flatMap(({ software, hostId }) => (software.isGateway ? hostId : [])),
    );
    const boxIdOf = (element: Element) => {
      const box = this.boxes.get(element.containerId)!;
      return box.parentContainerId ?? box.id;
    };
    const boxesOf = new Map<string, Set<string>>();
    for (const element of [...this.elements.values()].flat()) {
      const known = boxesOf.get(element.hostId) ?? new Set<string>();
      boxesOf.set(element.hostId, known.add(boxIdOf(element)));
    }
    const connections = new Map<string, Set<string>>();
    for (const hostId of routers) for (const boxId of boxesOf.get(hostId) ?? []) connect(connections, hostId, boxId);
    const leaves = new Map<string, string[]>();
    for (const { id: boxId } of this.top) {
      if (connections.has(boxId)) continue;
      const joined = this.joinedTo(boxId, boxesOf, connections);
      if (joined === undefined) continue;
      const known = leaves.get(joined);
      if (known) known.push(boxId);
      else leaves.set(joined, [boxId]);
    }
    return this.byTrees(hangingTrees(connections, leaves), boxOf, items);
  }

  /** The routed subnet that most machines of this one are in as well. */
  private joinedTo(
    boxId: string,
    boxesOf: ReadonlyMap<string, ReadonlySet<string>>,
    routed: ReadonlyMap<string, unknown>,
  ): string | undefined {
    const counts = new Map<string, number>();
    for (const { hostId } of this.elementsIn(boxId))
      for (const other of boxesOf.get(hostId)!) if (routed.has(other)) counts.set(other, (counts.get(other) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0];
  }

  private elementsIn(boxId: string): Element[] {
    const inner = (this.nested.get(boxId) ?? []).flatMap(({ id }) => this.elements.get(id) ?? []);
    return [...(this.elements.get(boxId) ?? []), ...inner];
  }

  private inside(box: Container): readonly Member[] {
    const elements = this.elements.get(box.id) ?? [];
    const nested = (this.nested.get(box.id) ?? []).map(({ id }) => id);
    const items = elements.map((element): Item => ({ id: element.id, members: [element.id] }));
    const place = { path: [this.graph.view, this.grouping, box.id], containerId: box.id };
    return [...nested, ...arrange(items, (this.facetsOfElements ??= this.elementFacets()), place)];
  }

  /** Services by their software, machines and addresses by the traits of the host. Ports are in boxes of their own already. */
  private elementFacets(): readonly Facet[] {
    const { view } = this.graph;
    if (view === 'L2Physical') return [];
    const { services } = this.prepared.lookup;
    const hostOf = new Map([...this.elements.values()].flat().map(({ id, hostId }) => [id, hostId]));
    const ofHost = this.facetsOf((basis) => (id) => this.facts.ofHost[basis](hostOf.get(id)!));
    const bySoftware: Facet = {
      basis: 'Software',
      traitOf(id) {
        const software = services.get(id)?.software;
        return software && { key: software.definition, label: software.name };
      },
      reasonOf: (label) => `They are the same software: ${label}.`,
      lacking: 'Without software',
    };
    const isChosen = ofHost.filter((facet) => facet.isChosen && !(view === 'L3Logical' && facet.basis === 'Subnet'));
    const usual = ofHost.filter((facet) => !facet.isChosen);
    if (view === 'L3Logical') return [...isChosen, ...usual.filter(({ basis }) => basis !== 'Location')];
    return [...isChosen, bySoftware, ...usual];
  }

  private contentsOf(box: Container, members: readonly Member[]): PlannedFold {
    const label = box.header ?? '';
    return plannedFold(
      { path: [this.graph.view], containerId: box.id },
      { basis: 'Contents', key: box.id, label, reason: `They are in ${label === '' ? 'one box' : label}.`, members },
    );
  }
}

/** So few endpoints of the core are drawn beside it. */
const fewEnds = 12;

/** Beyond so many tiers all that hangs on a unit is one layer: a long chain of switches must not nest without an end. */
const mostTiers = 3;

/** The unit and all that hangs on it, however long the chain. */
function unitsIn(unit: Unit): Unit[] {
  const found = [unit];
  for (let at = 0; at < found.length; at += 1) for (const child of found[at]!.children) found.push(child);
  return found;
}

// The properties by which the boxes and elements of a view are grouped into folds: first the property that the request
// chose, then the default properties of the view.
import type { PreparedInventory } from '../build-graph';
import type { Container, Element, Graph } from '../graph';
import type { View } from '../options';
import type { Facet } from './arrange';
import type { Grouping } from './detail';
import { nearbyTrait, stemTrait, type HostBasis, type MachineFacts, type TraitOf } from './machine-facts';

const wordsOf: Readonly<Record<HostBasis, { reason: string; lacking: string }>> = {
  Uplink: { reason: 'They are connected through the same devices', lacking: 'Without an uplink' },
  Location: {
    reason: 'They report the same location, or report none and are connected to devices that report it',
    lacking: 'Without a location',
  },
  Tag: { reason: 'They have the same tag', lacking: 'Without a tag' },
  Kind: { reason: 'They are of the same kind', lacking: 'Without a kind' },
  Subnet: { reason: 'They have addresses in the same subnet', lacking: 'Without a subnet' },
  Vlan: { reason: 'They are in the same VLAN', lacking: 'Without a VLAN' },
  Name: { reason: 'Their names begin alike', lacking: 'With other names' },
};

/**
 * The default properties of each view, in order. They are used if the request chose no property, or if groups are still
 * too large.
 */
const usualFacets: Readonly<Record<View, readonly HostBasis[]>> = {
  L2Physical: ['Location', 'Kind', 'Name'],
  L3Logical: ['Location', 'Kind', 'Name'],
  Workloads: ['Location', 'Tag', 'Kind', 'Subnet', 'Name'],
  Application: ['Location', 'Subnet', 'Name'],
};

export interface ViewFacets {
  /**
   * Properties for grouping boxes of the top level. Their values are looked up by the id of the box's host or subnet.
   */
  readonly ofBoxes: readonly Facet[];
  /** Properties for grouping the elements in a box. */
  ofElements(box: Container, inside: readonly Element[]): readonly Facet[];
  /** Whether the request chose a property. A chosen property also divides groups that are small. */
  readonly isChosen: boolean;
}

export function viewFacets(
  { view }: Pick<Graph, 'view'>,
  { lookup }: PreparedInventory,
  { ofHost, ofSubnet }: MachineFacts,
  grouping: Grouping,
): ViewFacets {
  const { hosts, subnets, ipAddresses, services } = lookup;
  const elements = new Map<string, Element>();
  const textOf = (id: string): string =>
    ipAddresses.get(id)?.ipAddress ??
    hosts.get(id)?.displayName ??
    subnets.get(id)?.name ??
    elements.get(id)?.header ??
    '';
  /**
   * Properties that are used last: ranges of names or addresses, which divide a group even if its nodes differ in no
   * other property.
   */
  const nearby = [false, true].map((isClose): Facet => ({
    basis: 'Name',
    traitOf: (id) => nearbyTrait(textOf(id), isClose),
    reasonOf: (label) => `Their names or addresses are close together: ${label}.`,
    lacking: 'Without a name',
  }));
  const bases = basesOf(view, grouping);
  const facetsBy = (traitOf: (basis: HostBasis) => TraitOf): readonly Facet[] => [
    ...bases.map((basis): Facet => ({
      basis,
      traitOf: traitOf(basis),
      reasonOf: (label) => `${wordsOf[basis].reason}: ${label}.`,
      lacking: wordsOf[basis].lacking,
      isChosen: basis === grouping,
    })),
    ...nearby,
  ];
  const byHost = facetsBy((basis) => (id) => ofHost[basis](elements.get(id)!.hostId));
  const bySoftware: Facet = {
    basis: 'Software',
    traitOf(id) {
      const software = services.get(id)?.software;
      return software && { key: software.definition, label: software.name };
    },
    reasonOf: (label) => `They are the same software: ${label}.`,
    lacking: 'Without software',
  };
  const byName: Facet = {
    basis: 'Name',
    traitOf: (id) => stemTrait(elements.get(id)!.header ?? ''),
    reasonOf: (label) => `${wordsOf.Name.reason}: ${label}.`,
    lacking: wordsOf.Name.lacking,
  };
  const ofContents = (isRoot: boolean): readonly Facet[] => {
    if (view === 'L2Physical') return isRoot ? [...byHost, byName] : [byName];
    const isUseful = ({ basis, isChosen }: Facet): boolean =>
      view !== 'L3Logical' || isRoot || (isChosen ? basis !== 'Subnet' : basis !== 'Location');
    const usefulTraits = byHost.filter(isUseful);
    if (view === 'L3Logical') return usefulTraits;
    return [
      ...usefulTraits.filter(({ isChosen }) => isChosen),
      bySoftware,
      ...usefulTraits.filter(({ isChosen }) => !isChosen),
    ];
  };
  const [ofRoot, ofOthers] = [ofContents(true), ofContents(false)];
  return {
    ofBoxes: facetsBy(
      (basis) => (id) => (hosts.has(id) ? ofHost[basis](id) : subnets.has(id) ? ofSubnet[basis](id) : undefined),
    ),
    // Elements whose boxes are hidden are in a common root box. They belong to many hosts or subnets, so they are
    // grouped by more properties than the elements of one host or subnet.
    ofElements({ containerType }, inside) {
      for (const element of inside) elements.set(element.id, element);
      return containerType === 'Root' ? ofRoot : ofOthers;
    },
    isChosen: [ofRoot, ofOthers].some(([first]) => first?.isChosen),
  };
}

/**
 * The properties in the order of use, the chosen property first. In the L3 view, `Uplink` is left out: the tree of
 * routers already groups subnets by uplink.
 */
function basesOf(view: View, grouping: Grouping): readonly HostBasis[] {
  const usual = usualFacets[view];
  if (grouping === 'Auto' || (grouping === 'Uplink' && view === 'L3Logical')) return usual;
  return [grouping, ...usual.filter((basis) => basis !== grouping)];
}

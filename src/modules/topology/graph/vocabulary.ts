// Names of kinds of boxes and edges, and properties of rules. Used by checks, defaults, texts, images and the web page.
import type { ContainerType } from './graph';
import type { EdgeType, Rule, View } from './options';

export { isDownState, portStateNames, parsePortState, type PortStateFacts } from '../../inventory/shared/port-states';

/** Names of box types for users, in legends and lists. */
export const boxNames: Readonly<Record<ContainerType, string>> = {
  Subnet: 'Subnet',
  ServiceCategory: 'Service category',
  Application: 'Application',
  ApplicationUngrouped: 'Ungrouped services',
  Root: 'Hidden boxes',
  Host: 'Host',
  NestedTag: 'Tag',
  NestedServiceCategory: 'Service category',
  Hypervisor: 'Hypervisor',
  ContainerRuntime: 'Container runtime',
  Stack: 'Stack',
  TrunkPort: 'Trunk ports',
  VLAN: 'VLAN',
  PortOpStatus: 'Port status',
  UnlocatedMachines: 'Machines whose port nobody reports',
};

/** Names of edge types for users, in the metadata registry and in legends. */
export const edgeNames: Readonly<Record<EdgeType, string>> = {
  SameHost: 'Same host',
  Hypervisor: 'Hypervisor',
  ContainerRuntime: 'Container runtime',
  SameContainer: 'Same container',
  RequestPath: 'Request path',
  HubAndSpoke: 'Hub and spoke',
  PhysicalLink: 'Physical link',
  NeighborLink: 'Neighbor link',
  AggregateLink: 'Aggregate link',
  RoutingNeighbor: 'Routing neighbour',
  WirelessAssociation: 'Wireless client',
  LearnedMachine: 'Machine without a cable',
};

/** Describes the contents of each view in words. */
export const viewContents: Readonly<Record<View, string>> = {
  L2Physical: 'devices and cables',
  L3Logical: 'subnets and addresses',
  Workloads: 'hosts and their workloads',
  Application: 'applications and their services',
};

type NameOf<R> = R extends string ? R : keyof R;
type RuleName = NameOf<Rule>;
export type ContainerRuleName = 'BySubnet' | 'ByHost' | 'MergeContainerBridges' | 'ByApplication';
export type ElementRuleName = Exclude<RuleName, ContainerRuleName>;
/** Rules without parameters, which are written as a name only. */
type PlainRule = Extract<Rule, string>;

interface ContainerRuleFacts {
  /** Views in which the rule has an effect on the top-level boxes. */
  readonly views: readonly View[];
  /** Whether a saved list of rules must contain the rule. */
  readonly isFixed: boolean;
}
export const containerRules: Readonly<Record<ContainerRuleName, ContainerRuleFacts>> = {
  BySubnet: { views: ['L3Logical'], isFixed: true },
  ByHost: { views: ['L2Physical', 'Workloads'], isFixed: true },
  MergeContainerBridges: { views: ['L3Logical'], isFixed: false },
  ByApplication: { views: ['Application'], isFixed: true },
};

interface ElementRuleFacts {
  /** The type of boxes that the rule creates. */
  readonly box: ContainerType;
  readonly views: readonly View[];
  /**
   * Position in a saved list of rules. `Ordered`: required, in the order of this table. `Anywhere`: required, at any
   * position. `Optional`: any number of times.
   */
  readonly place: 'Ordered' | 'Anywhere' | 'Optional';
  readonly willAcceptEdges?: boolean;
  readonly isCollapsedByDefault?: boolean;
}
/** Element rules in their default order. */
export const elementRules: Readonly<Record<ElementRuleName, ElementRuleFacts>> = {
  ByTrunkPort: { box: 'TrunkPort', views: ['L2Physical'], place: 'Ordered' },
  ByVLAN: { box: 'VLAN', views: ['L2Physical'], place: 'Ordered' },
  ByPortOpStatus: { box: 'PortOpStatus', views: ['L2Physical'], place: 'Ordered', isCollapsedByDefault: true },
  ByServiceCategory: { box: 'NestedServiceCategory', views: ['Application', 'Workloads'], place: 'Optional' },
  ByTag: {
    ...{ box: 'NestedTag', views: ['L2Physical', 'L3Logical', 'Workloads', 'Application'], place: 'Optional' },
  },
  ByHypervisor: { box: 'Hypervisor', views: ['Workloads'], place: 'Anywhere', willAcceptEdges: true },
  ByContainerRuntime: { box: 'ContainerRuntime', views: ['Workloads'], place: 'Anywhere', willAcceptEdges: true },
  ByStack: { box: 'Stack', views: ['L3Logical', 'Application'], place: 'Anywhere', willAcceptEdges: true },
};

/** Rules with parameters, which are written as an object. */
export type ConfiguredRuleName = Exclude<RuleName, PlainRule>;
const configuredRules: Readonly<Record<ConfiguredRuleName, true>> = {
  ByApplication: true,
  ByServiceCategory: true,
  ByTag: true,
};
export const isPlainRule = (name: RuleName): name is PlainRule => !Object.hasOwn(configuredRules, name);

export const containerRuleNames = Object.keys(containerRules) as ContainerRuleName[];
export const elementRuleNames = Object.keys(elementRules) as ElementRuleName[];

export const containerRulesOfView = (view: View): readonly ContainerRuleName[] =>
  containerRuleNames.filter((name) => containerRules[name].views.includes(view));
export const elementRulesOfPlace = (place: ElementRuleFacts['place']): readonly ElementRuleName[] =>
  elementRuleNames.filter((name) => elementRules[name].place === place);

// The edge types of each view with their default appearance.
import type { EdgeAppearance } from './graph';
import type { EdgeType, View } from './options';

type Stroke = EdgeAppearance['stroke'];
/** L steers the layout, H starts hidden, C may end at an accepting box, D shows its direction, A is always highlighted. */
type Traits = `${'L' | ''}${'H' | ''}${'C' | ''}${'D' | ''}${'A' | ''}`;

const drawn = (stroke: Stroke, traits: Traits = ''): EdgeAppearance => ({
  stroke,
  affectsLayout: traits.includes('L'),
  defaultVisibility: traits.includes('H') ? 'Hidden' : 'Visible',
  willTargetContainer: traits.includes('C'),
  showDirectionality: traits.includes('D'),
  highlightBehavior: traits.includes('A') ? 'Always' : 'WhenSelected',
});

/** A type that is missing for a view is disabled there. */
export const edgeAppearances: Readonly<Record<View, Partial<Record<EdgeType, EdgeAppearance>>>> = {
  L3Logical: {
    SameHost: drawn('Solid', 'L'),
    Hypervisor: drawn('Dashed', 'HC'),
    ContainerRuntime: drawn('Solid', 'LC'),
    SameContainer: drawn('Dotted', 'H'),
    RequestPath: drawn('Dashed', 'D'),
    HubAndSpoke: drawn('Dashed', 'D'),
    RoutingNeighbor: drawn('Dashed'),
  },
  L2Physical: {
    SameHost: drawn('Dashed', 'H'),
    PhysicalLink: drawn('Solid', 'L'),
    NeighborLink: drawn('Dashed', 'L'),
    AggregateLink: drawn('Solid', 'L'),
    RoutingNeighbor: drawn('Dashed'),
    WirelessAssociation: drawn('Dotted', 'L'),
  },
  Workloads: {
    RequestPath: drawn('Dashed', 'HD'),
    HubAndSpoke: drawn('Dashed', 'HD'),
    PhysicalLink: drawn('Dashed', 'H'),
    NeighborLink: drawn('Dashed', 'H'),
  },
  Application: {
    ContainerRuntime: drawn('Dashed', 'LHCA'),
    RequestPath: drawn('Solid', 'LD'),
    HubAndSpoke: drawn('Solid', 'LD'),
  },
};

// The edge types of each view, how the view draws each type by default, and the patterns of dashed lines.
import type { EdgeAppearance } from './graph';
import type { EdgeType, View } from './options';

type Stroke = EdgeAppearance['stroke'];
/**
 * Properties of an edge type, as a string of letters. L: affects the layout. H: hidden by default. C: may end at a box.
 * D: its direction is shown. A: always highlighted.
 */
type Traits = `${'L' | ''}${'H' | ''}${'C' | ''}${'D' | ''}${'A' | ''}`;

const edgeAppearance = (stroke: Stroke, traits: Traits = ''): EdgeAppearance => ({
  stroke,
  affectsLayout: traits.includes('L'),
  defaultVisibility: traits.includes('H') ? 'Hidden' : 'Visible',
  willTargetContainer: traits.includes('C'),
  showDirectionality: traits.includes('D'),
  highlightBehavior: traits.includes('A') ? 'Always' : 'WhenSelected',
});

/** Default appearance of each edge type in each view. A view has no edges of a type without an entry. */
export const edgeAppearances: Readonly<Record<View, Partial<Record<EdgeType, EdgeAppearance>>>> = {
  L3Logical: {
    SameHost: edgeAppearance('Solid', 'L'),
    Hypervisor: edgeAppearance('Dashed', 'HC'),
    ContainerRuntime: edgeAppearance('Solid', 'LC'),
    SameContainer: edgeAppearance('Dotted', 'H'),
    RequestPath: edgeAppearance('Dashed', 'D'),
    HubAndSpoke: edgeAppearance('Dashed', 'D'),
    RoutingNeighbor: edgeAppearance('Dashed'),
  },
  L2Physical: {
    SameHost: edgeAppearance('Dashed', 'H'),
    PhysicalLink: edgeAppearance('Solid', 'L'),
    NeighborLink: edgeAppearance('Dashed', 'L'),
    AggregateLink: edgeAppearance('Solid', 'L'),
    RoutingNeighbor: edgeAppearance('Dashed'),
    WirelessAssociation: edgeAppearance('Dotted', 'L'),
    LearnedMachine: edgeAppearance('Dotted', 'L'),
  },
  Workloads: {
    RequestPath: edgeAppearance('Dashed', 'HD'),
    HubAndSpoke: edgeAppearance('Dashed', 'HD'),
    PhysicalLink: edgeAppearance('Dashed', 'H'),
    NeighborLink: edgeAppearance('Dashed', 'H'),
  },
  Application: {
    ContainerRuntime: edgeAppearance('Dashed', 'LHCA'),
    RequestPath: edgeAppearance('Solid', 'LD'),
    HubAndSpoke: edgeAppearance('Solid', 'LD'),
  },
};

/**
 * How a line is dashed. `broken`: a port at one of its ends is down. `blocked`: the spanning tree (IEEE 802.1D) blocks
 * a port at one of its ends.
 */
export type Dash = Lowercase<Stroke> | 'broken' | 'blocked';

/** Alternating lengths of strokes and gaps, in pixels. */
export const dashPatterns: Readonly<Record<Exclude<Dash, 'solid'>, readonly number[]>> = {
  dashed: [7, 5],
  dotted: [2, 4],
  broken: [14, 7],
  blocked: [10, 4, 2, 4],
};

/** The pattern as the value of `stroke-dasharray` in SVG; undefined for a solid line. */
export const dashArray = (dash: Dash): string | undefined =>
  dash === 'solid' ? undefined : dashPatterns[dash].join(' ');

export const dashOf = (stroke: Stroke): Dash => stroke.toLowerCase() as Lowercase<Stroke>;

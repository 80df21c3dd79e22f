// The colours that pictures of graphs are drawn in, on light and on dark ground.
import type { Container, ContainerType } from '../graph';
import type { EdgeType } from '../options';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The names are those of tags and groups. */
const hues: Readonly<Record<string, string>> = {
  Pink: '#ec4899',
  Rose: '#f43f5e',
  Red: '#ef4444',
  Orange: '#f97316',
  Amber: '#f59e0b',
  Yellow: '#eab308',
  Lime: '#84cc16',
  Green: '#22c55e',
  Emerald: '#10b981',
  Teal: '#14b8a6',
  Cyan: '#06b6d4',
  Sky: '#0ea5e9',
  Blue: '#3b82f6',
  Indigo: '#6366f1',
  Violet: '#8b5cf6',
  Purple: '#a855f7',
  Fuchsia: '#d946ef',
  Gray: '#64748b',
};

export const edgeColors = {
  SameHost: 'Gray',
  Hypervisor: 'Orange',
  ContainerRuntime: 'Cyan',
  SameContainer: 'Gray',
  RequestPath: 'Rose',
  HubAndSpoke: 'Violet',
  PhysicalLink: 'Teal',
  NeighborLink: 'Blue',
  AggregateLink: 'Indigo',
  RoutingNeighbor: 'Teal',
  WirelessAssociation: 'Cyan',
} as const satisfies Record<EdgeType, string>;

/** Of links that the spanning tree blocks. */
export const blockedHue = 'Gray';

/** Of boxes that have no colour of their own. */
const boxHues: Partial<Record<ContainerType, string>> = {
  Host: 'Blue',
  TrunkPort: 'Indigo',
  VLAN: 'Teal',
  Hypervisor: 'Orange',
  ContainerRuntime: 'Cyan',
  Stack: 'Violet',
};
export const boxHue = ({ color, containerType }: Pick<Container, 'color' | 'containerType'>): string =>
  color ?? boxHues[containerType] ?? 'Gray';

/** What a port is, in a picture. */
export type PortState = 'Up' | 'Down' | 'Other';

export const stateHues: Readonly<Record<PortState, string>> = { Up: 'Green', Down: 'Red', Other: 'Gray' };

interface Ground {
  readonly background: string;
  readonly card: string;
  readonly text: string;
  readonly faintText: string;
  readonly ink: string;
}
export const grounds: Readonly<Record<Theme, Ground>> = {
  light: { background: '#ffffff', card: '#ffffff', text: '#0f172a', faintText: '#475569', ink: '#0f172a' },
  dark: { background: '#0b1220', card: '#131c2e', text: '#e8eef7', faintText: '#a3b1c6', ink: '#ffffff' },
};

const channels = (color: string) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));

/** One colour with a share of another in it. */
function mixed(color: string, other: string, share: number): string {
  const [one, two] = [channels(color), channels(other)];
  const parts = one.map((part, index) => Math.round(part * (1 - share) + two[index]! * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const hueOf = (name: string): string => hues[name] ?? hues.Gray!;

/** A box of a colour: its ground, the strip of its heading, and its border. */
export function boxColors(name: string, theme: Theme) {
  const { background } = grounds[theme];
  const hue = hueOf(name);
  const strengths =
    theme === 'light' ? { fill: 0.07, strip: 0.2, border: 0.55 } : { fill: 0.1, strip: 0.28, border: 0.6 };
  return {
    fill: mixed(background, hue, strengths.fill),
    strip: mixed(background, hue, strengths.strip),
    border: mixed(background, hue, strengths.border),
  };
}

/** A line that stands out from the ground. */
export const lineColor = (name: string, theme: Theme): string =>
  mixed(hueOf(name), grounds[theme].ink, theme === 'light' ? 0.22 : 0.12);

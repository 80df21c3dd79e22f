// The colors of images, on light and dark backgrounds.
import { colorShades } from '../colors';
import type { Container, ContainerType } from '../graph';
import type { EdgeType } from '../options';

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

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
  LearnedMachine: 'Gray',
} as const satisfies Record<EdgeType, string>;

/** Color of links that the spanning tree blocks. */
export const blockedHue = 'Gray';

/** Colors by type of box, for boxes without a color of their own. */
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

/** Mixes a color with a share, from 0 to 1, of another color. Colors are texts such as `#1a2b3c`. */
export function mixColors(color: string, other: string, share: number): string {
  const [one, two] = [channels(color), channels(other)];
  const parts = one.map((part, index) => Math.round(part * (1 - share) + two[index]! * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Colors of a box: its background, the strip of its heading, and its border. */
export function boxColors(name: string, theme: Theme) {
  const { background } = grounds[theme];
  const hue = colorShades(name).hue;
  const strengths =
    theme === 'light' ? { fill: 0.07, strip: 0.2, border: 0.55 } : { fill: 0.1, strip: 0.28, border: 0.6 };
  return {
    fill: mixColors(background, hue, strengths.fill),
    strip: mixColors(background, hue, strengths.strip),
    border: mixColors(background, hue, strengths.border),
  };
}

/** A line color with enough contrast to the background. */
export const lineColor = (name: string, theme: Theme): string =>
  mixColors(colorShades(name).hue, grounds[theme].ink, theme === 'light' ? 0.22 : 0.12);

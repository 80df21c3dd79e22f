// Colours and thicknesses of the drawing, light and dark.
import type { Color } from '../../../generated/page-operations';
import { colorShades } from '../../../modules/topology/graph/colors';
import { parsePortState } from '../../../modules/topology/graph/vocabulary';
import type { Mark } from '../marks/marks';

export interface Theme {
  readonly isDark: boolean;
  readonly ground: string;
  readonly paper: string;
  readonly ink: string;
  readonly quiet: string;
  readonly line: string;
  readonly accent: string;
  readonly marks: Readonly<Record<Mark, string>>;
  colorOf(color: string): string;
  statusColor(status: string | null): string;
}

/** The shade of a named colour that contrasts with the background. */
export const findShade = (isDark: boolean, name: string): string => colorShades(name)[isDark ? 'onDark' : 'onLight'];

export const buildTheme = (isDark: boolean): Theme => {
  const shade = (name: Color) => findShade(isDark, name);
  return {
    isDark,
    ground: isDark ? '#101817' : '#f4f7f7',
    paper: isDark ? '#182322' : '#ffffff',
    ink: isDark ? '#e6efee' : '#14201f',
    quiet: isDark ? '#a2b5b2' : '#4d5f5d',
    line: isDark ? '#7a908d' : '#758b88',
    accent: shade('Teal'),
    marks: {
      near: shade('Teal'),
      tagged: shade('Teal'),
      vlan: shade('Violet'),
      gap: shade('Red'),
      single: shade('Orange'),
      lost: shade('Red'),
      failed: shade('Red'),
      root: shade('Green'),
      path: shade('Blue'),
      end: shade('Blue'),
      added: shade('Green'),
      removed: shade('Red'),
      changed: shade('Amber'),
      finding: shade('Red'),
      evidence: shade('Amber'),
    },
    colorOf: (color) => findShade(isDark, color),
    statusColor: (status) => shade(parsePortState(status).color),
  };
};

/** Opacities of lines and borders. A test checks that their colours at these opacities contrast with the background. */
export const lineOpacity = 0.9;
export const borderOpacity = 0.95;
export const fillOf = ({ isDark }: Pick<Theme, 'isDark'>) =>
  isDark ? { open: 0.13, closed: 0.22 } : { open: 0.08, closed: 0.16 };

/**
 * Makes lines and borders thicker below certain zooms, so that they stay about a pixel wide. Thinner lines look paler
 * than their colour.
 */
const thicker: readonly (readonly [zoom: number, times: number])[] = [
  [0.7, 1.6],
  [0.45, 2.4],
  [0.3, 4],
  [0.18, 7],
  [0.1, 12],
];
export const thicknessAt = (zoom: number): number => thicker.findLast(([below]) => zoom < below)?.[1] ?? 1;

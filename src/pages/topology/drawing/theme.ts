// Colours and thicknesses of the drawing, light and dark.
import type { Color } from '../../../generated/page-operations';
import type { Mark } from '../state/marks';

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

const light: Readonly<Record<Color, string>> = {
  Pink: '#c2337f',
  Rose: '#be2750',
  Red: '#c22b2b',
  Orange: '#bd4f0c',
  Amber: '#a2660a',
  Yellow: '#8a7200',
  Lime: '#567a10',
  Green: '#1f7f45',
  Emerald: '#0b7a58',
  Teal: '#0b726b',
  Cyan: '#0a7187',
  Sky: '#0a6aa6',
  Blue: '#2159c4',
  Indigo: '#4a46c4',
  Violet: '#6a39c4',
  Purple: '#8430bf',
  Fuchsia: '#a425ad',
  Gray: '#5a6664',
};
const dark: Readonly<Record<Color, string>> = {
  Pink: '#f58ac0',
  Rose: '#f98aa4',
  Red: '#f68a8a',
  Orange: '#f6a163',
  Amber: '#efb54a',
  Yellow: '#e3cc4f',
  Lime: '#b3d760',
  Green: '#71d597',
  Emerald: '#56d0a5',
  Teal: '#56c8c0',
  Cyan: '#58cbe0',
  Sky: '#6cbff4',
  Blue: '#8ab1fb',
  Indigo: '#a5a8fa',
  Violet: '#bba3fa',
  Purple: '#cf9cf8',
  Fuchsia: '#e591ec',
  Gray: '#a3b1af',
};
const statuses: Readonly<Record<string, Color>> = {
  Up: 'Green',
  Down: 'Red',
  LowerLayerDown: 'Orange',
  Testing: 'Amber',
};

export const colorsOf = (isDark: boolean) => (isDark ? dark : light);

export const themeOf = (isDark: boolean): Theme => {
  const colors = colorsOf(isDark);
  return {
    isDark,
    ground: isDark ? '#101817' : '#f4f7f7',
    paper: isDark ? '#1d2a28' : '#ffffff',
    ink: isDark ? '#e6efee' : '#14201f',
    quiet: isDark ? '#a2b5b2' : '#4d5f5d',
    line: isDark ? '#7a908d' : '#758b88',
    accent: colors.Teal,
    marks: {
      near: colors.Teal,
      tagged: colors.Teal,
      vlan: colors.Violet,
      gap: colors.Red,
      single: colors.Orange,
      lost: colors.Red,
      failed: colors.Red,
      root: colors.Green,
      path: colors.Blue,
      end: colors.Blue,
      added: colors.Green,
      removed: colors.Red,
      changed: colors.Amber,
    },
    colorOf: (color) => (color in colors ? colors[color as Color] : colors.Gray),
    statusColor: (status) => colors[statuses[status ?? ''] ?? 'Gray'],
  };
};

/** Lines and borders are drawn so, and are to be told from their ground all the same. */
export const lineOpacity = 0.9;
export const borderOpacity = 0.95;
/** How much of its colour a box is filled with: open, and closed. */
export const fillOf = ({ isDark }: Pick<Theme, 'isDark'>) =>
  isDark ? { open: 0.13, closed: 0.22 } : { open: 0.08, closed: 0.16 };

/** From a zoom downwards lines and borders are thicker, to be about a pixel wide on the screen: thinner ones are paler than their colour. */
const thicker: readonly (readonly [zoom: number, times: number])[] = [
  [0.7, 1.6],
  [0.45, 2.4],
  [0.3, 4],
  [0.18, 7],
  [0.1, 12],
];
export const thicknessAt = (zoom: number): number => thicker.findLast(([below]) => zoom < below)?.[1] ?? 1;

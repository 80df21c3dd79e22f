// The color names that tags, groups, boxes and edges may have, and the color of each name, for the topology page and for
// exported images.

interface Shades {
  /** The base color, for color swatches and for mixing with a background. */
  readonly hue: string;
  /**
   * The shade for lines, borders and texts on a light background; `onDark` is the shade for a dark background. Both
   * shades have a contrast of at least 3 to 1 (WCAG 2.2, 1.4.11).
   */
  readonly onLight: string;
  readonly onDark: string;
}

export const colors = {
  Pink: { hue: '#ec4899', onLight: '#c2337f', onDark: '#f58ac0' },
  Rose: { hue: '#f43f5e', onLight: '#be2750', onDark: '#f98aa4' },
  Red: { hue: '#ef4444', onLight: '#c22b2b', onDark: '#f68a8a' },
  Orange: { hue: '#f97316', onLight: '#bd4f0c', onDark: '#f6a163' },
  Amber: { hue: '#f59e0b', onLight: '#a2660a', onDark: '#efb54a' },
  Yellow: { hue: '#eab308', onLight: '#8a7200', onDark: '#e3cc4f' },
  Lime: { hue: '#84cc16', onLight: '#567a10', onDark: '#b3d760' },
  Green: { hue: '#22c55e', onLight: '#1f7f45', onDark: '#71d597' },
  Emerald: { hue: '#10b981', onLight: '#0b7a58', onDark: '#56d0a5' },
  Teal: { hue: '#14b8a6', onLight: '#0b726b', onDark: '#56c8c0' },
  Cyan: { hue: '#06b6d4', onLight: '#0a7187', onDark: '#58cbe0' },
  Sky: { hue: '#0ea5e9', onLight: '#0a6aa6', onDark: '#6cbff4' },
  Blue: { hue: '#3b82f6', onLight: '#2159c4', onDark: '#8ab1fb' },
  Indigo: { hue: '#6366f1', onLight: '#4a46c4', onDark: '#a5a8fa' },
  Violet: { hue: '#8b5cf6', onLight: '#6a39c4', onDark: '#bba3fa' },
  Purple: { hue: '#a855f7', onLight: '#8430bf', onDark: '#cf9cf8' },
  Fuchsia: { hue: '#d946ef', onLight: '#a425ad', onDark: '#e591ec' },
  Gray: { hue: '#64748b', onLight: '#5a6664', onDark: '#a3b1af' },
} as const satisfies Readonly<Record<string, Shades>>;

/** The shades of a color by its name. An unknown name gets the shades of gray. */
export const colorShades = (name: string): Shades =>
  Object.hasOwn(colors, name) ? colors[name as keyof typeof colors] : colors.Gray;

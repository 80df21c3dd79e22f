// How lines are dashed, by what they mean. The drawing, the exported SVG and the legend use the same patterns.

/**
 * How a line is dashed: `broken` means that a port at one of its ends is down, `blocked` that the spanning tree protocol
 * (IEEE 802.1D) blocks one.
 */
export type Dash = 'solid' | 'dashed' | 'dotted' | 'broken' | 'blocked';

/** Lengths of strokes and gaps in pixels, in turn. */
export const dashPatterns: Readonly<Record<Exclude<Dash, 'solid'>, readonly number[]>> = {
  dashed: [7, 5],
  dotted: [2, 4],
  broken: [14, 7],
  blocked: [10, 4, 2, 4],
};

/** The pattern as the value of `stroke-dasharray` in SVG; undefined for a solid line. */
export const dashArray = (dash: Dash): string | undefined =>
  dash === 'solid' ? undefined : dashPatterns[dash].join(' ');

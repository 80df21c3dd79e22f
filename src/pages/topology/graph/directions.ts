// Counts in which direction the links of a line lead, so that its arrows tell who depends on whom.
import type { Link } from './picture';

export interface Directions {
  readonly toTarget: number;
  readonly toSource: number;
}

/** A link in a line. `isReversed`: the link leads from the target of the line to its source. */
export interface DirectedLink {
  readonly link: Link;
  readonly isReversed: boolean;
}

/** The numbers of links in each direction; undefined if the view shows no direction of these links. */
export function numberDirections(links: readonly DirectedLink[]): Directions | undefined {
  let [toTarget, toSource] = [0, 0];
  for (const { link, isReversed } of links) {
    if (!link.look.showDirectionality) continue;
    const { count, reversedCount } = link.folded ?? { count: 1, reversedCount: 0 };
    toTarget += isReversed ? reversedCount : count - reversedCount;
    toSource += isReversed ? count - reversedCount : reversedCount;
  }
  return toTarget + toSource === 0 ? undefined : { toTarget, toSource };
}

export const leadsBack = ({ toTarget, toSource }: Directions): boolean => toTarget === 0 && toSource > 0;

export const sumDirections = (all: readonly Directions[]): Directions => ({
  toTarget: all.reduce((sum, { toTarget }) => sum + toTarget, 0),
  toSource: all.reduce((sum, { toSource }) => sum + toSource, 0),
});

export const reverseDirections = ({ toTarget, toSource }: Directions): Directions => ({
  toTarget: toSource,
  toSource: toTarget,
});

interface At {
  readonly x: number;
  readonly y: number;
}

/**
 * The numbers of links in both directions, with signs that point along the drawn line, such as `2 → 1 ←`. Empty if all
 * links lead in the same direction, which the arrow shows. `from` and `to` are the centres of source and target.
 */
export function directionsInWords({ toTarget, toSource }: Directions, from: At, to: At): string {
  if (toTarget === 0 || toSource === 0) return '';
  const [right, down] = [to.x - from.x, to.y - from.y];
  const signs = Math.abs(right) >= Math.abs(down) ? ['→', '←'] : ['↓', '↑'];
  const [ahead, back] = (Math.abs(right) >= Math.abs(down) ? right : down) >= 0 ? signs : signs.toReversed();
  return `${toTarget} ${ahead} ${toSource} ${back}`;
}

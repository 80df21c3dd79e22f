// How a line shows the cables that it represents: thicker for more speed, dashed where a port is down, dotted where
// only a forwarding table reports the cable.
import { isDownState } from '../../../modules/topology/graph/vocabulary';
import type { Link, Picture } from './picture';

/** Thickness of a line in pixels, by the minimum speed in bits per second. */
const thicknesses: readonly (readonly [bps: number, width: number])[] = [
  [0, 1.5],
  [1e9, 2],
  [10e9, 3],
  [25e9, 3.75],
  [100e9, 4.5],
];
/** Thickness in pixels of lines without a known speed. */
export const usualWidth = 1.5;
const tables: readonly (string | undefined)[] = ['FDB', 'ARP'];

export interface LineLook {
  readonly width: number;
  readonly isDown: boolean;
  /** Whether the links are known only from forwarding or ARP tables, so that the cabling is uncertain. */
  readonly isFromTables: boolean;
}

export function lineLook(links: readonly Link[], picture: Picture): LineLook {
  const speeds = links.flatMap((link) => speedOf(link, picture) ?? []);
  const most = Math.max(...speeds);
  return {
    width: speeds.length === 0 ? usualWidth : thicknesses.findLast(([bps]) => most >= bps)![1],
    isDown: links.some((link) => link.folded?.isDown ?? isAtDownPort(link, picture)),
    isFromTables: links.every(({ basis }) => tables.includes(basis)),
  };
}

/** The speed of a link in bits per second: the lower speed of its two ports. Undefined if neither speed is known. */
function speedOf({ source, target }: Link, { nodes }: Picture): number | undefined {
  const speeds = [source, target].flatMap((id) => {
    const node = nodes.get(id);
    return node?.shape === 'item' && node.speedBps ? [node.speedBps] : [];
  });
  return speeds.length === 0 ? undefined : Math.min(...speeds);
}

export const isAtDownPort = ({ source, target }: Link, { nodes }: Picture): boolean =>
  [source, target].some((id) => {
    const node = nodes.get(id);
    return node?.shape === 'item' && isDownState(node.operStatus);
  });

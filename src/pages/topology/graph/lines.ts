// Describes the selected lines: which links they stand for, and what is at the two ends of a link.
import type { Link, Node, Picture } from './picture';
import type { Line } from './shown';
import { edgeTypeNames, fullNameOf, nameOf } from './texts';

export interface LineSelection {
  /** The link whose details are shown. */
  readonly link: Link;
  /** All links that the selected lines stand for. */
  readonly links: readonly Link[];
}

/** The links with these ids among those that the lines stand for. */
export function linksNamed(lines: readonly Line[], ids: readonly string[]): readonly Link[] {
  const wantedIds = new Set(ids);
  return wantedIds.size === 0 ? [] : lines.flatMap(({ links }) => links.filter(({ id }) => wantedIds.has(id)));
}

/** Finds the selected links among the drawn lines. Undefined if none of them is drawn. */
export function findSelectedLinks(lines: readonly Line[], ids: readonly string[]): LineSelection | undefined {
  const selectedIds = new Set(ids);
  const selectedLines = lines.filter(({ links }) => links.some(({ id }) => selectedIds.has(id)));
  const links = [...new Map(selectedLines.flatMap((line) => line.links).map((link) => [link.id, link])).values()];
  const link = links.find(({ id }) => id === ids[0]) ?? links[0];
  return link && { link, links };
}

/** One end of a link: a port, or another node if the port is unknown or the view shows no ports. */
export interface LineEnd {
  readonly id: string;
  /** Id of the port; null if the end is not a port. */
  readonly portId: string | null;
  /** Id of the machine; null if the end belongs to none, such as a fold. */
  readonly hostId: string | null;
  /** The name of the machine or, if the end belongs to none, of the node. */
  readonly machineName: string;
  /** The name of the port on its device; null if the end is not a port. */
  readonly portName: string | null;
  readonly alias: string | null;
  readonly speedBps: number | null;
  readonly operStatus: string | null;
}

export function endOfLine(node: Node): LineEnd {
  const { id, hostId } = node;
  const isPort = node.shape === 'item' && node.kind === 'Interface';
  return isPort
    ? {
        ...{ id, hostId, portId: id, machineName: node.hostName, portName: nameOf(node) },
        ...{ alias: node.alias ?? null, speedBps: node.speedBps ?? null, operStatus: node.operStatus },
      }
    : {
        ...{ id, hostId, portId: null, machineName: fullNameOf(node), portName: null },
        ...{ alias: null, speedBps: null, operStatus: null },
      };
}

/** The two ends of a link. Empty if an end is not in the picture. */
export function endsOfLink(
  { source, target }: Link,
  { nodes }: Pick<Picture, 'nodes'>,
): readonly [] | readonly [LineEnd, LineEnd] {
  const [from, to] = [nodes.get(source), nodes.get(target)];
  return from && to ? [endOfLine(from), endOfLine(to)] : [];
}

/** The name of a line: the names of its ends, with the ports where they are known. */
export const nameOfEnds = (ends: readonly LineEnd[]): string =>
  ends.map(({ machineName, portName }) => [machineName, portName].filter(Boolean).join(' ')).join(' – ');

export const nameOfLink = (link: Link, picture: Pick<Picture, 'nodes'>): string =>
  nameOfEnds(endsOfLink(link, picture));

/**
 * Says in one line what lines are that are drawn as one: their kinds and number, and the names of their ends. Empty if
 * none is drawn.
 */
export function hintOfLines(
  ids: readonly string[],
  { lines }: { readonly lines: readonly Line[] },
  picture: Pick<Picture, 'nodes'>,
): string {
  const idsOfLinks = new Set(ids);
  const drawnLines = lines.filter(({ links }) => links.some(({ id }) => idsOfLinks.has(id)));
  const [link] = drawnLines.flatMap(({ links }) => links);
  if (!link) return '';
  const count = drawnLines.reduce((sum, line) => sum + line.count, 0);
  const kinds = [...new Set(drawnLines.map(({ type }) => edgeTypeNames[type]))].join(', ');
  if (count > 1) {
    const machineNames = endsOfLink(link, picture).map(({ machineName }) => machineName);
    return `${kinds} (${count}): ${machineNames.join(' – ')}`;
  }
  const isOfPorts = endsOfLink(link, picture).some(({ portId }) => portId !== null);
  const label = link.label && !isOfPorts ? ` (${link.label})` : '';
  return `${kinds}: ${nameOfLink(link, picture)}${label}`;
}

/** The kind of a link. If it stands for several links that end inside a fold, their number follows. */
export const kindOfLink = ({ type, folded }: Link): string =>
  folded && folded.count > 1 ? `${edgeTypeNames[type]} (${folded.count})` : edgeTypeNames[type];

const cableTypes: readonly Link['type'][] = ['PhysicalLink', 'NeighborLink'];
export const isCable = ({ type }: Pick<Link, 'type'>): boolean => cableTypes.includes(type);

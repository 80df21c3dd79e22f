// Content that all export formats write: boxes with their contents, lines of text for each node, and the style of
// edges.
import type { Container, Edge, Element, Graph } from '../graph';
import { groupRows, type Lookup } from '../lookup';
import type { EdgeType } from '../options';

/**
 * A function that writes a graph in one format. The lookup must be that of the inventory from which the graph was
 * built.
 */
export type Renderer = (graph: Graph, lookup: Lookup) => string;

export interface Box {
  readonly box: Container;
  /** The heading of the box; may be empty. */
  readonly title: string;
  readonly boxes: readonly Box[];
  readonly elements: readonly Element[];
}

/** The top-level boxes, each with its contents, in the order of the graph. */
export function buildBoxes({ nodes }: Graph, lookup: Lookup): Box[] {
  const containers = nodes.filter((node): node is Container => node.nodeType === 'Container');
  const elements = groupRows(
    nodes.filter((node): node is Element => node.nodeType === 'Element'),
    ({ containerId }) => containerId,
  );
  const inside = groupRows(containers, ({ parentContainerId }) => parentContainerId);
  const fillBox = (box: Container): Box => ({
    box,
    title: boxTitle(box, lookup),
    boxes: (inside.get(box.id) ?? []).map(fillBox),
    elements: elements.get(box.id) ?? [],
  });
  return (inside.get(null) ?? []).map(fillBox);
}

/** The title of a box: "name - cidr" for a subnet, otherwise the heading. */
export function boxTitle({ containerType, entityId, header }: Container, lookup: Lookup): string {
  const cidr = containerType === 'Subnet' ? lookup.subnets.get(entityId ?? '')?.cidr : undefined;
  const ending = `: ${cidr}`;
  if (cidr === undefined || !header?.endsWith(ending)) return header ?? '';
  return `${header.slice(0, -ending.length)} - ${cidr}`;
}

/** The text of an element as lines. An address has the name of its host on the line above. */
export function elementLines(element: Element, lookup: Lookup): string[] {
  const host = lookup.hosts.get(element.hostId)?.displayName ?? '';
  if (element.elementType !== 'IPAddress') return [element.header ?? host];
  const address = lookup.ipAddresses.get(element.id)?.ipAddress ?? '';
  return [...new Set([host, address])].filter((line) => line !== '');
}

/** The text of each node in one line, by id of the node. */
export const nodeNames = ({ nodes }: Graph, lookup: Lookup): ReadonlyMap<string, string> =>
  new Map(
    nodes.map((node) => [
      node.id,
      plain(node.nodeType === 'Container' ? boxTitle(node, lookup) : elementLines(node, lookup).join(' ')),
    ]),
  );

/** Style of edges in text formats, by edge type: whether the line has an arrow, and whether it is dotted. */
export const edgeLines: Readonly<Record<EdgeType, { readonly isArrow: boolean; readonly isDotted: boolean }>> = {
  RequestPath: { isArrow: true, isDotted: false },
  HubAndSpoke: { isArrow: true, isDotted: false },
  SameHost: { isArrow: false, isDotted: false },
  PhysicalLink: { isArrow: false, isDotted: false },
  SameContainer: { isArrow: false, isDotted: false },
  NeighborLink: { isArrow: false, isDotted: true },
  AggregateLink: { isArrow: false, isDotted: false },
  RoutingNeighbor: { isArrow: false, isDotted: false },
  WirelessAssociation: { isArrow: false, isDotted: true },
  LearnedMachine: { isArrow: false, isDotted: true },
  Hypervisor: { isArrow: true, isDotted: true },
  ContainerRuntime: { isArrow: true, isDotted: true },
};

/** The label of an edge; empty text if the edge has no label. */
export const edgeLabel = ({ label }: Edge): string => plain(label ?? '');

// Characters that are removed: control characters, line breaks and lone surrogates, which programs may refuse to read,
// and characters that reverse the direction of a text (UAX #9).
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]+/gu;

/** Returns the text in one line, without characters that an export format cannot contain. */
export const plain = (text: string): string => text.replace(unprintable, ' ').trim();

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Returns the text in one line, escaped for XML elements and attributes. */
export const xmlText = (text: string): string => plain(text).replace(/[&<>"]/g, (character) => entities[character]!);

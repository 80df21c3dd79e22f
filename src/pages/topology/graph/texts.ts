// Builds the lines of text on boxes and items, cut to fit.
import { boxNames, edgeNames } from '../../../modules/topology/graph/vocabulary';
import type { Box, Item, Picture } from './picture';
import { cutInMiddle, lettersOf } from './telling';

const longestLine = 30;
/** Maximum width of a name without spaces. A DNS label has at most 63 letters, so it is never cut. */
const longestLabel = 64;

/** The width of a text, in letters of average width. */
export function measureLetters(text: string): number {
  let length = 0;
  for (const letter of text) length += /[MW@%]|[^\0-\u052f\u2000-\u206f]/.test(letter) ? 1.8 : 1;
  return length;
}

/** Cuts the middle of a name that is wider than `length` average letters. */
export function cut(name: string, length = longestLine): string {
  const text = name.replace(/\s+/g, ' ');
  if (measureLetters(text) <= length) return text;
  const letters = lettersOf(text);
  let count = Math.min(letters.length, Math.floor(length)) - 1;
  while (count > 0 && measureLetters(cutInMiddle(letters, count)) > length) count -= 1;
  return cutInMiddle(letters, count);
}

/** Cuts the end of a text that is wider than `length` average letters. */
export function shorten(text: string, length: number): string {
  if (measureLetters(text) <= length) return text;
  let prefix = '';
  for (const letter of text) {
    if (measureLetters(prefix + letter) > length - 1) break;
    prefix += letter;
  }
  return `${prefix}…`;
}

/**
 * The lines of text in an item. For a port, the first line is the port's own name, as it is printed on the device, and
 * the alias follows.
 */
export function itemLines(item: Item): string[] {
  const { title, address, services, service, hostName, kind, alias } = item;
  const lines = alias ? [title, alias] : [title];
  if (address !== null) lines.push(address);
  if (service) lines.push(hostName);
  if (services.length > 0) lines.push(summary(services.map(({ name }) => name)));
  const different = [...new Set(lines.filter((line) => line !== ''))];
  return (different.length > 0 ? different : [kind]).map((line) => (line === title ? itemTitle(title) : cut(line)));
}

function summary(names: readonly string[]): string {
  const [first = '', ...rest] = [...new Set(names)];
  return rest.length === 0 ? cut(first) : `${cut(first, 24)} +${rest.length}`;
}

/** The text of a box. A collapsed fold gets a second line that says what is in it. */
export function boxTitle({ title, kind, fold }: Box, inside: number, isClosed: boolean): string {
  if (!isClosed) return openTitle(title);
  if (kind === 'Fold' && fold) return `${shortTitle(title)}\n${shorten(fold.summary, 34)}`;
  return `${shortTitle(title)} (${inside})`;
}

/** The title of an open box, which has more space than an item. */
export const openTitle = (title: string): string => cut(title, longestLabel);
export const itemTitle = (title: string): string => cut(title, lengthFor(title));

export const shortTitle = (title: string): string => cut(title, lengthFor(title, 36));

/**
 * Names without spaces are names of machines, which may differ in any letter. They are kept long here, and are cut
 * later to a length at which they differ.
 */
function lengthFor(name: string, otherwise = longestLine): number {
  return /\s/.test(name) ? otherwise : longestLabel;
}

/** The words of a category of services, which is a name of the API: `NetworkAccess` becomes `Network access`. */
export const valueWords = (name: string): string =>
  name.replace(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`);

/** The number of a segment of a VLAN, as it stands before names in the picture: a number in a circle, if there is one. */
export const segmentSign = (index: number): string =>
  index < circledNumbers ? String.fromCodePoint(circledOne + index) : `(${index + 1})`;
/** Unicode has the numbers 1 to 20 in circles, from this code point on. */
const circledOne = 0x2460;
const circledNumbers = 20;

export const viewNames = {
  L2Physical: 'Physical (L2)',
  L3Logical: 'Logical (L3)',
  Workloads: 'Workloads',
  Application: 'Applications',
} as const;

/** Names of edge types, shortened where a list has space for one word only. */
export const edgeTypeNames: typeof edgeNames = {
  ...edgeNames,
  ...{ PhysicalLink: 'Cable', NeighborLink: 'Neighbour', AggregateLink: 'Aggregate' },
};

const itemKinds: Readonly<Record<string, string>> = {
  IPAddress: 'Address',
  Interface: 'Port',
  Host: 'Virtual machine',
};

const boxKindName = (kind: Box['kind']): string => (kind === 'Fold' ? 'Folded together' : boxNames[kind]);

export function kindName(node: Box | Item): string {
  if (node.shape === 'box') return boxKindName(node.kind);
  return node.kind === 'Host' && !node.isVirtual ? 'Machine' : (itemKinds[node.kind] ?? node.kind);
}

/** A node's name in one line, for lists and screen readers. */
export const nameOf = (node: Box | Item): string => {
  if (node.shape === 'box') return node.title === '' ? kindName(node) : node.title;
  const parts = [node.title, node.address].filter(Boolean);
  return [...new Set(parts)].join(' ') || kindName(node);
};

/** The heading of a node's details. For a port, the name of its device comes before the name of the port. */
export const headingOf = (node: Box | Item): string =>
  node.shape === 'item' && node.kind === 'Interface' && node.hostName !== ''
    ? `${node.hostName} ${nameOf(node)}`
    : nameOf(node);

/** The kind of a node; for a port with an alias, the alias follows. */
export const kindAndAliasOf = (node: Box | Item): string =>
  node.shape === 'item' && node.alias ? `${kindName(node)}, alias ${node.alias}` : kindName(node);

/** The name with the name of the host, if the node is part of a host and has another name. */
export const fullNameOf = (node: Box | Item): string =>
  node.shape === 'item' && node.hostName !== '' && node.hostName !== node.title
    ? `${nameOf(node)} on ${node.hostName}`
    : nameOf(node);

/** What a simulated failure of this node removes: the whole host for an IP address, otherwise the node. */
export const failingIdOf = (node: Box | Item): string => (node.kind === 'IPAddress' ? node.hostId : node.id);

const failureQuestions: Readonly<Record<string, string>> = {
  IPAddress: 'If its machine fails, what is cut off?',
  Interface: 'If this port fails, what is cut off?',
};
export const failureQuestion = ({ kind }: Box | Item): string =>
  failureQuestions[kind] ?? 'If this fails, what is cut off?';

/** The name of a drawn node, or of a host that only appears as part of other nodes. Undefined if neither is drawn. */
export function nameOfChosen({ nodes, boxes, items }: Picture, id: string): string | undefined {
  const node = nodes.get(id) ?? boxes.find(({ kind, hostId }) => kind === 'Host' && hostId === id);
  if (node) return fullNameOf(node);
  const part = items.find(({ hostId }) => hostId === id);
  return part && `Machine ${part.hostName}`;
}

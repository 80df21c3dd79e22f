// Exports a graph as Confluence wiki markup: tables of subnets, hosts and connections.
import type { Graph } from '../graph';
import type { Lookup } from '../lookup';
import { edgeLabel, nodeNames, plain, type Renderer } from './picture';

export const renderConfluence: Renderer = (graph, lookup) => {
  const names = nodeNames(graph, lookup);
  const { hostIds, addressIds } = shownIn(graph, lookup);
  const addressesOf = (hostId: string) => lookup.addressesOf(hostId).filter(({ id }) => addressIds.has(id));
  const subnetIds = new Set([...addressIds].map((id) => lookup.ipAddresses.get(id)!.subnetId));
  const subnets = lookup.inventory.subnets.filter(({ id }) => subnetIds.has(id));
  const hosts = lookup.inventory.hosts.filter(({ id }) => hostIds.has(id));
  return [
    `h1. Topology: ${graph.view}`,
    ...table(
      'Subnets',
      ['Name', 'CIDR', 'Type'],
      subnets.map(({ name, cidr, subnetType }) => [name, cidr, subnetType]),
    ),
    ...table(
      'Hosts',
      ['Name', 'Hostname', 'Addresses', 'Services'],
      hosts.map(({ id, displayName, hostname }) => [
        displayName,
        hostname ?? '',
        addressesOf(id)
          .map(({ ipAddress }) => ipAddress)
          .join(', '),
        lookup
          .servicesOf(id)
          .map(({ name }) => name)
          .join(', '),
      ]),
    ),
    ...table(
      'Connections',
      ['From', 'To', 'Type', 'Label'],
      graph.edges.map((edge) => [names.get(edge.source)!, names.get(edge.target)!, edge.edgeType, edgeLabel(edge)]),
    ),
    '',
  ].join('\n');
};

/**
 * Ids of the hosts and addresses that the tables of the page list. The hosts are those in the graph. The addresses are
 * all addresses of these hosts; in the L3 view, only those that the graph draws as nodes.
 */
function shownIn({ view, nodes }: Graph, lookup: Lookup) {
  const elements = nodes.flatMap((node) => (node.nodeType === 'Element' ? [node] : []));
  const boxes = nodes.flatMap((node) => (node.nodeType === 'Container' ? [node] : []));
  const hostIds = new Set([
    ...elements.map(({ hostId }) => hostId),
    ...boxes.flatMap(({ containerType, entityId }) => (containerType === 'Host' && entityId ? [entityId] : [])),
  ]);
  const addressIds =
    view === 'L3Logical'
      ? elements.filter(({ elementType }) => elementType === 'IPAddress').map(({ id }) => id)
      : [...hostIds].flatMap((hostId) => lookup.addressesOf(hostId).map(({ id }) => id));
  return { hostIds, addressIds: new Set(addressIds) };
}

const table = (title: string, columns: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  '',
  `h2. ${title}`,
  `||${columns.join('||')}||`,
  ...rows.map((cells) => `|${cells.map((cell) => escapeText(cell) || ' ').join('|')}|`),
];

// Characters that have a meaning in Confluence markup. A backslash begins markup, and two backslashes are a line break.
// A dash may strike text through, except within a word.
const special = /[\\&<>]|[{}[\]()|*_+^~!?#@]|(?<![\p{L}\p{N}])-|-(?![\p{L}\p{N}])|:(?=[DP)(])/gu;
const entities: Readonly<Record<string, string>> = { '\\': '&#92;', '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeText = (text: string): string =>
  plain(text).replace(special, (character) => entities[character] ?? `\\${character}`);

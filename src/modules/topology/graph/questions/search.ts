// Finds nodes of a graph by name, address, CIDR, software, VLAN number and id.
import type { Container, Element, Graph, Node } from '../graph';
import type { InventoryIpAddress } from '../inventory';
import type { Lookup } from '../lookup';
import { parseSearchText } from '../../../../platform/text/search-text';

type Text = string | null | undefined;

/** The texts of a node that a search compares with the search text. */
interface Names {
  /** Texts such as names. They match if the search text occurs anywhere in them. */
  readonly texts: readonly Text[];
  /**
   * Numbers such as VLAN numbers. They match only if they equal the search text: a part of a number is another number.
   */
  readonly numbers: readonly Text[];
  /**
   * Ids. They match if they equal the search text, or begin with a search text of at least `shortestBeginning`
   * characters. Shorter texts would match by chance.
   */
  readonly ids: readonly Text[];
}

const shortestBeginning = 8;
const isNumber = /^\d+$/;

/**
 * The nodes that match a search text, at most `limit`. First nodes with a text equal to the search text, then nodes
 * with a text that begins with the search text, then nodes with a text that contains it. Within each of these groups,
 * the order is that of the graph.
 */
export function searchNodes(graph: Graph, lookup: Lookup, text: string, limit: number): Node[] {
  const forms = parseSearchText(text)?.forms.map((form) => form.toLowerCase());
  if (!forms) return [];
  const nodesByRank: [Node[], Node[], Node[]] = [[], [], []];
  for (const node of graph.nodes) {
    const rank = rankOf(namesOf(node, lookup, forms[0]!), forms);
    if (rank !== undefined) nodesByRank[rank].push(node);
  }
  return nodesByRank.flat().slice(0, limit);
}

type Rank = 0 | 1 | 2;

/**
 * How well a node matches the search text (0 is best). The text is compared in several Unicode forms; undefined if none
 * matches.
 */
function rankOf(names: Names, forms: readonly string[]): Rank | undefined {
  const ranks = forms.map((form) => rankOfForm(names, form)).filter((rank) => rank !== undefined);
  return ranks.length > 0 ? (Math.min(...ranks) as Rank) : undefined;
}

function rankOfForm({ texts, numbers, ids }: Names, searchText: string): Rank | undefined {
  if (ids.includes(searchText) || numbers.includes(searchText)) return 0;
  const isBeginning = searchText.length >= shortestBeginning && ids.some((id) => id?.startsWith(searchText));
  let best: Rank | undefined = isBeginning ? 1 : undefined;
  for (const text of texts) {
    const at = text ? text.toLowerCase().indexOf(searchText) : -1;
    if (at < 0) continue;
    if (at === 0 && text!.length === searchText.length) return 0;
    if (at === 0) best = 1;
    else best ??= 2;
  }
  return best;
}

function namesOf(node: Node, lookup: Lookup, searchText: string): Names {
  return node.nodeType === 'Container'
    ? namesOfBox(node, lookup, searchText)
    : namesOfElement(node, lookup, searchText);
}

function namesOfBox({ id, header, entityId, containerType }: Container, lookup: Lookup, searchText: string): Names {
  const subnet = lookup.subnets.get(entityId ?? '');
  const vlan = lookup.vlans.get(entityId ?? '');
  const machine = containerType === 'Host' ? lookup.hosts.get(entityId!) : undefined;
  return {
    texts: [
      // If the search text is a number, the heading of a VLAN is left out: `VLAN 100` would match the search text `10`.
      ...[vlan && isNumber.test(searchText) ? null : header, subnet?.name, subnet?.cidr, vlan?.name],
      ...(machine ? [machine.hostname, ...addressesLike(searchText, lookup.addressesOf(machine.id))] : []),
    ],
    numbers: [vlan && String(vlan.vlanNumber)],
    ids: [id, entityId],
  };
}

function namesOfElement(element: Element, lookup: Lookup, searchText: string): Names {
  const { id, header, elementType, hostId } = element;
  // A port is not found by the names of its device, because the box of the device is found by these names.
  if (elementType === 'Interface')
    return { texts: [header, lookup.interfaces.get(id)?.ifName], numbers: [], ids: [id] };
  const { displayName, hostname, vmName } = lookup.hosts.get(hostId)!;
  const service = lookup.services.get(id);
  const inline = element.inlineGroups.map(({ entityId }) => lookup.services.get(entityId));
  const addresses = service
    ? lookup.boundAddressesOf(service)
    : elementType === 'Host'
      ? lookup.addressesOf(hostId)
      : [];
  return {
    texts: [
      ...[header, displayName, hostname, vmName, lookup.ipAddresses.get(id)?.ipAddress],
      ...addressesLike(searchText, addresses),
      ...[service?.software.name, service?.composeProject],
      ...inline.flatMap((one) => [one?.name, one?.software.name]),
    ],
    numbers: [],
    ids: [id],
  };
}

/**
 * The IP addresses of a host that a search compares with the search text. Empty if the search text has no dot or colon,
 * because a plain number would match most addresses of a network.
 */
const addressesLike = (searchText: string, addresses: readonly InventoryIpAddress[]): string[] =>
  /[.:]/.test(searchText) ? addresses.map(({ ipAddress }) => ipAddress) : [];

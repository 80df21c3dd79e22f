// Finds nodes of a graph by name, address, CIDR, software, VLAN number and id.
import type { Container, Element, Graph, Node } from '../graph';
import type { InventoryIpAddress } from '../inventory';
import type { Lookup } from '../lookup';
import { parseSearchText } from '../../../../platform/text/search-text';

type Text = string | null | undefined;

/** The texts by which a search finds a node. */
interface Names {
  /** Searchable texts, such as names. They match if the searched text occurs anywhere in them. */
  readonly texts: readonly Text[];
  /** Searchable numbers. They match only as a whole, because a part of a number is another number. */
  readonly numbers: readonly Text[];
  /**
   * Searchable ids. An id matches as a whole or by its beginning. Digits inside an id have no meaning, and short parts
   * would match by chance.
   */
  readonly ids: readonly Text[];
}

const shortestBeginning = 8;
const isNumber = /^\d+$/;

/**
 * Nodes that match a search text. Exact matches come first, then nodes with a text that begins with the search text,
 * then nodes with a text that contains it. Each group is in the order of the graph.
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

/** The best rank of a node among the Unicode forms of a search text; undefined if no form matches. */
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
      // The heading of a VLAN is not searched for numbers, because the VLAN number in it would match a shorter number.
      ...[vlan && isNumber.test(searchText) ? null : header, subnet?.name, subnet?.cidr, vlan?.name],
      ...(machine ? [machine.hostname, ...addressesLike(searchText, lookup.addressesOf(machine.id))] : []),
    ],
    numbers: [vlan && String(vlan.vlanNumber)],
    ids: [id, entityId],
  };
}

function namesOfElement(element: Element, lookup: Lookup, searchText: string): Names {
  const { id, header, elementType, hostId } = element;
  // A port is not found by texts of its device. The box of the device is found by these texts.
  if (elementType === 'Interface') return { texts: [header], numbers: [], ids: [id] };
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
 * The addresses of a host that a part of an address may match. None if the search text is a plain number, because most
 * addresses of a network have the same first bytes.
 */
const addressesLike = (searchText: string, addresses: readonly InventoryIpAddress[]): string[] =>
  /[.:]/.test(searchText) ? addresses.map(({ ipAddress }) => ipAddress) : [];

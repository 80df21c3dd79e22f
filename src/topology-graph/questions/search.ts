// Finding nodes of a graph by what people know of them: names, addresses, CIDRs, software, VLAN numbers.
import type { Graph, Node } from '../graph';
import type { Lookup } from '../lookup';

/** Exact matches first, then those that begin with the text, then those that contain it; within each as the graph is ordered. */
export function searchNodes(graph: Graph, lookup: Lookup, text: string, limit: number): Node[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const ranked: [Node[], Node[], Node[]] = [[], [], []];
  for (const node of graph.nodes) {
    const rank = rankOf(textsOf(node, lookup), wanted);
    if (rank !== undefined) ranked[rank].push(node);
  }
  return ranked.flat().slice(0, limit);
}

function rankOf(texts: readonly (string | null | undefined)[], wanted: string): 0 | 1 | 2 | undefined {
  let best: 1 | 2 | undefined;
  for (const text of texts) {
    const at = text ? text.toLowerCase().indexOf(wanted) : -1;
    if (at < 0) continue;
    if (at === 0 && text!.length === wanted.length) return 0;
    if (at === 0) best = 1;
    else best ??= 2;
  }
  return best;
}

function textsOf(node: Node, lookup: Lookup): (string | null | undefined)[] {
  const { id, header } = node;
  if (node.nodeType === 'Container') {
    const subnet = lookup.subnets.get(node.entityId ?? '');
    const vlan = lookup.vlans.get(node.entityId ?? '');
    return [id, header, node.entityId, subnet?.name, subnet?.cidr, vlan?.name, vlan && String(vlan.vlanNumber)];
  }
  const host = lookup.hosts.get(node.hostId)!;
  const service = lookup.services.get(id);
  const inline = node.inlineGroups.map(({ entityId }) => lookup.services.get(entityId));
  return [
    id,
    header,
    // A port is not found by its device's name: the device has a box of its own.
    ...(node.elementType === 'Interface' ? [] : [host.displayName, host.vmName]),
    lookup.ipAddresses.get(id)?.ipAddress,
    service?.software.name,
    service?.composeProject,
    ...inline.flatMap((one) => [one?.name, one?.software.name]),
  ];
}

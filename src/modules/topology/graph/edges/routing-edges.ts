// Edges of routing protocols, each between two hosts of which at least one reports the other as a routing neighbor.
import type { Edge, RoutingEnds } from '../graph';
import type { Inventory } from '../inventory';
import { hostContainerId } from '../lookup';
import { byText } from '../order';
import { memoizeByIdentity } from '../remembered';
import { addEdge, type EdgeSource } from './edge';

const names: Readonly<Record<RoutingEnds['routingProtocol'], string>> = {
  Ospf: 'OSPF',
  Ospfv3: 'OSPFv3',
  Bgp: 'BGP',
  IsIs: 'IS-IS',
};

/**
 * Pairs of hosts that are routing neighbors, each pair once per protocol, no matter which of the two hosts reports the
 * other.
 */
const adjacenciesAmong = memoizeByIdentity((hosts: Inventory['hosts']): readonly RoutingEnds[] => {
  const states = new Map<
    string,
    { ends: Omit<RoutingEnds, 'states' | 'neighborStates'>; of: Map<string, Set<string>> }
  >();
  for (const { id, routingNeighbors = [] } of hosts)
    for (const { hostId, protocol, state } of routingNeighbors) {
      const [first, second] = byText(id, hostId) < 0 ? [id, hostId] : [hostId, id];
      const key = `${first} ${second} ${protocol}`;
      const adjacency = states.get(key) ?? {
        ends: { hostId: first, neighborHostId: second, routingProtocol: protocol },
        of: new Map<string, Set<string>>(),
      };
      states.set(key, adjacency);
      adjacency.of.set(id, (adjacency.of.get(id) ?? new Set()).add(state));
    }
  return [...states]
    .sort(([a], [b]) => byText(a, b))
    .map(([, { ends, of }]) => ({
      ...ends,
      states: [...(of.get(ends.hostId) ?? [])].sort(byText),
      neighborStates: [...(of.get(ends.neighborHostId) ?? [])].sort(byText),
    }));
});

/**
 * Adds routing edges. In the view `L2Physical` they connect boxes of hosts. In other views they connect two addresses
 * in a common subnet, or otherwise the first addresses of the two hosts.
 */
export function addRoutingEdges(edges: Edge[], from: EdgeSource): void {
  for (const payload of adjacenciesAmong(from.lookup.inventory.hosts)) {
    const ends = from.view === 'L2Physical' ? boxesOf(payload) : addressesOf(payload, from);
    if (!ends) continue;
    const { hostId, neighborHostId, routingProtocol, states, neighborStates } = payload;
    addEdge(edges, from, 'RoutingNeighbor', {
      ...ends,
      payload,
      label: [names[routingProtocol], [...new Set([...states, ...neighborStates])].join(' / ')].join(' '),
      relationKey: `${hostId} ${neighborHostId} ${routingProtocol}`,
    });
  }
}

type Ends = Pick<Edge, 'source' | 'target'>;

const boxesOf = ({ hostId, neighborHostId }: RoutingEnds): Ends => ({
  source: hostContainerId(hostId),
  target: hostContainerId(neighborHostId),
});

function addressesOf({ hostId, neighborHostId }: RoutingEnds, { lookup, isNode }: EdgeSource): Ends | undefined {
  const drawnAddresses = (id: string) => lookup.addressesOf(id).filter((address) => isNode(address.id));
  const [ownAddresses, others] = [drawnAddresses(hostId), drawnAddresses(neighborHostId)];
  for (const { id, subnetId } of ownAddresses) {
    const near = others.find((other) => other.subnetId === subnetId);
    if (near) return { source: id, target: near.id };
  }
  return ownAddresses[0] && others[0] && { source: ownAddresses[0].id, target: others[0].id };
}

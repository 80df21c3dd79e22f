// What a device says of routing, in the form that the server takes. Pure.
import type { PendingHost } from '../protocol/outbox';
import type { DeviceFacts } from '../snmp';

type Parts = Pick<PendingHost, 'fhrp_groups' | 'routes' | 'routing_neighbors'>;

/** What the server takes at most of one host. */
const most = { memberships: 1_000, virtualAddresses: 64, neighbors: 2_000 } as const;

/** The agent's own machine is asked for routes alone: of the rest nothing is said. */
export function routingParts({
  fhrpGroups,
  routes,
  routingNeighbors,
}: Pick<DeviceFacts, 'routes'> & Partial<Pick<DeviceFacts, 'fhrpGroups' | 'routingNeighbors'>>): Parts {
  return {
    routes: routes.map(({ nextHop, ifIndex, ...route }) => ({
      ...route,
      ...(nextHop !== undefined && { next_hop: nextHop }),
      ...(ifIndex !== undefined && { if_index: ifIndex }),
    })),
    ...(fhrpGroups && {
      fhrp_groups: fhrpGroups
        .slice(0, most.memberships)
        .map(({ groupNumber, virtualAddresses, ifIndex, protocol, state, priority }) => ({
          ...{ protocol, state, group_number: groupNumber, if_index: ifIndex },
          virtual_addresses: virtualAddresses.slice(0, most.virtualAddresses),
          ...(priority !== undefined && { priority }),
        })),
    }),
    ...(routingNeighbors && {
      routing_neighbors: routingNeighbors
        .slice(0, most.neighbors)
        .map(({ address, routerId, ifIndex, remoteAs, protocol, state }) => ({
          ...{ protocol, state },
          ...(address !== undefined && { neighbor_address: address }),
          ...(routerId !== undefined && { neighbor_router_id: routerId }),
          ...(ifIndex !== undefined && { if_index: ifIndex }),
          ...(remoteAs !== undefined && { remote_as: remoteAs }),
        })),
    }),
  };
}

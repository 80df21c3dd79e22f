// What a device says of routing and of wireless clients, in the form that the server takes. Pure.
import type { PendingHost } from '../protocol/outbox';
import type { DeviceFacts, DeviceTable } from '../snmp';
import { cut, number } from './values';

/** What is read of routing; of the agent's own machine routes alone. */
export type Routed = Pick<DeviceFacts, 'routes'> &
  Partial<Pick<DeviceFacts, 'fhrpGroups' | 'routingNeighbors' | 'wirelessClients'>>;
type Parts = Pick<PendingHost, 'fhrp_groups' | 'routes' | 'routing_neighbors' | 'wireless_associations'>;
type Complete = NonNullable<PendingHost['interface_data_complete']>;

/** What the server takes at most of one host. */
const most = { memberships: 1_000, virtualAddresses: 64, neighbors: 2_000 } as const;

/** The agent's own machine is asked for routes alone: of the rest nothing is said. */
export function routingParts({ fhrpGroups, routes, routingNeighbors, wirelessClients }: Routed): Parts {
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
    ...(wirelessClients && {
      wireless_associations: wirelessClients.map((client) => ({
        client_mac: client.mac,
        client_address: client.address,
        if_index: number(client.ifIndex, 2 ** 31 - 1),
        is_own_radio: client.isOwnRadio,
        access_point_mac: client.accessPointMac,
        access_point_address: client.accessPointAddress,
        access_point_name: cut(client.accessPointName, 255),
        ssid: cut(client.ssid, 255),
        bssid: client.bssid,
        channel: client.channel,
        band: client.band,
        signal_dbm: client.signalDbm,
        snr_db: client.snrDb,
        associated_seconds: number(client.associatedSeconds, 2 ** 31 - 1),
      })),
    }),
  };
}

/** Which of these tables were read to their end, of those that were read. */
export const routingComplete = (
  { fhrpGroups, routingNeighbors, wirelessClients }: Routed,
  isComplete: (table: DeviceTable) => boolean,
): Complete => ({
  routes: isComplete('routes'),
  ...(fhrpGroups && { fhrp: isComplete('fhrp') }),
  ...(routingNeighbors && { routing_neighbors: isComplete('routing neighbours') }),
  ...(wirelessClients && { wireless: isComplete('wireless') }),
});

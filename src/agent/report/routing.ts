// Builds the report's routes, FHRP groups, routing neighbors and wireless clients from a device's facts. Pure.
import type { PendingHost } from '../protocol/outbox';
import type { DeviceFacts, DeviceTable } from '../snmp';
import { cutText, boundedInteger } from './values';

/** The routing tables and wireless clients of a device; the agent's own machine has routes only. */
export type RoutingFacts = Pick<DeviceFacts, 'routes'> &
  Partial<Pick<DeviceFacts, 'fhrpGroups' | 'routingNeighbors' | 'wirelessClients'>>;
type Parts = Pick<PendingHost, 'fhrp_groups' | 'routes' | 'routing_neighbors' | 'wireless_associations'>;
type Complete = NonNullable<PendingHost['interface_data_complete']>;

/** The server's limits for one host. */
const most = { memberships: 1_000, virtualAddresses: 64, neighbors: 2_000 } as const;

/** Absent facts stay absent: the own machine is read for routes alone. */
export function buildRoutingFields({ fhrpGroups, routes, routingNeighbors, wirelessClients }: RoutingFacts): Parts {
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
        if_index: boundedInteger(client.ifIndex, 2 ** 31 - 1),
        is_own_radio: client.isOwnRadio,
        access_point_mac: client.accessPointMac,
        access_point_address: client.accessPointAddress,
        access_point_name: cutText(client.accessPointName, 255),
        ssid: cutText(client.ssid, 255),
        bssid: client.bssid,
        channel: client.channel,
        band: client.band,
        signal_dbm: client.signalDbm,
        snr_db: client.snrDb,
        associated_seconds: boundedInteger(client.associatedSeconds, 2 ** 31 - 1),
      })),
    }),
  };
}

/** Which of the tables that were read are complete. */
export const completeRoutingTables = (
  { fhrpGroups, routingNeighbors, wirelessClients }: RoutingFacts,
  isComplete: (table: DeviceTable) => boolean,
): Complete => ({
  routes: isComplete('routes'),
  ...(fhrpGroups && { fhrp: isComplete('fhrp') }),
  ...(routingNeighbors && { routing_neighbors: isComplete('routing neighbours') }),
  ...(wirelessClients && { wireless: isComplete('wireless') }),
});

// Finds the switch ports to which hosts without a known cable are connected, from the forwarding tables of all ports.
import { rankPlaces, type Sighting } from '../../inventory/location/places';
import { isStationMac } from '../../../platform/text/identifiers';
import { virtualTypes } from '../../../platform/text/interface-types';
import { linkedHostIds } from './filters';
import type { Inventory, InventoryInterface, MachinePlaces } from './inventory';
import { groupRows } from './lookup';
import { memoizeByIdentity } from './remembered';

/**
 * The switch ports to which hosts without a known cable are connected, for the visible rows of an inventory. Leaves out
 * virtual machines, which have no switch port, and wireless clients, which are connected to an access point. A client
 * remains one if its access point is missing or supposed to fail: `accessPoints` are the hosts that can be one.
 */
export const placesOfMachines = (
  { hosts, interfaces, ipAddresses }: Inventory,
  accessPoints: Inventory['hosts'] = hosts,
): MachinePlaces => placesAmong(hosts, interfaces, ipAddresses, accessPoints);

const placesAmong = memoizeByIdentity(
  (
    hosts: Inventory['hosts'],
    interfaces: Inventory['interfaces'],
    ipAddresses: Inventory['ipAddresses'],
    accessPointHosts: Inventory['hosts'],
  ): MachinePlaces => {
    const linkedHosts = linkedHostIds(interfaces);
    const accessPointIds = new Set(accessPointHosts.flatMap(({ id, hidden }) => (hidden ? [] : id)));
    const machines = hosts.filter(
      ({ id, isVirtual, accessPoints = [] }) =>
        !isVirtual && !linkedHosts.has(id) && !accessPoints.some(({ hostId }) => accessPointIds.has(hostId)),
    );
    const macsOf = groupRows(
      [...ipAddresses, ...interfaces].filter(({ macAddress }) => isStationMac(macAddress)),
      ({ hostId }) => hostId,
    );
    const macsOfMachines = new Map(
      machines.map(({ id }) => [id, new Set((macsOf.get(id) ?? []).map(({ macAddress }) => macAddress!))]),
    );
    const tables = portsByMac(interfaces, new Set([...macsOfMachines.values()].flatMap((macs) => [...macs])));
    const farHostsOf = farHostsAmong(interfaces);
    const sightingsOf = (hostId: string, macs: ReadonlySet<string>): Sighting[] =>
      [...macs].flatMap((macAddress) =>
        (tables.get(macAddress) ?? []).flatMap(({ port, learnedCount }): Sighting | readonly Sighting[] =>
          port.hostId === hostId
            ? []
            : {
                interfaceId: port.id,
                hostId: port.hostId,
                evidence: 'ForwardingTable',
                macAddress,
                readAt: port.learned!.readAt === null ? null : new Date(port.learned!.readAt),
                runId: port.learned!.runId,
                learnedCount,
                isVirtual: virtualTypes.has(port.ifType),
                farHostIds: [...(farHostsOf.get(port.id) ?? [])].filter((id) => id !== hostId),
              },
        ),
      );
    const portsOf = new Map<string, readonly string[]>();
    const withoutPort: string[] = [];
    for (const [hostId, macs] of macsOfMachines) {
      const { ports } = rankPlaces(sightingsOf(hostId, macs), macs.size);
      if (ports.length === 0) withoutPort.push(hostId);
      else
        portsOf.set(
          hostId,
          ports.map(({ interfaceId }) => interfaceId),
        );
    }
    const portIds = new Set([...portsOf.values()].flat());
    // `withoutPort` lists machines of which the switch port is unknown. A device to whose ports other hosts are
    // connected is a switch itself, so it is not listed.
    const devices = new Set(interfaces.flatMap(({ id, hostId }) => (portIds.has(id) ? hostId : [])));
    return { portsOf, portIds, withoutPort: withoutPort.filter((id) => !devices.has(id)) };
  },
);

interface LearnedAt {
  readonly port: InventoryInterface;
  /** Number of MAC addresses in the forwarding table of the port. */
  readonly learnedCount: number;
}

/** By MAC address: the ports whose forwarding table lists the address. Only addresses in `wantedMacs` are included. */
function portsByMac(interfaces: Inventory['interfaces'], wantedMacs: ReadonlySet<string>): Map<string, LearnedAt[]> {
  const ports = new Map<string, LearnedAt[]>();
  if (wantedMacs.size === 0) return ports;
  for (const port of interfaces) {
    if (!port.learned) continue;
    const macs = port.learned.macs.split(' ');
    for (const mac of macs) {
      if (!wantedMacs.has(mac)) continue;
      const learnedAt = { port, learnedCount: macs.length };
      const others = ports.get(mac);
      if (others) others.push(learnedAt);
      else ports.set(mac, [learnedAt]);
    }
  }
  return ports;
}

/** The neighboring hosts of each port. An aggregate also has the neighbors of its member ports. */
function farHostsAmong(interfaces: Inventory['interfaces']): ReadonlyMap<string, ReadonlySet<string>> {
  const aggregateOf = new Map(
    interfaces.flatMap(({ id, aggregateId }) => (aggregateId ? [[id, aggregateId] as const] : [])),
  );
  const farHosts = new Map<string, Set<string>>();
  const add = (portId: string | null, farHostId: string): void => {
    for (const id of [portId, aggregateOf.get(portId ?? '')])
      if (id) farHosts.set(id, (farHosts.get(id) ?? new Set<string>()).add(farHostId));
  };
  for (const port of interfaces)
    for (const { hostId, interfaceId } of port.neighbors) {
      add(port.id, hostId);
      add(interfaceId, port.hostId);
    }
  return farHosts;
}

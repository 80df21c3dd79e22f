// Judges whether each MAC address that ports have learned belongs to a known machine.
import { rankPlaces, type Sighting } from '../../../inventory/location/places';
import { isStationMac } from '../../../../platform/text/identifiers';
import { virtualTypes } from '../../../../platform/text/interface-types';
import type { Inventory, InventoryInterface } from '../../graph/inventory';
import { memoizeByIdentity } from '../../graph/remembered';
import { cabling } from '../cabling';
import type { Judge } from '../context';
import { cablesAmong } from './cables';

export const judgeUnknownMachines: Judge<'NothingUnknownBehindPorts'> = ({ index, selected, report }) => {
  const { lookup, present, hostFacts } = index;
  const reading = new Set<string>();
  for (const { hostId, learned } of present.interfaces) {
    if (!learned || !selected.presentHostIds.has(hostId)) continue;
    reading.add(hostId);
    report.addJudged(1);
  }
  for (const { id } of selected.presentHosts)
    if (!reading.has(id) && hostFacts.get(id)?.role === 'Switch') report.lack('forwarding_table_not_read', id);
  if (reading.size === 0)
    return selected.presentHosts.length > 0 ? report.lack('forwarding_table_not_read') : undefined;
  const { interfaces, ipAddresses } = lookup.inventory;
  for (const [mac, ports] of placesOfUnknown(present.interfaces, interfaces, ipAddresses))
    for (const { id, hostId } of ports)
      if (selected.presentHostIds.has(hostId))
        report.find('unknown_machine', [id, mac], () => ({
          subject: 'Interface',
          elementIds: [id, hostId],
          params: { host: index.nameOfHost(hostId), port: index.nameOfPort(id), mac },
        }));
};

interface LearnedAt {
  readonly port: InventoryInterface;
  readonly learnedCount: number;
}

/**
 * For each learned MAC address of an unknown machine: the ports to which the machine may be connected. Ports that lead
 * to the machine through another switch are listed only if no other port has learned the address.
 */
const placesOfUnknown = memoizeByIdentity(
  (
    present: Inventory['interfaces'],
    interfaces: Inventory['interfaces'],
    ipAddresses: Inventory['ipAddresses'],
  ): ReadonlyMap<string, readonly InventoryInterface[]> => {
    const knownMacs = new Set([...interfaces, ...ipAddresses].map(({ macAddress }) => macAddress));
    const unknown = new Map<string, LearnedAt[]>();
    for (const port of present) {
      if (!port.learned) continue;
      const macs = port.learned.macs.split(' ');
      for (const mac of macs) {
        if (knownMacs.has(mac) || !isStationMac(mac)) continue;
        const places = unknown.get(mac);
        const place = { port, learnedCount: macs.length };
        if (places) places.push(place);
        else unknown.set(mac, [place]);
      }
    }
    const farHosts = farHostsOfPorts(present);
    return new Map(
      [...unknown].map(([mac, places]) => {
        const sightings = places.map((place) => sightingOf(mac, place, farHosts));
        const { ports, passing } = rankPlaces(sightings, 1);
        const nearest = new Set((ports.length > 0 ? ports : passing).map(({ interfaceId }) => interfaceId));
        return [mac, places.map(({ port }) => port).filter(({ id }) => nearest.has(id))];
      }),
    );
  },
);

const sightingOf = (
  macAddress: string,
  { port, learnedCount }: LearnedAt,
  farHosts: ReadonlyMap<string, ReadonlySet<string>>,
): Sighting => ({
  interfaceId: port.id,
  hostId: port.hostId,
  evidence: 'ForwardingTable',
  macAddress,
  readAt: port.learned!.readAt === null ? null : new Date(port.learned!.readAt),
  runId: port.learned!.runId,
  learnedCount,
  isVirtual: virtualTypes.has(port.ifType),
  farHostIds: [...(farHosts.get(port.id) ?? [])],
});

/**
 * By port id: ids of the hosts at the other ends of the port's cables. An aggregate also has the cables of its members.
 */
function farHostsOfPorts(interfaces: Inventory['interfaces']): ReadonlyMap<string, ReadonlySet<string>> {
  const farHosts = new Map<string, Set<string>>();
  for (const { ends } of cablesAmong(cabling(interfaces)))
    for (const [at, { port }] of ends.entries())
      for (const id of [port?.id, port?.aggregateId])
        if (id) farHosts.set(id, (farHosts.get(id) ?? new Set<string>()).add(ends[1 - at]!.hostId));
  return farHosts;
}

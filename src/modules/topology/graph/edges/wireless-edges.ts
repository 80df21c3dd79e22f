// Edges of wireless clients, from the box of the client to the box of the access point.
import type { Edge, WirelessEnds } from '../graph';
import type { Inventory } from '../inventory';
import { hostContainerId } from '../lookup';
import { byText } from '../order';
import { memoizeByIdentity } from '../remembered';
import { addEdge, type EdgeSource } from './edge';

/** Pairs of a wireless client and its access point, each pair once. Both must be hosts of the inventory. */
const associationsAmong = memoizeByIdentity((hosts: Inventory['hosts']): readonly WirelessEnds[] => {
  const hostIds = new Set(hosts.map(({ id }) => id));
  return hosts.flatMap(({ id, accessPoints = [] }) => {
    const among = accessPoints.filter(({ hostId }) => hostId !== id && hostIds.has(hostId));
    return [...new Set(among.map(({ hostId }) => hostId))].sort(byText).map((accessPointHostId) => {
      const rows = among.filter(({ hostId }) => hostId === accessPointHostId);
      return {
        clientHostId: id,
        accessPointHostId,
        ssids: distinct(rows.map(({ ssid }) => ssid)),
        interfaceIds: distinct(rows.map(({ interfaceId }) => interfaceId)),
      };
    });
  });
});

const distinct = (texts: readonly (string | null)[]): string[] =>
  [...new Set(texts.flatMap((text) => text ?? []))].sort(byText);

/** Ids of wireless clients and of access points, which are the ends of wireless edges. */
export const wirelessHostIds = memoizeByIdentity((hosts: Inventory['hosts']): readonly string[] => [
  ...new Set(associationsAmong(hosts).flatMap((one) => [one.clientHostId, one.accessPointHostId])),
]);

export function addWirelessEdges(edges: Edge[], from: EdgeSource): void {
  for (const payload of associationsAmong(from.lookup.inventory.hosts)) {
    const { clientHostId, accessPointHostId, ssids } = payload;
    addEdge(edges, from, 'WirelessAssociation', {
      source: hostContainerId(clientHostId),
      target: hostContainerId(accessPointHostId),
      payload,
      label: ssids.length > 0 ? ssids.join(' / ') : null,
      relationKey: `${clientHostId} ${accessPointHostId}`,
    });
  }
}

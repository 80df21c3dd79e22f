// Wireless clients of a demo network, as they would appear in the client tables of its access points.
import type { Association } from './cabling';
import { Chance } from './chance';
import type { HostDraft } from './host-draft';
import type { NetworkDraft } from './network-draft';
import type { Seen } from './timeline';

/** SSIDs, one per kind of subnet that access points serve. */
const ssids = ['wireless', 'guest', 'things'];
const nameOfSsid: Readonly<Record<string, string>> = { wireless: 'Staff', guest: 'Guests', things: 'Things' };
const channels = { FiveGhz: [36, 44, 52, 100], TwoPointFourGhz: [1, 6, 11] } as const;
const noiseDbm = -95;
const longestMinutes = 480;

/**
 * Adds a wireless client to an access point. Devices in the subnet `things`, and one in five other clients, use 2.4
 * GHz.
 */
export function addAssociation(network: NetworkDraft, { client, accessPoint, subnet }: Association): void {
  const chance = new Chance(`${network.scope.seed} wireless/${client.id}`);
  const isSlow = subnet === 'things' || chance.happens(0.2);
  add(network, chance, {
    ...{ accessPoint, subnet, isSlow, seenColumns: client.seenColumns, name: client.name },
    ...{ clientMac: client.mac, clientAddress: client.firstAddress.ipAddress, clientHostId: client.id },
  });
}

/** Adds guests' phones with random MAC addresses. No discovery run has found them, so they are not hosts. */
export function addGuests(network: NetworkDraft, accessPoint: HostDraft): void {
  const chance = new Chance(`${network.scope.seed} guests/${accessPoint.id}`);
  const count = chance.between(2, 5);
  for (let number = 1; number <= count; number++)
    add(network, chance, {
      ...{
        accessPoint,
        subnet: 'guest',
        isSlow: false,
        seenColumns: accessPoint.seenColumns,
        name: `${accessPoint.name}/${number}`,
      },
      ...{ clientMac: chance.textLike('a6:~~:~~:~~:~~:~~'), clientAddress: null, clientHostId: null },
    });
}

interface Client extends Omit<Association, 'client'> {
  /** The name is unique in the network, because ids are derived from it. */
  readonly name: string;
  readonly seenColumns: Seen;
  /** Whether the client uses the 2.4 GHz radio. */
  readonly isSlow: boolean;
  readonly clientMac: string;
  readonly clientAddress: string | null;
  readonly clientHostId: string | null;
}

function add(network: NetworkDraft, chance: Chance, client: Client): void {
  const { rows, scope } = network;
  const { accessPoint, subnet, seenColumns, clientMac, clientAddress, clientHostId } = client;
  const band = client.isSlow ? 'TwoPointFourGhz' : 'FiveGhz';
  const radio = accessPoint.interfaces.find(({ row }) => row.ifName === (client.isSlow ? 'wifi1' : 'wifi0'))!;
  const seenAt = new Date(seenColumns.lastSeenAt);
  const signalDbm = -chance.between(42, 78);
  const { createdAt, updatedAt, validFrom } = seenColumns;
  const id = network.id(`wireless/${client.name}`);
  rows.wireless_associations.push({
    ...{ id, networkId: scope.networkId, createdAt, updatedAt, validFrom },
    ...{ hostId: accessPoint.id, interfaceId: radio.row.id, isOwnRadio: true, accessPointHostId: accessPoint.id },
    ...{ clientMac, clientAddress, clientHostId },
    ssid: nameOfSsid[subnet]!,
    bssid: bssidOf(radio.row.macAddress!, ssids.indexOf(subnet)),
    ...{ band, channel: new Chance(radio.row.id).pick(channels[band]) },
    associatedSince: new Date(seenAt.getTime() - chance.between(2, longestMinutes) * 60_000).toISOString(),
  });
  rows.wireless_signals.push({
    ...{ associationId: id, networkId: scope.networkId, readAt: seenAt.toISOString() },
    ...{ signalDbm, snrDb: signalDbm - noiseDbm },
  });
}

/**
 * The BSSID for one of a radio's networks. From the second network on, it is locally administered (IEEE 802, 8.2.2).
 */
function bssidOf(mac: string, index: number): string {
  const first = Number.parseInt(mac.slice(0, 2), 16);
  const lastOctet = index === 0 ? first : first ^ (0x02 | (index << 2));
  return `${lastOctet.toString(16).padStart(2, '0')}${mac.slice(2)}`;
}

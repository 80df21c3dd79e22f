// Reads wireless clients from tables of the vendors of access points and controllers; no standard defines such a table.
import { boundedInteger, cutText } from '../../../../protocol/bounds';
import type { PortFacts } from '../../facts';
import { rowTable } from '../../row-table';
import type { Device } from '../../walk';
import { enterpriseNumber } from '../makers';
import { readAirOs, readAironet, readRouterOs } from './access-points';
import { readAirespace, readArubaController, readArubaInstant, readZoneDirector } from './controllers';
import type { WirelessClientFacts, WirelessReader } from './values';
import { highestInt32 } from '../../../../../platform/text/integers';

/**
 * Readers by the enterprise number in sysObjectID. Devices with airOS send Ubiquiti's number (41112) or the number of
 * their SNMP agent (10002).
 */
const readers: Readonly<Record<string, readonly WirelessReader[]>> = {
  9: [readAirespace, readAironet],
  10_002: [readAirOs],
  14_179: [readAirespace],
  14_823: [readArubaController, readArubaInstant],
  14_988: [readRouterOs],
  25_053: [readZoneDirector],
  41_112: [readAirOs],
};

/** Maximum number of clients per device that the server stores. */
export const mostWirelessClients = 5_000;

/** Reads the tables of wireless clients that the device's vendor has. Devices of other vendors get no requests. */
async function readWireless(
  device: Device,
  facts: PortFacts,
): Promise<{ rows: WirelessClientFacts[]; isComplete: boolean }> {
  const byMac = new Map<string, WirelessClientFacts>();
  let isComplete = !device.pace.gone;
  for (const read of readers[enterpriseNumber(facts.system.objectId) ?? ''] ?? [])
    for (const { table, clients, unkeyed, isComplete: isWhole } of await read(device, facts)) {
      isComplete &&= isWhole && unkeyed === 0;
      if (unkeyed > 0) device.note(`${table}: ${unkeyed} rows have no client, no access point or no radio`);
      let undecided = 0;
      for (const client of clients) {
        const other = byMac.get(client.mac);
        const isLater = other && startsAfter(client, other);
        if (other && isLater === undefined) undecided++;
        if (!other || isLater) byMac.set(client.mac, client);
      }
      if (undecided > 0) device.note(`${table}: ${undecided} clients are there more than once; their first row counts`);
    }
  if (byMac.size > mostWirelessClients) {
    device.note(`wireless clients: ${byMac.size - mostWirelessClients} of ${byMac.size} are left out`);
    isComplete = false;
  }
  return { rows: [...byMac.values()].slice(0, mostWirelessClients), isComplete };
}

/**
 * For a roaming client in the tables of two access points: whether the association in row `one` is later than that in
 * `other`. Undefined if a row has no time.
 */
function startsAfter(one: WirelessClientFacts, other: WirelessClientFacts): boolean | undefined {
  if (one.associatedSeconds === undefined || other.associatedSeconds === undefined) return undefined;
  return one.associatedSeconds < other.associatedSeconds;
}

export const wirelessClients = rowTable({
  name: 'wireless',
  read: readWireless,
  member: 'wireless_associations',
  complete: 'wireless',
  most: mostWirelessClients,
  toReport: (client) => ({
    client_mac: client.mac,
    client_address: client.address,
    if_index: boundedInteger(client.ifIndex, highestInt32),
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
    associated_seconds: boundedInteger(client.associatedSeconds, highestInt32),
  }),
});

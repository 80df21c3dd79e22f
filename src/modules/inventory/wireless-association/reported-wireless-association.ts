// Wireless clients in a report of an access point or controller: their GraphQL input, and the function that stores
// them.
import { builder } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';
import { withForm, integer, list, orEmpty, text } from '../../../graphql/plugin/bounds';
import { canonicalIpAddress, canonicalMacAddress } from '../../../platform/text/addresses';
import { isStationMac } from '../../../platform/text/identifiers';
import type { Db } from '../../../data/tenancy/rows';
import type { Viewer } from '../../../data/tenancy/viewer';
import type { HostRef } from '../shared/host-children';
import { replaceReadRows, reportedTable, type Reading } from '../shared/read-rows';
import { resolveWirelessAssociations, storeSignals } from './wireless-associations.sql';

/** Maximum number of wireless clients stored per access point or controller. */
export const mostWirelessAssociations = 5_000;
/**
 * Two start times of an association that differ by at most this number of milliseconds count as equal, because the
 * reported times are imprecise.
 */
const sameStartMs = 600_000;

const address = { ...withForm(orEmpty(canonicalIpAddress)) };
const mac = { ...withForm(orEmpty(canonicalMacAddress)) };
const reportedAssociation = builder.inputType('ReportedWirelessAssociationInput', {
  description:
    'A wireless client in the table of the host, at a radio of its own or at an access point that it controls.',
  fields: (t) => ({
    clientMac: t.string({
      required: true,
      ...withForm(canonicalMacAddress),
      description: 'MAC address of the client; one of a group is left out.',
    }),
    clientAddress: t.string({ ...address, description: 'IP address of the client.' }),
    ifIndex: t.int(integer(0, undefined, 'ifIndex of the radio interface of the host.')),
    isOwnRadio: t.boolean({ description: 'Whether the client is at a radio of the host itself; false if left out.' }),
    accessPointMac: t.string({ ...mac, description: 'MAC address of the access point, if it is another device.' }),
    accessPointAddress: t.string({ ...address, description: 'IP address of the access point.' }),
    accessPointName: t.string(text(0, 255)),
    ssid: t.string(text(0, 255)),
    bssid: t.string({ ...mac, description: 'MAC address of the radio cell (BSSID).' }),
    channel: t.int(integer(1, 253, 'Primary channel number.')),
    band: t.field({ type: enumRef('WirelessBand'), description: 'Frequency band.' }),
    signalDbm: t.int(integer(-200, 100, 'Received signal strength in dBm.')),
    snrDb: t.int(integer(-100, 200, 'Signal-to-noise ratio in dB.')),
    associatedSeconds: t.int(integer(0, undefined, 'Seconds since the client associated.')),
  }),
});
type ReportedAssociation = typeof reportedAssociation.$inferInput;

type Stored = Readonly<Record<string, unknown>>;
const columns = [
  ...['interfaceId', 'isOwnRadio', 'clientAddress', 'accessPointMac', 'accessPointAddress', 'accessPointName'],
  ...['ssid', 'bssid', 'channel', 'band', 'associatedSince'],
];
/**
 * Columns that identify the radio to which the client is connected. If one of them changes, the client has moved, and
 * values that were read for the former radio are not kept.
 */
const placeColumns = ['interfaceId', 'isOwnRadio', 'accessPointMac', 'accessPointAddress', 'accessPointName', 'bssid'];

/**
 * Returns the columns to store for a wireless client. If the table was read incompletely, values that are missing in
 * the report keep their stored value. An unchanged association also keeps its stored start time.
 */
function mergeAssociation(storedRow: Stored, read: Stored, isComplete: boolean): Stored {
  // The client has moved to a new radio only if a stored and a reported value differ. A value that was null before is
  // no sign of a move.
  const isElsewhere = placeColumns.some(
    (name) => read[name] != null && storedRow[name] != null && read[name] !== storedRow[name],
  );
  const isKept = (name: string) => !isComplete && !isElsewhere && read[name] == null;
  const row = Object.fromEntries(columns.map((name) => [name, isKept(name) ? storedRow[name] : read[name]]));
  const [before, now] = [storedRow.associatedSince, row.associatedSince] as (Date | null)[];
  const isSameStart = !isElsewhere && before && now && Math.abs(Number(now) - Number(before)) <= sameStartMs;
  return { ...read, ...row, ...(isSameStart && { associatedSince: before }) };
}

const tableOf = (isComplete: boolean) => ({
  model: 'WirelessAssociation' as const,
  columns,
  most: mostWirelessAssociations,
  keyOf: ({ clientMac }: Stored) => clientMac as string,
  mergeRow: (storedRow: Stored, read: Stored) => mergeAssociation(storedRow, read, isComplete),
});

const macOf = (text: string | null | undefined): string | null => {
  const mac = text ? canonicalMacAddress('wirelessAssociations.mac', text) : null;
  return isStationMac(mac) ? mac : null;
};
const addressOf = (text: string | null | undefined): string | null =>
  text ? canonicalIpAddress('wirelessAssociations.address', text) : null;

async function writeReportedWirelessAssociations(
  tx: Db,
  viewer: Viewer,
  host: HostRef,
  associations: readonly ReportedAssociation[],
  read: Reading,
): Promise<void> {
  const rows = associations.flatMap(({ clientMac, ifIndex, associatedSeconds, ...given }) => {
    const client = macOf(clientMac);
    if (client === null) return [];
    const row = {
      clientMac: client,
      clientAddress: addressOf(given.clientAddress),
      interfaceId: (ifIndex != null && read.interfaceIds.get(ifIndex)) || null,
      isOwnRadio: given.isOwnRadio === true,
      accessPointMac: macOf(given.accessPointMac),
      accessPointAddress: addressOf(given.accessPointAddress),
      accessPointName: given.accessPointName?.trim() || null,
      ssid: given.ssid || null,
      bssid: macOf(given.bssid),
      channel: given.channel ?? null,
      band: given.band ?? null,
      associatedSince: associatedSeconds == null ? null : new Date(Number(read.at) - associatedSeconds * 1_000),
    };
    return [row];
  });
  const isChanged = await replaceReadRows(tx, viewer, tableOf(read.isComplete), host, { rows, ...read });
  if (isChanged) await resolveWirelessAssociations(tx, host.networkId, host.id);
  await storeSignals(tx, viewer, host, associations, read.at);
}

export const reportedWirelessAssociations = reportedTable({
  field: {
    type: [reportedAssociation],
    ...list(mostWirelessAssociations),
    description: `Wireless clients in the table of the host, at most ${mostWirelessAssociations}. They replace stored ones if the table was read completely.`,
  },
  complete: 'wireless',
  what: 'Wireless clients and their access points.',
  write: writeReportedWirelessAssociations,
  resolve: resolveWirelessAssociations,
});

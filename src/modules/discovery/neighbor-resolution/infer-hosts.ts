// Hosts for neighbors that match no stored host: one host per device, from the records of all ports.
import { isIP } from 'node:net';
import { identifyingText, isRepeatingAddress, isStationMac } from '../../../platform/text/identifiers';
import type { EvidenceRow, InferredHost } from './inventory';

/**
 * The chassis id if it identifies one device; otherwise null: zeros, an address that many devices use, or a text set at
 * the factory.
 */
export function reliableChassisId({ chassisId }: EvidenceRow): EvidenceRow['chassisId'] {
  if (!chassisId) return null;
  const { subtype, value } = chassisId;
  if (subtype === 'MacAddress') return isStationMac(value) ? chassisId : null;
  if (subtype === 'NetworkAddress' && isIP(value) !== 0) return isRepeatingAddress(value) ? null : chassisId;
  return identifyingText(value) === null ? null : chassisId;
}
/**
 * The MAC address in the port id; null if there is none. Used if the chassis id identifies no device, as for phones
 * without an IP address.
 */
export const portMacAsChassis = (row: EvidenceRow): string | null =>
  row.chassisId && !reliableChassisId(row) && row.portId?.subtype === 'MacAddress' && isStationMac(row.portId.value)
    ? row.portId.value
    : null;
/** The id by which a host can be named and recognized; null if the record has none. */
const chassisIdOf = (row: EvidenceRow): string | null => reliableChassisId(row)?.value ?? portMacAsChassis(row);
const sysNameOf = ({ sysName, deviceId }: EvidenceRow): string | null => (sysName ?? deviceId)?.trim() || null;
/**
 * Whether the record identifies no device. It then only says that there is one, which is a different device at each
 * port.
 */
export const isNameless = (row: EvidenceRow): boolean =>
  row.chassisId !== null && chassisIdOf(row) === null && sysNameOf(row) === null;
/** Key that distinguishes the reported neighbor from others; null if the record has no such value. */
export const evidenceKey = (row: EvidenceRow): string | null =>
  chassisIdOf(row) ?? (isNameless(row) ? `port ${row.interfaceId}` : (sysNameOf(row)?.toLowerCase() ?? null));

const longestName = 100;
const shortenName = (name: string): string => [...name].slice(0, longestName).join('');

/**
 * Hosts to create for neighbor records that match no host. If some records have a chassis id, the others wait, because
 * they may describe one of the hosts created for these.
 */
export function inferHosts(unknown: readonly EvidenceRow[], newId: (key: string) => string): InferredHost[] {
  const withChassis = unknown.filter((row) => chassisIdOf(row) !== null);
  const byKey = new Map<string, EvidenceRow[]>();
  for (const row of withChassis.length > 0 ? withChassis : unknown) {
    const key = evidenceKey(row);
    if (key === null) continue;
    const rows = byKey.get(key);
    if (rows) rows.push(row);
    else byKey.set(key, [row]);
  }
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, rows]) => hostOf(newId(key), rows));
}

/**
 * Builds the host from its records. The order of records does not matter: of several values, the first one in sort
 * order is used.
 */
function hostOf(id: string, rows: readonly EvidenceRow[]): InferredHost {
  const first = rows[0]!;
  const chassisId = chassisIdOf(first);
  const sysName =
    rows
      .map(sysNameOf)
      .filter((name) => name !== null)
      .sort()[0] ?? null;
  return {
    id,
    heardOn: isNameless(first) ? first.interfaceId : null,
    name: shortenName(sysName ?? chassisId ?? first.portDescription ?? first.portId?.value ?? first.chassisId!.value),
    chassisId,
    sysName,
    protocol: rows.some(({ protocol }) => protocol === 'LLDP') ? 'LLDP' : 'CDP',
    interfaceId: rows.map(({ interfaceId }) => interfaceId).sort()[0]!,
    lastSeenAt: latest(rows.map(({ observedAt }) => observedAt)),
  };
}

export const latest = (times: readonly Date[]): Date =>
  times.reduce((latestYet, time) => (time > latestYet ? time : latestYet));

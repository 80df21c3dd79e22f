// Builds hosts for neighbors that match no stored host: one host for each device, from the LLDP and CDP rows of all
// ports.
import { isIP } from 'node:net';
import { identifyingText, isRepeatingAddress, isStationMac } from '../../../platform/text/identifiers';
import type { EvidenceRow, InferredHost } from './inventory';

/**
 * Returns the chassis id if it identifies one device. Otherwise returns null: for zeros, for a MAC or IP address that
 * many devices use, and for a text set at the factory.
 */
export function reliableChassisId({ chassisId }: EvidenceRow): EvidenceRow['chassisId'] {
  if (!chassisId) return null;
  const { subtype, value } = chassisId;
  if (subtype === 'MacAddress') return isStationMac(value) ? chassisId : null;
  if (subtype === 'NetworkAddress' && isIP(value) !== 0) return isRepeatingAddress(value) ? null : chassisId;
  return identifyingText(value) === null ? null : chassisId;
}
/**
 * Some phones without an IP address send a chassis id that identifies no device. Returns the MAC address in their port
 * id instead; null for other devices.
 */
export const portMacAsChassis = (row: EvidenceRow): string | null =>
  row.chassisId && !reliableChassisId(row) && row.portId?.subtype === 'MacAddress' && isStationMac(row.portId.value)
    ? row.portId.value
    : null;
/**
 * Returns an id that identifies the reported device: its chassis id, or the MAC address of its port. Null if there is
 * none.
 */
const chassisIdOf = (row: EvidenceRow): string | null => reliableChassisId(row)?.value ?? portMacAsChassis(row);
const sysNameOf = ({ sysName, deviceId }: EvidenceRow): string | null => (sysName ?? deviceId)?.trim() || null;
/**
 * Whether the LLDP or CDP row identifies no device. Such a row only shows that the port has a neighbor. The neighbors
 * in two such rows count as different devices.
 */
export const isNameless = (row: EvidenceRow): boolean =>
  row.chassisId !== null && chassisIdOf(row) === null && sysNameOf(row) === null;
/**
 * Returns a key that all LLDP and CDP rows about one unknown device have in common; null if a row has no value for a
 * key.
 */
export const evidenceKey = (row: EvidenceRow): string | null =>
  chassisIdOf(row) ?? (isNameless(row) ? `port ${row.interfaceId}` : (sysNameOf(row)?.toLowerCase() ?? null));

const longestName = 100;
const shortenName = (name: string): string => [...name].slice(0, longestName).join('');

/**
 * Returns hosts to create for LLDP and CDP rows that match no host. If some of the rows have a chassis id, the other
 * rows create no hosts, because they may describe the same devices.
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
 * Builds a host from its LLDP and CDP rows. The order of the rows does not matter: of several values, the first in sort
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

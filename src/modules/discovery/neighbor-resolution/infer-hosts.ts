// Hosts for unknown neighbours: one for each device, from the reports of all ports.
import type { EvidenceRow, InferredHost } from './inventory';

/** The id that a host can be named after and recognized by; null where the report has none. */
const chassisIdOf = ({ chassisId }: EvidenceRow): string | null => chassisId?.value || null;
const sysNameOf = ({ sysName, deviceId }: EvidenceRow): string | null => (sysName ?? deviceId)?.trim() || null;
/** What tells its neighbour from others; null where it says nothing of the kind. */
export const identityOf = (row: EvidenceRow): string | null =>
  chassisIdOf(row) ?? (sysNameOf(row)?.toLowerCase() || null);

const longestName = 100;
const shortened = (name: string): string => [...name].slice(0, longestName).join('');

/**
 * The hosts to be made for reports of which no host is known. Those without a chassis id wait while others have one: they
 * may be about one of the hosts made for these.
 */
export function inferHosts(unknown: readonly EvidenceRow[], newId: (key: string) => string): InferredHost[] {
  const withChassis = unknown.filter((row) => chassisIdOf(row) !== null);
  const byKey = new Map<string, EvidenceRow[]>();
  for (const row of withChassis.length > 0 ? withChassis : unknown) {
    const key = identityOf(row);
    if (key === null) continue;
    const rows = byKey.get(key);
    if (rows) rows.push(row);
    else byKey.set(key, [row]);
  }
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, rows]) => hostOf(newId(key), rows));
}

/** Independent of the order of the reports: of several values the least in their order counts. */
function hostOf(id: string, rows: readonly EvidenceRow[]): InferredHost {
  const chassisId = chassisIdOf(rows[0]!);
  const sysName =
    rows
      .map(sysNameOf)
      .filter((name) => name !== null)
      .sort()[0] ?? null;
  return {
    id,
    name: shortened(sysName ?? chassisId!),
    chassisId,
    sysName,
    protocol: rows.some(({ protocol }) => protocol === 'LLDP') ? 'LLDP' : 'CDP',
    interfaceId: rows.map(({ interfaceId }) => interfaceId).sort()[0]!,
    lastSeenAt: latest(rows.map(({ observedAt }) => observedAt)),
  };
}

export const latest = (times: readonly Date[]): Date =>
  times.reduce((latestYet, time) => (time > latestYet ? time : latestYet));

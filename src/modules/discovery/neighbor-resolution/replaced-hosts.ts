// Finds hosts that were inferred from LLDP and CDP data and have been discovered since.
import { byWhatItWasInferredFrom, type FoundHost } from './find-host';
import { isNameless } from './infer-hosts';
import type { EvidenceRow } from './inventory';
import { only, type NetworkIndex } from './network-index';

/**
 * Returns a map from the id of an inferred host to the id of the discovered host that replaces it. A discovered host
 * replaces an inferred one if all LLDP and CDP rows about the inferred host now resolve to the discovered host.
 */
export function replacedHosts(
  index: NetworkIndex,
  rows: readonly (readonly [EvidenceRow, FoundHost])[],
): ReadonlyMap<string, string> {
  const leadTo = new Map<string, Set<string>>();
  for (const [row, host] of rows) {
    if (isNameless(row)) continue;
    for (const inferredId of byWhatItWasInferredFrom(index, row)) {
      const hostIds = leadTo.get(inferredId) ?? new Set();
      leadTo.set(inferredId, hostIds.add(typeof host === 'string' ? inferredId : host.hostId));
    }
  }
  return new Map(
    [...leadTo].flatMap(([inferredId, hostIds]) => {
      const hostId = only(hostIds);
      return hostId === undefined || index.hosts.get(hostId)!.isInferred ? [] : [[inferredId, hostId] as const];
    }),
  );
}

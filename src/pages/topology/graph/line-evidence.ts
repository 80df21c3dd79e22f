// Says how a link between two ports is known and since when, from the rows that discovery stored for its two ports.
import type { PageLinePortFragment } from '../../../generated/page-operations';
import type { LineEnd } from './lines';

export type LinePort = PageLinePortFragment;
type Basis = LinePort['neighbors'][number]['basis'];

export interface LineEvidence {
  readonly basis: Basis;
  /** Names of the machines at whose ports the link is reported. */
  readonly reporters: readonly string[];
  /** Creation time of the oldest of the rows. */
  readonly since: string;
  /** Since when a port of the link is read as down; null if it is up. */
  readonly downSince: string | null;
}

const earlier = (one: string, other: string): string => (Date.parse(one) <= Date.parse(other) ? one : other);

/**
 * The evidence for a link between two ends, by the kind of evidence. `ports` are the stored ports of the two ends,
 * undefined for an end that is not a port.
 */
export function evidenceOfLine(
  ends: readonly [LineEnd, LineEnd],
  ports: readonly (LinePort | undefined)[],
): readonly LineEvidence[] {
  const byBasis = new Map<Basis, LineEvidence>();
  ends.forEach((near, index) => {
    const far = ends[1 - index]!;
    for (const row of ports[index]?.neighbors ?? []) {
      const isThisLink =
        row.remoteInterfaceId === null ? row.remoteHostId === far.hostId : row.remoteInterfaceId === far.portId;
      if (!isThisLink) continue;
      const before = byBasis.get(row.basis);
      byBasis.set(row.basis, {
        basis: row.basis,
        reporters: [...new Set([...(before?.reporters ?? []), near.machineName])],
        since: before ? earlier(before.since, row.createdAt) : row.createdAt,
        downSince: before?.downSince ?? row.downSince,
      });
    }
  });
  return [...byBasis.values()];
}

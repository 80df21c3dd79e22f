// Finds links that are down: a port at one end was down when it was read, at or after the link's last report.
import type { Decisions } from './decisions';
import { linkKey, type Ends, type EvidenceRow, type Inventory, type Link, type PortRow } from './inventory';
import type { NetworkIndex } from './network-index';

interface ResolvedLinks {
  readonly links: readonly Link[];
  /** LLDP and CDP rows, each with the two ends of the link that it reports. */
  readonly tracedEvidence: readonly (readonly [Ends, EvidenceRow])[];
  readonly decisions: Decisions;
}

/**
 * Returns the time since which links are down, by the `linkKey` of their ends. A link that a user has confirmed is
 * never down, because the cable may carry no traffic.
 */
export function downTimes(
  index: NetworkIndex,
  { stored }: Inventory,
  resolution: ResolvedLinks,
): ReadonlyMap<string, Date> {
  const { links, tracedEvidence, decisions } = resolution;
  const reportedAt = new Map<string, Date>();
  for (const [ends, { observedAt }] of tracedEvidence) note(reportedAt, ends, observedAt);
  for (const link of links)
    if (link.basis === 'FDB' || link.basis === 'ARP') {
      const port = index.ports.get(link.interfaceId)!;
      note(reportedAt, link, (link.basis === 'FDB' ? port.fdbReadAt : port.arpReadAt)!);
    }
  const madeAt = new Map<string, Date>();
  for (const link of stored) note(madeAt, link, link.createdAt);
  const before = new Map(stored.map((link) => [linkKey(link), link]));

  const since = new Map<string, Date>();
  for (const link of [...stored, ...links]) {
    if (decisions.isDecided(link)) continue;
    const was = before.get(linkKey(link));
    // If no device reports the link any more, the creation of the link counts as its last report.
    const at = reportedAt.get(linkKey(link)) ?? madeAt.get(linkKey(link));
    const ends = [link.interfaceId, link.remoteInterfaceId ?? ''].flatMap((id) => index.ports.get(id) ?? []);
    const down = ends.filter(({ isDown, seenAt }) => isDown && (at === undefined || seenAt >= at));
    if (down.length > 0) since.set(linkKey(link), was?.downSince ?? earliest(down));
  }
  return since;
}

/** Keeps the latest report of a link. Both ends may report the same link, so the time is stored for both directions. */
function note(times: Map<string, Date>, { interfaceId, remoteInterfaceId, remoteHostId }: Ends, at: Date): void {
  const reversedEnds = remoteInterfaceId && {
    interfaceId: remoteInterfaceId,
    remoteInterfaceId: interfaceId,
    remoteHostId,
  };
  for (const ends of [{ interfaceId, remoteInterfaceId, remoteHostId }, ...(reversedEnds ? [reversedEnds] : [])]) {
    const knownTime = times.get(linkKey(ends));
    if (!knownTime || at > knownTime) times.set(linkKey(ends), at);
  }
}

const earliest = (ports: readonly PortRow[]): Date =>
  ports.map(({ seenAt }) => seenAt).reduce((one, other) => (other < one ? other : one));

// Links that are down: a port at one of their ends is down, by a reading at least as new as the link's last report.
import type { Decisions } from './decisions';
import { linkKey, type Ends, type EvidenceRow, type Inventory, type Link, type PortRow } from './inventory';
import type { NetworkIndex } from './network-index';

interface Found {
  readonly links: readonly Link[];
  /** Neighbour records with the ends of the links that they report. */
  readonly tracedEvidence: readonly (readonly [Ends, EvidenceRow])[];
  readonly decisions: Decisions;
}

/**
 * Since when links, found and stored, are down, by their ends. Links that users have decided are never down: users know
 * of cables without traffic.
 */
export function downTimes(index: NetworkIndex, { stored }: Inventory, resolution: Found): ReadonlyMap<string, Date> {
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
    // A link that nothing reports any more dates from its creation.
    const at = reportedAt.get(linkKey(link)) ?? madeAt.get(linkKey(link));
    const ends = [link.interfaceId, link.remoteInterfaceId ?? ''].flatMap((id) => index.ports.get(id) ?? []);
    const down = ends.filter(({ isDown, seenAt }) => isDown && (at === undefined || seenAt >= at));
    if (down.length > 0) since.set(linkKey(link), was?.downSince ?? earliest(down));
  }
  return since;
}

/** Stores the time of the latest report of a link, from either end. */
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

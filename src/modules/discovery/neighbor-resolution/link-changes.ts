// The writes that turn the stored links into the resolved ones: none where they are the same.
import { isDerived, linkKey, type Link, type StoredLink } from './inventory';
import type { Resolution } from './resolve';

export interface LinkChanges {
  readonly added: readonly (Link & Pick<StoredLink, 'downSince'>)[];
  /** Stored links that stand on another protocol or basis than before, have gone down or come up. */
  readonly changed: readonly StoredLink[];
  /** Ids. */
  readonly removed: readonly string[];
}

/**
 * A stored link stays until it is confirmed or replaced: by the other links of a port of which every report was resolved,
 * or by a link from the same port to the same host; or until it is outdated. A decision keeps it; what was made for a
 * decision or a documented link alone goes with it.
 */
export function linkChanges(
  stored: readonly StoredLink[],
  resolution: Pick<Resolution, 'links' | 'settledPorts' | 'hostOfPort' | 'outdated' | 'kept' | 'downSince'>,
): LinkChanges {
  const { links, settledPorts, hostOfPort, outdated, kept, downSince } = resolution;
  const wanted = new Map(links.map((link) => [linkKey(link), link]));
  const toHost = ({ interfaceId, remoteInterfaceId, remoteHostId }: Link) =>
    `${interfaceId} ${remoteHostId ?? hostOfPort.get(remoteInterfaceId!)}`;
  const linkedHosts = new Set(links.filter((link) => !isDerived(link)).map(toHost));
  const known = new Set(stored.map(linkKey));
  const isReplaced = (link: StoredLink): boolean =>
    isDerived(link) || settledPorts.has(link.interfaceId) || linkedHosts.has(toHost(link)) || outdated.has(link.id);
  const isGone = (link: StoredLink): boolean => !wanted.has(linkKey(link)) && !kept.has(link.id) && isReplaced(link);
  const downOf = (link: Link): Date | null => downSince.get(linkKey(link)) ?? null;
  const isSame = (one: StoredLink, other: StoredLink): boolean =>
    one.protocol === other.protocol &&
    one.basis === other.basis &&
    one.downSince?.getTime() === other.downSince?.getTime();
  return {
    added: links.filter((link) => !known.has(linkKey(link))).map((link) => ({ ...link, downSince: downOf(link) })),
    changed: stored.flatMap((link) => {
      if (isGone(link)) return [];
      const now = { ...link, ...wanted.get(linkKey(link)), downSince: downOf(link) };
      return isSame(link, now) ? [] : [now];
    }),
    removed: stored.filter(isGone).map(({ id }) => id),
  };
}

// Computes the writes that replace the stored links of a network by the resolved links.
import { isDerived, linkKey, type Link, type StoredLink } from './inventory';
import type { Resolution } from './resolve';

export interface LinkChanges {
  readonly addedLinks: readonly (Link & Pick<StoredLink, 'downSince'>)[];
  /** Stored links whose protocol, basis or `downSince` has changed, with the new values. */
  readonly changedLinks: readonly StoredLink[];
  /** Ids of links to delete. */
  readonly removedIds: readonly string[];
}

/**
 * Compares the stored links of a network with the resolved links. A stored link that was not resolved again stays,
 * because missing data do not show that a cable was removed. It is deleted if newer data contradict it, or if it
 * existed only because of a decision or documentation that was deleted.
 */
export function linkChanges(
  storedLinks: readonly StoredLink[],
  resolution: Pick<Resolution, 'links' | 'settledPorts' | 'hostOfPort' | 'outdatedIds' | 'keptIds' | 'downSince'>,
): LinkChanges {
  const { links, settledPorts, hostOfPort, outdatedIds, keptIds, downSince } = resolution;
  const linksByKey = new Map(links.map((link) => [linkKey(link), link]));
  const toHost = ({ interfaceId, remoteInterfaceId, remoteHostId }: Link) =>
    `${interfaceId} ${remoteHostId ?? hostOfPort.get(remoteInterfaceId!)}`;
  const linkedHosts = new Set(links.filter((link) => !isDerived(link)).map(toHost));
  const storedKeys = new Set(storedLinks.map(linkKey));
  const isReplaced = (link: StoredLink): boolean =>
    isDerived(link) || settledPorts.has(link.interfaceId) || linkedHosts.has(toHost(link)) || outdatedIds.has(link.id);
  const isGone = (link: StoredLink): boolean =>
    !linksByKey.has(linkKey(link)) && !keptIds.has(link.id) && isReplaced(link);
  const downOf = (link: Link): Date | null => downSince.get(linkKey(link)) ?? null;
  const isSame = (one: StoredLink, other: StoredLink): boolean =>
    one.protocol === other.protocol &&
    one.basis === other.basis &&
    one.downSince?.getTime() === other.downSince?.getTime();
  return {
    addedLinks: links
      .filter((link) => !storedKeys.has(linkKey(link)))
      .map((link) => ({ ...link, downSince: downOf(link) })),
    changedLinks: storedLinks.flatMap((link) => {
      if (isGone(link)) return [];
      const now = { ...link, ...linksByKey.get(linkKey(link)), downSince: downOf(link) };
      return isSame(link, now) ? [] : [now];
    }),
    removedIds: storedLinks.filter(isGone).map(({ id }) => id),
  };
}

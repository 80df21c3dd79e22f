// The writes that turn the stored links into the resolved ones: none where they are the same.
import { linkKey, type Link, type StoredLink } from './inventory';
import type { Resolution } from './resolve';

export interface LinkChanges {
  readonly added: readonly Link[];
  /** Stored links that stand on another protocol or basis than before. */
  readonly changed: readonly StoredLink[];
  /** Ids. */
  readonly removed: readonly string[];
}

/**
 * A stored link stays until it is confirmed or replaced: by the other links of a port of which every report was resolved,
 * or by a link from the same port to the same host; or until it is outdated.
 */
export function linkChanges(
  stored: readonly StoredLink[],
  { links, settledPorts, hostOfPort, outdated }: Pick<Resolution, 'links' | 'settledPorts' | 'hostOfPort' | 'outdated'>,
): LinkChanges {
  const wanted = new Map(links.map((link) => [linkKey(link), link]));
  const toHost = ({ interfaceId, remoteInterfaceId, remoteHostId }: Link) =>
    `${interfaceId} ${remoteHostId ?? hostOfPort.get(remoteInterfaceId!)}`;
  const linkedHosts = new Set(links.map(toHost));
  const known = new Set(stored.map(linkKey));
  return {
    added: links.filter((link) => !known.has(linkKey(link))),
    changed: stored.flatMap((link) => {
      const now = wanted.get(linkKey(link));
      return now && (now.protocol !== link.protocol || now.basis !== link.basis) ? [{ ...link, ...now }] : [];
    }),
    removed: stored
      .filter(
        (link) =>
          !wanted.has(linkKey(link)) &&
          (settledPorts.has(link.interfaceId) || linkedHosts.has(toHost(link)) || outdated.has(link.id)),
      )
      .map(({ id }) => id),
  };
}

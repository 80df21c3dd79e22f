// What is to be written so that the stored links become the resolved ones: nothing where they are the same.
import { linkKey, type Link, type StoredLink } from './inventory';
import type { Resolution } from './resolve';

export interface LinkChanges {
  readonly added: readonly Link[];
  /** Stored links told of by another protocol than before. */
  readonly changed: readonly StoredLink[];
  /** Ids. */
  readonly removed: readonly string[];
}

/**
 * A stored link stays until it is confirmed or replaced: by the other links of a port of which every report was resolved,
 * or by a link from the same port to the same host.
 */
export function linkChanges(
  stored: readonly StoredLink[],
  { links, settledPorts, hostOfPort }: Pick<Resolution, 'links' | 'settledPorts' | 'hostOfPort'>,
): LinkChanges {
  const wanted = new Map(links.map((link) => [linkKey(link), link]));
  const toHost = ({ interfaceId, remoteInterfaceId, remoteHostId }: Link) =>
    `${interfaceId} ${remoteHostId ?? hostOfPort.get(remoteInterfaceId!)}`;
  const told = new Set(links.map(toHost));
  const known = new Set(stored.map(linkKey));
  return {
    added: links.filter((link) => !known.has(linkKey(link))),
    changed: stored.flatMap((link) => {
      const now = wanted.get(linkKey(link));
      return now && now.protocol !== link.protocol ? [{ ...now, id: link.id }] : [];
    }),
    removed: stored
      .filter((link) => !wanted.has(linkKey(link)) && (settledPorts.has(link.interfaceId) || told.has(toHost(link))))
      .map(({ id }) => id),
  };
}

// Users' decisions on links: that a link exists, or that it does not, whatever devices report.
import { linkKey, type Decision, type Ends, type Link, type StoredLink } from './inventory';
import type { NetworkIndex } from './network-index';

/**
 * Links that a user has confirmed and that no device reports: stored links that stay, and the ends of links to create.
 */
export interface Standing {
  readonly keptLinks: readonly StoredLink[];
  readonly missing: readonly Ends[];
}

/**
 * Returns the key of a link. It is the same for both orders of the ports, because a decision applies in both
 * directions.
 */
const pairKey = (ends: Ends): string => {
  const { interfaceId, remoteInterfaceId } = ends;
  if (remoteInterfaceId === null || interfaceId < remoteInterfaceId) return linkKey(ends);
  return `${remoteInterfaceId} ${interfaceId}`;
};

export class Decisions {
  private readonly refutedKeys: ReadonlySet<string>;
  private readonly decidedPorts: ReadonlySet<string>;
  /** Decisions that a link exists, except those with both ends on one host. */
  private readonly links: readonly Decision[];

  constructor(
    decisions: readonly Decision[],
    private readonly index: NetworkIndex,
  ) {
    this.refutedKeys = new Set(decisions.filter(({ verdict }) => verdict === 'Refuted').map(pairKey));
    this.links = decisions.filter((one) => one.verdict !== 'Refuted' && this.isBetweenHosts(one));
    this.decidedPorts = new Set(this.links.map(pairKey));
  }

  /**
   * Whether a user's decision refutes the link. A decision about a host applies to all ports of the host, except ports
   * with a decision of their own.
   */
  isRefuted(link: Ends): boolean {
    const [pair, ...wider] = this.keysOf(link);
    return (
      this.refutedKeys.has(pair) || (!this.decidedPorts.has(pair) && wider.some((key) => this.refutedKeys.has(key)))
    );
  }

  isDecided = (link: Ends): boolean => this.keysOf(link).some((key) => this.decidedPorts.has(key));

  /** Returns the links that exist because a user has confirmed them, although neither LLDP nor CDP reports them. */
  standing(reportedLinks: readonly Link[], storedLinks: readonly StoredLink[]): Standing {
    const isReported = new Set(reportedLinks.flatMap((link) => this.keysOf(link)));
    const open = this.links.filter((decision) => !isReported.has(pairKey(decision)));
    const isOpen = new Set(open.map(pairKey));
    const keptLinks = storedLinks.filter((link) => this.keysOf(link).some((key) => isOpen.has(key)));
    const isKept = new Set(keptLinks.flatMap((link) => this.keysOf(link)));
    return { keptLinks, missing: open.filter((decision) => !isKept.has(pairKey(decision))) };
  }

  /**
   * Returns the keys under which decisions about a link may be stored: about both ports, and about one port and the
   * host of the other port. The first is the most specific.
   */
  private keysOf(link: Ends): [string, ...string[]] {
    const { interfaceId, remoteInterfaceId } = link;
    if (remoteInterfaceId === null) return [pairKey(link)];
    const hostOf = (portId: string) => this.index.ports.get(portId)?.hostId;
    return [
      pairKey(link),
      `${interfaceId} ${hostOf(remoteInterfaceId)}`,
      `${remoteInterfaceId} ${hostOf(interfaceId)}`,
    ];
  }

  private isBetweenHosts({ interfaceId, remoteInterfaceId, remoteHostId }: Decision): boolean {
    const near = this.index.ports.get(interfaceId)?.hostId;
    const far = remoteHostId ?? this.index.ports.get(remoteInterfaceId!)?.hostId;
    return near !== undefined && far !== undefined && near !== far && this.index.hosts.has(far);
  }
}

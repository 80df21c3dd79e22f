// Users' decisions on links: that a link exists, or that it does not, whatever devices report.
import { linkKey, type Decision, type Ends, type Link, type StoredLink } from './inventory';
import type { NetworkIndex } from './network-index';

/**
 * Links that a user has confirmed and that no device reports: stored links to keep (`keptLinks`), and the ends of links
 * to create (`missing`).
 */
export interface Standing {
  readonly keptLinks: readonly StoredLink[];
  readonly missing: readonly Ends[];
}

/** Returns the key of a link between two ports. The key does not depend on the order of the ports. */
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

  /**
   * Returns the links that users have confirmed and that are to be kept or created. `reportedLinks` come from LLDP and
   * CDP. `storedLinks` do not include links that were created for a decision.
   */
  standing(reportedLinks: readonly Link[], storedLinks: readonly StoredLink[]): Standing {
    const isReported = new Set(reportedLinks.flatMap((link) => this.keysOf(link)));
    const open = this.links.filter((decision) => !isReported.has(pairKey(decision)));
    const isOpen = new Set(open.map(pairKey));
    const keptLinks = storedLinks.filter((link) => this.keysOf(link).some((key) => isOpen.has(key)));
    const isKept = new Set(keptLinks.flatMap((link) => this.keysOf(link)));
    return { keptLinks, missing: open.filter((decision) => !isKept.has(pairKey(decision))) };
  }

  /**
   * Returns the keys of decisions that apply to the link. First comes the key of a decision about both ports, then the
   * keys of decisions about one port and the host of the other port.
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

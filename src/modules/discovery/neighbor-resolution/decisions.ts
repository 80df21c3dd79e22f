// Users' decisions on links: links that exist, whatever is reported, and links that do not.
import { linkKey, type Decision, type Ends, type Link, type StoredLink } from './inventory';
import type { NetworkIndex } from './network-index';

/**
 * Confirmed links that no report gives: stored links that stay (`keptLinks`), and the ends of links to create
 * (`missing`).
 */
export interface Standing {
  readonly keptLinks: readonly StoredLink[];
  readonly missing: readonly Ends[];
}

/** Key of a link between two ports; the same from either end. */
const pairKey = (ends: Ends): string => {
  const { interfaceId, remoteInterfaceId } = ends;
  if (remoteInterfaceId === null || interfaceId < remoteInterfaceId) return linkKey(ends);
  return `${remoteInterfaceId} ${interfaceId}`;
};

export class Decisions {
  private readonly refutedKeys: ReadonlySet<string>;
  private readonly decidedPorts: ReadonlySet<string>;
  /** Decisions that a link exists. Those with both ends on one host are ignored. */
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
   * Whether the link is refuted. A decision on a host applies to each of its ports, except those that another decision
   * names.
   */
  isRefuted(link: Ends): boolean {
    const [pair, ...wider] = this.keysOf(link);
    return (
      this.refutedKeys.has(pair) || (!this.decidedPorts.has(pair) && wider.some((key) => this.refutedKeys.has(key)))
    );
  }

  isDecided = (link: Ends): boolean => this.keysOf(link).some((key) => this.decidedPorts.has(key));

  /**
   * The confirmed links that must be kept or created. `reportedLinks` come from neighbour records; `storedLinks` may
   * stay, without those created by decisions.
   */
  standing(reportedLinks: readonly Link[], storedLinks: readonly StoredLink[]): Standing {
    const isReported = new Set(reportedLinks.flatMap((link) => this.keysOf(link)));
    const open = this.links.filter((decision) => !isReported.has(pairKey(decision)));
    const isOpen = new Set(open.map(pairKey));
    const keptLinks = storedLinks.filter((link) => this.keysOf(link).some((key) => isOpen.has(key)));
    const isKept = new Set(keptLinks.flatMap((link) => this.keysOf(link)));
    return { keptLinks, missing: open.filter((decision) => !isKept.has(pairKey(decision))) };
  }

  /** Keys of decisions that apply to the link: on its two ends, then on either port and the host of the other. */
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

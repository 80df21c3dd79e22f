// What users have decided of links: which there are, whatever is reported, and which there are not.
import { linkKey, type Decision, type Ends, type Link, type StoredLink } from './inventory';
import type { NetworkIndex } from './network-index';

/** Of links that there are, those that no report gives: stored ones, which stay, and ends of others. */
export interface Standing {
  readonly keptLinks: readonly StoredLink[];
  readonly missing: readonly Ends[];
}

/** The same for a link between two ports from either end. */
const pairKey = (ends: Ends): string => {
  const { interfaceId, remoteInterfaceId } = ends;
  if (remoteInterfaceId === null || interfaceId < remoteInterfaceId) return linkKey(ends);
  return `${remoteInterfaceId} ${interfaceId}`;
};

export class Decisions {
  private readonly refutedKeys: ReadonlySet<string>;
  private readonly decidedPorts: ReadonlySet<string>;
  /** Of links that there are; those of two ends on one host say nothing. */
  private readonly links: readonly Decision[];

  constructor(
    decisions: readonly Decision[],
    private readonly index: NetworkIndex,
  ) {
    this.refutedKeys = new Set(decisions.filter(({ verdict }) => verdict === 'Refuted').map(pairKey));
    this.links = decisions.filter((one) => one.verdict !== 'Refuted' && this.isBetweenHosts(one));
    this.decidedPorts = new Set(this.links.map(pairKey));
  }

  /** What is refuted of a host is refuted of each of its ports, but for those that a decision names. */
  isRefuted(link: Ends): boolean {
    const [pair, ...wider] = this.keysOf(link);
    return (
      this.refutedKeys.has(pair) || (!this.decidedPorts.has(pair) && wider.some((key) => this.refutedKeys.has(key)))
    );
  }

  isDecided = (link: Ends): boolean => this.keysOf(link).some((key) => this.decidedPorts.has(key));

  /** `reported`: the links that records give; `stored`: those that may stay, without those of decisions. */
  standing(reportedLinks: readonly Link[], storedLinks: readonly StoredLink[]): Standing {
    const isReported = new Set(reportedLinks.flatMap((link) => this.keysOf(link)));
    const open = this.links.filter((decision) => !isReported.has(pairKey(decision)));
    const isOpen = new Set(open.map(pairKey));
    const keptLinks = storedLinks.filter((link) => this.keysOf(link).some((key) => isOpen.has(key)));
    const isKept = new Set(keptLinks.flatMap((link) => this.keysOf(link)));
    return { keptLinks, missing: open.filter((decision) => !isKept.has(pairKey(decision))) };
  }

  /** Of the decisions that speak of the link: on its two ends, then on either of its ports and the other one's host. */
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

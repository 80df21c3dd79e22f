// Decides which addresses a run scans: those that the server requests, as far as the agent's operator allows them.
import type { Work } from '../protocol/wire';
import { contains, parseRange, subtract, type AddressRange } from './ranges';
import type { Scope } from './scope';

export class ScanOrder {
  /** Whether the run is a rescan of certain hosts, in which machines at other addresses are not reported. */
  readonly isOfHosts: boolean;
  /** Addresses or CIDRs that the server requested; null if the server leaves the choice of addresses to the agent. */
  readonly cidrs: readonly string[] | null;
  /** Number of subnets that the job names but the inventory does not have, such as deleted ones: their CIDR is unknown. */
  readonly missingSubnets: number;
  private readonly ranges: readonly AddressRange[] | null;

  constructor(
    work: Pick<Work, 'discovery_type' | 'subnets'>,
    private readonly scope: Scope,
  ) {
    this.isOfHosts = work.discovery_type.type === 'Rescan';
    this.cidrs = this.isOfHosts ? (work.discovery_type.ips ?? []) : orderedSubnets(work);
    const namedCount = this.isOfHosts ? 0 : (work.discovery_type.subnet_ids ?? []).length;
    this.missingSubnets = namedCount === 0 ? 0 : namedCount - (this.cidrs ?? []).length;
    this.ranges = this.cidrs && this.cidrs.flatMap((cidr) => parseRange(cidr) ?? []);
  }

  /** Whether the address may be scanned: the operator allows it, and the server requested it. */
  includes(address: string): boolean {
    const isOrdered = this.ranges === null || this.ranges.some((range) => contains(range, address));
    return isOrdered && this.scope.allows(address);
  }

  /** Whether every address of the subnet may be scanned. */
  includesAll(cidr: string): boolean {
    return (
      this.scope.allowsAll(cidr) && (this.ranges === null || subtract([parseRange(cidr)!], this.ranges).length === 0)
    );
  }
}

function orderedSubnets({ discovery_type, subnets }: Pick<Work, 'discovery_type' | 'subnets'>): string[] | null {
  if (discovery_type.subnet_ids == null) return null;
  const cidrs = new Map(subnets.map(({ id, cidr }) => [id, cidr] as const));
  return discovery_type.subnet_ids.flatMap((id) => cidrs.get(id) ?? []);
}

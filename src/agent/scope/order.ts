// The addresses of a run: the server's order, limited to what the agent's owner allows.
import type { Work } from '../protocol/wire';
import { contains, parseRange, subtract, type AddressRange } from './ranges';
import type { Scope } from './scope';

export class ScanOrder {
  /** Whether the run rescans single hosts, so that nothing else is reported. */
  readonly isOfHosts: boolean;
  /** Addresses or CIDRs that the server ordered; null when it leaves the choice to the agent. */
  readonly cidrs: readonly string[] | null;
  private readonly ranges: readonly AddressRange[] | null;

  constructor(
    work: Pick<Work, 'discovery_type' | 'subnets'>,
    private readonly scope: Scope,
  ) {
    this.isOfHosts = work.discovery_type.type === 'Rescan';
    this.cidrs = this.isOfHosts ? (work.discovery_type.ips ?? []) : orderedSubnets(work);
    this.ranges = this.cidrs && this.cidrs.flatMap((cidr) => parseRange(cidr) ?? []);
  }

  /** Whether the owner allows the address and the server ordered it. */
  includes(address: string): boolean {
    const isOrdered = this.ranges === null || this.ranges.some((range) => contains(range, address));
    return isOrdered && this.scope.allows(address);
  }

  /** Whether the owner allows the whole subnet and the server ordered it. */
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

// What a run looks for: what the server orders, within what the owner of the agent allows.
import type { Work } from '../protocol/wire';
import { contains, rangeOf, subtract, type AddressRange } from './ranges';
import type { Scope } from './scope';

export class ScanOrder {
  /** A run over one host or some, of which nothing else is reported. */
  readonly isOfHosts: boolean;
  /** Addresses or CIDRs that the server names; null: it leaves that to the agent. */
  readonly cidrs: readonly string[] | null;
  private readonly ranges: readonly AddressRange[] | null;

  constructor(
    work: Pick<Work, 'discovery_type' | 'subnets'>,
    private readonly scope: Scope,
  ) {
    this.isOfHosts = work.discovery_type.type === 'Rescan';
    this.cidrs = this.isOfHosts ? (work.discovery_type.ips ?? []) : orderedSubnets(work);
    this.ranges = this.cidrs && this.cidrs.flatMap((cidr) => rangeOf(cidr) ?? []);
  }

  includes(address: string): boolean {
    const isOrdered = this.ranges === null || this.ranges.some((range) => contains(range, address));
    return isOrdered && this.scope.allows(address);
  }

  /** Whether each address of the subnet is included. */
  includesAll(cidr: string): boolean {
    return this.scope.allowsAll(cidr) && (this.ranges === null || subtract([rangeOf(cidr)!], this.ranges).length === 0);
  }
}

function orderedSubnets({ discovery_type, subnets }: Pick<Work, 'discovery_type' | 'subnets'>): string[] | null {
  if (discovery_type.subnet_ids == null) return null;
  const cidrs = new Map(subnets.map(({ id, cidr }) => [id, cidr] as const));
  return discovery_type.subnet_ids.flatMap((id) => cidrs.get(id) ?? []);
}

// Chooses the subnet of an address: the smallest known subnet, otherwise the usual prefix of its address family.
import { isIP } from 'node:net';
import { contains, toNetwork, parseRange, rangeSize, type AddressRange } from '../scope/ranges';
import type { OwnSubnet } from '../scope/scope';
import type { DeviceFacts } from '../sources/snmp';
import type { SubnetType } from '../protocol/wire';
import { isMachineAddress } from './machines';

export interface KnownSubnet {
  readonly cidr: string;
  readonly type: SubnetType;
}

/**
 * Guesses the type of a subnet by the interface's name. Podman's bridges are podman0, podman1 …; older versions of
 * Podman use the names of CNI.
 */
export function guessSubnetType({ isContainerBridge, interfaceName }: OwnSubnet): SubnetType {
  if (!isContainerBridge) return 'Lan';
  return /^(podman|cni)/.test(interfaceName) ? 'PodmanBridge' : 'DockerBridge';
}

export class SubnetPlan {
  private readonly byCidr = new Map<string, KnownSubnet & { readonly range: AddressRange }>();

  /**
   * The known subnets are `ownSubnets`, the prefixes of the devices' own addresses, and `stored` (CIDRs of the subnets
   * that the server has stored).
   */
  constructor(
    stored: readonly string[],
    ownSubnets: readonly OwnSubnet[],
    devices: Iterable<Pick<DeviceFacts, 'addresses'>>,
  ) {
    for (const one of ownSubnets) this.add(one.cidr, guessSubnetType(one));
    for (const { addresses } of devices)
      for (const { address, prefixLength } of addresses)
        if (prefixLength !== undefined && isMachineAddress(address)) this.add(`${address}/${prefixLength}`, 'Lan');
    for (const cidr of stored) this.add(cidr, 'Lan');
  }

  /** The smallest known subnet that contains the address; otherwise its /24 (IPv4) or /64 (IPv6) with type Unknown. */
  of(address: string): KnownSubnet {
    const fitting = [...this.byCidr.values()].filter(({ range }) => contains(range, address));
    // Prefers a subnet with several addresses, because a host route is not a useful subnet.
    const wide = fitting.filter(({ range }) => rangeSize(range) > 1n);
    const [narrowest] = (wide.length > 0 ? wide : fitting).sort((a, b) =>
      rangeSize(a.range) < rangeSize(b.range) ? -1 : 1,
    );
    if (narrowest) return narrowest;
    return { cidr: toNetwork(`${address}/${isIP(address) === 4 ? 24 : 64}`)!, type: 'Unknown' };
  }

  private add(text: string, type: SubnetType): void {
    const cidr = toNetwork(text);
    const range = cidr === undefined ? undefined : parseRange(cidr);
    if (cidr !== undefined && range && !cidr.endsWith('/0') && !this.byCidr.has(cidr))
      this.byCidr.set(cidr, { cidr, type, range });
  }
}

// The subnet of an address: the narrowest that is known, else the one that is usual for its kind.
import { isIP } from 'node:net';
import { contains, networkOf, rangeOf, sizeOf, type AddressRange } from '../scope/ranges';
import type { OwnSubnet } from '../scope/scope';
import type { DeviceFacts } from '../snmp';
import type { SubnetType } from '../protocol/wire';
import { isOwnAddress } from './machines';

export interface KnownSubnet {
  readonly cidr: string;
  readonly type: SubnetType;
}

/** Podman's bridges are called podman0, podman1 …, older ones of CNI. */
export function typeOf({ isContainerBridge, interfaceName }: OwnSubnet): SubnetType {
  if (!isContainerBridge) return 'Lan';
  return /^(podman|cni)/.test(interfaceName) ? 'PodmanBridge' : 'DockerBridge';
}

export class SubnetPlan {
  private readonly known = new Map<string, KnownSubnet & { readonly range: AddressRange }>();

  /** `stored` are those that the server has; what devices say of their own addresses comes on top. */
  constructor(stored: readonly string[], own: readonly OwnSubnet[], devices: Iterable<DeviceFacts>) {
    for (const one of own) this.add(one.cidr, typeOf(one));
    for (const { addresses } of devices)
      for (const { address, prefixLength } of addresses)
        if (prefixLength !== undefined && isOwnAddress(address)) this.add(`${address}/${prefixLength}`, 'Lan');
    for (const cidr of stored) this.add(cidr, 'Lan');
  }

  of(address: string): KnownSubnet {
    const fitting = [...this.known.values()].filter(({ range }) => contains(range, address));
    // A route to one machine alone is no subnet to put it in, as long as there is a wider one.
    const wide = fitting.filter(({ range }) => sizeOf(range) > 1n);
    const [narrowest] = (wide.length > 0 ? wide : fitting).sort((a, b) => (sizeOf(a.range) < sizeOf(b.range) ? -1 : 1));
    if (narrowest) return narrowest;
    return { cidr: networkOf(`${address}/${isIP(address) === 4 ? 24 : 64}`)!, type: 'Unknown' };
  }

  private add(text: string, type: SubnetType): void {
    const cidr = networkOf(text);
    const range = cidr === undefined ? undefined : rangeOf(cidr);
    if (cidr !== undefined && range && !cidr.endsWith('/0') && !this.known.has(cidr))
      this.known.set(cidr, { cidr, type, range });
  }
}

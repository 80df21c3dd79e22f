// Says whether the ends of an L2 path have a subnet or a VLAN in common. If not, packets between them pass a router, which
// need not be on the path.
import { carriedVlans, vlanIdsOf } from '../carried-vlans';
import { interfacesByHost, type Lookup } from '../lookup';
import type { Hop, Path } from './paths';

/**
 * Whether packets between the first and the last host of an L2 path pass a router: these hosts have neither a subnet nor
 * a VLAN in common. Null if neither the subnets nor the VLANs of both hosts are known.
 */
export function isRoutedBetweenEnds({ hops }: Pick<Path, 'hops'>, lookup: Lookup): boolean | null {
  const [first, last] = [hops[0], hops.at(-1)];
  if (!first || !last || first === last) return first ? false : null;
  const common = [
    shareAny(subnetsOf(first, lookup), subnetsOf(last, lookup)),
    shareAny(vlansOf(first, hops[1]!.inInterfaceId, lookup), vlansOf(last, hops.at(-2)!.outInterfaceId, lookup)),
  ];
  if (common.includes(true)) return false;
  return common.includes(false) ? true : null;
}

/** Whether the sets have an item in common; undefined if one of them is empty, because nothing is known then. */
const shareAny = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean | undefined =>
  some.size === 0 || others.size === 0 ? undefined : [...some].some((item) => others.has(item));

/** The subnets of a host, without loopbacks and container networks, which exist on each host anew. */
const subnetsOf = ({ id }: Hop, lookup: Lookup): ReadonlySet<string> =>
  new Set(
    lookup.addressesOf(id).flatMap(({ subnetId }) => {
      const subnet = lookup.subnets.get(subnetId);
      const isLocal = !subnet || subnet.subnetType === 'Loopback' || subnet.virtualizationServiceId !== null;
      return isLocal ? [] : subnetId;
    }),
  );

/**
 * The VLANs of a host's ports. If none is known: the VLAN that the port at the other end of its cable sends untagged.
 */
function vlansOf({ id }: Hop, farInterfaceId: string | null, lookup: Lookup): ReadonlySet<string> {
  // The VLANs of a cable may be stored at its aggregate, a port without a cable, which the options may hide.
  const ports = lookup.visibleInterfaces;
  const vlansOfPort = carriedVlans(ports);
  const ownPorts = interfacesByHost(ports).get(id) ?? [];
  const ownVlans = new Set(ownPorts.flatMap((port) => [...vlanIdsOf(vlansOfPort(port))]));
  if (ownVlans.size > 0 || farInterfaceId === null) return ownVlans;
  const farPort = lookup.interfaces.get(farInterfaceId);
  const untaggedVlan = farPort && vlansOfPort(farPort).nativeVlanId;
  return new Set(untaggedVlan == null ? [] : [untaggedVlan]);
}

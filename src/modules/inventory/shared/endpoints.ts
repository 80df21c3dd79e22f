// Where a host or a service on it is reached: the address to connect to, and its spelling with a port.
import { BlockList, isIPv6 } from 'node:net';
import { isBridge } from './subnet-types';

/** What `reachableAddress` reads of the addresses of a host, by position. */
export const reachedBy = {
  orderBy: [{ position: 'asc' as const }, { id: 'asc' as const }],
  select: { id: true, ipAddress: true, subnet: { select: { subnetType: true } } },
};

/** At an instant at which it was being deleted, an address may have no subnet any more. */
interface Addressed {
  readonly ipAddress: string;
  readonly subnet: { readonly subnetType: string } | null;
}

/** Who connects to these reaches itself, or would have to name an interface. IPv4 rules hold for `::ffff:127.0.0.1`, too. */
const ofTheHostAlone = new BlockList();
ofTheHostAlone.addSubnet('127.0.0.0', 8, 'ipv4');
ofTheHostAlone.addSubnet('0.0.0.0', 8, 'ipv4');
ofTheHostAlone.addSubnet('::', 127, 'ipv6');
ofTheHostAlone.addSubnet('fe80::', 10, 'ipv6');
const isOfTheHostAlone = (address: string): boolean => ofTheHostAlone.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** The first address that others can connect to; undefined where a host has none. */
export const reachableAddress = (addresses: readonly Addressed[]): string | undefined =>
  addresses.find(({ ipAddress, subnet }) => subnet && !isOfTheHostAlone(ipAddress) && !isBridge(subnet))?.ipAddress;

/** `10.0.0.1:80`, `[2001:db8::1]:80`. */
export const withPort = (address: string, port: number): string =>
  `${isIPv6(address) ? `[${address}]` : address}:${port}`;

// Where a host or a service on it is reached: the address to connect to, and its spelling with a port.
import { isIPv6 } from 'node:net';
import { isBridge } from './subnet-types';

/** What `reachableAddress` reads of the addresses of a host, by position. */
export const reachedBy = {
  orderBy: [{ position: 'asc' as const }, { id: 'asc' as const }],
  select: { id: true, ipAddress: true, subnet: { select: { subnetType: true } } },
};

interface Addressed {
  readonly ipAddress: string;
  readonly subnet: { readonly subnetType: string };
}

/** Loopback of any spelling, and IPv6 addresses that mean nothing without the name of an interface. */
const isOfTheHostAlone = (address: string): boolean => /^(127\.|::1$|fe[89ab][0-9a-f]:)/i.test(address);

/** The first address that others can connect to; undefined where a host has none. */
export const reachableAddress = (addresses: readonly Addressed[]): string | undefined =>
  addresses.find(({ ipAddress, subnet }) => !isOfTheHostAlone(ipAddress) && !isBridge(subnet))?.ipAddress;

/** `10.0.0.1:80`, `[2001:db8::1]:80`. */
export const withPort = (address: string, port: number): string =>
  `${isIPv6(address) ? `[${address}]` : address}:${port}`;

// Finds the address at which a host can be reached from outside, and joins an
// address and a port to one text.
import { BlockList, isIPv6 } from 'node:net';
import { createRequestLoader } from '../../../graphql/loaders/request-loader';
import { isBridge } from './subnet-types';

/** The Prisma selection of a host's addresses that `reachableAddress` needs, ordered by position. */
export const endpointSelection = {
  orderBy: [{ position: 'asc' as const }, { id: 'asc' as const }],
  select: { id: true, ipAddress: true, subnet: { select: { subnetType: true } } },
};

/**
 * An address with its subnet. The subnet is missing if a query asks for an instant at which the subnet was being
 * deleted.
 */
interface Addressed {
  readonly ipAddress: string;
  readonly subnet: { readonly subnetType: string } | null;
}

/**
 * Addresses that only the host itself can use: loopback and unspecified addresses, and IPv6 link-local addresses, which
 * need an interface. IPv4 rules also apply to IPv6 forms such as `::ffff:127.0.0.1`.
 */
const ofTheHostAlone = new BlockList();
ofTheHostAlone.addSubnet('127.0.0.0', 8, 'ipv4');
ofTheHostAlone.addSubnet('0.0.0.0', 8, 'ipv4');
ofTheHostAlone.addSubnet('::', 127, 'ipv6');
ofTheHostAlone.addSubnet('fe80::', 10, 'ipv6');
const isOfTheHostAlone = (address: string): boolean => ofTheHostAlone.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/**
 * Returns the first address to which clients outside of the host can connect; undefined if the host has no such
 * address.
 */
export const reachableAddress = (addresses: readonly Addressed[]): string | undefined =>
  addresses.find(({ ipAddress, subnet }) => subnet && !isOfTheHostAlone(ipAddress) && !isBridge(subnet))?.ipAddress;

/**
 * Resolves with the `reachableAddress` of each host, undefined for a host without one. Calls in the same tick of the
 * event loop share one statement, which reads the addresses of each host only once.
 */
export const addressOfHost = createRequestLoader(async ({ db }, hostIds: readonly string[]) => {
  const where = { id: { in: [...new Set(hostIds)] } };
  const hosts = await db.host.findMany({ where, select: { id: true, ipAddresses: endpointSelection } });
  const addresses = new Map(hosts.map(({ id, ipAddresses }) => [id, reachableAddress(ipAddresses)]));
  return hostIds.map((id) => addresses.get(id));
});

/** Returns an address with a port: `10.0.0.1:80`, `[2001:db8::1]:80`. */
export const withPort = (address: string, port: number): string =>
  `${isIPv6(address) ? `[${address}]` : address}:${port}`;

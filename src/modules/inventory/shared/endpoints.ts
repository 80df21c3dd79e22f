// The address at which a host or its service can be reached, and how it is written with a port.
import { BlockList, isIPv6 } from 'node:net';
import DataLoader from 'dataloader';
import type { GraphqlContext } from '../../../graphql/context';
import { isBridge } from './subnet-types';

/** The selection of addresses that `reachableAddress` needs, by position. */
export const endpointSelection = {
  orderBy: [{ position: 'asc' as const }, { id: 'asc' as const }],
  select: { id: true, ipAddress: true, subnet: { select: { subnetType: true } } },
};

/** An address with its subnet. While the subnet is being deleted, a past read may find an address without a subnet. */
interface Addressed {
  readonly ipAddress: string;
  readonly subnet: { readonly subnetType: string } | null;
}

/**
 * Addresses that lead back to the connecting machine, or that need an interface. IPv4 rules also apply to forms such as
 * `::ffff:127.0.0.1`.
 */
const ofTheHostAlone = new BlockList();
ofTheHostAlone.addSubnet('127.0.0.0', 8, 'ipv4');
ofTheHostAlone.addSubnet('0.0.0.0', 8, 'ipv4');
ofTheHostAlone.addSubnet('::', 127, 'ipv6');
ofTheHostAlone.addSubnet('fe80::', 10, 'ipv6');
const isOfTheHostAlone = (address: string): boolean => ofTheHostAlone.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** The first address that other machines can connect to; undefined if the host has none. */
export const reachableAddress = (addresses: readonly Addressed[]): string | undefined =>
  addresses.find(({ ipAddress, subnet }) => subnet && !isOfTheHostAlone(ipAddress) && !isBridge(subnet))?.ipAddress;

type AddressLoader = DataLoader<string, string | undefined>;
const loaders = new WeakMap<GraphqlContext, AddressLoader>();

function loaderOf(context: GraphqlContext): AddressLoader {
  const load = async (hostIds: readonly string[]) => {
    const where = { id: { in: [...new Set(hostIds)] } };
    const hosts = await context.db.host.findMany({ where, select: { id: true, ipAddresses: endpointSelection } });
    const addresses = new Map(hosts.map(({ id, ipAddresses }) => [id, reachableAddress(ipAddresses)]));
    return hostIds.map((id) => addresses.get(id));
  };
  return new DataLoader(load, { cache: false });
}

/**
 * Finds the `reachableAddress` of a host. Used for lists with many rows per host, where selecting the addresses with
 * each row would read them once per row. Calls in the same tick of the event loop share a statement.
 */
export function addressOfHost(context: GraphqlContext, hostId: string): Promise<string | undefined> {
  const loader = loaders.get(context) ?? loaderOf(context);
  loaders.set(context, loader);
  return loader.load(hostId);
}

/** An address with a port: `10.0.0.1:80`, `[2001:db8::1]:80`. */
export const withPort = (address: string, port: number): string =>
  `${isIPv6(address) ? `[${address}]` : address}:${port}`;

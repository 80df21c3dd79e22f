// Classifies IP addresses that callers provide. Public addresses are allowed, private ones only if the operator allows
// them. All other addresses are refused.
import { BlockList, isIP } from 'node:net';
import { addressGroups } from '../text/address-ranges';

export type AddressReach = 'public' | 'private' | 'refused';

function listOf(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [base, bits] = network.split('/') as [string, string];
    list.addSubnet(base, Number(bits), family);
  }
  return list;
}

/** Special-purpose addresses (RFC 6890) without public services, and the metadata services of cloud providers. */
const refused4 = listOf('ipv4', [
  ...['0.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32'],
]);
const private4 = listOf('ipv4', ['10.0.0.0/8', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']);

const private6 = listOf('ipv6', ['::1/128', 'fc00::/7']);
const metadata6 = listOf('ipv6', ['fd00:ec2::/32', 'fd20:ce::/64', 'fd00:c1::/64', 'fd00:42::/64']);
const global6 = listOf('ipv6', ['2000::/3']);
/** IPv6 prefixes without public services: protocol assignments, documentation, and SRv6 SIDs. */
const special6 = listOf('ipv6', ['2001::/23', '2001:db8::/32', '3fff::/20', '5f00::/16']);
const nat64 = listOf('ipv6', ['64:ff9b::/96']);
const sixToFour = listOf('ipv6', ['2002::/16']);
const teredo = listOf('ipv6', ['2001::/32']);

const reachOf4 = (address: string): AddressReach =>
  refused4.check(address, 'ipv4') ? 'refused' : private4.check(address, 'ipv4') ? 'private' : 'public';

const toDottedQuad = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** The IPv4 addresses embedded in a NAT64, 6to4 or Teredo address; empty for other addresses. */
function carriedBy(address: string): string[] {
  const groups = addressGroups(address);
  const at = (index: number) => toDottedQuad(groups[index]!, groups[index + 1]!);
  if (nat64.check(address, 'ipv6')) return [at(6)];
  if (sixToFour.check(address, 'ipv6')) return [at(1)];
  // A Teredo address (RFC 4380) contains the address of the Teredo server, and the client's address with inverted bits.
  if (teredo.check(address, 'ipv6')) return [at(2), toDottedQuad(groups[6]! ^ 0xffff, groups[7]! ^ 0xffff)];
  return [];
}

function reachOf6(address: string): AddressReach {
  if (metadata6.check(address, 'ipv6')) return 'refused';
  if (private6.check(address, 'ipv6')) return 'private';
  const carriedIpv4 = carriedBy(address);
  if (carriedIpv4.length > 0) return carriedIpv4.every((one) => reachOf4(one) === 'public') ? 'public' : 'refused';
  // There are no public services outside of 2000::/3. The check also rejects IPv4-mapped and IPv4-compatible forms.
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6') ? 'public' : 'refused';
}

/** Classifies an IPv4 or IPv6 address without a zone; any other text is refused. */
export function addressReach(address: string): AddressReach {
  const family = address.includes('%') ? 0 : isIP(address);
  return family === 4 ? reachOf4(address) : family === 6 ? reachOf6(address) : 'refused';
}

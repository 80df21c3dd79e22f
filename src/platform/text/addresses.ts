// Normalizes MAC and IP addresses to the form that the database stores.
import { BlockList, isIP, SocketAddress } from 'node:net';
import { AppError } from '../../errors';
import { parseMacAddress } from './mac-addresses';

/** The MAC address in lower case with colons, from all notations that the search accepts. */
export function canonicalMacAddress(field: string, value: string): string {
  const mac = parseMacAddress(value);
  if (mac === undefined) throw new AppError('validation_invalid_format', { field });
  return mac;
}

/**
 * Regular expression, for JavaScript and PostgreSQL, of the virtual MAC addresses (lower case, colons) of redundancy
 * groups: VRRP and CARP for IPv4 and IPv6 (RFC 9568), HSRP version 1, HSRP version 2 for IPv4 and IPv6, GLBP.
 */
export const virtualRouterMacs =
  '^(00:00:5e:00:0[12]|00:00:0c:07:ac|00:00:0c:9f:f[0-9a-f]|00:05:73:a0:0[0-9a-f]|00:07:b4:0[0-3]:[0-9a-f]{2}):';
const virtualRouterMac = new RegExp(virtualRouterMacs);

/** Whether the MAC address is a virtual one of VRRP, CARP, HSRP or GLBP, which moves between routers. */
export const isVirtualRouter = (mac: string | null | undefined): boolean => mac != null && virtualRouterMac.test(mac);

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** The IP address in its shortest notation, without prefix length and zone. */
export function canonicalIpAddress(field: string, value: string): string {
  const version = isIP(value);
  if (version === 0 || value.includes('%')) throw new AppError('validation_invalid_ip', { field });
  // An IPv4 address has only one notation.
  return version === 4 ? value : new SocketAddress({ address: value, family: 'ipv6' }).address;
}

/** Throws 400 `ip_address_out_of_range` unless the address is in the network. */
export function assertInsideNetwork(ip: string, cidr: string): void {
  const [base, length] = cidr.split('/') as [string, string | undefined];
  const family = familyOf(ip);
  const network = new BlockList();
  // PostgreSQL prints a network of full prefix length as a plain address.
  network.addSubnet(base, Number(length ?? (isIP(base) === 4 ? 32 : 128)), familyOf(base));
  if (family !== familyOf(base) || !network.check(ip, family))
    throw new AppError('ip_address_out_of_range', { ip, subnet: cidr });
}

/** Whether every address of prefix `inner` is in prefix `outer`. A prefix without a length is a single address. */
export function isPrefixInside(inner: string, outer: string): boolean {
  const [base, length] = inner.split('/') as [string, string | undefined];
  const [outerBase, outerLength] = outer.split('/') as [string, string | undefined];
  const longest = isIP(base) === 4 ? 32 : 128;
  if (isIP(base) !== isIP(outerBase) || Number(length ?? longest) < Number(outerLength ?? longest)) return false;
  const network = new BlockList();
  network.addSubnet(outerBase, Number(outerLength ?? longest), familyOf(outerBase));
  return network.check(base, familyOf(base));
}

/** A network in canonical notation for comparison, always with its prefix length. Host bits are kept. */
export function canonicalCidr(field: string, value: string): string {
  const [base, length, ...rest] = value.split('/') as [string, ...string[]];
  const longest = isIP(base) === 4 ? 32 : 128;
  if (rest.length > 0 || (length !== undefined && !(/^\d{1,3}$/.test(length) && Number(length) <= longest)))
    throw new AppError('validation_invalid_ip', { field });
  return `${canonicalIpAddress(field, base)}/${Number(length ?? longest)}`;
}

/** The prefix with its length. PostgreSQL omits the length when it prints the prefix of a single address. */
export const withPrefixLength = (cidr: string): string =>
  cidr.includes('/') ? cidr : `${cidr}/${isIP(cidr) === 6 ? 128 : 32}`;

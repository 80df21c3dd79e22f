// MAC and IP addresses as callers write them, brought into the one form that the database keeps.
import { BlockList, isIP, SocketAddress } from 'node:net';
import { AppError } from '../../errors';

const macForms = [/^[0-9a-f]{2}([:-][0-9a-f]{2}){5}$/i, /^[0-9a-f]{4}(\.[0-9a-f]{4}){2}$/i, /^[0-9a-f]{12}$/i];

/** Lower case, with colons; colons, hyphens, dots or nothing may stand between the digits. */
export function macAddressOf(field: string, value: string): string {
  if (!macForms.some((form) => form.test(value))) throw new AppError('validation_invalid_format', { field });
  return value
    .toLowerCase()
    .replace(/[^0-9a-f]/g, '')
    .replace(/(..)(?!$)/g, '$1:');
}

/** VRRP and HSRP: addresses that move between routers. */
export const isVirtualRouter = (mac: string | null | undefined): boolean =>
  mac != null && /^00:00:(5e:00:0[12]|0c:07:ac|0c:9f:f.):/.test(mac);

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** One address without a prefix length or a zone, in the shortest spelling. */
export function ipAddressOf(field: string, value: string): string {
  const version = isIP(value);
  if (version === 0 || value.includes('%')) throw new AppError('validation_invalid_ip', { field });
  // Of the fourth version there is but one spelling.
  return version === 4 ? value : new SocketAddress({ address: value, family: 'ipv6' }).address;
}

/** The address lies in the network, else 400 `ip_address_out_of_range`. */
export function assertInsideNetwork(ip: string, cidr: string): void {
  const [base, length] = cidr.split('/') as [string, string | undefined];
  const family = familyOf(ip);
  const network = new BlockList();
  // A network of the longest prefix is printed as a bare address.
  network.addSubnet(base, Number(length ?? (isIP(base) === 4 ? 32 : 128)), familyOf(base));
  if (family !== familyOf(base) || !network.check(ip, family))
    throw new AppError('ip_address_out_of_range', { ip, subnet: cidr });
}

/** A network in its canonical spelling, for comparison; the longest prefix is spelled out. Host bits stay. */
export function cidrOf(field: string, value: string): string {
  const [base, length, ...rest] = value.split('/') as [string, ...string[]];
  const longest = isIP(base) === 4 ? 32 : 128;
  if (rest.length > 0 || (length !== undefined && !(/^\d{1,3}$/.test(length) && Number(length) <= longest)))
    throw new AppError('validation_invalid_ip', { field });
  return `${ipAddressOf(field, base)}/${Number(length ?? longest)}`;
}

// What identifies one device and what repeats by nature: values that many devices share, or that say nothing.
import { BlockList, isIP } from 'node:net';
import { isVirtualRouter } from './addresses';

/** The MAC of one device: of no group, of no virtual router, not empty, and not chosen by software. In lower case with colons. */
export const isVendorAssigned = (mac: string | null | undefined): mac is string =>
  isStationMac(mac) && (parseInt(mac.slice(0, 2), 16) & 2) === 0;

/** Of one device at a time: also one that software has chosen, which says nothing alone. */
export const isStationMac = (mac: string | null | undefined): mac is string =>
  mac != null &&
  mac !== '' &&
  !isVirtualRouter(mac) &&
  mac !== '00:00:00:00:00:00' &&
  (parseInt(mac.slice(0, 2), 16) & 1) === 0;

/**
 * IPv4 addresses of one subnet that a MAC answers for in one run, as far as they are a NIC's; one that answers for more,
 * such as a repeater or a router that speaks for others, says of none whose it is.
 */
export const mostAddressesOfNic = 2;

const repeating = new BlockList();
for (const [address, prefix] of [
  // Unspecified, loopback, link-local, multicast and reserved (RFC 6890).
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
  // The default bridges of Docker and libvirt.
  ['172.17.0.0', 16],
  ['192.168.122.0', 24],
] as const)
  repeating.addSubnet(address, prefix, 'ipv4');
repeating.addAddress('::', 'ipv6');
repeating.addAddress('::1', 'ipv6');
repeating.addSubnet('fe80::', 10, 'ipv6');
repeating.addSubnet('ff00::', 8, 'ipv6');

/** Whether many machines have the address at once, each of its own: loopback, link-local, default container bridges. */
export function isRepeatingAddress(ip: string): boolean {
  const version = isIP(ip);
  if (version === 0) return true;
  // The embedded IPv4 address of a mapped one (RFC 4291) is what counts.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  return mapped !== undefined ? isRepeatingAddress(mapped) : repeating.check(ip, version === 4 ? 'ipv4' : 'ipv6');
}

/** What firmware says where its maker has entered nothing (SMBIOS, ENTITY-MIB). */
const factoryTexts = new Set([
  ...['none', 'null', 'nil', 'n/a', 'na', 'unknown', 'undefined', 'unspecified', 'not specified', 'not available'],
  ...['not applicable', 'not present', 'not set', 'not provided', 'no serial number', 'default', 'default string'],
  ...['to be filled by o.e.m.', 'to be filled by oem', 'tbd', 'empty', 'invalid', 'test', 'system serial number'],
  ...['chassis serial number', 'serial number', 'serial', 'serialnumber', 'o.e.m.', 'oem', 'oem string', 'xxxxxxxxxx'],
  ...['0123456789', '1234567890', '123456789', '12345678', '0123456789abcdef', 'fake', 'asset tag', 'localhost'],
]);

/** Trimmed and in lower case; null for what identifies nobody: empty, one sign repeated, or a text of the factory. */
export function identifyingText(value: string | null | undefined): string | null {
  const text = value?.trim().toLowerCase() ?? '';
  const signs = text.replace(/[^\p{L}\p{N}]/gu, '');
  if (/^0*$|^(.)\1{2,}$/u.test(signs) || factoryTexts.has(text)) return null;
  return text;
}

const macForm = /^[0-9a-f]{2}([:.-]?[0-9a-f]{2}){5}$|^([0-9a-f]{4}[.-]){2}[0-9a-f]{4}$/;

/**
 * A chassis id to compare by: MAC addresses in lower case with colons. Null for what identifies nobody: an address, which
 * says as much as an address does, a MAC of zeros, of a group or of a virtual router, a text of the factory.
 */
export function identifyingChassisId(value: string | null | undefined): string | null {
  const text = identifyingText(value);
  if (text === null || isIP(text) !== 0) return null;
  if (!macForm.test(text)) return text;
  const mac = text.replace(/[^0-9a-f]/g, '').replace(/(..)(?!$)/g, '$1:');
  return isStationMac(mac) ? mac : null;
}

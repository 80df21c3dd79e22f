// Decides which values identify one device, and which are shared by many devices or meaningless.
import { BlockList, isIP } from 'node:net';
import { isVirtualRouter } from './addresses';

/**
 * Whether a MAC (lower case, colons) is vendor-assigned to one device: not a group, virtual router or locally
 * administered address.
 */
export const isVendorAssigned = (mac: string | null | undefined): mac is string =>
  isStationMac(mac) && (parseInt(mac.slice(0, 2), 16) & 2) === 0;

/** Whether a MAC belongs to one device at a time; it may be locally administered, which alone identifies nothing. */
export const isStationMac = (mac: string | null | undefined): mac is string =>
  mac != null &&
  mac !== '' &&
  !isVirtualRouter(mac) &&
  mac !== '00:00:00:00:00:00' &&
  (parseInt(mac.slice(0, 2), 16) & 1) === 0;

/**
 * Most IPv4 addresses of one subnet per MAC in one run that can belong to one NIC. A MAC with more, such as a
 * repeater's or a proxy ARP router's, does not identify a device.
 */
export const mostAddressesOfNic = 2;

const repeating = new BlockList();
for (const [address, prefix] of [
  // Unspecified, loopback, link-local, multicast and reserved ranges (RFC 6890).
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
  // Default bridges of Docker and libvirt.
  ['172.17.0.0', 16],
  ['192.168.122.0', 24],
] as const)
  repeating.addSubnet(address, prefix, 'ipv4');
repeating.addAddress('::', 'ipv6');
repeating.addAddress('::1', 'ipv6');
repeating.addSubnet('fe80::', 10, 'ipv6');
repeating.addSubnet('ff00::', 8, 'ipv6');

/** Whether many machines have the address at the same time: loopback, link-local, default container bridges. */
export function isRepeatingAddress(ip: string): boolean {
  const version = isIP(ip);
  if (version === 0) return true;
  // An IPv4-mapped address (RFC 4291) counts as its IPv4 address.
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  return mappedIpv4 !== undefined
    ? isRepeatingAddress(mappedIpv4)
    : repeating.check(ip, version === 4 ? 'ipv4' : 'ipv6');
}

/** Placeholders of firmware for values that the vendor has not set (SMBIOS, ENTITY-MIB). */
const factoryTexts = new Set([
  ...['none', 'null', 'nil', 'n/a', 'na', 'unknown', 'undefined', 'unspecified', 'not specified', 'not available'],
  ...['not applicable', 'not present', 'not set', 'not provided', 'no serial number', 'default', 'default string'],
  ...['to be filled by o.e.m.', 'to be filled by oem', 'tbd', 'empty', 'invalid', 'test', 'system serial number'],
  ...['chassis serial number', 'serial number', 'serial', 'serialnumber', 'o.e.m.', 'oem', 'oem string', 'xxxxxxxxxx'],
  ...['0123456789', '1234567890', '123456789', '12345678', '0123456789abcdef', 'fake', 'asset tag', 'localhost'],
]);

/**
 * The text trimmed and in lower case; null if it identifies nothing: empty, one repeated character, or a placeholder.
 */
export function identifyingText(value: string | null | undefined): string | null {
  const text = value?.trim().toLowerCase() ?? '';
  const signs = text.replace(/[^\p{L}\p{N}]/gu, '');
  if (/^0*$|^(.)\1{2,}$/u.test(signs) || factoryTexts.has(text)) return null;
  return text;
}

const macForm = /^[0-9a-f]{2}([:.-]?[0-9a-f]{2}){5}$|^([0-9a-f]{4}[.-]){2}[0-9a-f]{4}$/;

/**
 * A chassis id for comparison, with MACs in lower case with colons. Null if it identifies nothing: an IP address, a MAC
 * of zeros, a group or virtual router MAC, or a placeholder.
 */
export function identifyingChassisId(value: string | null | undefined): string | null {
  const text = identifyingText(value);
  if (text === null || isIP(text) !== 0) return null;
  if (!macForm.test(text)) return text;
  const mac = text.replace(/[^0-9a-f]/g, '').replace(/(..)(?!$)/g, '$1:');
  return isStationMac(mac) ? mac : null;
}

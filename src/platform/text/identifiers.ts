// Decides whether a value identifies one device, or is meaningless or common to many devices.
import { BlockList, isIP } from 'node:net';
import { isVirtualRouter } from './addresses';

/**
 * MAC addresses that software or a modem gives to an interface of every machine with it. Their prefixes are those of
 * vendors, but they identify no machine.
 */
const macsOfEveryInstallation = new RegExp(
  [
    '00:16:3e:00:00:0[01]', // bridges of LXC (lxcbr0) and Waydroid (waydroid0)
    '00:50:56:c0:00:[01].', // host adapters of VMware Workstation (vmnet0 to vmnet19)
    '20:41:53:59:4e:ff', // RAS Async Adapter of Windows; the bytes are the text " ASYN"
    '..:..:20:52:41:53', // WAN Miniports of Windows for IP; the last bytes are the text " RAS"
    '50:50:54:50:30:30', // WAN Miniport of Windows for PPTP; the bytes are the text "PPTP00"
    '00:05:9a:3c:7a:00', // Cisco AnyConnect
    '00:0b:ca:fe:00:..', // internal Ethernet of Juniper routers
    '00:a0:c6:00:00:00', // Qualcomm Gobi modems
  ]
    .map((mac) => `^${mac}$`)
    .join('|'),
);

/**
 * Whether a MAC address (lower case, colons) was assigned by a vendor to one device. Group addresses, addresses of
 * virtual routers, addresses that every installation of a software has, and locally administered addresses are not
 * vendor-assigned.
 */
export const isVendorAssigned = (mac: string | null | undefined): mac is string =>
  isStationMac(mac) && (parseInt(mac.slice(0, 2), 16) & 2) === 0;

/**
 * Whether a MAC address (lower case, colons) belongs to a single device, and not to a group, a virtual router or every
 * installation of a software. A locally administered address belongs to one device too, but the device may change it.
 */
export const isStationMac = (mac: string | null | undefined): mac is string =>
  mac != null &&
  mac !== '' &&
  !isVirtualRouter(mac) &&
  mac !== '00:00:00:00:00:00' &&
  !macsOfEveryInstallation.test(mac) &&
  (parseInt(mac.slice(0, 2), 16) & 1) === 0;

/**
 * Maximum number of IPv4 addresses in one subnet that one network card can have in one discovery run. A MAC address
 * with more IPv4 addresses does not identify a device: it belongs to a repeater or a proxy ARP router.
 */
export const mostAddressesOfNic = 2;

/** Unspecified, loopback, link-local, multicast and reserved ranges (RFC 6890). */
const onEveryLink = new BlockList();
/** These ranges, and the default bridges of Docker and libvirt. */
const repeating = new BlockList();
for (const [address, prefix, family] of [
  ['0.0.0.0', 8, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
] as const)
  for (const ranges of [onEveryLink, repeating]) ranges.addSubnet(address, prefix, family);
repeating.addSubnet('172.17.0.0', 16, 'ipv4');
repeating.addSubnet('192.168.122.0', 24, 'ipv4');

/** Whether the address is in the ranges, or the text is no IP address. */
function isIn(ranges: BlockList, ip: string): boolean {
  const version = isIP(ip);
  if (version === 0) return true;
  // An IPv4-mapped address (RFC 4291) counts as its IPv4 address.
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  return mappedIpv4 !== undefined ? isIn(ranges, mappedIpv4) : ranges.check(ip, version === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Whether every link may have the address, because its meaning ends with the link, as with link-local addresses. In
 * contrast to `isRepeatingAddress`, addresses of default container bridges count as addresses of one subnet.
 */
export const isOnEveryLink = (ip: string): boolean => isIn(onEveryLink, ip);

/**
 * Whether many machines have the address at the same time, as with loopback, link-local and default container bridge
 * addresses.
 */
export const isRepeatingAddress = (ip: string): boolean => isIn(repeating, ip);

/** Texts that firmware contains if the vendor has not set a value (SMBIOS, ENTITY-MIB). */
const factoryTexts = new Set([
  ...['none', 'null', 'nil', 'n/a', 'na', 'unknown', 'undefined', 'unspecified', 'not specified', 'not available'],
  ...['not applicable', 'not present', 'not set', 'not provided', 'no serial number', 'default', 'default string'],
  ...['to be filled by o.e.m.', 'to be filled by oem', 'tbd', 'empty', 'invalid', 'test', 'system serial number'],
  ...['chassis serial number', 'serial number', 'serial', 'serialnumber', 'o.e.m.', 'oem', 'oem string', 'xxxxxxxxxx'],
  ...['0123456789', '1234567890', '123456789', '12345678', '0123456789abcdef', 'fake', 'asset tag', 'localhost'],
]);

/**
 * The text, trimmed and in lower case. Null if it cannot identify a device: an empty text, one repeated character, or a
 * placeholder of the firmware.
 */
export function identifyingText(value: string | null | undefined): string | null {
  const text = value?.trim().toLowerCase() ?? '';
  const signs = text.replace(/[^\p{L}\p{N}]/gu, '');
  if (/^0*$|^(.)\1{2,}$/u.test(signs) || factoryTexts.has(text)) return null;
  return text;
}

/** Texts that stand for a missing serial number, but may be names of machines. The firmware cuts some of them. */
const factorySerialNumbers = new Set([
  ...['eval', '(null string)', 'oem_serial', 'systemserialnumb', 'unknow', 'iatpass', 'sn', 's/n'],
]);

/**
 * The serial number, trimmed and in lower case. Null if it cannot identify a device: what identifies none by
 * `identifyingText`, a repeated character, or ascending digits, such as 123456 and SYS-1234567890.
 */
export function identifyingSerialNumber(value: string | null | undefined): string | null {
  const text = identifyingText(value);
  if (text === null || factorySerialNumbers.has(text)) return null;
  const signs = text.replace(/[^\p{L}\p{N}]/gu, '').replace(/^(?:sys|sn|mb)(?=\d+$)/, '');
  return /^(.)\1*$/u.test(signs) || isAscending(signs) ? null : text;
}

/** Whether a text consists of ascending digits, where 0 follows 9. */
const isAscending = (text: string): boolean =>
  /^\d+$/.test(text) && [...text].every((digit, at) => Number(digit) === (Number(text[0]) + at) % 10);

/**
 * Whether a chassis id is a locally administered MAC address. Such an id is no permanent identity: software has chosen
 * it, and may choose another one.
 */
export const isLocallyAssigned = (chassisId: string): boolean =>
  macForm.test(chassisId) && !isVendorAssigned(chassisId);

/** The chassis id from `identifyingChassisId` if it is a MAC address that a vendor assigned; otherwise null. */
export const vendorMacOfChassis = (chassisId: string | null): string | null =>
  chassisId !== null && macForm.test(chassisId) && isVendorAssigned(chassisId) ? chassisId : null;

const macForm = /^[0-9a-f]{2}([:.-]?[0-9a-f]{2}){5}$|^([0-9a-f]{4}[.-]){2}[0-9a-f]{4}$/;

/**
 * A chassis id in a form for comparison; MAC addresses are in lower case with colons. Null if the id identifies
 * nothing: an IP address, a MAC address of zeros, a group or virtual router MAC address, or a placeholder.
 */
export function identifyingChassisId(value: string | null | undefined): string | null {
  const text = identifyingText(value);
  if (text === null || isIP(text) !== 0) return null;
  if (!macForm.test(text)) return text;
  const mac = text.replace(/[^0-9a-f]/g, '').replace(/(..)(?!$)/g, '$1:');
  return isStationMac(mac) ? mac : null;
}

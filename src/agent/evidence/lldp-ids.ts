// Parses LLDP chassis and port ids (IEEE 802.1AB, 8.5.2 and 8.5.3) to the notation of the REST API.
import { isUtf8 } from 'node:buffer';
import type {
  LldpChassisIdSubtype as ChassisIdSubtype,
  LldpPortIdSubtype as PortIdSubtype,
} from '../../generated/operations';
import { ipFromBytes, ipFromText } from './addresses';
import { macFromBytes } from './mac';
import { toHex, isPlainText, decodeText } from './text';

export interface ChassisId {
  readonly subtype: ChassisIdSubtype;
  readonly value: string;
}
export interface PortId {
  readonly subtype: PortIdSubtype;
  readonly value: string;
}

// The chassis id subtypes 1, 2, 3 and so on of IEEE 802.1AB.
const chassisSubtypes: readonly ChassisIdSubtype[] = [
  'ChassisComponent',
  'InterfaceAlias',
  'PortComponent',
  'MacAddress',
  'NetworkAddress',
  'InterfaceName',
  'LocallyAssigned',
];
const portSubtypes: readonly PortIdSubtype[] = [
  'InterfaceAlias',
  'PortComponent',
  'MacAddress',
  'NetworkAddress',
  'InterfaceName',
  'AgentCircuitId',
  'LocallyAssigned',
];

/** Maximum number of characters that the server accepts for a chassis id or port id. */
const longest = 255;

/** A subtype as a device sends it: the standard's number, a text such as `MAC address`, or nothing. */
export type RawSubtype = number | string | undefined;

/** Parses a chassis id; undefined if the id is empty. An unknown subtype is inferred from the value. */
export const parseChassisId = (subtype: RawSubtype, bytes: Uint8Array): ChassisId | undefined =>
  buildId(findSubtype(chassisSubtypes, subtype) ?? likelySubtype(bytes), bytes);

/** Parses a port id; undefined if the id is empty. An unknown subtype is inferred from the value. */
export const parsePortId = (subtype: RawSubtype, bytes: Uint8Array): PortId | undefined =>
  buildId(findSubtype(portSubtypes, subtype) ?? likelySubtype(bytes), bytes);

/** Whether the standard defines the subtype for port ids. */
export const isPortSubtype = (subtype: RawSubtype): boolean => findSubtype(portSubtypes, subtype) !== undefined;

const shortNames: Readonly<Record<string, PortIdSubtype>> = {
  mac: 'MacAddress',
  ip: 'NetworkAddress',
  ifname: 'InterfaceName',
  ifalias: 'InterfaceAlias',
  local: 'LocallyAssigned',
};

function findSubtype<S extends ChassisIdSubtype | PortIdSubtype>(
  subtypes: readonly S[],
  subtype: RawSubtype,
): S | undefined {
  if (subtype === undefined) return undefined;
  if (typeof subtype === 'number' || /^\s*\d+\s*$/.test(subtype)) return subtypes[Number(subtype) - 1];
  const name = subtype.toLowerCase().replace(/[^a-z]/g, '');
  return subtypes.find((one) => one.toLowerCase() === name || one === shortNames[name]);
}

/** Infers the subtype of an id from its value. Six bytes are a MAC address, unless all are printable characters. */
function likelySubtype(bytes: Uint8Array): 'MacAddress' | 'NetworkAddress' | 'LocallyAssigned' {
  const isMac = bytes.length === 6 ? !isPlainText(bytes) : macFromBytes(bytes) !== undefined;
  if (isMac) return 'MacAddress';
  const isAddress = isPlainText(bytes)
    ? ipFromText(decodeText(bytes) ?? '') !== undefined
    : bytes.length > 4 && parseNetworkAddress(bytes) !== undefined;
  return isAddress ? 'NetworkAddress' : 'LocallyAssigned';
}

function buildId<S extends ChassisIdSubtype | PortIdSubtype>(
  subtype: S,
  bytes: Uint8Array,
): { subtype: S; value: string } | undefined {
  if (bytes.length === 0) return undefined;
  const value = [...(formatValue(subtype, bytes) ?? '')].slice(0, longest).join('');
  return value === '' ? undefined : { subtype, value };
}

function formatValue(subtype: ChassisIdSubtype | PortIdSubtype, bytes: Uint8Array): string | undefined {
  if (subtype === 'MacAddress') return macFromBytes(bytes) ?? textOrHex(bytes);
  if (subtype === 'NetworkAddress') return parseNetworkAddress(bytes) ?? textOrHex(bytes);
  return textOrHex(bytes);
}

/**
 * The id as text, or in hexadecimal if the id contains control characters. Some devices send bytes, most often a MAC
 * address, where the standard requires text. So six bytes that are not UTF-8 are also hexadecimal.
 */
function textOrHex(bytes: Uint8Array): string | undefined {
  const unpadded = bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1);
  if (unpadded.length === 0) return undefined;
  const isBinary = unpadded.some((byte) => byte < 0x20) || (bytes.length === 6 && !isUtf8(bytes));
  return isBinary ? toHex(bytes) : decodeText(unpadded);
}

const familyIpv4 = 1;
const familyIpv6 = 2;

/**
 * Parses an IP address from text or from bytes, with or without the IANA number of the address family before it.
 * Undefined for other bytes.
 */
export function parseNetworkAddress(bytes: Uint8Array): string | undefined {
  const [family] = bytes;
  if (family === familyIpv4 && bytes.length === 5) return ipFromBytes(bytes.subarray(1));
  if (family === familyIpv6 && bytes.length === 17) return ipFromBytes(bytes.subarray(1));
  if (isPlainText(bytes)) {
    const fromText = ipFromText(decodeText(bytes) ?? '');
    if (fromText !== undefined) return fromText;
  }
  return ipFromBytes(bytes);
}

// Chassis and port ids of LLDP (IEEE 802.1AB, 8.5.2 and 8.5.3) by their subtypes, in the notations of the REST API.
import type {
  LldpChassisIdSubtype as ChassisIdSubtype,
  LldpPortIdSubtype as PortIdSubtype,
} from '../../generated/operations';
import { ipOfBytes, ipOfText } from './addresses';
import { macOfBytes } from './mac';
import { hexOf, isPlainText, textOf } from './text';

export interface ChassisId {
  readonly subtype: ChassisIdSubtype;
  readonly value: string;
}
export interface PortId {
  readonly subtype: PortIdSubtype;
  readonly value: string;
}

// By their numbers, from 1.
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

/** Longest value that the service keeps. */
const longest = 255;

/** A subtype as a device gives it: the standard's number, or a text such as `MAC address`; agents leave it out, too. */
export type GivenSubtype = number | string | undefined;

/** Undefined for empty ids. A subtype that the standard does not have is concluded from the value. */
export const chassisIdOf = (subtype: GivenSubtype, bytes: Uint8Array): ChassisId | undefined =>
  idOf(subtypeIn(chassisSubtypes, subtype) ?? likelySubtype(bytes), bytes);

/** As `chassisIdOf`. */
export const portIdOf = (subtype: GivenSubtype, bytes: Uint8Array): PortId | undefined =>
  idOf(subtypeIn(portSubtypes, subtype) ?? likelySubtype(bytes), bytes);

/** Whether the standard has the subtype for ports. */
export const isPortSubtype = (subtype: GivenSubtype): boolean => subtypeIn(portSubtypes, subtype) !== undefined;

const shortNames: Readonly<Record<string, PortIdSubtype>> = {
  mac: 'MacAddress',
  ip: 'NetworkAddress',
  ifname: 'InterfaceName',
  ifalias: 'InterfaceAlias',
  local: 'LocallyAssigned',
};

function subtypeIn<S extends ChassisIdSubtype | PortIdSubtype>(
  known: readonly S[],
  given: GivenSubtype,
): S | undefined {
  if (given === undefined) return undefined;
  if (typeof given === 'number' || /^\s*\d+\s*$/.test(given)) return known[Number(given) - 1];
  const name = given.toLowerCase().replace(/[^a-z]/g, '');
  return known.find((one) => one.toLowerCase() === name || one === shortNames[name]);
}

/** A value of six characters that print is a text, and no MAC address. */
function likelySubtype(bytes: Uint8Array): 'MacAddress' | 'NetworkAddress' | 'LocallyAssigned' {
  const isMac = bytes.length === 6 ? !isPlainText(bytes) : macOfBytes(bytes) !== undefined;
  if (isMac) return 'MacAddress';
  const isAddress = isPlainText(bytes)
    ? ipOfText(textOf(bytes) ?? '') !== undefined
    : bytes.length > 4 && networkAddressOf(bytes) !== undefined;
  return isAddress ? 'NetworkAddress' : 'LocallyAssigned';
}

function idOf<S extends ChassisIdSubtype | PortIdSubtype>(
  subtype: S,
  bytes: Uint8Array,
): { subtype: S; value: string } | undefined {
  if (bytes.length === 0) return undefined;
  const value = [...(valueOf(subtype, bytes) ?? '')].slice(0, longest).join('');
  return value === '' ? undefined : { subtype, value };
}

function valueOf(subtype: ChassisIdSubtype | PortIdSubtype, bytes: Uint8Array): string | undefined {
  if (subtype === 'MacAddress') return macOfBytes(bytes) ?? textOrHex(bytes);
  if (subtype === 'NetworkAddress') return networkAddressOf(bytes) ?? textOrHex(bytes);
  return textOrHex(bytes);
}

/** Some agents send numbers where the standard has text: a MAC address, most often. */
function textOrHex(bytes: Uint8Array): string | undefined {
  const unpadded = bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1);
  if (unpadded.length === 0) return undefined;
  return unpadded.some((byte) => byte < 0x20) ? hexOf(bytes) : textOf(unpadded);
}

const familyIpv4 = 1;
const familyIpv6 = 2;

/** An address after the number of its family (IANA), or without it, or as text. */
export function networkAddressOf(bytes: Uint8Array): string | undefined {
  const [family] = bytes;
  if (family === familyIpv4 && bytes.length === 5) return ipOfBytes(bytes.subarray(1));
  if (family === familyIpv6 && bytes.length === 17) return ipOfBytes(bytes.subarray(1));
  if (isPlainText(bytes)) {
    const written = ipOfText(textOf(bytes) ?? '');
    if (written !== undefined) return written;
  }
  return ipOfBytes(bytes);
}

// Decodes values of table cells. A function returns undefined if the value has an unexpected type.
import { macFromBytes } from '../../evidence/mac';
import { decodeText } from '../../evidence/text';
import type { Value } from './session';

export const toText = (value: Value | undefined): string | undefined =>
  Buffer.isBuffer(value) ? decodeText(value) : undefined;
export const toMac = (value: Value | undefined): string | undefined =>
  Buffer.isBuffer(value) ? macFromBytes(value) : undefined;
export const toNumber = (value: Value | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined;
export const toBytes = (value: Value | undefined): Uint8Array => (Buffer.isBuffer(value) ? value : Buffer.alloc(0));
/** An object id or an IPv4 address in dotted notation; undefined for a value of any other type. */
export const toDottedText = (value: Value | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Positions of the bits that are set. Position 1 is the highest bit of the first byte. */
export function toBitNumbers(value: Value | undefined): number[] {
  const numbers: number[] = [];
  for (const [at, byte] of toBytes(value).entries())
    for (let bit = 0; bit < 8; bit++) if (byte & (0x80 >> bit)) numbers.push(at * 8 + bit + 1);
  return numbers;
}

/** An LLDP subtype as a number, or as the text that some devices send instead of the number. */
export const toSubtype = (value: Value | undefined): number | string | undefined => toNumber(value) ?? toText(value);

// Parses MAC addresses from bytes and texts to the notation `AA:BB:CC:DD:EE:FF`.
import { toHex } from './text';

const pairs = /^[0-9a-f]{1,2}([:\- .])[0-9a-f]{1,2}(\1[0-9a-f]{1,2}){4}$/i;
const halves = /^[0-9a-f]{6}[:\-.]?[0-9a-f]{6}$/i;
const words = /^[0-9a-f]{4}([:\-.])[0-9a-f]{4}\1[0-9a-f]{4}$/i;

/** Parses a MAC address in any usual notation. The leading zero of a byte may be missing, as in `0:1b:21:0:0:1`. */
export function macFromText(text: string): string | undefined {
  const bare = text.replace(/[\s\0]+$/, '').replace(/^\s*(0x)?/i, '');
  if (pairs.test(bare))
    return bare
      .split(/[:\- .]/)
      .map((part) => part.padStart(2, '0').toUpperCase())
      .join(':');
  if (!halves.test(bare) && !words.test(bare)) return undefined;
  return bare
    .replace(/[^0-9a-f]/gi, '')
    .toUpperCase()
    .replace(/(..)(?!$)/g, '$1:');
}

/**
 * The MAC address in six bytes, or in the characters of a text that is stored as bytes. Undefined for all zeros and for
 * other bytes.
 */
export function macFromBytes(bytes: Uint8Array): string | undefined {
  const mac = bytes.length === 6 ? toHex(bytes) : macFromText(Buffer.from(bytes).toString('latin1'));
  return mac === '00:00:00:00:00:00' ? undefined : mac;
}

/** The MAC address in six numbers of a table index, as in bridge tables; undefined for other numbers. */
export function macFromIndex(numbers: readonly number[]): string | undefined {
  if (numbers.length !== 6 || numbers.some((number) => !(number >= 0 && number <= 255))) return undefined;
  return macFromBytes(Uint8Array.from(numbers));
}

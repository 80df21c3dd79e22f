// MAC addresses as devices write them: six bytes, or a text in one of many notations. Ours is `AA:BB:CC:DD:EE:FF`.
import { hexOf } from './text';

const pairs = /^[0-9a-f]{1,2}([:\- .])[0-9a-f]{1,2}(\1[0-9a-f]{1,2}){4}$/i;
const halves = /^[0-9a-f]{6}[:\-.]?[0-9a-f]{6}$/i;
const words = /^[0-9a-f]{4}([:\-.])[0-9a-f]{4}\1[0-9a-f]{4}$/i;

/** Of a text in any of the usual notations; leading zeros of a pair may be absent. */
export function macOfText(text: string): string | undefined {
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

/** Of six bytes, or of the bytes of a text. All zeros are no address. */
export function macOfBytes(bytes: Uint8Array): string | undefined {
  const mac = bytes.length === 6 ? hexOf(bytes) : macOfText(Buffer.from(bytes).toString('latin1'));
  return mac === '00:00:00:00:00:00' ? undefined : mac;
}

/** Of the numbers of an index, as bridge tables have them. */
export function macOfIndex(numbers: readonly number[]): string | undefined {
  if (numbers.length !== 6 || numbers.some((number) => !(number >= 0 && number <= 255))) return undefined;
  return macOfBytes(Uint8Array.from(numbers));
}

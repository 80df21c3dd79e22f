// Reproducible randomness: numbers, choices and ids that depend only on a seed and a path.
import { createHash } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha1').update(text).digest();

/** A name-based UUID (RFC 9562, version 5). The same seed and path give the same id. */
export function derivedDemoId(seed: string, path: string): string {
  const bytes = digest(`${seed}\0${path}`);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

const digits = '0123456789';
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * A separate random sequence per path. So drawing one more number for one path does not change the numbers of other
 * paths.
 */
export class Chance {
  private state: number;

  constructor(seed: string) {
    this.state = digest(seed).readUInt32LE(0);
  }

  /** A number between 0 (inclusive) and 1 (exclusive); the algorithm is mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixedBits = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits;
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer between two bounds, both inclusive. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!;
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** Fills a pattern: # becomes a digit, @ a letter, * a digit or a letter, ~ a hexadecimal digit. */
  textLike(pattern: string): string {
    return pattern.replace(/[#@*~]/g, (mark) => {
      if (mark === '#') return this.pick([...digits]);
      if (mark === '@') return this.pick([...letters]);
      if (mark === '*') return this.pick([...digits, ...letters]);
      return this.between(0, 15).toString(16);
    });
  }
}

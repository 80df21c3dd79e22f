// Random numbers that can be replayed: the same seed, phase and case number give the same random values.
import fc, { type Arbitrary } from 'fast-check';

/** The FNV-1a hash of a text, an integer of 32 bits. Similar texts have very different hashes. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

export class Dice {
  private state: number;

  constructor(...words: readonly (string | number)[]) {
    this.state = hashOf(words.join('\0'));
  }

  /** A number from 0 (included) to 1 (excluded), by mulberry32. */
  float(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixedBits = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61);
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer between two bounds, both inclusive. */
  int(least: number, most: number): number {
    return least + Math.floor(this.float() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.float() < probability;
  }

  pick<T>(values: readonly T[]): T {
    if (values.length === 0) throw new Error('nothing to pick from');
    return values[this.int(0, values.length - 1)]!;
  }

  /** Draws up to `most` of the values, in random order. */
  pickSeveral<T>(values: readonly T[], most: number): T[] {
    const remainingValues = [...values];
    const count = Math.min(remainingValues.length, this.int(0, most));
    return Array.from({ length: count }, () => remainingValues.splice(this.int(0, remainingValues.length - 1), 1)[0]!);
  }

  times<T>(count: number, make: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => make(index));
  }

  /** Draws a random value from a generator of fast-check. */
  draw<T>(arbitrary: Arbitrary<T>): T {
    return fc.sample(arbitrary, { seed: this.int(0, 2 ** 31 - 1), numRuns: 1 })[0]!;
  }
}

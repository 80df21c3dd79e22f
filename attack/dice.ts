// Chance that replays: the same seed, phase and number always give the same throws.
import fc, { type Arbitrary } from 'fast-check';

/** FNV-1a: spreads neighbouring words over all 32 bits. */
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

  /** From 0 up to, but not, 1 (mulberry32). */
  float(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
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

  /** Some of the values, at most so many, in a new order. */
  some<T>(values: readonly T[], most: number): T[] {
    const left = [...values];
    const count = Math.min(left.length, this.int(0, most));
    return Array.from({ length: count }, () => left.splice(this.int(0, left.length - 1), 1)[0]!);
  }

  times<T>(count: number, make: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => make(index));
  }

  /** A value of the generators that the test suites use. */
  draw<T>(arbitrary: Arbitrary<T>): T {
    return fc.sample(arbitrary, { seed: this.int(0, 2 ** 31 - 1), numRuns: 1 })[0]!;
  }
}

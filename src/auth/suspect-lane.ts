// A narrow lane for credentials from addresses that have used up their anonymous limit: few look-ups at a time, few waiting.
import { createLane, type Lane } from '../platform/limits/lane';

const lookupsAtOnce = 2;
const maxWaiting = 100;

export const createSuspectLane = (): Lane => createLane(lookupsAtOnce, maxWaiting);

/** Remembers a bounded number of values, the least recently seen goes first. */
export class RecentlySeen {
  private readonly values = new Set<string>();

  constructor(private readonly maxValues: number) {}

  add(value: string): void {
    this.values.delete(value);
    this.values.add(value);
    if (this.values.size <= this.maxValues) return;
    for (const oldest of this.values) {
      this.values.delete(oldest);
      return;
    }
  }

  has(value: string): boolean {
    return this.values.has(value);
  }
}

// Bounded counters by name, such as open streams per user on this replica.

export class Places {
  private readonly taken = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** Takes a place. Returns the function that frees it, or undefined if all are taken. */
  take(name: string): (() => void) | undefined {
    const count = this.taken.get(name) ?? 0;
    if (count >= this.most) return undefined;
    this.taken.set(name, count + 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.giveBack(name);
      isTaken = false;
    };
  }

  private giveBack(name: string): void {
    const remaining = (this.taken.get(name) ?? 0) - 1;
    if (remaining > 0) this.taken.set(name, remaining);
    else this.taken.delete(name);
  }
}

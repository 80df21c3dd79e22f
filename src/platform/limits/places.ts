// Bounded counters, each identified by a name, such as one for the open streams of each user in this process.

export class Places {
  private readonly takenByName = new Map<string, number>();

  constructor(private readonly most: number) {}

  /**
   * Increments the counter of the name. Returns the function that decrements it, or undefined if the maximum is
   * reached.
   */
  take(name: string): (() => void) | undefined {
    const count = this.takenByName.get(name) ?? 0;
    if (count >= this.most) return undefined;
    this.takenByName.set(name, count + 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.giveBack(name);
      isTaken = false;
    };
  }

  private giveBack(name: string): void {
    const remainingCount = (this.takenByName.get(name) ?? 0) - 1;
    if (remainingCount > 0) this.takenByName.set(name, remainingCount);
    else this.takenByName.delete(name);
  }
}

// Places of which each name has a bounded number, such as the streams that a user may have open.

export interface Places {
  /** Takes one of the places of this name; gives the function that returns it, or undefined when `most` are taken. */
  take(name: string, most: number): Promise<(() => void) | undefined>;
}

/** The count itself, in the memory of one process. */
export class PlaceCounts {
  private readonly taken = new Map<string, number>();

  take(name: string, most: number): boolean {
    const count = this.taken.get(name) ?? 0;
    if (count >= most) return false;
    this.taken.set(name, count + 1);
    return true;
  }

  giveBack(name: string): void {
    const left = (this.taken.get(name) ?? 0) - 1;
    if (left > 0) this.taken.set(name, left);
    else this.taken.delete(name);
  }
}

/** The places of a process that serves alone. */
export function placesInMemory(): Places {
  const counts = new PlaceCounts();
  return placesOf(
    (name, most) => counts.take(name, most),
    (name) => counts.giveBack(name),
  );
}

/** Places that are counted elsewhere; each is given back once, however often that is asked for. */
export function placesOf(
  take: (name: string, most: number) => boolean | Promise<boolean>,
  giveBack: (name: string) => void,
): Places {
  return {
    async take(name, most) {
      if (!(await take(name, most))) return undefined;
      let isTaken = true;
      return () => {
        if (isTaken) giveBack(name);
        isTaken = false;
      };
    },
  };
}

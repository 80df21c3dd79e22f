// Cuts names so that they still differ: machine names often begin alike and differ at their ends.

/** A cut name has at least this many letters. */
const fewestLetters = 7;
/** Names that differ only beyond this number of letters are not told apart by cutting. */
const mostLetters = 60;

/** Up to this number of letters, a cut name keeps as many of its beginning as of its end; further ones are of the end. */
const balanced = 10;

/** A name with this many letters of its beginning and end, and an ellipsis in between. */
export function cutInMiddle(letters: readonly string[], count: number): string {
  const end = Math.floor(Math.min(count, balanced) / 2) + Math.max(0, count - balanced);
  return `${letters.slice(0, count - end).join('')}…${letters.slice(letters.length - end).join('')}`;
}

/**
 * How many letters of each name must stay when it is cut in the middle, so that no two names that are cut look the
 * same. A cut that tells two names apart also does so with more letters, so each name is compared once per length.
 */
export function tellingLetters(names: Iterable<string>): ReadonlyMap<string, number> {
  const result = new Map<string, number>();
  let undecided = [...new Set(names)].map((name) => ({ name, letters: [...name] }));
  for (let count = fewestLetters; undecided.length > 0; count += 1) {
    const byStump = new Map<string, typeof undecided>();
    for (const one of undecided) {
      const { name, letters } = one;
      if (letters.length <= count || count >= mostLetters) {
        result.set(name, Math.min(letters.length, count));
        continue;
      }
      const stump = cutInMiddle(letters, count);
      const alike = byStump.get(stump);
      if (alike) alike.push(one);
      else byStump.set(stump, [one]);
    }
    for (const [one, ...others] of byStump.values()) if (others.length === 0) result.set(one!.name, count);
    undecided = [...byStump.values()].flatMap((alike) => (alike.length > 1 ? alike : []));
  }
  return result;
}

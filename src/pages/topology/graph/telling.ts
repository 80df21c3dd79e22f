// Cuts names in such a way that they still differ from each other. Names of machines often have the same beginning and
// differ at their ends.

/** Minimum number of letters that remain of a cut name. */
const fewestLetters = 7;
/** Names that only differ after more letters than this are not distinguished when they are cut. */
const mostLetters = 60;

/**
 * A cut name of at most this many letters shows as many letters of the name's beginning as of its end. A cut name with
 * more letters shows more of the end only.
 */
const balanced = 10;

const segmenter = new Intl.Segmenter();

/** The letters of a text as people see them: an emoji of several code points, or a letter with its accents, is one. */
export const lettersOf = (text: string): readonly string[] =>
  // Most names are ASCII, for which the segmenter would be slow.
  /^[\0-\x7f]*$/.test(text) ? [...text] : [...segmenter.segment(text)].map(({ segment }) => segment);

/** The name cut in its middle: its beginning and its end, `count` letters in total, with an ellipsis in between. */
export function cutInMiddle(letters: readonly string[], count: number): string {
  const end = Math.floor(Math.min(count, balanced) / 2) + Math.max(0, count - balanced);
  return `${letters.slice(0, count - end).join('')}…${letters.slice(letters.length - end).join('')}`;
}

/**
 * For each name, the minimum number of letters so that different names still differ when they are cut in the middle.
 * Names that differ at one number of letters also differ at every larger number.
 */
export function tellingLetters(names: Iterable<string>): ReadonlyMap<string, number> {
  const result = new Map<string, number>();
  let undecided = [...new Set(names)].map((name) => ({ name, letters: lettersOf(name) }));
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

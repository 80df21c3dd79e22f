// Cuts long names so that they still differ from each other. Names of machines often begin alike and differ at their
// ends.

const fewestLetters = 7;
/** A cut name has at most this number of letters, even if it then looks like another name. */
const mostLetters = 60;

/** Of a cut name with up to this number of letters, half are from its beginning. Further letters are from its end. */
const balanced = 10;

const segmenter = new Intl.Segmenter();

/** The letters of a text as people see them: an emoji of several code points, or a letter with its accents, is one. */
export const lettersOf = (text: string): readonly string[] =>
  // Most names are ASCII, for which the segmenter would be slow.
  /^[\0-\x7f]*$/.test(text) ? [...text] : [...segmenter.segment(text)].map(({ segment }) => segment);

export function cutInMiddle(letters: readonly string[], count: number): string {
  const end = Math.floor(Math.min(count, balanced) / 2) + Math.max(0, count - balanced);
  return `${letters.slice(0, count - end).join('')}…${letters.slice(letters.length - end).join('')}`;
}

/** For each name, the smallest number of letters to which it can be cut and still differ from all other names. */
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

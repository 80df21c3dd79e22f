// Finds in the text of an answer what its caller must not see, in one pass for all ids and one for all words that begin alike.

interface Judged {
  /** Everything that must never occur in an answer to this caller: ids, secrets, addresses. */
  readonly forbidden: readonly string[];
  /** What of it an Admin may read in the audit: whose keys there are. */
  readonly audited: readonly string[];
}

const isId = (word: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(word);

/** Whatever has the dashes of an id at their places. */
function idsIn(text: string): ReadonlySet<string> {
  const ids = new Set<string>();
  for (let dash = text.indexOf('-'); dash >= 0; dash = text.indexOf('-', dash + 1))
    if (text[dash + 5] === '-' && text[dash + 10] === '-' && text[dash + 15] === '-')
      ids.add(text.slice(Math.max(0, dash - 8), dash + 28));
  return ids;
}

/** As long as what each word begins with that the text is looked through for: few words begin alike by chance. */
const startLength = 3;

/** Those of the words that the text has. */
function wordsIn(text: string, words: readonly string[]): ReadonlySet<string> {
  const foundWords = new Set<string>();
  const expectedTexts = new Set(words);
  for (const start of new Set(words.map((word) => word.slice(0, startLength)))) {
    const lengths = new Set(words.filter((word) => word.startsWith(start)).map(({ length }) => length));
    for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1))
      for (const length of lengths) {
        const word = text.slice(at, at + length);
        if (expectedTexts.has(word)) foundWords.add(word);
      }
  }
  return foundWords;
}

/** The forbidden words that a text gives away. */
export function findLeaks(
  { forbidden, audited }: Judged,
  text: string,
  isAudit = text.includes('"AuditEvent"'),
): string[] {
  const ids = idsIn(text);
  const words = wordsIn(
    text,
    forbidden.filter((word) => !isId(word)),
  );
  return forbidden.filter((word) => (ids.has(word) || words.has(word)) && !(isAudit && audited.includes(word)));
}

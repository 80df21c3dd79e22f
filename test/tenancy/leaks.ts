// Finds forbidden ids and words in the text of a response. For speed, one pass looks for all ids, and one pass for all
// words with the same first characters.

interface Judged {
  /** Texts that must never occur in a response to this caller: ids, secrets and addresses. */
  readonly forbidden: readonly string[];
  /**
   * Forbidden texts that audit events may nevertheless contain, because an Admin's audit log contains the names of all
   * keys.
   */
  readonly audited: readonly string[];
}

const isId = (word: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(word);

/** All parts of the text that have dashes at the same positions as a UUID. */
function idsIn(text: string): ReadonlySet<string> {
  const ids = new Set<string>();
  for (let dash = text.indexOf('-'); dash >= 0; dash = text.indexOf('-', dash + 1))
    if (text[dash + 5] === '-' && text[dash + 10] === '-' && text[dash + 15] === '-')
      ids.add(text.slice(Math.max(0, dash - 8), dash + 28));
  return ids;
}

/**
 * Number of first characters by which words are grouped. The text is searched once for each group, and with three
 * characters few words share a group.
 */
const startLength = 3;

/** The given words that occur in the text. */
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

/** The forbidden words that occur in a text. */
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

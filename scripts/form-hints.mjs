// Builds the hints of form fields. A hint is the text in form-hints.ts of the page. Without such a text, it is
// the schema's description, without the parts that only programs need. A hint that users would not understand is an
// error.

/** Matches standards, such as RFCs, that a description cites in parentheses. */
const citation = / ?\([^()]*\b(?:[A-Z][\w-]*-MIB|RFC \d+|IEEE \d+)[^()]*\)/g;
/** Matches sentences of descriptions that a form does not need, because its labels or error messages say the same. */
const unneeded =
  /^(?:At most \d+|\d+ to \d+ characters|Left out|Ids? of|Kind of the object|Free text|Name for people|Name\b[^.]*\.$)|complete list/;
/** Matches words of the API that users do not know. */
const ofPrograms =
  /\b(?:null|undefined|input|enum|boolean|string|integer|UUID|array|mutation|GraphQL|REST|MIB|RFC|IEEE|IANA|[Ii]ds?|left out|on (?:create|update)|complete list|default of|accessible)\b|`|\b[A-Za-z][a-z]+[A-Z]\w*|\w+_\w+/;

export const sentencesOf = (text) =>
  text
    .split(/(?<=\.)\s+(?=[A-Z\d])/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);

/** The first word of a text that users would not understand; null if they understand all words. */
export const programWord = (text) => ofPrograms.exec(text.replaceAll(/"[^"]*"/g, ''))?.[0] ?? null;

const plainHint = (description) =>
  sentencesOf(description.replace(citation, ''))
    .filter((sentence) => !unneeded.test(sentence))
    .join(' ');

/**
 * Returns the hint for a field of a form. `list` is the kind of row that the form edits, such as `hosts`, and `path`
 * the field in this form. Throws if the hint contains words of the API that users do not know.
 */
export function hintOf({ hints, list, path, description }) {
  const hint = hints[`${list}.${path}`] ?? hints[path] ?? plainHint(description);
  const word = programWord(hint);
  if (word !== null) throw new Error(`${list}.${path}: its hint says "${word}". Say it for people in form-hints.ts.`);
  return hint;
}

// What a form says of a field: the words of src/pages/inventory/form-hints.ts, else the description of the schema without
// what only programs need. A text that people would not understand is refused.

/** Standards that a description cites in parentheses. */
const citation = / ?\([^()]*\b(?:[A-Z][\w-]*-MIB|RFC \d+|IEEE \d+)[^()]*\)/g;
/** Sentences without news for people: other fields, refusals or the label say it. */
const unneeded =
  /^(?:At most \d+|\d+ to \d+ characters|Left out|Ids? of|Kind of the object|Free text|Name for people|Name\b[^.]*\.$)|complete list/;
/** Words of the API. */
const ofPrograms =
  /\b(?:null|undefined|input|enum|boolean|string|integer|UUID|array|mutation|GraphQL|REST|MIB|RFC|IEEE|IANA|[Ii]ds?|left out|on (?:create|update)|complete list|default of|accessible)\b|`|\b[A-Za-z][a-z]+[A-Z]\w*|\w+_\w+/;

export const sentencesOf = (text) =>
  text
    .split(/(?<=\.)\s+(?=[A-Z\d])/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);

/** Null: people understand every word. Otherwise the first word that they would not. */
export const programWord = (text) => ofPrograms.exec(text.replaceAll(/"[^"]*"/g, ''))?.[0] ?? null;

const plainHint = (description) =>
  sentencesOf(description.replace(citation, ''))
    .filter((sentence) => !unneeded.test(sentence))
    .join(' ');

/** `path`: the field as the form of `list` names it. Throws for a text with words of the API. */
export function hintOf({ hints, list, path, description }) {
  const hint = hints[`${list}.${path}`] ?? hints[path] ?? plainHint(description);
  const word = programWord(hint);
  if (word !== null)
    throw new Error(
      `${list}.${path}: its hint says "${word}". Say it for people in src/pages/inventory/form-hints.ts.`,
    );
  return hint;
}

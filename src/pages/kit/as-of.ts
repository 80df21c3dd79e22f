// Converts a query for the present into a query for a past instant: adds the directive `@at`, with the instant as a
// variable.

const heading = /^(\s*query \w+)(?:\((.*?)\))? \{/s;

/**
 * Converts the text of a query. The query's variables must be in a single pair of parentheses, as in all documents of
 * the pages.
 */
export function toPastQuery(text: string): string {
  return text.replace(
    heading,
    (_all, name: string, variables?: string) =>
      `${name}($at: DateTime!${variables ? `, ${variables}` : ''}) @at(instant: $at) {`,
  );
}

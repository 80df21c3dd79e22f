// Converts a query into one that reads the state at an instant: adds `@at` to the operation, with the instant as a
// variable.

const heading = /^(\s*query \w+)(?:\((.*?)\))? \{/s;

/**
 * Converts the text of a query. The variables of the query must be in one pair of parentheses, as in the documents of
 * the pages.
 */
export function toPastQuery(text: string): string {
  return text.replace(
    heading,
    (_all, name: string, variables?: string) =>
      `${name}($at: DateTime!${variables ? `, ${variables}` : ''}) @at(instant: $at) {`,
  );
}

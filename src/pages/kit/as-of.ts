// Converts a query for the present into a query for a past instant: adds the directive `@at`, with the instant as a
// variable.

const heading = /^(\s*query \w+)(?:\((.*?)\))? \{/s;

/**
 * Converts a query for the present into a query for a past instant, which the variable `at` names. The variables of the
 * query must be in a single pair of parentheses, as in all documents of the pages.
 */
export function toPastQuery(text: string): string {
  return text.replace(
    heading,
    (_all, name: string, variables?: string) =>
      `${name}($at: DateTime!${variables ? `, ${variables}` : ''}) @at(instant: $at) {`,
  );
}

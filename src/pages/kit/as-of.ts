// Converts a query into one that reads as of an instant: adds `@at` to the operation, with the instant as a variable.

const heading = /^(\s*query \w+)(?:\((.*?)\))? \{/s;

/** Converts the text of a query, whose variables must be in one pair of parentheses, as in the page's own documents. */
export function toPastQuery(text: string): string {
  return text.replace(
    heading,
    (_all, name: string, variables?: string) =>
      `${name}($at: DateTime!${variables ? `, ${variables}` : ''}) @at(instant: $at) {`,
  );
}

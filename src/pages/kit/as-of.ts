// The same query as of an instant: `@at` on the operation, with the instant as a variable of its own.

const heading = /^(\s*query \w+)(?:\((.*?)\))? \{/s;

/** The text of a query whose variables stand in one pair of brackets, as the page's own do. */
export function asOf(text: string): string {
  return text.replace(
    heading,
    (_all, name: string, variables?: string) =>
      `${name}($at: DateTime!${variables ? `, ${variables}` : ''}) @at(instant: $at) {`,
  );
}

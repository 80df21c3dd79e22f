// Tests with requirements that not every machine meets: if unmet they are skipped, under a name that says what they
// need.

type Declare = (title: string, body: () => void | Promise<void>, timeout?: number) => void;
type Body = () => Promise<void>;

/**
 * `test` and `describe` themselves if `isThere`. Otherwise ones that skip, with `need` after the title.
 * test/start/skipped.test.ts checks that no test is skipped in another way.
 */
export function requirement(need: string, isThere: boolean): { readonly test: Declare; readonly describe: Declare } {
  const nameOf = (title: string) => `${title} [needs ${need}]`;
  // Suites share this module, but each has its own `test` and `describe`, so they are looked up at each call.
  return isThere
    ? {
        test: (title, body, timeout) => test(title, body as Body, timeout),
        describe: (title, body) => describe(title, body as () => void),
      }
    : {
        test: (title, body, timeout) => test.skip(nameOf(title), body as Body, timeout),
        describe: (title, body) => describe.skip(nameOf(title), body as () => void),
      };
}

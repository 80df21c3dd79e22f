// Tests that need what not every machine has: without it they are skipped, under a name that says what they need.

type Declare = (title: string, body: () => void | Promise<void>, timeout?: number) => void;
type Body = () => Promise<void>;

/**
 * `test` and `describe` as they are where `isThere`; else ones that skip, with `need` behind the title. No test is skipped in
 * another way: test/start/skipped.test.ts looks for it.
 */
export function requirement(need: string, isThere: boolean): { readonly test: Declare; readonly describe: Declare } {
  const nameOf = (title: string) => `${title} [needs ${need}]`;
  // Suites share this module, and each has functions of its own by these names.
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

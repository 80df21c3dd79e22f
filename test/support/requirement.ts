// Marks tests with requirements that not every machine meets. If a requirement is not met, the tests are skipped, and
// their titles say what they need.

type Declare = (title: string, body: () => void | Promise<void>, timeout?: number) => void;
type Body = () => Promise<void>;

/**
 * Returns `test` and `describe` themselves if `isThere`. Otherwise returns versions that skip, with `need` after the
 * title. test/start/skipped.test.ts checks that no test is skipped in another way.
 */
export function requirement(need: string, isThere: boolean): { readonly test: Declare; readonly describe: Declare } {
  const nameOf = (title: string) => `${title} [needs ${need}]`;
  // Suites share this module, but Jest gives each suite its own `test` and `describe`. So these functions are looked up
  // at each call.
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

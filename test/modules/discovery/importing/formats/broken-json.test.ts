// Broken JSON with many lines: the search for the first wrong line yields to the event loop.
import { ImportFileError } from '../../../../../src/modules/discovery/importing/formats/imported-entries';
import { readObjects, wholeJson } from '../../../../../src/modules/discovery/importing/formats/json';
import { countTurns } from '../../../../support/turns';

const lines = 1000;
/** A list with one object per line, of which line `wrong` is broken. */
const textOf = (wrong: number) =>
  ['[', ...Array.from({ length: lines }, (_, at) => (at + 2 === wrong ? '{"a": oops},' : '{"a": 1},')), '{}]'].join(
    '\n',
  );
async function* pieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 100) yield text.slice(at, at + 100);
}
const refusalOf = async (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof ImportFileError)) throw error;
      return [error.code, error.line];
    },
  );

test.each([2, 3, 500, lines, lines + 1])('an error is reported at line %i', async (wrong) => {
  const { turns, answer } = await countTurns(() => refusalOf(wholeJson(pieces(textOf(wrong)))));
  expect(answer).toEqual(['malformed', wrong]);
  // The search for the broken line takes about nine steps of bisection, with a turn of the event loop for each.
  expect(turns).toBeGreaterThanOrEqual(9);
});

test('an unexpected end is reported at the last line, also in a single object', async () => {
  expect(await refusalOf(wholeJson(pieces(textOf(0).slice(0, -4))))).toEqual(['truncated', lines + 1]);
  const all = async () => {
    for await (const _one of readObjects(pieces('[{\n"a": 1},\n{\n"a":\noops\n}\n]')));
  };
  expect(await refusalOf(all())).toEqual(['malformed', 5]);
});

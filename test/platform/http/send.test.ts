// Tests `startText`, which reads the first piece of a text before anything is sent. Each piece is sent once, and the
// generator of the pieces ends when the client stops reading.
import { startText } from '../../../src/platform/http/send';

async function read(pieces: readonly string[], most: number) {
  const ended = jest.fn();
  const yieldPieces = async function* () {
    try {
      for (const piece of pieces) yield await Promise.resolve(piece);
    } finally {
      ended();
    }
  };
  const sentTexts: string[] = [];
  for await (const piece of await startText(yieldPieces())) if (sentTexts.push(piece) >= most) break;
  expect(ended).toHaveBeenCalledTimes(1);
  return sentTexts;
}

test.each([1, 2, 3, 9])('if a reader disconnects after %d pieces, no more pieces are made', async (most) => {
  expect(await read(['a', 'b', 'c'], most)).toEqual(['a', 'b', 'c'].slice(0, most));
});

test('an empty sequence sends nothing', async () => {
  expect(await read([], 1)).toEqual([]);
});

test('an error before the first piece is thrown before anything is sent', async () => {
  const failing = (async function* (): AsyncGenerator<string, void, undefined> {
    yield await Promise.reject<string>(new Error('gone'));
  })();
  await expect(startText(failing)).rejects.toThrow('gone');
});

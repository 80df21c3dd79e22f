// Tests long request bodies: if several end at the same time, the handler after each body gets a separate turn of the
// event loop.
import { Readable } from 'node:stream';
import type { NextFunction, Request, Response } from 'express';
import { jsonBody } from '../../src/auth/request-body';

const read = jsonBody(2_000_000);

function requestWith(text: string): Request {
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
  const viewer = { via: 'userApiKey' };
  return Object.assign(Readable.from([Buffer.from(text)]), {
    ...{ headers, viewer, authentication: { viewer }, is: () => 'json' },
  }) as unknown as Request;
}

/** Reads bodies that arrive together. Returns, for each body, the turn of the event loop in which its handler began. */
async function turnsAfter(texts: readonly string[]): Promise<number[]> {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const turns = texts.map(
    (text) =>
      new Promise<number>((resolve, reject) => {
        const req = requestWith(text);
        const next: NextFunction = (error?: unknown) => {
          if (error) return reject(error as Error);
          expect(JSON.stringify(req.body)).toBe(text);
          resolve(turn);
        };
        void read(req, {} as Response, next);
      }),
  );
  const answers = await Promise.all(turns);
  isOver = true;
  return answers;
}

test('long bodies are read one in each turn of the event loop', async () => {
  const long = Array.from({ length: 5 }, (_, at) => JSON.stringify({ at, text: 'x'.repeat(300_000) }));
  expect(new Set(await turnsAfter(long)).size).toBe(long.length);
});

test('errors in a long body are the same as in a short one', async () => {
  await expect(turnsAfter([`[${'1,'.repeat(200_000)}]`])).rejects.toMatchObject({ type: 'entity.parse.failed' });
  await expect(turnsAfter([`{"a":}`])).rejects.toMatchObject({ type: 'entity.parse.failed' });
});

// Handlers as one: their order, and where an error of each kind goes.
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { below, inTurn } from '../../../src/platform/http/in-turn';

const reached = jest.fn();
const step =
  (name: string): RequestHandler =>
  (_req, _res, next) => {
    reached(name);
    next();
  };
/** What comes after them is called with. */
const passed = (handler: RequestHandler, path = '/'): Promise<unknown> =>
  new Promise((resolve) => void handler({ path } as Request, {} as Response, resolve as NextFunction));
beforeEach(() => reached.mockClear());

test('one comes after the other, those that wait included, and the same ones again for the next request', async () => {
  const waiting: RequestHandler = async (_req, _res, next) => {
    await Promise.resolve();
    reached('waiting');
    next();
  };
  const all = inTurn(step('first'), waiting, inTurn(step('inner')), step('last'));
  expect(await passed(all)).toBeUndefined();
  expect(reached.mock.calls.flat()).toEqual(['first', 'waiting', 'inner', 'last']);
  expect(await Promise.all([passed(all), passed(all)])).toEqual([undefined, undefined]);
  expect(reached).toHaveBeenCalledTimes(12);
});

const failure = new Error('no');
test.each<[string, RequestHandler]>([
  ['is handed on', (_req, _res, next) => next(failure)],
  [
    'is thrown',
    () => {
      throw failure;
    },
  ],
  ['is thrown later', () => Promise.reject(failure) as never],
])('an error that %s skips the rest', async (_how, handler) => {
  expect(await passed(inTurn(step('first'), handler, step('last')))).toBe(failure);
  expect(reached.mock.calls.flat()).toEqual(['first']);
});

test('a promise that is rejected with nothing is an error all the same', async () => {
  expect(await passed(inTurn(() => Promise.reject() as never))).toBeInstanceOf(Error);
});

test('only paths that begin so', async () => {
  const handler = below('/v1/', step('inside'));
  for (const path of ['/v1/hosts', '/v1', '/v10/hosts', '/V1/hosts', '/']) await passed(handler, path);
  expect(reached).toHaveBeenCalledTimes(1);
});

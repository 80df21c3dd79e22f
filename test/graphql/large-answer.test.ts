/**
 * Tests large responses: they equal the output of JSON.stringify, are built once for all callers who request them at
 * the same time, and are equal in every content coding. The file loads its own modules, because only a few large
 * responses of all tests may be built at a time.
 * @own-modules
 */
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { GraphqlContext } from '../../src/graphql/context';
import { answerPoints } from '../../src/graphql/documents/answered-cost';
import { jsonPieces } from '../../src/graphql/large-answers/json-pieces';
import {
  acceptedEncoding,
  largeAnswer,
  placeForLarge,
  UnsentBytes,
  unsentBytes,
  type Encoding,
} from '../../src/graphql/large-answers/large-answer';
import { notePoints } from '../../src/graphql/large-answers/large-answers';
import { RawJson, RawList } from '../../src/graphql/jit/raw-json';
import { nextTurn } from '../../src/platform/threads/event-loop';

const textOf = async (value: unknown, encoding: Encoding = 'identity') => {
  const answer = await largeAnswer(value, encoding);
  return { ...answer, bytes: Buffer.concat([...(await answer.bytes())]) };
};
const raw = (key: string, value: unknown, reads: { count: number } = { count: 0 }) => ({
  key,
  read: async () => {
    reads.count += 1;
    const text = JSON.stringify(value);
    return [Buffer.from(text.slice(0, 3)), Buffer.from(text.slice(3))];
  },
});

test('any value is written as JSON.stringify writes it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      expect((await textOf({ value })).bytes.toString()).toBe(JSON.stringify({ value }));
    }),
  );
  const special = { none: undefined, at: new Date(0), list: [undefined, null, () => 1], text: 'ä\u2028"', empty: {} };
  expect((await textOf(special)).bytes.toString()).toBe(JSON.stringify(special));
});

test('long lists are cut into short pieces', () => {
  const value = { rows: Array.from({ length: 10_001 }, (_, id) => ({ id })) };
  const pieces = [...jsonPieces(value)].map(String);
  expect(pieces.join('')).toBe(JSON.stringify(value));
  expect(Math.max(...pieces.map((piece) => piece.split('"id"').length - 1))).toBeLessThanOrEqual(200);
});

test('long texts are cut into short pieces, and no character in two', async () => {
  const parts = fc.constantFrom('a', 'ä', '"', '\\', '\n', '😀', '\ud800', '\udc00');
  await fc.assert(
    fc.asyncProperty(fc.array(parts, { minLength: 1, maxLength: 7 }), async (someRows) => {
      const value = { text: someRows.join('').repeat(30_000), rest: 1 };
      const pieces = [...jsonPieces(value)].map(String);
      expect(pieces.join('') === JSON.stringify(value)).toBe(true);
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200_000);
      // Comparing bytes suffices to compare texts, and also finds a chunk that was cut within a character.
      expect((await textOf(value)).bytes.equals(Buffer.from(JSON.stringify(value)))).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('prepared texts replace their values, single ones or a whole list', async () => {
  const rows = [{ id: 1 }, { id: 2 }];
  const value = { one: new RawJson(raw('one', rows[0])), all: [new RawList(raw('all', rows))], after: true };
  const whole = JSON.stringify({ one: rows[0], all: rows, after: true });
  const plain = await textOf(value);
  expect([plain.bytes.toString(), plain.encoding]).toEqual([whole, 'identity']);
  expect(brotliDecompressSync((await textOf(value, 'br')).bytes).toString()).toBe(whole);
  expect(gunzipSync((await textOf(value, 'gzip')).bytes).toString()).toBe(whole);
  expect(() => JSON.stringify(value)).toThrow('ready');
});

test('an answer for the same names is made once, cached, and has a tag of its own', async () => {
  const reads = { count: 0 };
  const answer = (key: string, around = 1) => ({ around, part: new RawJson(raw(key, 'text', reads)) });
  const first = await Promise.all(Array.from({ length: 16 }, () => textOf(answer('same'), 'gzip')));
  expect(new Set(first.map(({ bytes }) => bytes.toString('hex'))).size).toBe(1);
  const again = await textOf(answer('same'), 'gzip');
  expect([reads.count, again.tag]).toEqual([1, first[0]!.tag]);
  const others = [await textOf(answer('other')), await textOf(answer('same', 2))];
  expect(new Set([again, ...others].map(({ tag }) => tag)).size).toBe(3);
  expect((await textOf({ around: 1 })).tag).toBeUndefined();
});

test('an error is thrown before anything is sent, and the next request tries again', async () => {
  let isBroken = true;
  const read = () => (isBroken ? Promise.reject(new Error('the thread ended')) : Promise.resolve([Buffer.from('1')]));
  const answer = () => largeAnswer({ part: new RawJson({ key: 'breaks', read }) }, 'br');
  await expect((await answer()).bytes()).rejects.toThrow('the thread ended');
  isBroken = false;
  expect(brotliDecompressSync(Buffer.concat([...(await (await answer()).bytes())])).toString()).toBe('{"part":1}');
});

test.each([
  [undefined, 'identity'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', 'identity'],
])('a caller who accepts %s receives %s', (acceptedCodings, encoding) => {
  const givenCodings = (acceptedCodings ?? '').split(',').map((one) => one.trim());
  const req = { acceptsEncodings: (one: string) => givenCodings.includes(one) && one };
  expect(acceptedEncoding(req as never)).toBe(encoding);
});

describe('few large answers are objects at a time', () => {
  const request = () => {
    let onGone: () => void = () => undefined;
    const answer = {
      isLarge: true,
      points: 0,
      place: undefined as Promise<void> | undefined,
      release: () => undefined as void,
    };
    return {
      answer,
      payer: 'ours',
      audience: { onGone: (end: () => void) => void (onGone = end) } as never,
      leave: () => onGone(),
    };
  };

  test('a third one waits until one is written, or its caller disconnects', async () => {
    const [first, second, third, fourth] = [request(), request(), request(), request()];
    await Promise.all([placeForLarge(first), placeForLarge(second), placeForLarge(first)]);
    const enteredNames: string[] = [];
    void placeForLarge(third).then(() => enteredNames.push('third'));
    void placeForLarge(fourth).then(() => enteredNames.push('fourth'));
    await nextTurn();
    expect(enteredNames).toEqual([]);
    first.answer.release();
    await nextTurn();
    expect(enteredNames).toEqual(['third']);
    second.leave();
    await nextTurn();
    expect(enteredNames).toEqual(['third', 'fourth']);
    for (const one of [third, fourth]) one.answer.release();
  });

  test('a new one waits while clients have not read 256 MB, also in place of one that has left', async () => {
    const unread = Object.assign(new EventEmitter(), { destroyed: false, setTimeout: () => undefined });
    unsentBytes.add(unread as never, [{ byteLength: 256_000_001 } as Uint8Array]);
    const [staying, leaving] = [request(), request()];
    const events: string[] = [];
    void placeForLarge(staying).then(() => events.push('entered'));
    void placeForLarge(leaving).catch(() => events.push('left'));
    await nextTurn();
    leaving.leave();
    await nextTurn();
    expect(events).toEqual([]);
    unread.emit('close');
    await nextTurn();
    expect(events.sort()).toEqual(['entered', 'left']);
    staying.answer.release();
  });
});

test('a client that reads nothing is disconnected, and its bytes are unsent no more', async () => {
  const unsent = new UnsentBytes({ most: 1_000_000, stalledMs: 50 });
  const pieces = Array.from({ length: 256 }, () => new Uint8Array(2 ** 18));
  const server = createServer((_req, res) => {
    unsent.add(res as never, pieces);
    for (const piece of pieces) res.write(piece);
    res.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  client.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(server, 'request');
  expect(unsent.isFull).toBe(true);
  await unsent.isLess();
  expect(unsent.isFull).toBe(false);
  client.destroy();
  await new Promise((resolve) => server.close(resolve));
});

test.each([
  ['rows', { rows: Array.from({ length: 2_001 }, () => ({ id: 1 })) }],
  ['values of few rows', { rows: [{ fdbMacs: Array.from({ length: 20_010 }, () => 'c0:ff:ee:00:00:01') }] }],
  ['characters of few rows', { rows: [{ description: 'x'.repeat(2_001_000) }] }],
])('many %s make an answer large', async (_what, data) => {
  const context = { answer: { isLarge: false, points: 0, release: () => undefined } } as GraphqlContext;
  notePoints(context, await answerPoints(data));
  expect(context.answer.isLarge).toBe(true);
  context.answer.isLarge = false;
  notePoints(context, 2_000);
  expect(context.answer.isLarge).toBe(false);
});

// Phase: bodies and headers that cost more to read than to send, broken ones, packed ones and slow ones, at every door.
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { Dice } from './dice';
import type { Request } from './exchange';
import type { Phase } from './phase';
import type { Caller, World } from './world';

const megabyte = 1_048_576;
type Made = Omit<Request, 'method' | 'path'>;

const doors = [
  'POST /graphql',
  'POST /mcp',
  'POST /api/v1/hosts',
  'POST /api/v1/tags/assign/bulk-add',
  'POST /api/v1/hosts/bulk-delete',
  'POST /api/v1/hosts/discovery',
  'POST /api/v1/hosts/discovery/batch',
  'POST /api/auth/login',
  'POST /api/auth/register',
  'POST /api/daemons/register',
  'PUT /api/v1/tags/assign',
  'POST /api/v1/nowhere',
  'GET /api/v1/hosts',
] as const;

/** Of any size, and often of the largest. */
const sized = (dice: Dice, least: number, most: number) =>
  Math.floor(dice.chance(0.4) ? most : least * (most / least) ** dice.float());
const typed = (body: string | Buffer, headers: Request['headers'] = {}): Made => ({
  headers: { 'content-type': 'application/json', ...headers },
  body,
});
const packed = (encoding: string, body: Buffer): Made => typed(body, { 'content-encoding': encoding });
/** As a variable of a document, or as it is. */
const within = (dice: Dice, text: string): string =>
  dice.chance(0.5)
    ? text
    : `{"query":"query q($f: HostFilter) { hosts(filter: $f) { totalCount } }","variables":{"f":${text}}}`;

/** Far above the limit of a body, and packed at the lowest level, which is soon done. */
const plain = Buffer.alloc(20 * megabyte, '[');
const packedBombs = {
  gzip: [gzipSync(plain, { level: 1 }), gzipSync(plain.subarray(0, megabyte), { level: 1 })],
  deflate: deflateSync(plain, { level: 1 }),
  brotli: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

const nearLimit = Math.floor(1.99 * megabyte);

/** Each kind of body. Those that are larger than the limit, or break HTTP, may lose their connection. */
export const bodyKinds: Readonly<Record<string, (dice: Dice) => Made>> = {
  'brackets never closed': (dice) => typed(within(dice, '['.repeat(sized(dice, 1000, nearLimit)))),
  'lists in lists': (dice) => {
    const depth = sized(dice, 100, nearLimit / 2);
    return typed(within(dice, '['.repeat(depth) + ']'.repeat(depth)));
  },
  'objects in objects': (dice) => {
    const depth = sized(dice, 100, nearLimit / 6);
    return typed(within(dice, '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)));
  },
  'conditions in conditions': (dice) => {
    const depth = sized(dice, 100, 100_000);
    return typed(
      `{"query":"query q($f: HostFilter) { hosts(filter: $f) { totalCount } }","variables":{"f":${'{"not":'.repeat(depth)}{}${'}'.repeat(depth)}}}`,
    );
  },
  'a long list': (dice) => typed(within(dice, `[${'0,'.repeat(sized(dice, 1000, nearLimit / 2 - 10))}0]`)),
  'many members': (dice) =>
    typed(within(dice, `{${dice.times(sized(dice, 100, 100_000), (at) => `"m${at}":1`).join(',')}}`)),
  'one member many times': (dice) =>
    typed(within(dice, `{${'"name":"x",'.repeat(sized(dice, 100, 150_000))}"name":"y"}`)),
  'a long text': (dice) => typed(within(dice, `{"name":"${'x'.repeat(sized(dice, 1000, nearLimit - 1000))}"}`)),
  'escapes alone': (dice) => typed(within(dice, `{"name":"${'\\ud800'.repeat(sized(dice, 100, nearLimit / 7))}"}`)),
  'a long number': (dice) => typed(within(dice, `{"number":${'9'.repeat(sized(dice, 1000, nearLimit - 1000))}}`)),
  prototypes: () => typed('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"name":"x"}'),
  'no JSON': (dice) =>
    typed(dice.pick(['', '{', '}', 'null', '"', 'undefined', '{"a":}', '\0', '\ufeff{}', '[1,]', 'NaN', "{'a':1}"])),
  'bytes that are no text': (dice) => typed(Buffer.from(dice.times(dice.int(1, 2000), () => dice.int(0, 255)))),
  'more than the limit': (dice) => ({
    ...typed(`"${'x'.repeat(sized(dice, 2.1 * megabyte, 6 * megabyte))}"`),
    mayBeCut: true,
  }),
  'a gzip bomb': (dice) => ({ ...packed('gzip', packedBombs.gzip[dice.int(0, 1)]!), mayBeCut: true }),
  'a deflate bomb': () => ({ ...packed('deflate', packedBombs.deflate), mayBeCut: true }),
  'a Brotli bomb': () => ({ ...packed('br', packedBombs.brotli), mayBeCut: true }),
  'packed without need': (dice) =>
    packed(dice.pick(['gzip', 'br', 'deflate', 'zstd', 'compress', 'x', 'gzip, gzip']), Buffer.from('{}')),
  'half a gzip': () => packed('gzip', gzipSync(Buffer.alloc(100_000, 'x')).subarray(0, 60)),
  'another content type': (dice) => ({
    headers: {
      'content-type': dice.pick([
        ...[
          'text/plain',
          'application/xml',
          'multipart/form-data; boundary=x',
          'application/x-www-form-urlencoded',
          'x',
        ],
        ...[
          'application/json; charset=utf-16',
          'application/json; charset=utf-7',
          'application/json; charset="',
          'application/graphql',
        ],
        ...['application/json;'.repeat(300), 'application/json; charset=' + 'x'.repeat(4000), '*/*', '/'],
      ]),
    },
    body: '{"query":"{ __typename }"}',
  }),
  'slow bodies': (dice) => ({
    ...typed(`{"query":"{ __typename }","x":"${'x'.repeat(2000)}"}`),
    drip: { pieces: dice.int(3, 12), pauseMs: dice.int(20, 150) },
  }),
  'a body that never ends': (dice) => ({
    ...typed('x'.repeat(10_000)),
    drip: { pieces: 10_000, pauseMs: 20 },
    leavesAfterMs: dice.int(200, 1500),
  }),
  'a reader that leaves': (dice) => ({
    ...typed('{"query":"{ hosts(first: 1000) { nodes { id services { name } } } }"}'),
    leavesAfterMs: dice.int(1, 60),
  }),
  'a long header': (dice) => ({ ...typed('{}', { 'x-long': 'x'.repeat(sized(dice, 1000, 60_000)) }), mayBeCut: true }),
  'many headers': (dice) => ({
    ...typed('{}', Object.fromEntries(dice.times(sized(dice, 50, 2500), (at) => [`x-${at}`, 'x']))),
    mayBeCut: true,
  }),
  'a long cookie': (dice) => typed('{}', { cookie: `session_id=${'x'.repeat(sized(dice, 100, 8000))}` }),
  'many cookies': (dice) => typed('{}', { cookie: 'a=b; '.repeat(sized(dice, 10, 2000)) }),
  'odd credentials': (dice) =>
    typed('{}', {
      authorization: dice.pick([
        ...['Bearer', 'Bearer ', 'Basic x', `Bearer nlm_u_${'x'.repeat(32)}`, `Bearer nlm_d_${'x'.repeat(32)}`],
        ...[`Bearer ${'x'.repeat(7000)}`, 'bearer '.repeat(900), 'Bearer \x80'],
      ]),
    }),
  'odd headers': (dice) =>
    typed('{}', {
      accept: dice.pick(['', 'x', '*/*;q=0', 'application/json;q=0.000', ',,,', 'a/b,'.repeat(1500)]),
      'accept-encoding': dice.pick(['gzip;q=0,*;q=0', 'br', 'x'.repeat(4000), 'gzip,'.repeat(1000)]),
      'if-none-match': dice.pick(['*', '"x"', '"x",'.repeat(1500)]),
      'x-daemon-id': dice.pick(['x', '', 'y'.repeat(4000)]),
      range: dice.pick(['bytes=0-', 'bytes=0-0,'.repeat(700)]),
      expect: dice.pick(['100-continue', '100-continue']),
    }),
  'a long path': (dice) => ({
    ...typed('{}'),
    mayBeCut: true,
    ...{ pathSuffix: `?${'x=1&'.repeat(sized(dice, 10, 12_000))}` },
  }),
};

function requestFor(dice: Dice, door: string, made: Made & { pathSuffix?: string }): Request {
  const [method, path] = door.split(' ') as [string, string];
  const { pathSuffix = dice.chance(0.1) ? '?limit=1' : '', ...rest } = made;
  return { method, path: path + pathSuffix, ...rest };
}

/** A caller with a credential, an anonymous one, or one with something that only looks like a credential. */
function callerFor(dice: Dice, { callers, anonymous }: World): Caller {
  if (dice.chance(0.4)) return anonymous;
  if (dice.chance(0.15))
    return { name: 'a made-up key', headers: { authorization: `Bearer nlm_u_${'0'.repeat(32)}` }, reach: new Set() };
  return dice.pick(callers.filter(({ name }) => !/owner|both networks/.test(name)));
}

const names = Object.keys(bodyKinds);

export const bodies: Phase = {
  name: 'bodies',
  duty: 'bodies and headers that are deep, long, packed, broken, slow or never whole',
  share: 3,
  together: 2,
  async run({ number, dice, world, send }) {
    const kind = names[number % names.length]!;
    const made = bodyKinds[kind]!(dice);
    const caller = callerFor(dice, world);
    const whose = caller.headers.authorization || caller.headers.cookie ? 'signed in' : 'anonymous';
    const request = requestFor(dice, dice.pick(doors), made);
    // The case's own headers come first: a credential must not take them away.
    const own = Object.fromEntries(Object.entries(caller.headers).filter(([name]) => !(name in (made.headers ?? {}))));
    for (let time = dice.pick([1, 1, 3]); time > 0; time -= 1)
      await send({ ...caller, headers: own }, request, `body: ${kind}, ${whose}`);
  },
};

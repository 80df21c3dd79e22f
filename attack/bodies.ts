// Attack phase: bodies and headers that are expensive to read, malformed, compressed or slow, on every route.
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { Dice } from './dice';
import type { Request } from './exchange';
import type { Phase } from './phase';
import type { Caller, World } from './world';

const megabyte = 1_048_576;
type RequestBody = Omit<Request, 'method' | 'path'>;

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

/** A random size between the two bounds, often the upper bound. */
const pickSize = (dice: Dice, least: number, most: number) =>
  Math.floor(dice.chance(0.4) ? most : least * (most / least) ** dice.float());
const withContentType = (body: string | Buffer, headers: Request['headers'] = {}): RequestBody => ({
  headers: { 'content-type': 'application/json', ...headers },
  body,
});
const packBody = (encoding: string, body: Buffer): RequestBody =>
  withContentType(body, { 'content-encoding': encoding });
/**
 * Returns a request body that is either the JSON text alone or, at random, a GraphQL request with the text as a
 * variable.
 */
const within = (dice: Dice, text: string): string =>
  dice.chance(0.5)
    ? text
    : `{"query":"query q($f: HostFilter) { hosts(filter: $f) { totalCount } }","variables":{"f":${text}}}`;

/**
 * 20 MB of text, far above the size limit of a request body. Compressed, it is a small body that grows when it is read.
 */
const plain = Buffer.alloc(20 * megabyte, '[');
const packedBombs = {
  gzip: [gzipSync(plain, { level: 1 }), gzipSync(plain.subarray(0, megabyte), { level: 1 })],
  deflate: deflateSync(plain, { level: 1 }),
  brotli: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

const nearLimit = Math.floor(1.99 * megabyte);

/**
 * Generators of bodies, by kind. The service may close the connection on bodies that exceed the limit or violate HTTP.
 */
export const bodyKinds: Readonly<Record<string, (dice: Dice) => RequestBody>> = {
  'brackets never closed': (dice) => withContentType(within(dice, '['.repeat(pickSize(dice, 1000, nearLimit)))),
  'lists in lists': (dice) => {
    const depth = pickSize(dice, 100, nearLimit / 2);
    return withContentType(within(dice, '['.repeat(depth) + ']'.repeat(depth)));
  },
  'objects in objects': (dice) => {
    const depth = pickSize(dice, 100, nearLimit / 6);
    return withContentType(within(dice, '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)));
  },
  'conditions in conditions': (dice) => {
    const depth = pickSize(dice, 100, 100_000);
    return withContentType(
      `{"query":"query q($f: HostFilter) { hosts(filter: $f) { totalCount } }","variables":{"f":${'{"not":'.repeat(depth)}{}${'}'.repeat(depth)}}}`,
    );
  },
  'a long list': (dice) => withContentType(within(dice, `[${'0,'.repeat(pickSize(dice, 1000, nearLimit / 2 - 10))}0]`)),
  'many members': (dice) =>
    withContentType(within(dice, `{${dice.times(pickSize(dice, 100, 100_000), (at) => `"m${at}":1`).join(',')}}`)),
  'one member many times': (dice) =>
    withContentType(within(dice, `{${'"name":"x",'.repeat(pickSize(dice, 100, 150_000))}"name":"y"}`)),
  'a long text': (dice) =>
    withContentType(within(dice, `{"name":"${'x'.repeat(pickSize(dice, 1000, nearLimit - 1000))}"}`)),
  'escapes alone': (dice) =>
    withContentType(within(dice, `{"name":"${'\\ud800'.repeat(pickSize(dice, 100, nearLimit / 7))}"}`)),
  'a long number': (dice) =>
    withContentType(within(dice, `{"number":${'9'.repeat(pickSize(dice, 1000, nearLimit - 1000))}}`)),
  prototypes: () =>
    withContentType('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"name":"x"}'),
  'no JSON': (dice) =>
    withContentType(
      dice.pick(['', '{', '}', 'null', '"', 'undefined', '{"a":}', '\0', '\ufeff{}', '[1,]', 'NaN', "{'a':1}"]),
    ),
  'bytes that are no text': (dice) =>
    withContentType(Buffer.from(dice.times(dice.int(1, 2000), () => dice.int(0, 255)))),
  'more than the limit': (dice) => ({
    ...withContentType(`"${'x'.repeat(pickSize(dice, 2.1 * megabyte, 6 * megabyte))}"`),
    mayBeCut: true,
  }),
  'a gzip bomb': (dice) => ({ ...packBody('gzip', packedBombs.gzip[dice.int(0, 1)]!), mayBeCut: true }),
  'a deflate bomb': () => ({ ...packBody('deflate', packedBombs.deflate), mayBeCut: true }),
  'a Brotli bomb': () => ({ ...packBody('br', packedBombs.brotli), mayBeCut: true }),
  'packed without need': (dice) =>
    packBody(dice.pick(['gzip', 'br', 'deflate', 'zstd', 'compress', 'x', 'gzip, gzip']), Buffer.from('{}')),
  'half a gzip': () => packBody('gzip', gzipSync(Buffer.alloc(100_000, 'x')).subarray(0, 60)),
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
    ...withContentType(`{"query":"{ __typename }","x":"${'x'.repeat(2000)}"}`),
    drip: { pieces: dice.int(3, 12), pauseMs: dice.int(20, 150) },
  }),
  'a body that never ends': (dice) => ({
    ...withContentType('x'.repeat(10_000)),
    drip: { pieces: 10_000, pauseMs: 20 },
    leavesAfterMs: dice.int(200, 1500),
  }),
  'a reader that leaves': (dice) => ({
    ...withContentType('{"query":"{ hosts(first: 1000) { nodes { id services { name } } } }"}'),
    leavesAfterMs: dice.int(1, 60),
  }),
  'a long header': (dice) => ({
    ...withContentType('{}', { 'x-long': 'x'.repeat(pickSize(dice, 1000, 60_000)) }),
    mayBeCut: true,
  }),
  'many headers': (dice) => ({
    ...withContentType('{}', Object.fromEntries(dice.times(pickSize(dice, 50, 2500), (at) => [`x-${at}`, 'x']))),
    mayBeCut: true,
  }),
  'a long cookie': (dice) => withContentType('{}', { cookie: `session_id=${'x'.repeat(pickSize(dice, 100, 8000))}` }),
  'many cookies': (dice) => withContentType('{}', { cookie: 'a=b; '.repeat(pickSize(dice, 10, 2000)) }),
  'odd credentials': (dice) =>
    withContentType('{}', {
      authorization: dice.pick([
        ...['Bearer', 'Bearer ', 'Basic x', `Bearer nlm_u_${'x'.repeat(32)}`, `Bearer nlm_d_${'x'.repeat(32)}`],
        ...[`Bearer ${'x'.repeat(7000)}`, 'bearer '.repeat(900), 'Bearer \x80'],
      ]),
    }),
  'odd headers': (dice) =>
    withContentType('{}', {
      accept: dice.pick(['', 'x', '*/*;q=0', 'application/json;q=0.000', ',,,', 'a/b,'.repeat(1500)]),
      'accept-encoding': dice.pick(['gzip;q=0,*;q=0', 'br', 'x'.repeat(4000), 'gzip,'.repeat(1000)]),
      'if-none-match': dice.pick(['*', '"x"', '"x",'.repeat(1500)]),
      'x-daemon-id': dice.pick(['x', '', 'y'.repeat(4000)]),
      range: dice.pick(['bytes=0-', 'bytes=0-0,'.repeat(700)]),
      expect: dice.pick(['100-continue', '100-continue']),
    }),
  'a long path': (dice) => ({
    ...withContentType('{}'),
    mayBeCut: true,
    ...{ pathSuffix: `?${'x=1&'.repeat(pickSize(dice, 10, 12_000))}` },
  }),
};

function requestFor(dice: Dice, door: string, content: RequestBody & { pathSuffix?: string }): Request {
  const [method, path] = door.split(' ') as [string, string];
  const { pathSuffix = dice.chance(0.1) ? '?limit=1' : '', ...rest } = content;
  return { method, path: path + pathSuffix, ...rest };
}

/** A caller with a credential, without a credential, or with a text that only looks like a credential. */
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
    const body = bodyKinds[kind]!(dice);
    const caller = callerFor(dice, world);
    const whose = caller.headers.authorization || caller.headers.cookie ? 'signed in' : 'anonymous';
    const request = requestFor(dice, dice.pick(doors), body);
    // Some generated bodies set headers, even the credential. Such a header replaces the caller's header of the same
    // name.
    const ownHeaders = Object.fromEntries(
      Object.entries(caller.headers).filter(([name]) => !(name in (body.headers ?? {}))),
    );
    for (let time = dice.pick([1, 1, 3]); time > 0; time -= 1)
      await send({ ...caller, headers: ownHeaders }, request, `body: ${kind}, ${whose}`);
  },
};

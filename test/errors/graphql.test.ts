// Tests GraphQL responses to requests that no client should send. Every response has the form of a GraphQL response and
// a published error code.
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { getIntrospectionQuery } from 'graphql';
import type { ErrorCode } from '../../src/errors';
import type { Reply, RequestOptions } from '../support/client';
import { createWorld, type World } from '../support/world';
import { refusedCode } from './refusals';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

function expectRefused(reply: Reply, code: ErrorCode, status = 400): void {
  if (refusedCode(reply) !== code || reply.status !== status) throw new Error(`not ${status} ${code}: ${reply.story}`);
  expect(reply.body.data).toBeUndefined();
  expect(reply.headers.get('content-type')).toMatch(/^application\/(graphql-response\+)?json/);
}
const accept = 'application/graphql-response+json';
const send = (method: string, path: string, options: RequestOptions = {}) =>
  world.key.send(method, path, { ...options, headers: { accept, ...options.headers } });
const post = (body: unknown) => send('POST', '/graphql', { body });

describe('a document that is', () => {
  const many = (count: number, part: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => part(index)).join(' ');
  const deep = (levels: number) =>
    '{ vlans { nodes '.concat('{ network { vlans { nodes '.repeat(levels), '{ id }', ' } } }'.repeat(levels), ' } }');

  test.each<[string, string, ErrorCode]>([
    ['empty', '', 'validation_invalid_format'],
    ['a comment', '# nothing', 'validation_invalid_format'],
    ['unfinished', '{ vlans {', 'validation_invalid_format'],
    ['no GraphQL', 'SELECT 1', 'validation_invalid_format'],
    ['a NUL byte', '\0', 'validation_invalid_format'],
    ['only a fragment', 'fragment F on Vlan { id }', 'validation_invalid_format'],
    [
      'two operations without a name to choose',
      '{ viewer { via } } query B { viewer { via } }',
      'validation_invalid_format',
    ],
    ['asking for an unknown field', '{ viewer { secrets } }', 'validation_invalid_format'],
    ['asking for an unknown argument', '{ vlans(limit: 1) { totalCount } }', 'validation_invalid_format'],
    [
      'asking an unknown filter',
      '{ vlans(filter: { colour: { eq: "red" } }) { totalCount } }',
      'validation_invalid_format',
    ],
    ['without a selection', '{ vlans }', 'validation_invalid_format'],
    ['using an undeclared variable', '{ vlan(id: $id) { id } }', 'validation_invalid_format'],
    ['a subscription', 'subscription { viewer { via } }', 'validation_invalid_format'],
    ['an unknown fragment', '{ viewer { ...Nobody } }', 'validation_invalid_format'],
    [
      'a fragment that contains itself',
      '{ viewer { ...A } } fragment A on Viewer { via ...A }',
      'validation_invalid_format',
    ],
    [
      'fragments that contain each other',
      '{ viewer { ...A } } fragment A on Viewer { ...B } fragment B on Viewer { ...A }',
      'validation_invalid_format',
    ],
    ['longer than 100 KB', `{ viewer { via } } #${'x'.repeat(100_000)}`, 'validation_max_length'],
    ['longer than 2,000 tokens', `{ viewer { ${many(2_000, () => 'via')} } }`, 'validation_invalid_format'],
    ['10,000 times the same field', `{ viewer { ${'via '.repeat(10_000)} } }`, 'validation_invalid_format'],
    ['longer than 4,000 lines', `{${'\n'.repeat(4_000)} viewer { via } }`, 'query_too_expensive'],
    ['more than 100 aliases', `{ ${many(101, (index) => `a${index}: __typename`)} }`, 'query_too_expensive'],
    [
      '1,000 aliases in a fragment',
      `{ viewer { ...F } } fragment F on Viewer { ${many(600, (index) => `a${index}: via`)} }`,
      'query_too_expensive',
    ],
    ['deeper than 15', deep(8), 'query_too_expensive'],
    [
      'deeper than 15 by fragments',
      `{ vlans { nodes { ...A0 } } } ${many(8, (index) => `fragment A${index} on Vlan { network { vlans(first: 1) { nodes { ${index < 7 ? `...A${index + 1}` : 'id'} } } } }`)}`,
      'query_too_expensive',
    ],
    [
      'dear by its page sizes',
      '{ vlans(first: 1000) { nodes { network { vlans(first: 1000) { nodes { id } } } } } }',
      'query_too_expensive',
    ],
    [
      'dear inside a fragment',
      '{ vlans(first: 1000) { nodes { ...F } } } fragment F on Vlan { network { vlans(first: 1000) { nodes { id } } } }',
      'query_too_expensive',
    ],
    [
      'dear inside a fragment named __schema',
      '{ vlans(first: 1000) { nodes { ...__schema } } } fragment __schema on Vlan { network { vlans(first: 1000) { nodes { id } } } }',
      'query_too_expensive',
    ],
    [
      'dear inside a fragment named __typename',
      '{ vlans(first: 1000) { nodes { ...__typename } } } fragment __typename on Vlan { network { vlans(first: 1000) { nodes { id } } } }',
      'query_too_expensive',
    ],
    [
      'dear inside an inline fragment',
      '{ vlans(first: 1000) { nodes { ... { ... on Vlan { network { vlans(first: 1000) { nodes { id } } } } } } } }',
      'query_too_expensive',
    ],
    [
      'dear behind @include',
      'query($yes: Boolean = true) { vlans(first: 1000) { nodes { network @include(if: $yes) { vlans(first: 1000) { nodes { id } } } } } }',
      'query_too_expensive',
    ],
    [
      'dear by a default',
      'query($n: Int = 1000) { vlans(first: $n) { nodes { network { vlans(first: $n) { nodes { id } } } } } }',
      'query_too_expensive',
    ],
    [
      'dear by repeated fragments',
      `{ ${many(60, (index) => `a${index}: vlans(first: 1000) { ...F }`)} } fragment F on VlanConnection { nodes { network { id organization { id } } } }`,
      'query_too_expensive',
    ],
    [
      'asking for a page beyond 32 bits',
      '{ vlans(first: 99999999999999999999) { totalCount } }',
      'validation_invalid_format',
    ],
    [
      'introspecting deeper than 15',
      `{ __schema { types { fields { type { ${'ofType { '.repeat(14)}name${' }'.repeat(14)} } } } } }`,
      'query_too_expensive',
    ],
    [
      'introspecting again and again',
      `{ ${many(30, (index) => `a${index}: __schema { types { name fields { name } } }`)} }`,
      'query_too_expensive',
    ],
    [
      'introspecting in circles',
      '{ __schema { types { fields { type { fields { type { fields { type { fields { type { name } } } } } } } } } } }',
      'validation_invalid_format',
    ],
  ])('%s', async (_title, query, code) => {
    // Measures the CPU time of this process, because elapsed time depends on other processes.
    const before = process.cpuUsage();
    const reply = await world.key.graphql(query);
    const { user, system } = process.cpuUsage(before);
    expectRefused(reply, code);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });

  test('expensive by the value of a variable', async () => {
    const query = 'query($n: Int!) { vlans(first: $n) { nodes { network { vlans(first: $n) { nodes { id } } } } } }';
    expectRefused(await world.key.graphql(query, { n: 1000 }), 'query_too_expensive');
  });
});

describe('variables that are', () => {
  const query =
    'query($id: UUID!, $first: Int, $filter: VlanFilter) { vlan(id: $id) { id } vlans(first: $first, filter: $filter) { totalCount } }';

  test.each<[string, unknown, ErrorCode]>([
    ['missing', undefined, 'validation_required'],
    ['null where a value is required', { id: null }, 'validation_required'],
    ['a number for an id', { id: 7 }, 'validation_invalid_format'],
    ['no UUID', { id: 'x' }, 'validation_invalid_format'],
    ['a UUID with a NUL byte', { id: `${randomUUID()}\0` }, 'validation_invalid_format'],
    ['a text for a number', { id: randomUUID(), first: '1' }, 'validation_invalid_format'],
    ['a number beyond 32 bits', { id: randomUUID(), first: 2 ** 31 }, 'validation_invalid_format'],
    ['a list for an object', { id: randomUUID(), filter: [] }, 'validation_invalid_format'],
    ['an unknown filter', { id: randomUUID(), filter: { colour: { eq: 'red' } } }, 'validation_invalid_format'],
    [
      'a filter of __proto__',
      JSON.parse(`{"id":"${randomUUID()}","filter":{"__proto__":{"eq":1}}}`),
      'validation_invalid_format',
    ],
    ['a NUL byte in a filter', { id: randomUUID(), filter: { name: { eq: 'a\0' } } }, 'validation_invalid_format'],
    [
      'a lone surrogate in a filter',
      { id: randomUUID(), filter: { name: { contains: '\ud800' } } },
      'validation_invalid_format',
    ],
    ['a null condition', { id: randomUUID(), filter: { name: { eq: null } } }, 'validation_invalid_format'],
    [
      'a filter of 1,000 conditions',
      { id: randomUUID(), filter: { or: Array.from({ length: 1_000 }, () => ({ name: { eq: 'x' } })) } },
      'validation_out_of_range',
    ],
    ['an array', [], 'validation_invalid_format'],
    ['a text', 'x', 'validation_invalid_format'],
  ])('%s', async (_title, variables, code) => {
    const reply = await post({ query, variables });
    expect(reply.body.data ?? null).toBeNull();
    expect(refusedCode(reply)).toBe(code);
    // An error that occurs while a field runs is a field error, so the response has a `data` member, which may be null.
    expect(reply.status).toBe('data' in reply.body ? 200 : 400);
  });
});

test.each([
  ['an argument', 'query($v: VlanOrderField = createdAt) { vlans { groupCounts(by: $v) { value } } }'],
  ['a directive', 'query($v: Boolean = true) { viewer { via @include(if: $v) } }'],
  ['a fragment', 'query($v: Boolean = true) { viewer { ...F } } fragment F on Viewer { via @skip(if: $v) }'],
])('null for a variable with a default that %s may not be', async (_title, query) => {
  const reply = await post({ query, variables: { v: null } });
  expectRefused(reply, 'validation_required');
  expect(reply.body.errors[0].extensions.params).toEqual({ field: 'v' });
  expect((await post({ query })).body.errors).toBeUndefined();
});

test.each([300, 1_000, 200_000])('a filter %d levels deep is refused', async (levels) => {
  const filter = `${'{"not":'.repeat(levels)}{}${'}'.repeat(levels)}`;
  const query = 'query($filter: VlanFilter) { vlans(filter: $filter) { totalCount } }';
  const reply = await send('POST', '/graphql', {
    rawBody: `{"query":${JSON.stringify(query)},"variables":{"filter":${filter}}}`,
  });
  expect(reply.body.data ?? null).toBeNull();
  // The first code is for too many conditions, the second for JSON that is nested too deeply.
  expect(['validation_out_of_range', 'validation_invalid_format']).toContain(refusedCode(reply));
});

describe('a cursor', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const cursors = [
    '',
    'x',
    base64('[]'),
    base64('[1]'),
    base64(`["0000-01-01T00:00:00Z","${randomUUID()}"]`),
    base64(`[1,"${'-'.repeat(36)}"]`),
    base64('[99999999999999999999,"x"]'),
    base64('GPC:S:x'),
    base64(`GPC:S:${'-'.repeat(36)}`),
    base64('GPC:N:1'),
    base64('GPC:J:{"a":1}'),
    base64('GPC:S:\0'),
  ];
  test.each(cursors)('%j is refused in lists and in the lists inside rows', async (cursor) => {
    for (const position of ['after', 'before']) {
      for (const list of [
        'vlans(#) { totalCount nodes { id } }',
        'networks { nodes { vlans(#) { nodes { id } } } }',
        'tags { nodes { hosts(#) { nodes { id } } } }',
      ]) {
        await world.prisma.tag.createMany({
          data: { name: 'Lab', organizationId: world.organizationId },
          skipDuplicates: true,
        });
        const refusal = await world.key.refusal(
          `query($cursor: String) { ${list.replace('#', `${position}: $cursor`)} }`,
          { cursor },
        );
        expect(refusal.code).toBe('validation_invalid_format');
        expect(refusal.params.field).toBe(position);
      }
    }
  });
});

describe('a request that is', () => {
  const query = '{ viewer { via } }';

  test.each<[string, () => Promise<Reply>, number]>([
    ['malformed JSON', () => send('POST', '/graphql', { rawBody: '{"query":' }), 400],
    ['a bare string', () => send('POST', '/graphql', { rawBody: '"x"' }), 400],
    ['null', () => send('POST', '/graphql', { rawBody: 'null' }), 400],
    ['empty', () => send('POST', '/graphql', { rawBody: '' }), 400],
    ['without a query', () => post({}), 400],
    ['a query of another type', () => post({ query: 7 }), 400],
    ['a query that is a list', () => post({ query: [query] }), 400],
    ['an unknown operation', () => post({ query, operationName: 'Other' }), 400],
    ['an operation name of another type', () => post({ query, operationName: 7 }), 400],
    ['a batch', () => post([{ query }, { query }]), 400],
    ['an empty batch', () => post([]), 400],
    [
      '100,000 nested arrays',
      () =>
        send('POST', '/graphql', {
          rawBody: `{"query":"{ viewer { via } }","variables":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
        }),
      400,
    ],
    ['5 MB', () => send('POST', '/graphql', { body: { query, variables: { a: 'x'.repeat(5_000_000) } } }), 413],
    ['plain text', () => send('POST', '/graphql', { rawBody: query, headers: { 'content-type': 'text/plain' } }), 415],
    [
      'multipart',
      () =>
        send('POST', '/graphql', {
          rawBody:
            '--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n{"query":"{ viewer { via } }"}\r\n--x--',
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
        }),
      415,
    ],
    [
      'a mutation by GET',
      () => send('GET', `/graphql?query=${encodeURIComponent('mutation { deleteVlan(id: "x") }')}`, {}),
      405,
    ],
    [
      'asking for what is no answer of ours',
      () => send('POST', '/graphql', { body: { query }, headers: { accept: 'text/html' } }),
      406,
    ],
    [
      'a subscription that does not accept events',
      () =>
        world.owner.send('POST', '/graphql', {
          body: { query: 'subscription { discoveryProgress { __typename } }' },
          headers: { accept },
        }),
      406,
    ],
    ['PUT', () => send('PUT', '/graphql', { body: { query } }), 405],
    ['DELETE', () => send('DELETE', '/graphql', {}), 405],
    [
      'GET with malformed variables',
      () => send('GET', `/graphql?query=${encodeURIComponent(query)}&variables=%7B`, {}),
      400,
    ],
    ['GET without a query', () => send('GET', '/graphql', {}), 400],
  ])('%s', async (_title, ask, status) => {
    const reply = await ask();
    if (reply.status !== status) throw new Error(`not ${status}: ${reply.story}`);
    refusedCode(reply);
    expect(reply.headers.get('content-type')).toMatch(/json/);
    if (status === 405) expect(reply.headers.get('allow')).toMatch(/POST/);
  });

  test.each(['application/json', '*/*', 'application/graphql-response+json'])(
    'without a query, it is 400 for a caller that accepts %s',
    async (acceptHeader) => {
      const headers = { accept: acceptHeader };
      for (const reply of [
        await send('POST', '/graphql', { body: {}, headers }),
        await send('POST', '/graphql', { body: { query: null, variables: {} }, headers }),
        await send('GET', '/graphql', { headers }),
      ]) {
        expectRefused(reply, 'validation_required');
        expect(reply.body.errors[0].extensions.params).toEqual({ field: 'query' });
      }
    },
  );

  test.each([0, 1, 2])('a batch of %d is refused, with the advice to send each operation by itself', async (count) => {
    const reply = await post(Array.from({ length: count }, () => ({ query })));
    expectRefused(reply, 'batch_not_supported');
    expect(reply.body.errors[0].message).toContain('each operation in a separate request');
  });

  test.each(['{"query":', ''])('invalid JSON (%j) is reported without repeating it', async (rawBody) => {
    const reply = await send('POST', '/graphql', { rawBody });
    expectRefused(reply, 'validation_invalid_format');
    const extensions = { code: 'validation_invalid_format', params: { field: 'body' } };
    expect(reply.body.errors).toEqual([{ message: 'body has an invalid format', extensions }]);
  });

  test('a compressed body is decompressed, up to the size that bodies may have', async () => {
    const packReply = (body: unknown) =>
      send('POST', '/graphql', {
        rawBody: Uint8Array.from(gzipSync(JSON.stringify(body))),
        headers: { 'content-encoding': 'gzip' },
      });
    const reply = await packReply({ query });
    expect([reply.status, reply.body.data]).toEqual([200, { viewer: { via: 'userApiKey' } }]);
    expectRefused(await packReply({ query, variables: { a: 'x'.repeat(5_000_000) } }), 'payload_too_large', 413);
    expectRefused(await packReply('x'), 'validation_invalid_format');
    for (const [coding, status] of [
      ['gzip', 400],
      ['zip', 415],
    ] as const) {
      const lying = await send('POST', '/graphql', { body: { query }, headers: { 'content-encoding': coding } });
      expect([lying.status, lying.body.data]).toEqual([status, undefined]);
      refusedCode(lying);
    }
  });

  test('OPTIONS is answered with the methods of queries and mutations', async () => {
    const { status, headers } = await send('OPTIONS', '/graphql');
    expect([status, headers.get('allow')]).toEqual([204, 'GET, POST, OPTIONS']);
  });

  test('without a credential it is refused as such, whatever it requests', async () => {
    for (const body of [{ query }, { query: '{' }, [], 'x'])
      expectRefused(await world.anonymous.send('POST', '/graphql', { body }), 'auth_not_authenticated', 401);
  });

  test('a text that cannot be stored is refused before anything is written', async () => {
    const create = 'mutation($input: CreateVlanInput!) { createVlan(input: $input) { id } }';
    const before = await world.prisma.vlan.count({ where: { organizationId: world.organizationId } });
    for (const name of ['a\0', '\ud800', '\udfff', 'a\ud800b']) {
      const refusal = await world.key.refusal(create, { input: { name, networkId: world.networkId, vlanNumber: 9 } });
      expect(refusal).toEqual({ code: 'validation_invalid_format', params: { field: 'input.name' } });
    }
    expect(await world.prisma.vlan.count({ where: { organizationId: world.organizationId } })).toBe(before);
  });
});

test('the introspection query of tools is answered, for one token of the rate limit', async () => {
  const query = getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true, schemaDescription: true });
  const { status, body, story } = await world.key.graphql(query, undefined, { 'x-graphql-cost': '1' });
  if (status !== 200 || body.errors) throw new Error(story);
  expect(body.extensions.cost.tokens).toBe(1);
});

// Tests the check in `npm run verify` that protects clients of the last release. The check finds every kind of breaking
// change in the REST and GraphQL contracts and accepts additions.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectDir } from '../start/documentation';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the tests change members of any type in documents
type Json = any;

const script = (name: string) => JSON.stringify(pathToFileURL(path.join(projectDir, 'scripts', name)).href);

/**
 * Evaluates a JavaScript expression that calls functions of released-contracts.mjs, in a separate process, because Jest
 * does not load this ES module. In the expression, `givenValue` is called `given`.
 */
function evaluate<T>(expression: string, givenValue: unknown = null): T {
  const code = `
    import { readFileSync } from 'node:fs';
    import { assertAccepted, checkReleased, contractBreaks } from ${script('released-contracts.mjs')};
    const given = JSON.parse(readFileSync(0, 'utf8'));
    const messageOf = (work) => { try { work(); return null; } catch (error) { return error.message; } };
    console.log(JSON.stringify(${expression}));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    input: JSON.stringify(givenValue),
    encoding: 'utf8',
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

const sdl = `
  directive @past(at: String!, zone: String) on QUERY
  interface Named { name: String! }
  type Query { hosts(first: Int = 50, filter: HostFilter): [Host!]! site(id: ID!): Site any: Any }
  type Mutation { addHost(input: HostInput!): Host! }
  type Host implements Named { name: String! note: String color: Color! }
  type Site { id: ID! size: Int }
  type Spare { id: ID! }
  union Any = Host | Site | Spare
  enum Color { Red Green }
  input HostFilter { name: String color: Color = Red }
  input HostInput { name: String! note: String }
`;

const openapi = {
  openapi: '3.1.0',
  paths: {
    '/hosts': {
      get: {
        operationId: 'get_hosts',
        security: [{ key: [] }, { cookie: [] }],
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 0, maximum: 1000, default: 50 } },
          {
            name: 'tags',
            in: 'query',
            style: 'form',
            explode: true,
            schema: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
          },
        ],
        responses: {
          200: {
            description: 'Hosts.',
            headers: { 'X-Limit': { schema: { type: 'integer' } } },
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Host' } } },
              'text/csv': { schema: { type: 'string' } },
            },
          },
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
      post: {
        operationId: 'create_host',
        security: [{ key: [] }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/HostInput' } } },
        },
        responses: {
          200: {
            description: 'The host.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Host' } } },
          },
        },
      },
      delete: { operationId: 'delete_hosts', security: [{ key: [] }], responses: { 204: { description: 'Done.' } } },
    },
  },
  components: {
    securitySchemes: {
      key: { type: 'http', scheme: 'bearer', description: 'A key.' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'id' },
    },
    responses: {
      NotFound: {
        description: 'Missing.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
    schemas: {
      Error: { type: 'object', properties: { code: { type: 'string', enum: ['missing'] } }, required: ['code'] },
      Host: {
        allOf: [
          { type: 'object', properties: { kind: { type: 'string', const: 'host' } }, required: ['kind'] },
          {
            type: 'object',
            properties: {
              id: { type: 'string', format: 'uuid' },
              note: { type: ['string', 'null'] },
              color: { type: 'string', enum: ['Red', 'Green'] },
              parent: { anyOf: [{ $ref: '#/components/schemas/Host' }, { type: 'null' }] },
              size: { type: 'integer' },
              counts: { type: 'object', additionalProperties: { type: 'integer' } },
              pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'boolean' }] },
            },
            required: ['id', 'note', 'color', 'parent'],
          },
        ],
      },
      HostInput: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 100 },
          note: { type: ['string', 'null'] },
          color: { type: 'string', enum: ['Red', 'Green'] },
          slots: { type: 'array', items: { type: 'integer' }, maxItems: 10 },
          code: { type: 'string' },
          size: { type: 'number' },
          target: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        },
        required: ['name'],
      },
    },
  },
};

const graphqlCases: readonly (readonly [what: string, from: string, to: string, breaks: string[]])[] = [
  [
    'a type that is gone',
    'type Spare { id: ID! }\n  union Any = Host | Site | Spare',
    'union Any = Host | Site',
    ['Spare was removed.', 'Spare was removed from union type Any.'],
  ],
  ['a field that is gone', ' note: String color', ' color', ['Host.note was removed.']],
  [
    'a field that may be null now',
    'name: String! note: String color',
    'name: String note: String color',
    ['Host.name changed type from String! to String.'],
  ],
  ['a field of another type', 'note: String color', 'note: Int color', ['Host.note changed type from String to Int.']],
  ['an argument that is gone', ', filter: HostFilter', '', ['Query.hosts arg filter was removed.']],
  [
    'an argument that is required',
    'site(id: ID!)',
    'site(id: ID!, at: String!)',
    ['A required arg at on Query.site was added.'],
  ],
  [
    'an argument of another type',
    'first: Int = 50',
    'first: String = "50"',
    ['Query.hosts arg first has changed type from Int to String.'],
  ],
  [
    'another default of an argument',
    'Int = 50',
    'Int = 20',
    ['Query.hosts arg first has changed defaultValue from 50 to 20.'],
  ],
  ['no default of an argument any more', 'Int = 50', 'Int', ['Query.hosts arg first defaultValue was removed.']],
  [
    'an input field that is required',
    'name: String! note: String }',
    'name: String! note: String site: ID! }',
    ['A required field site on input type HostInput was added.'],
  ],
  [
    'an input field that is required now',
    'name: String! note: String }',
    'name: String! note: String! }',
    ['HostInput.note changed type from String to String!.'],
  ],
  ['an input field that is gone', 'name: String! note: String }', 'name: String! }', ['HostInput.note was removed.']],
  [
    'another default of an input field',
    'Color = Red',
    'Color = Green',
    ['HostFilter.color has another default value.'],
  ],
  ['no default of an input field any more', 'Color = Red', 'Color', ['HostFilter.color has another default value.']],
  ['a value that is gone', 'Red Green }', 'Red }', ['Green was removed from enum type Color.']],
  ['an interface that is gone', ' implements Named', '', ['Host no longer implements interface Named.']],
  ['a directive that is gone', 'directive @past(at: String!, zone: String) on QUERY', '', ['past was removed.']],
  ['a place of a directive that is gone', 'on QUERY', 'on FIELD', ['QUERY was removed from past.']],
  ['an argument of a directive that is gone', ', zone: String)', ')', ['zone was removed from past.']],
  [
    'an argument of a directive of another type',
    'at: String!',
    'at: Int!',
    ['The argument at of @past changed type from String! to Int!.'],
  ],
  [
    'an argument of a directive that is required now',
    'zone: String)',
    'zone: String!)',
    ['The argument zone of @past changed type from String to String!.'],
  ],
  [
    'a field of operations that is gone',
    'addHost(input: HostInput!): Host!',
    'addHosts(input: HostInput!): Host!',
    ['Mutation.addHost was removed.'],
  ],
  ['additions', 'color: Color! }', 'color: Color! more: Int }\n  enum New { A }', []],
  ['a new value', 'Red Green }', 'Red Green Blue }', []],
  ['an optional argument and a looser one', 'site(id: ID!)', 'site(id: ID, at: String)', []],
  ['an answer that is never null now', 'note: String color', 'note: String! color', []],
  ['a looser argument of a directive', 'at: String!', 'at: String', []],
];

type Change = (document: Json) => void;
const get = (document: Json) => document.paths['/hosts'].get;
const post = (document: Json) => document.paths['/hosts'].post;
const input = (document: Json) => document.components.schemas.HostInput.properties;
const host = (document: Json) => document.components.schemas.Host.allOf[1];
const restCases: readonly (readonly [what: string, change: Change, breaks: string[]])[] = [
  [
    'a path that is gone',
    (d) => delete d.paths['/hosts'],
    ['DELETE /hosts was removed', 'GET /hosts was removed', 'POST /hosts was removed'],
  ],
  ['a method that is gone', (d) => delete d.paths['/hosts'].delete, ['DELETE /hosts was removed']],
  ['another operationId', (d) => (get(d).operationId = 'hosts'), ['GET /hosts: its operationId was changed']],
  [
    'a credential that is taken no more',
    (d) => get(d).security.pop(),
    ['GET /hosts: no longer open to callers with the credential cookie'],
  ],
  [
    'a credential that needs another',
    (d) => (post(d).security = [{ key: [], cookie: [] }]),
    ['POST /hosts: no longer open to callers with the credential key'],
  ],
  [
    'another form of a credential',
    (d) => (d.components.securitySchemes.cookie.name = 'sid'),
    ['the security scheme cookie was changed or removed'],
  ],
  ['a parameter that is gone', (d) => get(d).parameters.shift(), ['GET /hosts: the parameter limit was removed']],
  [
    'a parameter that moved',
    (d) => (get(d).parameters[0].in = 'header'),
    ['GET /hosts: the parameter limit was removed'],
  ],
  [
    'a parameter that is required now',
    (d) => (get(d).parameters[0].required = true),
    ['GET /hosts: the parameter limit is required'],
  ],
  [
    'a new parameter that is required',
    (d) => get(d).parameters.push({ name: 'site', in: 'query', required: true, schema: {} }),
    ['GET /hosts: the parameter site is required'],
  ],
  [
    'another style of a parameter',
    (d) => (get(d).parameters[1].explode = false),
    ['GET /hosts: the parameter tags is written in another style'],
  ],
  [
    'a closer bound',
    (d) => (get(d).parameters[0].schema.maximum = 100),
    ['GET /hosts: the parameter limit has a closer bound: maximum 1000, now 100'],
  ],
  [
    'a bound where none was',
    (d) => (input(d).code.minLength = 3),
    ['in requests HostInput.code has a closer bound: minLength none, now 3'],
  ],
  [
    'fewer items',
    (d) => (input(d).slots.maxItems = 5),
    ['in requests HostInput.slots has a closer bound: maxItems 10, now 5'],
  ],
  [
    'another default',
    (d) => (get(d).parameters[0].schema.default = 20),
    ['GET /hosts: the parameter limit has another default: 50, now 20'],
  ],
  [
    'no default any more',
    (d) => delete get(d).parameters[0].schema.default,
    ['GET /hosts: the parameter limit has another default: 50, now none'],
  ],
  [
    'a value that is taken no more',
    (d) => get(d).parameters[1].schema.items.enum.pop(),
    ['GET /hosts: the parameter tags[] has no value "b" any more'],
  ],
  [
    'values where any was taken',
    (d) => (input(d).code.enum = ['x']),
    ['in requests HostInput.code takes certain values only'],
  ],
  [
    'a form where any was taken',
    (d) => (input(d).code.pattern = '^x'),
    ['in requests HostInput.code has another pattern: none, now ^x'],
  ],
  [
    'a member that is required now',
    (d) => d.components.schemas.HostInput.required.push('note'),
    ['in requests HostInput.note is required'],
  ],
  ['a member that is taken no more', (d) => delete input(d).note, ['in requests HostInput.note was removed']],
  [
    'a member that may not be null',
    (d) => (input(d).note.type = 'string'),
    ['in requests HostInput.note no longer takes null'],
  ],
  [
    'whole numbers only',
    (d) => (input(d).size.type = 'integer'),
    ['in requests HostInput.size no longer takes number'],
  ],
  [
    'one of two forms',
    (d) => (input(d).target = { type: 'string' }),
    ['in requests HostInput.target no longer takes integer'],
  ],
  [
    'no other members',
    (d) => (d.components.schemas.HostInput.additionalProperties = false),
    ['in requests HostInput has other members than those that are named'],
  ],
  ['a body that is taken no more', (d) => delete post(d).requestBody, ['POST /hosts: the body was removed']],
  [
    'a body where none was',
    (d) => (get(d).requestBody = { required: true, content: {} }),
    ['GET /hosts: the body is required'],
  ],
  [
    'another media type of a body',
    (d) => (post(d).requestBody.content = { 'text/csv': {} }),
    ['POST /hosts: the body is no longer application/json'],
  ],
  ['an answer that is gone', (d) => (post(d).responses = { 201: {} }), ['POST /hosts: the answer 200 was removed']],
  [
    'a media type that is gone',
    (d) => delete get(d).responses[200].content['text/csv'],
    ['GET /hosts: the answer 200 is no longer text/csv'],
  ],
  [
    'a header that is gone',
    (d) => delete get(d).responses[200].headers,
    ['GET /hosts: the answer 200 has no header X-Limit any more'],
  ],
  ['a member of an answer that is gone', (d) => delete host(d).properties.size, ['in answers Host.size was removed']],
  ['a member of an answer that may be absent', (d) => host(d).required.shift(), ['in answers Host.id may be absent']],
  [
    'a member of an answer that may be null',
    (d) => (host(d).properties.color.type = ['string', 'null']),
    ['in answers Host.color may now be null'],
  ],
  [
    'a member of an answer of another type',
    (d) => (host(d).properties.size.type = 'number'),
    ['in answers Host.size may now be number'],
  ],
  [
    'another form of a member',
    (d) => delete host(d).properties.id.format,
    ['in answers Host.id has another format: uuid, now none'],
  ],
  [
    'a value of answers that is gone',
    (d) => host(d).properties.color.enum.pop(),
    ['in answers Host.color has no value "Green" any more'],
  ],
  [
    'answers of any value',
    (d) => delete host(d).properties.color.enum,
    ['in answers Host.color may now be any string'],
  ],
  [
    'another constant',
    (d) => (d.components.schemas.Host.allOf[0].properties.kind.const = 'node'),
    ['in answers Host.kind has no value "host" any more'],
  ],
  [
    'other members of another type',
    (d) => (host(d).properties.counts.additionalProperties.type = 'string'),
    ['in answers Host.counts.* may now be string'],
  ],
  [
    'other members of any type',
    (d) => (host(d).properties.counts.additionalProperties = true),
    ['in answers Host.counts has other members than those that are named'],
  ],
  [
    'another place of a tuple',
    (d) => (host(d).properties.pair.prefixItems[1].type = 'string'),
    ['in answers Host.pair[1] may now be string'],
  ],
  [
    'a longer tuple',
    (d) => host(d).properties.pair.prefixItems.push({ type: 'null' }),
    ['in answers Host.pair has another number of items'],
  ],
  [
    'items of another type',
    (d) => (get(d).responses[200].content['application/json'].schema.items = { type: 'string' }),
    ['GET /hosts: the answer 200[] may now be string'],
  ],
  [
    'a break in what is answered as an error',
    (d) => (d.components.schemas.Error.required = []),
    ['in answers Error.code may be absent'],
  ],
  [
    'a new path, member, parameter and value',
    (d) => {
      d.paths['/sites'] = { get: { operationId: 'get_sites', responses: {} } };
      host(d).properties.more = { type: 'string' };
      host(d).required.push('more');
      host(d).properties.color.enum.push('Blue');
      input(d).more = { type: 'string' };
      input(d).color.enum.push('Blue');
      get(d).parameters.push({ name: 'more', in: 'query', schema: { type: 'string' } });
      get(d).security.push({ daemon: [] });
      get(d).responses[503] = { description: 'Later.' };
    },
    [],
  ],
  [
    'looser requests and closer answers',
    (d) => {
      get(d).parameters[0].schema.maximum = 2000;
      input(d).name.maxLength = 200;
      d.components.schemas.HostInput.required = [];
      post(d).requestBody.required = false;
      input(d).code.type = ['string', 'integer'];
      host(d).properties.note.type = 'string';
      host(d).properties.size.enum = [1, 2];
      delete get(d).responses[404];
    },
    [],
  ],
  [
    'other words',
    (d) => {
      d.components.securitySchemes.key.description = 'Another word.';
      host(d).description = 'A host.';
    },
    [],
  ],
  [
    'a schema that got a name',
    (d) => {
      d.components.schemas.Color = host(d).properties.color;
      host(d).properties.color = { $ref: '#/components/schemas/Color', description: 'Of it.' };
    },
    [],
  ],
];

const applyChange = (change: Change) => {
  const document = structuredClone(openapi);
  change(document);
  return document;
};

test('the base cases break nothing, and every other case changes its base', () => {
  for (const [caseName, from] of graphqlCases) expect([caseName, sdl.split(from).length]).toEqual([caseName, 2]);
  for (const [caseName, change] of restCases) expect([caseName, applyChange(change)]).not.toEqual([caseName, openapi]);
});

test('every kind of break of the GraphQL schema is found, and no addition is one', () => {
  const foundBreaks = evaluate<string[][]>('given.map(([before, after]) => contractBreaks(before, after))', [
    [
      { sdl, openapi },
      { sdl, openapi },
    ],
    ...graphqlCases.map(([, from, to]) => [
      { sdl, openapi },
      { sdl: sdl.replace(from, to), openapi },
    ]),
  ]);
  expect(foundBreaks[0]).toEqual([]);
  for (const [index, [caseName, , , breaks]] of graphqlCases.entries())
    expect([caseName, foundBreaks[index + 1]!.sort()]).toEqual([
      caseName,
      breaks.map((one) => `GraphQL: ${one}`).sort(),
    ]);
});

test('every kind of break of REST is found, and no addition is one', () => {
  const foundBreaks = evaluate<string[][]>(
    'given.map(([before, after]) => contractBreaks(before, after))',
    restCases.map(([, change]) => [
      { sdl, openapi },
      { sdl, openapi: applyChange(change) },
    ]),
  );
  for (const [index, [caseName, , breaks]] of restCases.entries())
    expect([caseName, foundBreaks[index]!.sort()]).toEqual([caseName, breaks.map((one) => `REST: ${one}`).sort()]);
});

test('a keyword that is not compared is an error, not passed over', () => {
  const unknown = applyChange((document) => (host(document).properties.id.contentEncoding = 'base64'));
  const message = evaluate<string>('messageOf(() => contractBreaks(...given))', [
    { sdl, openapi },
    { sdl, openapi: unknown },
  ]);
  expect(message).toContain('does not compare contentEncoding of OpenAPI yet');
});

test('a breaking change is accepted with a reason; a reason without a change, or no reason, is refused', () => {
  const change = 'GraphQL: Host.note was removed.';
  const reason = 'It was empty since hosts have tags; nobody read it.';
  const [hasPassed, unacceptedBreaks, unusedBreaks, twice, ...badForms] = evaluate<(string | null)[]>(
    'given.map(([breaks, accepted]) => messageOf(() => assertAccepted(breaks, accepted)))',
    [
      [[change], [{ change, reason }]],
      [[change, 'REST: GET /hosts was removed'], [{ change, reason }]],
      [[], [{ change, reason }]],
      [
        [change],
        [
          { change, reason },
          { change, reason },
        ],
      ],
      [[change], [{ change, reason: '' }]],
      [[change], [{ change, reason: ' '.repeat(40) }]],
      [[change], [{ change }]],
      [[change], [{ change, reason, by: 'me' }]],
      [[change], { [change]: reason }],
      [[change], [null]],
    ],
  );
  expect(hasPassed).toBeNull();
  expect(unacceptedBreaks).toMatch(/^Clients of the release would break.*\n {2}REST: GET \/hosts was removed$/);
  for (const one of [unusedBreaks, twice])
    expect(one).toMatch(/^schema\/accepted-breaking-changes.json has reasons.*\n {2}GraphQL: Host.note was removed.$/);
  expect(badForms).toHaveLength(6);
  for (const one of badForms) expect(one).toContain('must be a list of { "change", "reason" }');
});

test('the current contracts break only accepted parts of the release', () => {
  expect(evaluate('messageOf(checkReleased)')).toBeNull();
});

test('verify runs the check, and a release sets the contracts to compare with', () => {
  const read = (file: string) => readFileSync(path.join(projectDir, file), 'utf8');
  expect(read('scripts/verify.mjs')).toContain('checkReleased()');
  const folder = mkdtempSync(path.join(tmpdir(), 'netloom-release-'));
  try {
    for (const name of ['released-contracts.mjs', 'openapi-breaks.mjs', 'project.mjs'])
      cpSync(path.join(projectDir, 'scripts', name), path.join(folder, 'scripts', name));
    symlinkSync(path.join(projectDir, 'node_modules'), path.join(folder, 'node_modules'));
    mkdirSync(path.join(folder, 'schema'));
    const write = (name: string, text: string) => writeFileSync(path.join(folder, 'schema', name), text);
    write('released.graphql', sdl);
    write('released.json', JSON.stringify(openapi));
    write('schema.graphql', sdl.replace(' note: String color', ' color'));
    write('openapi.json', JSON.stringify(applyChange((document) => get(document).parameters.shift())));
    write('accepted-breaking-changes.json', '[]');
    const code = `
      import { checkReleased, release } from './scripts/released-contracts.mjs';
      let message = '';
      try { checkReleased(); } catch (error) { message = error.message; }
      release();
      checkReleased();
      console.log(message);`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout.split('\n').slice(1, 3)).toEqual([
      '  GraphQL: Host.note was removed.',
      '  REST: GET /hosts: the parameter limit was removed',
    ]);
    for (const [releasedText, current] of [
      ['released.graphql', 'schema.graphql'],
      ['released.json', 'openapi.json'],
    ])
      expect(readFileSync(path.join(folder, 'schema', releasedText!), 'utf8')).toBe(
        readFileSync(path.join(folder, 'schema', current!), 'utf8'),
      );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

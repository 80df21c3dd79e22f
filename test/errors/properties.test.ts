// Generated junk at every REST route and every GraphQL field: never an internal error, never a half-written row.
import fc from 'fast-check';
import { getNamedType, isLeafType, type GraphQLField, type GraphQLOutputType } from 'graphql';
import { errorStatus } from '../../src/errors';
import { schema } from '../../src/graphql/schema';
import type { Reply } from '../support/client';
import { fillOrganization } from '../support/populate';
import { createWorld, type World } from '../support/world';
import { rowsFingerprint } from '../tenancy/fingerprint';
import { endpoints, pathSegment, sendTo } from '../tenancy/rest-endpoints';
import { junk, oddText, valuesFor } from './arbitraries';
import { expectRefused, refusedCode } from './refusals';

let world: World;
let ids: string[];
beforeAll(async () => {
  world = await createWorld();
  const ours = await fillOrganization(world.prisma, world.organizationId);
  const theirs = await fillOrganization(world.prisma, world.stranger.organizationId);
  const scopes = [ours, await ours.fillNetwork(world.networkId), await ours.fillNetwork(world.otherNetworkId)];
  const foreign = [theirs, await theirs.fillNetwork(world.strangerNetworkId)];
  // A key of the owner's that may die, unlike the one that asks.
  await world.addKey(world.owner);
  const [spare] = await world.prisma.userApiKey.findMany({ orderBy: { createdAt: 'desc' }, take: 1 });
  const own = scopes.flatMap((scope) => Object.values(scope.ids).map((some) => some![0]!));
  const others = foreign.flatMap((scope) => Object.values(scope.ids).map((some) => some![0]!));
  ids = [...own, ...own, spare!.id, world.organizationId, world.stranger.organizationId, ...others];
});
afterAll(() => world.close());
beforeEach(async () => {
  // Generated requests do switch it off.
  await world.prisma.organization.updateMany({ data: { apiAccessEnabled: true }, where: { id: world.organizationId } });
});

/** By key or by session: some operations are for people only. */
const asker = fc.constantFrom('key' as const, 'owner' as const);
/** The same requests on each run; a failure prints seed and path to repeat it. */
const bounds = (numRuns: number): fc.Parameters<unknown> => ({
  seed: 20261121,
  numRuns,
  interruptAfterTimeLimit: 15_000,
});
const rows = () => rowsFingerprint(world.prisma, [world.organizationId, world.stranger.organizationId]);

/** Sends a request that may write: when it is refused, no row has changed. */
async function unchangedIfRefused(mayWrite: boolean, send: () => Promise<Reply>, isRefused: (reply: Reply) => boolean) {
  const before = mayWrite ? await rows() : '';
  const reply = await send();
  if (isRefused(reply) && mayWrite && (await rows()) !== before) throw new Error(`half-written: ${reply.story}`);
}

/** Status and form are held against the contract by the client; here the code is. */
function isRefusedProperly(reply: Reply): boolean {
  if (reply.status < 400) return false;
  const { code } = reply.body;
  if (code === 'internal_error' || errorStatus(code) !== reply.status) throw new Error(reply.story);
  expectRefused(reply, code);
  return true;
}

describe('any values for', () => {
  // Rows that are gone make the requests after them dull: deleting comes last.
  const ordered = [...endpoints].sort(
    (a, b) => Number(a.route.method === 'delete') - Number(b.route.method === 'delete'),
  );

  test.each(ordered.map((endpoint) => [endpoint.title, endpoint] as const))('%s', async (_title, endpoint) => {
    const isWrite = endpoint.route.method !== 'get';
    const property = fc.asyncProperty(asker, valuesFor(endpoint.inputs, ids), (caller, values) =>
      unchangedIfRefused(isWrite, () => sendTo(world[caller], endpoint, values), isRefusedProperly),
    );
    await fc.assert(property, bounds(isWrite ? 25 : 12));
  });

  test.each(['setup', 'register', 'login', 'logout', 'me'])('POST /api/auth/%s', async (path) => {
    const text = fc.oneof(oddText, fc.emailAddress(), junk);
    const known = { email: text, password: text, terms_accepted: fc.boolean(), organization_name: text, network: junk };
    const body = fc.oneof(fc.record(known, { requiredKeys: [] }), junk);
    const property = fc.asyncProperty(body, (value) =>
      unchangedIfRefused(
        true,
        () => world.anonymous.send('POST', `/api/auth/${path}`, { body: value }),
        isRefusedProperly,
      ),
    );
    await fc.assert(property, bounds(20));
  });
});

test('any method, path, query, headers and bytes below /api', async () => {
  const segments = [
    'api',
    'v1',
    'auth',
    'vlans',
    'tags',
    'assign',
    'bulk-add',
    'topology',
    'version',
    'health',
    'users',
    '..',
    '',
  ];
  const segment = fc.oneof(fc.constantFrom(...segments), oddText);
  const path = fc.array(segment, { maxLength: 5 }).map((parts) => `/api/${parts.map(pathSegment).join('/')}`);
  const query = fc.dictionary(fc.oneof(fc.constantFrom('limit', 'offset', 'ids', 'network_id'), oddText), oddText, {
    maxKeys: 3,
    noNullPrototype: true,
  });
  const type = fc.constantFrom(
    'application/json',
    'text/plain',
    'application/json; charset=utf-16',
    '*/*',
    'application/x+json',
  );
  const header = fc.string({ unit: 'grapheme-ascii', maxLength: 40 }).map((text) => text.trim());
  const bytes = fc.oneof(
    junk.map((value) => JSON.stringify(value)),
    fc.uint8Array({ maxLength: 60 }),
    oddText,
  );
  const methods = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'REPORT');
  const property = fc.asyncProperty(
    methods,
    path,
    query,
    type,
    header,
    bytes,
    async (method, at, given, contentType, odd, body) => {
      const search = String(new URLSearchParams(Object.entries(given)));
      const hasBody = method !== 'GET' && method !== 'HEAD';
      const reply = await world.key.send(method, `${at}${search && '?'}${search}`, {
        headers: { 'content-type': contentType, 'x-odd': odd, cookie: odd, 'if-none-match': odd, accept: odd },
        ...(hasBody && { rawBody: body as Uint8Array<ArrayBuffer> }),
      });
      if (method === 'HEAD' ? reply.status >= 500 : reply.status >= 400 && !isRefusedProperly(reply))
        throw new Error(reply.story);
    },
  );
  await fc.assert(property, bounds(250));
});

const isRefusedInForm = (reply: Reply): boolean => {
  if (!reply.body.errors) return false;
  if (refusedCode(reply) === 'internal_error' || reply.status >= 500) throw new Error(reply.story);
  return true;
};

/** The field with all its arguments as variables. */
function documentOf(kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>): string {
  const answer = getNamedType(field.type as GraphQLOutputType);
  const declared = field.args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const passed = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const selection = isLeafType(answer)
    ? ''
    : answer.name.endsWith('Connection')
      ? '{ totalCount nodes { id } }'
      : '{ __typename }';
  const list = (text: string) => (text === '' ? '' : `(${text})`);
  return `${kind}${list(declared)} { ${field.name}${list(passed)} ${selection} }`;
}

describe.each(['query', 'mutation'] as const)('any arguments for the %s', (kind) => {
  const type = kind === 'query' ? schema.getQueryType()! : schema.getMutationType()!;
  const fields = Object.values(type.getFields()).sort(
    (a, b) => Number(/^delete/.test(a.name)) - Number(/^delete/.test(b.name)),
  );

  test.each(fields.map((field) => [field.name, field] as const))('%s', async (_name, field) => {
    const document = documentOf(kind, field as GraphQLField<unknown, unknown>);
    const inputs = new Map(field.args.map(({ name, type: declared }) => [name, declared]));
    const property = fc.asyncProperty(asker, valuesFor(inputs, ids), (caller, values) =>
      unchangedIfRefused(kind === 'mutation', () => world[caller].graphql(document, values), isRefusedInForm),
    );
    await fc.assert(property, bounds(15));
  });
});

test('any document', async () => {
  const words = [
    '{',
    '}',
    '(',
    ')',
    '...',
    'on',
    'query',
    'mutation',
    'fragment',
    'F',
    'vlans',
    'nodes',
    'id',
    'first:',
    '1',
    '$a',
    '"x"',
    '@skip',
    ':',
    '__schema',
    '"""',
    '#',
  ];
  const text = fc.oneof(
    fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((some) => some.join(' ')),
    oddText,
  );
  const valid = '{ vlans(first: 3, filter: { name: { contains: "a" } }) { totalCount nodes { id network { name } } } }';
  const damaged = fc
    .tuple(fc.nat(valid.length), fc.nat(8), oddText)
    .map(([at, length, put]) => valid.slice(0, at) + put + valid.slice(at + length));
  const property = fc.asyncProperty(
    fc.oneof(text, damaged),
    junk,
    fc.option(junk),
    async (query, variables, operationName) => {
      const body = { query, variables, ...(operationName !== null && { operationName }) };
      isRefusedInForm(await world.key.send('POST', '/graphql', { body }));
    },
  );
  await fc.assert(property, bounds(200));
});

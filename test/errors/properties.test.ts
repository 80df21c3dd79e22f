// Tests every REST route with generated values. No request causes an internal error or a half-written row, and every
// error has the form of the REST envelope.
import fc from 'fast-check';
import { errorStatus } from '../../src/errors';
import type { Reply } from '../support/client';
import type { World } from '../support/world';
import { endpoints, pathSegment, sendRequest, type Endpoint } from '../tenancy/rest-endpoints';
import { junk, oddText, arbitraryValues } from './arbitraries';
import { askersOf, bounds, createGeneratedWorld, type GeneratedWorld } from './generated-world';
import { expectRefused } from './refusals';

let generatedWorld: GeneratedWorld;
let world: World;
beforeAll(async () => {
  generatedWorld = await createGeneratedWorld();
  ({ world } = generatedWorld);
});
afterAll(() => generatedWorld.close());
beforeEach(() => generatedWorld.restore());

test('a row that a refused request has written is noticed, in every table', async () => {
  const { prisma, networkId } = world;
  const unwatchedTables = await prisma.$queryRaw`
    SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema::regnamespace
      AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgname = 'see_writes' AND tgenabled = 'O')`;
  expect(unwatchedTables).toEqual([]);
  const writing = async () => {
    await prisma.host.updateMany({ where: { networkId }, data: { description: 'half' } });
    return world.key.rest.get('/hosts/none');
  };
  await expect(generatedWorld.unchangedIfRefused(true, writing, isRefusedProperly)).rejects.toThrow('half-written');
});

/**
 * Whether the service refused the request. Checks the error code; the test client checks status and form against the
 * OpenAPI document.
 */
function isRefusedProperly(reply: Reply): boolean {
  if (reply.status < 400) return false;
  const { code } = reply.body;
  if (code === 'internal_error' || errorStatus(code) !== reply.status) throw new Error(reply.story);
  expectRefused(reply, code);
  return true;
}

async function judgeAnyValues(_title: string, endpoint: Endpoint): Promise<void> {
  const isWrite = endpoint.route.method !== 'get';
  const property = fc.asyncProperty(
    askersOf(generatedWorld, endpoint.field),
    arbitraryValues(endpoint.inputs, generatedWorld.idsFor(endpoint.owner)),
    (caller, values) =>
      generatedWorld.unchangedIfRefused(isWrite, () => sendRequest(caller, endpoint, values), isRefusedProperly),
  );
  // A few runs for each route are enough: all routes read values by the same code, and properties-graphql.test.ts tests
  // each operation with more values.
  await fc.assert(property, bounds(isWrite ? 6 : 4));
}
const withTitle = (endpoint: Endpoint) => [endpoint.title, endpoint] as const;
/** Whether the route is tested last: it deletes the keys of the callers and nearly all rows. */
const isLast = ({ field }: Endpoint) => field === 'resetOrganization' || field === 'deleteOrganization';

describe('any values for', () => {
  // Requests about deleted rows test little, so routes that delete come last, and networks are deleted after the rows
  // that they contain.
  const rank = ({ route }: Endpoint) => (route.method !== 'delete' ? 0 : route.path.startsWith('/networks') ? 2 : 1);
  const orderedEndpoints = endpoints.filter((endpoint) => !isLast(endpoint)).sort((a, b) => rank(a) - rank(b));

  test.each(orderedEndpoints.map(withTitle))('%s', judgeAnyValues);

  test.each(['setup', 'register', 'login', 'logout', 'me', 'passkeys/sign-in'])('POST /api/auth/%s', async (path) => {
    const text = fc.oneof(oddText, fc.emailAddress(), junk);
    const answer = fc.record({ id: text, response: fc.record({ clientDataJSON: text, signature: text }) });
    const knownArbitraries = {
      ...{ email: text, password: text, terms_accepted: fc.boolean(), organization_name: text, network: junk },
      ...{ response: fc.oneof(answer, junk), challenge: text },
    };
    const body = fc.oneof(fc.record(knownArbitraries, { requiredKeys: [] }), junk);
    const property = fc.asyncProperty(body, (value) =>
      generatedWorld.unchangedIfRefused(
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
  const path = fc
    .array(segment, { maxLength: 5 })
    .map((parts) => `/api/${parts.map(pathSegment).join('/')}`)
    // Leaves out paths that are outside of the API once their dot segments are resolved. Clients resolve them before
    // they send a request.
    .filter((at) => /^\/api(\/|$)/.test(new URL(at, world.url).pathname));
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
    async (method, at, givenValues, contentType, odd, body) => {
      const search = String(new URLSearchParams(Object.entries(givenValues)));
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

const resetFirst = endpoints.filter(isLast).sort((a, b) => b.field.localeCompare(a.field));
test.each(resetFirst.map(withTitle))('any values for %s, which deletes everything and runs last', judgeAnyValues);

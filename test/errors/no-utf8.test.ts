// Tests invalid UTF-8 in bodies, queries and paths of every API. The service refuses requests of users, replaces
// invalid bytes in reports of daemons, stores no invalid text, and never returns status 500.
import { randomUUID } from 'node:crypto';
import { demandOf, isAction } from '../../src/auth/permissions';
import { mountedPath, readsBody } from '../../src/rest/route';
import type { Client, Reply } from '../support/client';
import { addDiscovery, addSession } from '../support/discovery-rows';
import { createWorld, type DaemonCaller, type World } from '../support/world';
import { buildValues } from '../tenancy/id-places';
import { endpoints, sendRequest } from '../tenancy/rest-endpoints';
import { expectRefused, refusedCode } from './refusals';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/**
 * Invalid byte sequences: a byte that UTF-8 never uses, truncated sequences, an overlong encoding of a slash, half a
 * surrogate pair, and a code point above U+10FFFF.
 */
const faults: readonly (readonly [string, readonly number[]])[] = [
  ['a byte that begins nothing', [0xff]],
  ['a character of ISO-8859-1', [0xe9]],
  ['a character that is cut off', [0xe2, 0x82]],
  ['a character written too long', [0xc0, 0xaf]],
  ['half a surrogate pair', [0xed, 0xa0, 0x80]],
  ['what is beyond the last character', [0xf4, 0x90, 0x80, 0x80]],
];
const around = (before: string, bytes: readonly number[], after: string) =>
  new Uint8Array(Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]));
const percentEncode = (bytes: readonly number[]) => bytes.map((byte) => `%${byte.toString(16)}`).join('');
const bytesOfName = (bytes: readonly number[]) => around('{"name":"caf', bytes, '"}');
const pathOf = ({ route }: (typeof endpoints)[number]) =>
  `/api${mountedPath(route).replace(/:(\w+)/g, () => randomUUID())}`;

const writtenEndpoints = endpoints.filter(
  ({ route }) => route.method !== 'get' && route.method !== 'delete' && !route.upload,
);

type Json = { readonly [name: string]: unknown };
/** Merges two JSON values. Members with the same name, and items at the same position, are merged in the same way. */
function merge(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return one.map((item, at) => merge(item, other[at]));
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return other ?? one;
  const [left, right] = [one as Json, other as Json];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return Object.fromEntries([...names].map((name) => [name, merge(left[name], right[name])]));
}
async function requestOf(endpoint: (typeof endpoints)[number], values: Record<string, unknown>) {
  let request = { method: '', path: '', body: {} as unknown };
  const recorder = {
    send: (method: string, path: string, options: { body: unknown }) => {
      request = { method, path, body: options.body };
      return Promise.resolve({} as Reply);
    },
  };
  await sendRequest(recorder as unknown as Client, endpoint, values);
  return request;
}
/** All stored texts that contain the marker, from the text columns of all tables. */
async function storedTexts(marker: string): Promise<string[]> {
  const columns = await world.prisma.$queryRawUnsafe<{ table: string; column: string }[]>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = current_schema() AND data_type IN ('text', 'character varying', 'jsonb')`,
  );
  const selects = columns.map(({ table, column }) => `SELECT "${column}"::text AS text FROM "${table}"`);
  const rows = await world.prisma.$queryRawUnsafe<{ text: string }[]>(
    `SELECT text FROM (${selects.join(' UNION ALL ')}) texts WHERE text LIKE '%' || $1 || '%'`,
    marker,
  );
  return rows.map((row) => row.text);
}

test.each(writtenEndpoints.map((endpoint) => [endpoint.title, endpoint] as const))(
  'in a body: %s',
  async (_title, endpoint) => {
    const reply = await world.owner.send(endpoint.route.method.toUpperCase(), pathOf(endpoint), {
      rawBody: bytesOfName(faults[0]![1]),
    });
    // The service checks rights before it reads the body. So if only daemons may use the route, the error is about the
    // caller.
    if (reply.status === 403) return expect(reply.body.code).toMatch(/^auth_/);
    expectRefused(reply, 'validation_invalid_format', { field: 'body' });
  },
);

describe.each(faults)('%s', (_title, bytes) => {
  test('in a name: the request is refused, and nothing is stored', async () => {
    const { organizationId: organization_id } = world;
    const body = JSON.stringify({ name: 'café', organization_id, color: 'Blue' }).split('é');
    const reply = await world.owner.send('POST', '/api/v1/tags', { rawBody: around(body[0]!, bytes, body[1]!) });
    expectRefused(reply, 'validation_invalid_format', { field: 'body' });
    expect(await world.prisma.tag.count({ where: { organizationId: organization_id } })).toBe(0);
  });

  test('at sign-in, GraphQL, its streams and MCP: the request is refused', async () => {
    const login = await world.anonymous.send('POST', '/api/auth/login', {
      rawBody: around('{"email":"a@b.example","password":"', bytes, '"}'),
    });
    expectRefused(login, 'validation_invalid_format', { field: 'body' });
    const query = around('{"query":"{ viewer { userId } } # ', bytes, '"}');
    for (const path of ['/graphql', '/graphql?x=1']) {
      const reply = await world.key.send('POST', path, { rawBody: query });
      expect([reply.status, refusedCode(reply)]).toEqual([400, 'validation_invalid_format']);
    }
    const { status: reservedStatus, body: token } = await world.key.send('PUT', '/graphql/stream');
    expect(reservedStatus).toBe(201);
    const stream = await world.key.send('POST', '/graphql/stream', {
      rawBody: query,
      headers: { 'x-graphql-event-stream-token': token as string },
    });
    expect([stream.status, refusedCode(stream)]).toEqual([400, 'validation_invalid_format']);
    const calledBody = around('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"', bytes, '"}}');
    expect((await world.key.send('POST', '/mcp', { rawBody: calledBody })).status).toBe(400);
  });

  test('percent-encoded in a query or a path: the request is refused', async () => {
    const text = percentEncode(bytes);
    const get = (caller: Client, path: string) => caller.send('GET', path);
    expectRefused(await get(world.key, `/api/v1/hosts?search=caf${text}`), 'validation_invalid_format', {
      field: 'search',
    });
    expectRefused(await get(world.key, `/api/v1/hosts?limit=1&caf${text}=x`), 'validation_invalid_format');
    expectRefused(await get(world.key, `/api/v1/hosts/${text}`), 'validation_invalid_format', { field: 'path' });
    expectRefused(await world.key.send('DELETE', `/api/v1/hosts/${text}`), 'validation_invalid_format');
    const requestedReply = await get(
      world.key,
      `/graphql?query=${encodeURIComponent('{ viewer { userId } }')}%23${text}`,
    );
    expect([requestedReply.status, refusedCode(requestedReply)]).toEqual([400, 'validation_invalid_format']);
    for (const path of [`/api/health?${text}`, `/invite/${text}`, `/${text}`, `/topology?view=${text}`])
      expect((await get(world.anonymous, path)).status).toBeLessThan(500);
  });

  test("in a daemon's report: the bytes are stored as U+FFFD, and the report is stored", async () => {
    const daemon = await world.addDaemon();
    const subnet = {
      ...{ name: 'lan café', cidr: `10.${bytes[0]! % 200}.${bytes.length}.0/24`, subnet_type: 'Lan', tags: [] },
      ...{ network_id: world.networkId, source: { type: 'Manual' } },
    };
    const [before = '', after = ''] = JSON.stringify(subnet).split('é');
    const reply = await daemon.send('POST', '/api/v1/subnets', { rawBody: around(before, bytes, after) });
    if (reply.status !== 200) throw new Error(reply.story);
    const { name } = await world.prisma.subnet.findUniqueOrThrow({ where: { id: reply.body.data.id } });
    expect(name).toMatch(/^lan caf\ufffd+$/);
  });
});

describe('in a report of a daemon', () => {
  let daemon: DaemonCaller;
  let home: Readonly<Record<string, readonly string[]>>;
  beforeAll(async () => {
    daemon = await world.addDaemon();
    const discoveryId = await addDiscovery(world, daemon.daemonId, world.networkId);
    const sessionId = await addSession(world, discoveryId, { phase: 'Started' });
    home = { Network: [world.networkId], Daemon: [daemon.daemonId], DiscoverySession: [sessionId] };
  });
  const isOpen = (field: string) => isAction(field) && demandOf(field).daemon !== 'none';
  const reportEndpoints = endpoints.filter(({ route, field }) => isOpen(field) && readsBody(route));
  const text = 'made by a test';
  /**
   * The test replaces the value `text` in the body of a report by invalid bytes. The bodies that are generated for
   * these routes contain no free text, so `text` is added. Capabilities have no text field, so `note` is an unknown
   * field, which the service ignores.
   */
  const optionalTexts: Readonly<Record<string, object>> = {
    'POST /daemons/:id/update-capabilities': { note: text },
    'POST /discovery/:session_id/update': { error: text },
    'POST /hosts/discovery': { host: { name: text } },
    'POST /hosts/discovery/batch': { reports: [{ host: { name: text } }] },
  };

  test.each(reportEndpoints.map((endpoint) => [endpoint.title, endpoint] as const))(
    'to %s: the bytes become U+FFFD, and the report is handled',
    async (title, endpoint) => {
      const nowhere = { place: { path: [''], model: '', isList: false }, value: undefined };
      const values = buildValues(endpoint.inputs, endpoint.owner, home, nowhere);
      const { method, path, body } = await requestOf(endpoint, values);
      const wholeBody = merge(body, optionalTexts[title] ?? {});
      const marker = randomUUID();
      const [before, ...ends] = JSON.stringify(wholeBody).split(text);
      expect(ends).not.toEqual([]);
      const parts = ends.map((end) => around(`${marker} caf`, faults[0]![1], end));
      const reply = await daemon.send(method, path, {
        rawBody: new Uint8Array(Buffer.concat([Buffer.from(before!), ...parts])),
      });
      if (reply.status !== 200) throw new Error(reply.story);
      const isStored = title !== 'POST /daemons/:id/update-capabilities';
      expect(await storedTexts(marker)).toEqual(isStored ? [`${marker} caf\ufffd`] : []);
    },
  );
});

test('valid UTF-8 is accepted unchanged, in a body, a query and a path', async () => {
  const { organizationId: organization_id } = world;
  const name = 'café ☕ 😀 \ufffd';
  const createdReply = await world.owner.rest.post('/tags', { name, organization_id, color: 'Blue' });
  expect(createdReply.body.data.name).toBe(name);
  await world.prisma.host.create({ data: { networkId: world.networkId, name } });
  const foundReply = await world.owner.rest.get(`/hosts?search=${encodeURIComponent(name)}`);
  expect([foundReply.status, foundReply.body.data.length]).toEqual([200, 1]);
  const percent = await world.owner.rest.get('/hosts?search=100%');
  expect(percent.status).toBe(200);
  await world.prisma.tag.deleteMany({ where: { organizationId: organization_id } });
});

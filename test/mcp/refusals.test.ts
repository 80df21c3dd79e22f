// Tests which callers, web pages, bodies and inputs MCP refuses. Each error has the form of the protocol and a
// published error code.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { errorCodes, errorStatus, type ErrorCode } from '../../src/errors';
import { userRule } from '../../src/platform/limits/rate-limit';
import { pointsPerToken } from '../../src/graphql/documents/cost';
import { addInventory, type Inventory } from '../support/inventory';
import type { Client, Reply } from '../support/client';
import { createWorld, type World } from '../support/world';
import { junk } from '../errors/arbitraries';
import { createAgent, callMessage, sendMessage, type Agent } from './agents';

let world: World;
let rows: Inventory;
let agent: Agent;
beforeAll(async () => {
  world = await createWorld();
  const { prisma, networkId, organizationId } = world;
  rows = await addInventory(prisma, { networkId, organizationId }, 3);
  agent = await createAgent(world.url, world.key);
});
afterAll(async () => {
  await agent.client.close();
  await world.close();
});

const listing = { jsonrpc: '2.0', id: 7, method: 'tools/list' };

/** The error code of a request that was refused as a whole, in the form of JSON-RPC. */
function refusedCode(reply: Reply): ErrorCode {
  const { jsonrpc, id, error } = reply.body;
  const { code, params } = error?.data ?? {};
  if (jsonrpc !== '2.0' || id !== null || !errorCodes.includes(code) || typeof params !== 'object')
    throw new Error(`not refused in the form of JSON-RPC: ${reply.story}`);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([
    errorStatus(code),
    'application/json; charset=utf-8',
  ]);
  return code;
}

describe('callers', () => {
  test('with a user key are accepted, whatever their role and networks, as long as the key is valid', async () => {
    const { prisma, viewer, networkId } = world;
    const key = await world.addKey(viewer, { permissions: 'Viewer', networkIds: [networkId] });
    const narrow = await createAgent(world.url, key);
    const { networks } = await narrow.ask('find', { kinds: ['network'] });
    expect(networks.nodes.map(({ id }: { id: string }) => id)).toEqual([networkId]);
    await narrow.client.close();
    await prisma.userApiKey.updateMany({ where: { userId: viewer.userId }, data: { isEnabled: false } });
    expect(refusedCode(await sendMessage(key, listing))).toBe('entity_disabled');
    await prisma.userApiKey.deleteMany({ where: { userId: viewer.userId } });
    expect(refusedCode(await sendMessage(key, listing))).toBe('auth_not_authenticated');
  });

  test.each<[string, () => Promise<Client>]>([
    ['nobody', async () => world.anonymous],
    ['a session', async () => world.owner],
    ['a daemon', async () => world.addDaemon()],
  ])('with %s are refused', async (_who, caller) => {
    expect(refusedCode(await sendMessage(await caller(), listing))).toBe('auth_not_authenticated');
  });

  test('are refused while API access is switched off', async () => {
    const { prisma, strangerKey } = world;
    const where = { id: strangerKey.organizationId };
    await prisma.organization.update({ where, data: { apiAccessEnabled: false } });
    expect(refusedCode(await sendMessage(strangerKey, listing))).toBe('auth_api_access_disabled');
    await prisma.organization.update({ where, data: { apiAccessEnabled: true } });
    expect((await sendMessage(strangerKey, listing)).status).toBe(200);
  });
});

describe('pages', () => {
  const listedUrl = 'https://agents.example.com';
  let open: World;
  beforeAll(async () => {
    open = await createWorld({ CORS_ORIGINS: listedUrl });
  });
  afterAll(() => open.close());
  const from = async (origin: string, host?: string) => {
    const reply = await sendMessage(open.key, listing, { origin, ...(host !== undefined && { host }) });
    return reply.status === 200 ? 200 : refusedCode(reply);
  };

  test("from listed origins and the service's own are accepted, all others are refused", async () => {
    const { host, port } = new URL(open.url);
    expect(await from(listedUrl)).toBe(200);
    expect(await from(`http://${host}`)).toBe(200);
    expect(await from(`http://localhost:${port}`, `localhost:${port}`)).toBe(200);
    for (const origin of ['null', '', 'https://evil.example', `https://${host}`, `http://localhost:${port}`])
      expect([origin, await from(origin)]).toEqual([origin, 'auth_origin_not_allowed']);
    // The owner of a host name may have made the name resolve to the address of this server (DNS rebinding).
    expect(await from(`http://evil.example:${port}`, `evil.example:${port}`)).toBe('auth_origin_not_allowed');
  });

  test('from listed origins may send the headers of the protocol', async () => {
    const { status, headers } = await open.anonymous.send('OPTIONS', '/mcp', {
      headers: { origin: listedUrl, 'access-control-request-method': 'POST' },
    });
    expect([status, headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('MCP-Protocol-Version'),
    ]);
  });

  test('at the public address are accepted, and other host names are then refused', async () => {
    const namedWorld = await createWorld({ PUBLIC_URL: 'https://netloom.example' });
    const ask = async (origin: string) => (await sendMessage(namedWorld.key, listing, { origin })).status;
    expect([await ask('https://netloom.example'), await ask('https://netloom.example:8443')]).toEqual([200, 403]);
    await namedWorld.close();
  });
});

describe('requests', () => {
  test.each<[string, () => Promise<Reply>, ErrorCode]>([
    ['by GET', () => world.key.send('GET', '/mcp', { headers: { accept: 'text/event-stream' } }), 'method_not_allowed'],
    ['by DELETE', () => world.key.send('DELETE', '/mcp'), 'method_not_allowed'],
    ['without a body', () => world.key.send('POST', '/mcp'), 'validation_invalid_format'],
    ['that are no JSON', () => world.key.send('POST', '/mcp', { rawBody: '{' }), 'validation_invalid_format'],
    ['in batches', () => sendMessage(world.key, [listing, listing]), 'batch_not_supported'],
    [
      'without the version of JSON-RPC',
      () => sendMessage(world.key, { ...listing, jsonrpc: '1.0' }),
      'validation_invalid_format',
    ],
    ['with an id of another type', () => sendMessage(world.key, { ...listing, id: {} }), 'validation_invalid_format'],
    [
      'with parameters that are not of the method',
      () => sendMessage(world.key, { ...listing, method: 'tools/call', params: { name: 5 } }),
      'validation_invalid_format',
    ],
    [
      'of another type',
      () => sendMessage(world.key, listing, { 'content-type': 'text/plain' }),
      'unsupported_media_type',
    ],
    ['for answers that are no JSON', () => sendMessage(world.key, listing, { accept: 'text/html' }), 'not_acceptable'],
    [
      'that are too large',
      () => sendMessage(world.key, { ...listing, params: { _meta: { x: 'x'.repeat(3_000_000) } } }),
      'payload_too_large',
    ],
  ])('%s are refused', async (_how, send, code) => {
    expect(refusedCode(await send())).toBe(code);
  });

  test('with any JSON are refused without an internal error', async () => {
    const method = fc.constantFrom(
      'initialize',
      'ping',
      'tools/list',
      'tools/call',
      'notifications/cancelled',
      'tasks/get',
    );
    const property = fc.asyncProperty(
      fc.oneof(
        junk,
        fc.record({
          ...{ jsonrpc: fc.constant('2.0'), id: fc.oneof(fc.constant(1), junk), method: fc.oneof(method, junk) },
          params: fc.oneof(junk, fc.record({ name: fc.oneof(fc.constant('find'), junk), arguments: junk, task: junk })),
        }),
      ),
      async (body) => {
        const reply = await sendMessage(world.key, body);
        // -32603 is the code of JSON-RPC for internal errors of the server.
        if (reply.status >= 500 || reply.body?.error?.code === -32_603) throw new Error(reply.story);
        if (reply.status >= 400) refusedCode(reply);
      },
    );
    await fc.assert(property, { numRuns: 150 });
  });

  test('that are notifications are accepted without an answer; unknown methods and tools are refused', async () => {
    const initializedNotice = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect([
      (await sendMessage(world.key, initializedNotice)).status,
      (await sendMessage(world.key, initializedNotice)).body,
    ]).toEqual([202, '']);
    const unknown = await sendMessage(world.key, { ...listing, method: 'resources/list' });
    expect([unknown.status, unknown.body.error.code]).toEqual([200, -32_601]);
    const noTool = await sendMessage(world.key, callMessage('x'.repeat(10_000), {}));
    expect([noTool.status, noTool.body.error.code]).toEqual([200, -32_602]);
    expect(noTool.body.error.message.length).toBeLessThan(600);
  });

  test('with an unknown protocol version are refused, with the list of known versions', async () => {
    const reply = await sendMessage(world.key, listing, { 'mcp-protocol-version': '1999-01-01' });
    expect([reply.status, reply.body.error.message]).toEqual([400, expect.stringContaining('2025-06-18')]);
    const hello = { clientInfo: { name: 'old', version: '1' }, capabilities: {}, protocolVersion: '1999-01-01' };
    const { body } = await sendMessage(world.key, { ...listing, method: 'initialize', params: hello });
    expect(body.result.protocolVersion).toMatch(/^20\d\d-\d\d-\d\d$/);
  });
});

interface Declared {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Declared;
  readonly const?: unknown;
  readonly oneOf?: readonly Declared[];
  readonly properties?: Readonly<Record<string, Declared>>;
  readonly required?: readonly string[];
}

/** A valid value for an input with this declaration. */
function good(name: string, declared: Declared): unknown {
  const { type, format, enum: values, minimum, items, oneOf, properties = {}, required = [] } = declared;
  if (oneOf) return good(name, oneOf[0]!);
  if (declared.const !== undefined) return declared.const;
  if (values) return values[0];
  if (type === 'array') return [good(name, items!)];
  if (format === 'uuid') return name === 'networkId' ? world.networkId : rows.hostIds[0];
  if (format === 'date-time') return new Date().toISOString();
  if (type === 'integer') return minimum;
  if (type !== 'object') return '{ viewer { via } }';
  return Object.fromEntries(required.map((one) => [one, good(one, properties[one]!)]));
}

/** Values that the declaration of an input does not allow. */
function* bad({ type, format, minimum, maximum, minLength, maxLength, maxItems, items }: Declared): Generator<unknown> {
  yield* [null, type === 'string' ? 5 : 'five', type === 'array' ? {} : []];
  if (format) yield* ['', 'x', '\u0000', `${'9'.repeat(5_000)}`];
  if (minimum !== undefined) yield* [minimum - 1, minimum + 0.5, maximum! + 1, 1e300];
  if (minLength !== undefined) yield '';
  if (maxLength !== undefined) yield 'x'.repeat(maxLength + 1);
  if (type === 'array') {
    yield [];
    yield Array.from({ length: maxItems! + 1 }, () => good('', items!));
    for (const one of bad(items!)) yield [one];
  }
}

test('with values that no tool accepts are refused with a known code, for each input', async () => {
  const { tools } = await agent.client.listTools();
  const codes = new Set<string>();
  for (const { name, inputSchema } of tools) {
    const properties = Object.entries(inputSchema.properties as Record<string, Declared>);
    const requiredNames = inputSchema.required ?? [];
    const usual = Object.fromEntries(
      properties
        .filter(([one]) => requiredNames.includes(one))
        .map(([one, declaredSchema]) => [one, good(one, declaredSchema)]),
    );
    const readRefusal = async (field: string, input: object) => {
      const { code, params } = await agent.refusal(name, input);
      if (!errorCodes.includes(code as ErrorCode) || errorStatus(code as ErrorCode) !== 400)
        throw new Error(`${name} ${JSON.stringify(input)} → ${code}`);
      expect([name, code, params.field]).toEqual([name, code, field]);
      codes.add(code);
    };
    for (const one of requiredNames) await readRefusal(one, { ...usual, [one]: undefined });
    await readRefusal('unknown', { ...usual, unknown: 1 });
    for (const [one, declaredSchema] of properties)
      for (const value of bad(declaredSchema)) await readRefusal(one, { ...usual, [one]: value });
  }
  expect([...codes].sort()).toEqual([
    ...['validation_invalid_format', 'validation_max_length', 'validation_min_length', 'validation_out_of_range'],
    ...['validation_required', 'validation_unknown_parameter'],
  ]);
});

test('with any arguments are answered or refused, without an internal error', async () => {
  const { tools } = await agent.client.listTools();
  const property = fc.asyncProperty(
    fc.constantFrom(...tools).chain(({ name, inputSchema }) =>
      fc.record({
        name: fc.constant(name),
        input: fc.record(
          Object.fromEntries(
            Object.entries(inputSchema.properties as Record<string, Declared>).map(([one, declaredSchema]) => [
              one,
              fc.oneof({ weight: 2, arbitrary: fc.constant(null).map(() => good(one, declaredSchema)) }, junk),
            ]),
          ),
          { requiredKeys: [] },
        ),
      }),
    ),
    async ({ name, input }) => {
      const reply = await sendMessage(world.key, callMessage(name, input));
      expect([reply.status, reply.body.error]).toEqual([200, undefined]);
      const { isError, content } = reply.body.result;
      if (!isError) return;
      const { code } = JSON.parse(content[0].text);
      if (errorStatus(code) >= 500) throw new Error(reply.story);
    },
  );
  await fc.assert(property, { numRuns: 120 });
});

describe('documents', () => {
  test.each<[string, string, string]>([
    ['a mutation', 'mutation { deleteVlan(id: "00000000-0000-4000-8000-000000000000") }', 'method_not_allowed'],
    ['a subscription', 'subscription { topologyChanges { networkId } }', 'method_not_allowed'],
    ['a document that does not parse', '{ hosts', 'validation_invalid_format'],
    ['an unknown field', '{ passwords }', 'validation_invalid_format'],
    [
      'several operations without a name',
      'query A { viewer { via } } query B { viewer { via } }',
      'validation_invalid_format',
    ],
    ['a fragment alone', 'fragment F on Viewer { via }', 'validation_invalid_format'],
    [
      'too many rows',
      '{ vlans(first: 1000) { nodes { network { vlans(first: 1000) { nodes { id } } } } } }',
      'query_too_expensive',
    ],
    ['a row out of reach', '{ host(id: "00000000-0000-4000-8000-000000000000") { id } }', 'entity_not_found'],
    ['what an Admin may ask', '{ auditEvents { totalCount } }', 'auth_permission_denied'],
  ])('%s is refused', async (_what, query, code) => {
    const { viewer, networkId } = world;
    const member = await createAgent(
      world.url,
      await world.addKey(viewer, { permissions: 'Viewer', networkIds: [networkId] }),
    );
    expect(await member.refusal('run_document', { query })).toMatchObject({ code });
    await member.client.close();
  });

  test('with a mutation beside a query write nothing', async () => {
    const { vlanIds } = rows;
    const query = `query Read { viewer { via } } mutation Write { deleteVlan(id: "${vlanIds[0]}") }`;
    expect(await agent.refusal('run_document', { query, operationName: 'Write' })).toMatchObject({
      ...{ code: 'method_not_allowed', params: { method: 'mutation' } },
    });
    expect(await world.prisma.vlan.count({ where: { id: vlanIds[0] } })).toBe(1);
  });
});

describe('a service that runs only trusted documents', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'netloom-mcp-'));
  const file = path.join(folder, 'documents.json');
  const who = 'query Who { viewer { via } }';
  let closedWorld: World;
  let guest: Agent;
  beforeAll(async () => {
    writeFileSync(file, JSON.stringify({ who, remove: 'mutation Remove($id: UUID!) { deleteVlan(id: $id) }' }));
    closedWorld = await createWorld({ TRUSTED_DOCUMENTS: file, TRUSTED_DOCUMENTS_ONLY: 'on' });
    const { prisma, networkId, organizationId } = closedWorld;
    await addInventory(prisma, { networkId, organizationId }, 2);
    guest = await createAgent(closedWorld.url, closedWorld.key);
  });
  afterAll(async () => {
    await guest.client.close();
    await closedWorld.close();
    rmSync(folder, { recursive: true });
  });

  test('runs these by their ids, and no document of an agent', async () => {
    expect(await guest.ask('run_document', { documentId: 'who' })).toEqual({ viewer: { via: 'userApiKey' } });
    const readRefusal = async (input: object) => (await guest.refusal('run_document', input)).code;
    expect(await readRefusal({ query: '{ viewer { via } }' })).toBe('document_not_trusted');
    expect(await readRefusal({ documentId: 'none' })).toBe('document_unknown');
    expect(await readRefusal({ documentId: 'who', query: who })).toBe('document_ambiguous');
    expect(await readRefusal({ documentId: 'remove', variables: { id: closedWorld.networkId } })).toBe(
      'method_not_allowed',
    );
    expect(await readRefusal({})).toBe('validation_required');
  });

  test('has all other tools', async () => {
    const { networkId } = closedWorld;
    const [one, other] = (await guest.ask('find', { kinds: ['host'] })).hosts.nodes as { id: string }[];
    const [from, to] = [one!.id, other!.id];
    await guest.ask('describe', { kind: 'host', id: from });
    for (const kind of ['network', 'service', 'interface', 'ipAddress', 'subnet', 'vlan'])
      expect([kind, (await guest.refusal('describe', { kind, id: from })).code]).toEqual([kind, 'entity_not_found']);
    await guest.ask('path', { networkId, from, to });
    await guest.ask('impact', { networkId, ids: [from], root: to });
    expect((await guest.refusal('impact', { networkId, ids: [from] })).code).toBe('validation_required');
    await guest.ask('why_hidden', { networkId, entityId: from });
    await guest.ask('what_changed', { networkId, from: new Date().toISOString() });
  });
});

test("tools take tokens of their user's rate limit, in proportion to their cost", async () => {
  const limitedWorld = await createWorld({ RATE_LIMIT: 'on', QUERY_COST_MAXIMUM: '100000000' });
  const readRemaining = async (name: string, input: object) => {
    const { headers } = await sendMessage(limitedWorld.key, callMessage(name, input));
    return Number(headers.get('x-ratelimit-remaining'));
  };
  const first = await readRemaining('run_document', { query: '{ viewer { via } }' });
  expect(first).toBeGreaterThan(userRule.capacity - 5);
  const dear = `{ vlans(first: 1000) { nodes { network { vlans(first: ${(pointsPerToken * 20) / 1000}) { nodes { id } } } } } }`;
  expect(await readRemaining('run_document', { query: dear })).toBeLessThan(first - 15);
  const refusedQuery = `{ ${Array.from({ length: 20 }, (_, at) => `a${at}: vlans(first: 1000) { nodes { network { vlans(first: 200) { nodes { id } } } } }`).join(' ')} }`;
  const { status, body, headers } = await sendMessage(
    limitedWorld.key,
    callMessage('run_document', { query: refusedQuery }),
  );
  expect([status, JSON.parse(body.result.content[0].text).code]).toEqual([200, 'rate_limit_exceeded']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  const empty = await Promise.all(
    Array.from({ length: userRule.capacity + 30 }, () => sendMessage(limitedWorld.key, listing)),
  );
  const over = empty.find((reply) => reply.status !== 200)!;
  expect(refusedCode(over)).toBe('rate_limit_exceeded');
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
  await limitedWorld.close();
});

// Tests the OpenAPI document: the linter reports no problem, the published file is up to date, each mounted route has
// one operation, and the schemas match the GraphQL types.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Express } from 'express';
import pino from 'pino';
import { actions, demandOf } from '../../src/auth/permissions';
import { loadConfig } from '../../src/config';
import { createPrismaClient } from '../../src/data/client';
import { errorCodes, errorStatus } from '../../src/errors';
import { ownConflicts } from '../../src/generated/entity-facts';
import { schema } from '../../src/modules/types';
import { openApiDocument } from '../../src/rest/openapi/openapi';
import { findRootField } from '../../src/rest/rights';
import { toOperationId, operationName } from '../../src/rest/route';
import { plainOperations } from '../../src/modules/plain-operations';
import { routes } from '../../src/modules/routes';
import { createServer } from '../../src/server';
import { expectContract } from '../support/contract';

// The type is `any` because the OpenAPI linter checks the structure of the document.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

const projectDir = path.resolve(__dirname, '../..');
const publishedText = readFileSync(path.join(projectDir, 'schema/openapi.json'), 'utf8');
const document: Json = JSON.parse(publishedText);

const operations: { method: string; path: string; operation: Json }[] = Object.entries<Json>(document.paths).flatMap(
  ([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path: template, operation })),
);
const operationOf = (id: string): Json => operations.find(({ operation }) => operation.operationId === id)!.operation;
const schemas = document.components.schemas;

describe('the published document', () => {
  test('equals the document that the code generates, each time', async () => {
    const text = async () => `${JSON.stringify(await openApiDocument({ schema, routes, plainOperations }), null, 2)}\n`;
    expect(await text()).toBe(publishedText);
    expect(await text()).toBe(publishedText);
  });

  test("passes Redocly's recommended rules without a warning", async () => {
    // The linter is an ES module, which Jest's module system does not load, so the linter runs in its own process.
    const run = promisify(execFile)(process.execPath, ['scripts/lint-openapi.mjs'], { cwd: projectDir });
    await expect(run).resolves.toMatchObject({ stderr: '' });
  });

  test('has the API version as its version', () => {
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1']);
  });
});

describe('tags', () => {
  const describedTags: { name: string; description: string }[] = document.tags;

  test('describe the rows that their routes return by id', () => {
    const byId = routes.filter(({ method, path }) => method === 'get' && /^\/(auth\/)?[\w-]+\/:id$/.test(path));
    expect(byId.length).toBeGreaterThan(15);
    for (const route of byId) {
      const { tags } = operationOf(toOperationId(operationName(route)));
      const type = String(findRootField(schema, route.document).type).replace('!', '');
      const { description } = describedTags.find(({ name }) => name === tags[0])!;
      expect([tags, description]).toEqual([tags, schema.getType(type)!.description]);
    }
  });

  test('differ from each other', () => {
    const texts = describedTags.map(({ description }) => description);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('operations', () => {
  test('are exactly the routes that Express has mounted', async () => {
    const prisma = createPrismaClient('postgresql://nobody@127.0.0.1:1/none');
    const config = loadConfig({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', LOG_LEVEL: 'silent' });
    const server = await createServer({ config, prisma, logger: pino({ level: 'silent' }) });
    const isOfTheContract = ({ path: route }: { path: string }) => /^\/(api\/|openapi\.json)/.test(route);
    const contractRoutes = mountedRoutes(server.app).filter(isOfTheContract);
    const describeRoutes = (routes: readonly { method: string; path: string }[]) =>
      routes.map((route) => `${route.method} ${route.path}`).sort();
    expect(describeRoutes(operations)).toEqual(describeRoutes(contractRoutes));
    await server.close();
    await prisma.$disconnect();
  });

  test.each([
    ['bulk_add_tag', 'post', '/api/v1/tags/assign/bulk-add'],
    ['update_vlan', 'put', '/api/v1/vlans/{id}'],
    ['get_user_by_id', 'get', '/api/v1/users/{id}'],
    ['rotate_user_api_key', 'post', '/api/v1/auth/keys/{id}/rotate'],
    ['get_all_topologies', 'get', '/api/v1/topology'],
    ['get_version', 'get', '/api/version'],
  ])('%s is there', (id, method, route) => {
    expect(document.paths[route][method].operationId).toBe(id);
  });

  test('ask for a cookie alone where keys are refused', () => {
    const cookieOnly = [{ session_cookie: [] }];
    expect(operationOf('get_user_by_id').security).toEqual(cookieOnly);
    expect(operationOf('rotate_user_api_key').security).toEqual(cookieOnly);
    expect(operationOf('update_vlan').security).toEqual([{ api_key: [] }, ...cookieOnly]);
    expect(operationOf('login').security).toEqual([]);
    const personal = actions.filter((action) => demandOf(action).sessionOnly);
    expect(personal.length).toBeGreaterThan(0);
  });

  test('of lists have limit and offset, and return rows with pagination', () => {
    const lists = operations.filter(({ operation }) => JSON.stringify(operation.responses).includes('PageMeta'));
    expect(lists.length).toBeGreaterThan(5);
    for (const { operation } of lists) {
      const parameterNames = operation.parameters.map(({ name }: Json) => name);
      expect(parameterNames.slice(-3)).toEqual(['limit', 'offset', 'at']);
      expect(operation.responses[200].content['application/json'].schema.properties.data.type).toBe('array');
    }
    const limit = operationOf('list_vlans').parameters.find(({ name }: Json) => name === 'limit');
    expect(limit.schema).toEqual({ type: 'integer', minimum: 0, maximum: 1000, default: 50 });
  });

  test('write their parameters out: many readers follow no reference there', () => {
    /** Paths of all `$ref` members that are inside a member named `parameters`, at any depth. */
    const referencesBelow = (value: Json, at: string, isBelow: boolean): string[] => {
      if (typeof value !== 'object' || value === null) return [];
      return Object.entries<Json>(value).flatMap(([name, member]) => [
        ...(isBelow && name === '$ref' ? [at] : []),
        ...referencesBelow(member, `${at}/${name}`, isBelow || name === 'parameters'),
      ]);
    };
    expect(referencesBelow(document.paths, '', false)).toEqual([]);
    const countedParameters = operations.flatMap(({ operation }) => operation.parameters ?? []);
    expect(countedParameters.filter(({ name, in: place }: Json) => !name || !place)).toEqual([]);
    for (const name of ['limit', 'offset', 'at'])
      expect(countedParameters.filter((parameter: Json) => parameter.name === name).length).toBeGreaterThan(20);
  });

  test('at other paths name the operation that they are, and use the names of the path', () => {
    const others = operations.filter(({ operation }) => operation['x-other-name-of']);
    expect(others.length).toBeGreaterThan(20);
    for (const { operation } of others) {
      const documented = operationOf(operation['x-other-name-of']);
      expect([documented.security, documented.tags]).toEqual([operation.security, operation.tags]);
    }
    const { Dependency, CreateDependencyRequest: request } = document.components.schemas;
    expect(Object.keys(Dependency.properties)).toEqual(expect.arrayContaining(['group_type', 'dependency_type']));
    expect(request.required).toContain('dependency_type');
    expect(request.properties.network_id['x-other-name']).toBe('site_id');
  });

  test('of PUT with an object as body have expected_updated_at', () => {
    // A passkey has no time of its last change that a caller could have read.
    const withoutLock = ['rename_passkey'];
    const forms = operations.flatMap(({ method, operation: { operationId, requestBody } }) => {
      if (method !== 'put' || !requestBody) return [];
      const { schema: body } = requestBody.content['application/json'];
      const bodies: Json[] = (body.anyOf ?? [body]).map((one: Json) =>
        one.$ref ? schemas[one.$ref.split('/').at(-1)] : one,
      );
      return bodies.map(({ type, properties }) => ({ operationId, type, properties }));
    });
    const objects = forms.filter(({ type }) => type !== 'string');
    expect(objects.length).toBeGreaterThan(20);
    const unlocked = objects.filter(({ properties }) => !properties?.expected_updated_at);
    expect(unlocked.map(({ operationId }) => operationId)).toEqual(withoutLock);
  });

  test('tell every refusal in one shape, with the closed set of codes', () => {
    for (const { operation } of operations) {
      const refusals = Object.entries<Json>(operation.responses).filter(([status]) => Number(status) >= 400);
      for (const [status, { $ref }] of refusals) {
        if (status === '503') continue;
        const response = document.components.responses[$ref.split('/').at(-1)];
        expect(response.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Error' });
      }
    }
    expect(schemas.ErrorCode.enum).toEqual(errorCodes);
    expect(document.components.responses.TooManyRequests.headers).toHaveProperty('Retry-After');
  });
});

describe('refusals', () => {
  const routedIds = new Set(routes.map((route) => toOperationId(operationName(route))));
  const describeOperations = (status: number) =>
    operations.filter(({ operation }) => routedIds.has(operation.operationId) && operation.responses[status]);
  const ids = (status: number) => describeOperations(status).map(({ operation }) => operation.operationId as string);
  const idsOf = (isWanted: (operation: Json, method: string) => boolean) =>
    operations
      .filter(({ operation, method }) => routedIds.has(operation.operationId) && isWanted(operation, method))
      .map(({ operation }) => operation.operationId as string);

  test('401 is documented if a credential is needed, 413 and 415 with a body, 406, 429 and 500 everywhere', () => {
    expect(ids(401)).toEqual(idsOf(({ security }) => security.length > 0));
    const writes = idsOf(({ requestBody }, method) => method === 'post' || method === 'put' || requestBody);
    expect([ids(413), ids(415)]).toEqual([writes, writes]);
    for (const status of [406, 429, 500]) expect(ids(status)).toEqual(idsOf(() => true));
  });

  test('404 is documented for every path with an id, and not for lists', () => {
    for (const { path: route, operation } of operations.filter(({ path: one }) => /\{\w*id\}/.test(one)))
      expect([route, Object.keys(operation.responses)]).toEqual([route, expect.arrayContaining(['404'])]);
    for (const id of ['get_all_hosts', 'list_vlans', 'bulk_delete_vlans', 'create_tag'])
      expect(ids(404)).not.toContain(id);
  });

  test('409 is documented only for possible conflicts, each code with its reason', () => {
    for (const { operation } of describeOperations(409)) {
      const lines: string[] = operation.responses[409].description.split('\n').slice(1);
      expect([operation.operationId, lines.length]).not.toEqual([operation.operationId, 0]);
      for (const line of lines) {
        const [, code, reason] = /^- `(\w+)`: (.+)\.$/.exec(line)!;
        expect([code, errorStatus(code as never)]).toEqual([code, 409]);
        expect(reason!.length).toBeGreaterThan(10);
      }
    }
    const lockedIds = idsOf(({ requestBody }) => {
      const { $ref } = requestBody?.content['application/json']?.schema ?? {};
      return $ref && 'expected_updated_at' in schemas[$ref.split('/').at(-1)].properties;
    });
    for (const id of lockedIds) expect(operationOf(id).responses[409].description).toContain('`entity_changed`');
    expect(ids(409)).not.toContain('get_vlan_by_id');
    for (const id of ['delete_vlan', 'create_subnet', 'bulk_add_tag']) {
      const codes = [...operationOf(id).responses[409].description.matchAll(/^- `(\w+)`/gm)].map(([, code]) => code!);
      expect(codes.filter((code) => !code.startsWith('idempotency_'))).toEqual([]);
    }
  });

  test('reasons that stand in the table are of mutations and queries that there are', () => {
    const fields = [schema.getMutationType()!, schema.getQueryType()!].flatMap((type) => Object.keys(type.getFields()));
    expect(Object.keys(ownConflicts).filter((name) => !fields.includes(name))).toEqual([]);
    expect(
      Object.values(ownConflicts)
        .flatMap(Object.keys)
        .filter((code) => errorStatus(code as never) !== 409),
    ).toEqual([]);
  });
});

describe('schemas', () => {
  test('are nullable exactly where the GraphQL field is', () => {
    const { properties, required } = schemas.Vlan;
    expect(properties.description.type).toEqual(['string', 'null']);
    expect(properties.valid_to.type).toEqual(['string', 'null']);
    expect(properties.name.type).toBe('string');
    expect(properties.source).toMatchObject({ $ref: '#/components/schemas/Source' });
    expect(schemas.Host.properties.virtualization_metadata.type).toEqual(['object', 'null']);
    // The service sends a member without a value as null, so every member is required.
    const documented = Object.keys(properties).filter((name) => !properties[name]['x-other-name-of']);
    expect(required).toEqual(documented);
  });

  test('have optional members, never null, if the contract omits missing values', () => {
    expect(schemas.Source.properties.details.type).toBe('object');
    expect(schemas.Source.required).toEqual(['type']);
    expect(schemas.User.properties.oidc_provider.type).toBe('string');
    expect(schemas.User.required).not.toContain('oidc_provider');
    expect(schemas.User.required).toContain('terms_accepted_at');
  });

  test('of nullable enums and objects keep their name', () => {
    expect(schemas.Interface.properties.admin_status.anyOf).toEqual([
      { $ref: '#/components/schemas/IfAdminStatus' },
      { type: 'null' },
    ]);
  });

  test('of bodies say what is required, nullable or ignored', () => {
    const { properties, required } = schemas.UpdateVlanRequest;
    expect(required).toEqual(['name', 'network_id', 'organization_id', 'vlan_number']);
    expect(properties.description.type).toEqual(['string', 'null']);
    expect(properties.vlan_number).toMatchObject({ type: 'integer', format: 'int32' });
    expect(properties.subnet_ids).toMatchObject({ type: 'array', description: expect.stringContaining('Ignored') });
    const bare = operationOf('update_org_name').requestBody;
    expect([bare.required, bare.content['application/json'].schema.type]).toEqual([true, 'string']);
  });

  test('of rows with optional children mark the children as optional', () => {
    const rows = operationOf('get_all_hosts').responses[200].content['application/json'].schema.properties.data.items;
    expect(rows.allOf[0]).toEqual({ $ref: '#/components/schemas/Host' });
    expect(Object.keys(rows.allOf[1].properties)).toContain('ip_addresses');
    expect(rows.allOf[1]).not.toHaveProperty('required');
  });

  test('name each thing once, in wire spelling', () => {
    expect(schemas.Vlan.properties).toHaveProperty('vlan_number');
    const members = Object.values<Json>(schemas).flatMap(({ properties = {} }) => Object.keys(properties));
    expect(members.filter((member) => /^[a-z]+[A-Z]/.test(member))).toEqual([]);
    expect(Object.keys(schemas).filter((name) => /Rest$/.test(name))).toEqual([]);
  });
});

describe('descriptions', () => {
  /** Members of the response envelope, which the introduction of the document explains. */
  const ofEnvelope = new Set(['success', 'data', 'meta', 'code', 'params']);

  function findUndescribed(schema: Json, at: string): string[] {
    if (typeof schema !== 'object' || schema === null) return [];
    const members = Object.entries<Json>(schema.properties ?? {}).flatMap(([name, member]) => [
      ...(member.description || ofEnvelope.has(name) ? [] : [`${at}.${name}`]),
      ...findUndescribed(member, `${at}.${name}`),
    ]);
    const parts = [schema.items, ...(schema.allOf ?? []), ...(schema.anyOf ?? [])];
    return [...members, ...parts.flatMap((part) => findUndescribed(part, at))];
  }

  test('every operation has a summary, and every operation and parameter a description', () => {
    const silent = operations.flatMap(({ operation }) => [
      ...(operation.summary && operation.description ? [] : [operation.operationId]),
      ...(operation.parameters ?? [])
        .filter(({ description }: Json) => !description)
        .map(({ name }: Json) => `${operation.operationId} ${name}`),
    ]);
    expect(silent).toEqual([]);
    const fields = [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
      Object.values(type.getFields()),
    );
    expect(fields.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
  });

  test('every schema has a description, and so has every member of bodies and responses', () => {
    expect(Object.keys(schemas).filter((name) => !schemas[name].description)).toEqual([]);
    expect(Object.keys(schemas).flatMap((name) => findUndescribed(schemas[name], name))).toEqual([]);
    const inline = operations.flatMap(({ operation }) => {
      const describedParts = [operation.requestBody ?? {}, ...Object.values<Json>(operation.responses)];
      const contents = describedParts.flatMap(({ content = {} }) => Object.values<Json>(content));
      return contents.flatMap((one) => findUndescribed(one.schema, operation.operationId));
    });
    expect(inline).toEqual([]);
  });
});

describe('the check of live answers bites', () => {
  const meta = { api_version: 1, server_version: '0.1.0' };
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' });
  const version = { success: true, data: { ...meta, min_compatible_client: '0.1.0' }, meta };
  const conflict = { success: false, error: 'no', code: 'entity_in_use', params: {}, meta };
  const check =
    (answer: object, method = 'GET', route = '/api/version') =>
    () =>
      expectContract(method, route, { status: 200, headers, body: version, ...answer });

  test('a true answer passes', () => {
    expect(check({})).not.toThrow();
  });

  test.each<[string, { route?: string; [member: string]: unknown }, RegExp]>([
    ['an undocumented status', { status: 204 }, /status is not documented/],
    ['a member too many', { body: { ...version, secret: 'x' } }, /unevaluated/],
    ['a nested member too many', { body: { ...version, data: { ...version.data, x: 1 } } }, /unevaluated/],
    ['a missing member', { body: { success: true, data: version.data } }, /required property 'meta'/],
    ['null where none may be', { body: { ...version, data: null } }, /must be object/],
    ['another media type', { headers: new Headers({ 'content-type': 'text/html' }) }, /media type text\/html/],
    ['a limit that is no number', { headers: new Headers([...headers, ['x-ratelimit-limit', 'many']]) }, /is many/],
    ['429 without Retry-After', { status: 429 }, /Retry-After is missing/],
    [
      'a code that the operation does not have',
      { status: 404, route: '/api/v1/vlans/x', body: conflict },
      /entity_in_use is not/,
    ],
    ['success where no operation is', { route: '/api/v2/nothing' }, /not documented/],
  ])('%s is refused', (_what, { route, ...answer }, message) => {
    expect(check(answer, 'GET', route)).toThrow(message);
  });

  test('an error code outside the closed set is refused', () => {
    const body = { success: false, error: 'no', code: 'made_up', params: {}, meta };
    expect(check({ status: 404, body }, 'GET', '/api/v2/nothing')).toThrow(/allowed values/);
    expect(check({ status: 404, body: { ...body, code: 'route_not_found' } }, 'GET', '/api/v2/nothing')).not.toThrow();
  });
});

interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
  handle: { stack?: Layer[] };
  /** The part of the path that a mounted router strips, or false if the router does not match. */
  match(path: string): false | { path: string };
}

/**
 * Lists all routes from Express's internal router tables. The prefix of a mounted router is the part that the router
 * strips from a sample path.
 */
function mountedRoutes(app: Express): { method: string; path: string }[] {
  const foundRoutes: { method: string; path: string }[] = [];
  const visit = (layers: Layer[], prefix: string): void => {
    for (const layer of layers) {
      if (layer.route) {
        const { methods, path: route } = layer.route;
        for (const method of Object.keys(methods).filter((name) => name !== '_all'))
          foundRoutes.push({ method, path: `${prefix}${route}`.replace(/:(\w+)/g, '{$1}') });
      } else if (layer.handle.stack) {
        const match = layer.match('/api/auth/login');
        if (match) visit(layer.handle.stack, prefix + match.path);
      }
    }
  };
  visit((app as unknown as { router: { stack: Layer[] } }).router.stack, '');
  return foundRoutes;
}

// Tests REST responses to requests that no client should send. Every response is JSON with a documented error code.
import { randomUUID } from 'node:crypto';
import { createWorld, type World } from '../support/world';
import { expectRefused } from './refusals';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const vlanBody = (fields: object = {}) => ({
  name: 'Voice',
  network_id: world.networkId,
  organization_id: world.organizationId,
  vlan_number: 7,
  ...fields,
});

describe('400 for a body', () => {
  test.each([
    ['an unfinished object', '{'],
    ['a missing value', '{"name":}'],
    ['a half word', 'nul'],
    ['single quotes', "{'name':'x'}"],
    ['something behind the end', '{"name":"x"}}'],
    ['a trailing comma', '{"name":"x",}'],
    ['a NUL byte', '\0'],
    ['a raw control character in a string', '{"name":"a\u0001b"}'],
    ['no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22])],
    ['a bare number', '1'],
    ['a bare string', '"x"'],
    ['a bare boolean', 'true'],
    ['null', 'null'],
    ['an array', '[]'],
    ['an array of objects', '[{"name":"x"}]'],
    ['100,000 opening brackets', '['.repeat(100_000)],
    ['100,000 nested arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
  ])('that is %s', async (_title, rawBody) => {
    expectRefused(await world.key.send('POST', '/api/v1/vlans', { rawBody }), 'validation_invalid_format', {
      field: 'body',
    });
  });

  test('that is empty: the first missing member is named', async () => {
    const headers = { 'content-type': 'application/json' };
    for (const reply of [
      await world.key.send('POST', '/api/v1/vlans', { headers }),
      await world.key.send('POST', '/api/v1/vlans', { rawBody: '' }),
      await world.key.rest.post('/vlans', {}),
    ])
      expectRefused(reply, 'validation_required', { field: 'name' });
  });

  test.each([
    ['vlan_number', 1e400],
    ['vlan_number', 2 ** 31],
    ['vlan_number', -(2 ** 53)],
    ['vlan_number', 1.000001],
    ['vlan_number', true],
    ['vlan_number', [7]],
    ['vlan_number', { eq: 7 }],
    ['name', 7],
    ['name', ['x']],
    ['name', {}],
    ['name', 'a\0b'],
    ['name', 'a\ud800b'],
    ['description', '\udfff'],
    ['description', false],
    ['network_id', 'x'],
    ['network_id', 7],
    ['network_id', `{${randomUUID()}}`],
    ['network_id', `${randomUUID()}\0`],
    ['source', 'Manual'],
    ['source', { type: 'manual' }],
  ])('whose %s is %j', async (field, value) => {
    const rawBody = JSON.stringify(vlanBody({ [field]: '<value>' })).replace(
      '"<value>"',
      value === 1e400 ? '1e400' : JSON.stringify(value),
    );
    const reply = await world.key.send('POST', '/api/v1/vlans', { rawBody });
    expectRefused(reply, 'validation_invalid_format');
    expect(reply.body.params.field.split('.')[0]).toBe(field);
  });

  test.each(['__proto__', 'constructor', 'prototype', 'toString'])(
    'members named %s are treated like any other member',
    async (name) => {
      const rawBody = JSON.stringify({ [name]: '<value>' }).replace('"<value>"', '{"name":"x","isAdmin":true}');
      expectRefused(await world.key.send('POST', '/api/v1/vlans', { rawBody }), 'validation_required', {
        field: 'name',
      });
    },
  );

  test('that is a text where a list is required, and the other way round', async () => {
    const bodies = [
      { entity_ids: randomUUID() },
      { entity_ids: [[randomUUID()]] },
      { entity_ids: ['x'] },
      { entity_type: 'VLAN' },
      { entity_type: 7 },
    ];
    for (const wrong of bodies) {
      const valid = { entity_ids: [], entity_type: 'Host', tag_id: randomUUID() };
      const reply = await world.key.rest.post('/tags/assign/bulk-add', { ...valid, ...wrong });
      expectRefused(reply, 'validation_invalid_format');
      expect(reply.body.params.field).toBe(Object.keys(wrong)[0]);
    }
  });

  test.each([7, true, null, [], ['x'], {}])('that gives an organization the name %j', async (body) => {
    const reply = await world.owner.rest.put(`/organizations/${world.organizationId}`, body);
    expect([reply.status, reply.body.success]).toEqual([400, false]);
    expect(reply.body.code).toMatch(/^validation_(invalid_format|required)$/);
  });
});

describe('400 for a path or query', () => {
  test.each(['x', '1', '%00', 'a%2Fb', '%F0%9F%98%80', `${'0'.repeat(36)}`, '..%2F..%2Fetc', 'x'.repeat(5000)])(
    'GET /vlans/%s',
    async (id) => {
      expectRefused(await world.key.rest.get(`/vlans/${id}`), 'validation_invalid_format', { field: 'id' });
    },
  );

  test.each(['%zz', '%', '%c3%28', '%ed%a0%80'])('bad percent-encoding in /vlans/%s', async (id) => {
    expectRefused(await world.key.rest.get(`/vlans/${id}`), 'validation_invalid_format', { field: 'path' });
  });

  test.each([
    ['limit=1&limit=2', 'validation_invalid_format', 'limit'],
    ['offset=1&offset=1', 'validation_invalid_format', 'offset'],
    ['limit[]=1', 'validation_unknown_parameter', 'limit[]'],
    ['limit[a]=1', 'validation_unknown_parameter', 'limit[a]'],
    ['limit=', 'validation_invalid_format', 'limit'],
    ['limit=1e3', 'validation_invalid_format', 'limit'],
    ['limit=0x10', 'validation_invalid_format', 'limit'],
    ['limit=%2050', 'validation_invalid_format', 'limit'],
    ['limit=99999999999999999999', 'validation_invalid_format', 'limit'],
    ['limit=NaN', 'validation_invalid_format', 'limit'],
    ['limit=5.0', 'validation_invalid_format', 'limit'],
    ['offset=2147483648', 'validation_out_of_range', 'offset'],
    ['limit=1001', 'validation_out_of_range', 'limit'],
    ['network_id=', 'validation_invalid_format', 'network_id'],
    ['network_id=%00', 'validation_invalid_format', 'network_id'],
    ['network_id[$ne]=x', 'validation_unknown_parameter', 'network_id[$ne]'],
    ['__proto__=1', 'validation_unknown_parameter', '__proto__'],
    ['constructor=1', 'validation_unknown_parameter', 'constructor'],
    ['=1', 'validation_unknown_parameter', ''],
    ['Limit=1', 'validation_unknown_parameter', 'Limit'],
    ['with_total=false', 'validation_unknown_parameter', 'with_total'],
    ['%00=1', 'validation_unknown_parameter', '\0'],
  ] as const)('GET /vlans?%s', async (query, code, field) => {
    const reply = await world.key.rest.get(`/vlans?${query}`);
    expectRefused(reply, code);
    expect(reply.body.params.field).toBe(field);
  });

  test('with two values of a parameter that takes one', async () => {
    const id = world.networkId;
    expectRefused(await world.key.rest.get(`/vlans?network_id=${id}&network_id=${id}`), 'validation_invalid_format', {
      field: 'network_id',
    });
  });

  test('with any query of a write, and any parameter of a single row', async () => {
    expectRefused(await world.key.rest.post('/vlans?dry_run=1', vlanBody()), 'validation_unknown_parameter', {
      field: 'dry_run',
    });
    expectRefused(await world.key.rest.get(`/vlans/${randomUUID()}?id=1`), 'validation_unknown_parameter', {
      field: 'id',
    });
    expectRefused(await world.key.rest.delete(`/vlans/${randomUUID()}?force=1`), 'validation_unknown_parameter', {
      field: 'force',
    });
  });
});

describe('401 for a credential', () => {
  test.each([
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
    { authorization: 'Bearer x' },
    { authorization: `Bearer nlm_u_${'x'.repeat(32)}` },
    { authorization: `Bearer nlm_u_${'x'.repeat(3200)}` },
    { authorization: `bearer nlm_d_${'x'.repeat(32)}` },
    { authorization: 'Bearer \u00ff\u00fe' },
    { authorization: 'Basic eDp5' },
    { cookie: 'session_id=' },
    { cookie: 'session_id=%zz' },
    { cookie: 'session_id="' },
    { cookie: `session_id=${'x'.repeat(4000)}` },
    { cookie: 'session_id=a; session_id=b' },
    { cookie: ';;;=;=;' },
    { cookie: Array.from({ length: 500 }, (_, index) => `c${index}=${index}`).join('; ') },
    {},
  ])('%j', async (headers) => {
    const reply = await world.anonymous.send('GET', '/api/v1/vlans', { headers: headers as Record<string, string> });
    expectRefused(reply, 'auth_not_authenticated', {});
  });
});

describe('404 for a path that leads nowhere', () => {
  test.each([
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/',
    '/api/v2/vlans',
    '/api/v1/nothing',
    '/api/v1/VLANS',
    '/api/v1//vlans',
    '/api/v1/vlans/x/y',
    '/api/auth/nothing',
    '/api/v1/__proto__',
  ])('%s', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])
      expectRefused(await world.key.send(method, path), 'route_not_found', {});
  });
});

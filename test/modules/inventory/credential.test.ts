// Tests of credentials over REST and GraphQL, grouped by HTTP status: secrets are accepted and stored encrypted, only
// the service can decrypt them, and they are never returned.
import { randomUUID } from 'node:crypto';
import { createSecretBox } from '../../../src/platform/text/sealed-secrets';
import { openSecrets } from '../../../src/modules/inventory/credential/snmp-secrets';
import { createWorld, testSecretsKey, type World } from '../../support/world';

let world: World;
let log = '';
beforeAll(async () => {
  world = await createWorld({ LOG_LEVEL: 'trace' }, { write: (line) => void (log += line) });
});
afterAll(() => world.close());

const box = createSecretBox([Buffer.from(testSecretsKey, 'base64')]);
const v3 = {
  credential_type: 'SnmpV3',
  username: 'poller',
  authentication_protocol: 'SHA256',
  authentication_key: 'authentic-1',
  privacy_protocol: 'AES128',
  privacy_key: 'private-1',
};
const v2c = { credential_type: 'SnmpV2c', community: 'public-1' };
const bodyOf = (fields: object) => ({ name: randomUUID(), ...fields });
const post = (fields: object) => world.admin.rest.post('/credentials', bodyOf(fields));
const create = async (fields: object = v2c): Promise<{ id: string; name: string; updated_at: string }> => {
  const reply = await post(fields);
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data;
};
const put = (id: string, fields: object) => world.admin.rest.put(`/credentials/${id}`, bodyOf(fields));
const openStored = async (id: string) =>
  openSecrets(box, await world.prisma.credential.findUniqueOrThrow({ where: { id } }));

describe('200', () => {
  test.each([
    [{ credential_type: 'SnmpV1', community: 'x' }, { community: 'x' }],
    [{ credential_type: 'SnmpV2c', community: 'é'.repeat(255) }, { community: 'é'.repeat(255) }],
    [{ credential_type: 'SnmpV3', username: 'u'.repeat(32) }, { username: 'u'.repeat(32) }],
    [
      { credential_type: 'SnmpV2c', community: 'x', port: 1161 },
      { community: 'x', port: 1161 },
    ],
    [
      { credential_type: 'SnmpV3', username: 'u', port: 65_535, context_name: 'lan' },
      { username: 'u', port: 65_535, contextName: 'lan' },
    ],
    [
      {
        credential_type: 'SnmpV3',
        username: 'u',
        authentication_protocol: 'MD5',
        authentication_key: '12345678',
        community: null,
      },
      { username: 'u', authenticationProtocol: 'MD5', authenticationKey: '12345678' },
    ],
    [
      v3,
      {
        username: 'poller',
        authenticationProtocol: 'SHA256',
        authenticationKey: 'authentic-1',
        privacyProtocol: 'AES128',
        privacyKey: 'private-1',
      },
    ],
  ])('%j is created, and the service can decrypt its secrets', async (fields, secrets) => {
    const { status, body } = await post(fields);
    expect(status).toBe(200);
    expect(Object.keys(body.data).sort()).toEqual(
      [
        ...['assigned_network_ids', 'created_at', 'credential_type', 'description', 'host_assignments', 'id', 'name'],
        ...['organization_id', 'tags', 'updated_at'],
      ].sort(),
    );
    expect(await openStored(body.data.id)).toEqual(secrets);
    expect((await world.viewer.rest.get(`/credentials/${body.data.id}`)).body.data).toEqual(body.data);
  });

  test('GraphQL creates, changes and deletes credentials too', async () => {
    const make = `mutation($input: CreateCredentialInput!) { made: createCredential(input: $input) { id name credentialType } }`;
    const input = { name: randomUUID(), credentialType: 'SnmpV1', community: 'first' };
    const { made } = await world.admin.query(make, { input });
    expect(made).toEqual({ id: made.id, name: input.name, credentialType: 'SnmpV1' });
    const change = `mutation($id: UUID!, $input: UpdateCredentialInput!) { updateCredential(id: $id, input: $input) { id } }`;
    await world.admin.query(change, { id: made.id, input: { community: 'second' } });
    expect(await openStored(made.id)).toEqual({ community: 'second' });
    await world.admin.query(`mutation($id: UUID!) { deleteCredential(id: $id) }`, { id: made.id });
    expect(await world.prisma.credential.count({ where: { id: made.id } })).toBe(0);
  });

  test('an update keeps omitted secrets and clears those set to null', async () => {
    const { id } = await create(v3);
    const before = await openStored(id);
    const renamedReply = await put(id, {});
    expect([renamedReply.status, renamedReply.body.data.credential_type]).toEqual([200, 'SnmpV3']);
    expect(await openStored(id)).toEqual(before);
    await put(id, { privacy_key: 'private-2' });
    expect(await openStored(id)).toEqual({ ...before, privacyKey: 'private-2' });
    await put(id, { privacy_protocol: null, privacy_key: null });
    expect(await openStored(id)).toEqual({
      username: 'poller',
      authenticationProtocol: 'SHA256',
      authenticationKey: 'authentic-1',
    });
  });

  test('changing the type stores its secrets and deletes the former ones', async () => {
    const { id } = await create(v3);
    const { body } = await put(id, v2c);
    expect(body.data.credential_type).toBe('SnmpV2c');
    expect(await openStored(id)).toEqual({ community: 'public-1' });
  });

  test('an encrypted secret copied to another row or field cannot be decrypted', async () => {
    const [one, other] = [await create(v3), await create(v2c)];
    const { secrets } = await world.prisma.credential.findUniqueOrThrow({ where: { id: one.id } });
    await world.prisma.credential.update({ where: { id: other.id }, data: { secrets } });
    expect(await openStored(other.id)).toBeUndefined();
    // After new secrets are written, the credential can be decrypted again.
    expect((await put(other.id, { community: 'again' })).status).toBe(200);
    expect(await openStored(other.id)).toEqual({ community: 'again' });
  });

  test('deleting a credential removes it from networks and hosts', async () => {
    const [{ id: one }, { id: other }] = [await create(), await create()];
    const { rest } = world.admin;
    const network = { name: 'North', organization_id: world.organizationId, credential_ids: [one, other] };
    expect((await rest.put(`/networks/${world.networkId}`, network)).body.data.credential_ids.sort()).toEqual(
      [one, other].sort(),
    );
    const host = { name: 'h', network_id: world.networkId, tags: [], credential_assignments: [{ credential_id: one }] };
    const createdReply = await rest.post('/hosts', host);
    const expectedAssignment = { credential_id: one, ip_address_ids: null, assigned_by: world.admin.userId };
    expect(createdReply.body.data.credential_assignments).toEqual([expectedAssignment]);
    expect((await rest.delete(`/credentials/${one}`)).body.data).toBeNull();
    expect((await rest.get(`/networks/${world.networkId}`)).body.data.credential_ids).toEqual([other]);
    expect((await rest.get(`/hosts/${createdReply.body.data.id}`)).body.data.credential_assignments).toEqual([]);
    const bulk = await rest.post('/credentials/bulk-delete', [other, other, randomUUID()]);
    expect(bulk.body.data).toEqual({ deleted_count: 1, requested_count: 3 });
    expect((await rest.get(`/networks/${world.networkId}`)).body.data.credential_ids).toEqual([]);
  });
});

test('no response, log line or row contains a secret, whether the write succeeds or not', async () => {
  const marks = ['community', 'username', 'authkey', 'privkey'].map((kind) => `${kind}-${randomUUID().slice(0, 12)}`);
  const [community, username, authentication_key, privacy_key] = marks;
  const eventTexts: string[] = [];
  const tell = async (reply: Promise<{ body: unknown }>) => eventTexts.push(JSON.stringify((await reply).body));
  const full = { ...v3, username, authentication_key, privacy_key };
  const { id } = await create(full);
  await create({ ...v2c, community });
  const { name } = await create();
  await tell(post({ ...full, community }));
  await tell(post({ ...v2c, community, name }));
  await tell(post({ ...v2c, community: [community] }));
  await tell(post({ ...v2c, community: community!.repeat(30) }));
  await tell(post({ ...full, authentication_protocol: authentication_key }));
  await tell(put(id, { ...full, name }));
  await tell(put(id, full));
  await tell(world.admin.rest.get('/credentials?limit=0'));
  await tell(world.admin.rest.get('/credentials/export/csv'));
  const make = (input: string) =>
    `mutation { createCredential(input: { name: "x", credentialType: SnmpV1 ${input} }) { id } }`;
  // If the caller writes a secret into the text of the document, only the response to that caller repeats the secret.
  // The log does not contain it.
  await world.admin.graphql(make(`username: "${username}"`));
  await world.admin.graphql(make(`community: { secret: "${community}" }`));
  const rows = await world.prisma.$queryRaw<{ row: string; text: string }[]>`
    SELECT c::text AS row, encode(c.secrets, 'escape') AS text FROM credentials c
    WHERE c.organization_id = ${world.organizationId}::uuid`;
  expect(rows.length).toBeGreaterThan(2);
  const allTexts = [log, ...eventTexts, ...rows.flatMap(({ row, text }) => [row, text])].join('\n');
  expect(marks.filter((mark) => allTexts.includes(mark))).toEqual([]);
  expect(log).toContain('CreateCredential');
});

describe('400', () => {
  test.each([
    [{ credential_type: undefined, community: 'x' }, 'validation_required', 'credential_type'],
    [{ ...v2c, name: '' }, 'validation_empty', 'name'],
    [{ ...v2c, name: 'x'.repeat(101) }, 'validation_max_length', 'name'],
    [{ credential_type: 'SnmpV1' }, 'validation_required', 'community'],
    [{ credential_type: 'SnmpV1', community: '' }, 'validation_empty', 'community'],
    [{ credential_type: 'SnmpV1', community: 'x'.repeat(256) }, 'validation_max_length', 'community'],
    [{ ...v2c, username: 'u' }, 'validation_invalid_format', 'username'],
    [{ ...v3, community: 'x' }, 'validation_invalid_format', 'community'],
    [{ credential_type: 'SnmpV3' }, 'validation_required', 'username'],
    [{ ...v3, username: 'u'.repeat(33) }, 'validation_max_length', 'username'],
    [{ ...v3, authentication_key: '1234567' }, 'validation_min_length', 'authentication_key'],
    [{ ...v3, authentication_key: 'x'.repeat(256) }, 'validation_max_length', 'authentication_key'],
    [{ ...v3, privacy_key: '1234567' }, 'validation_min_length', 'privacy_key'],
    [{ ...v3, privacy_key: 'x'.repeat(256) }, 'validation_max_length', 'privacy_key'],
    [{ ...v3, authentication_protocol: 'SHA3' }, 'validation_invalid_format', 'authentication_protocol'],
    [{ ...v3, privacy_protocol: 'RC4' }, 'validation_invalid_format', 'privacy_protocol'],
    [{ ...v3, authentication_key: undefined }, 'validation_required', 'authentication_key'],
    [{ ...v3, authentication_protocol: undefined }, 'validation_required', 'authentication_protocol'],
    [{ ...v3, privacy_key: undefined }, 'validation_required', 'privacy_key'],
    [{ ...v3, privacy_protocol: undefined }, 'validation_required', 'privacy_protocol'],
    [
      { ...v3, authentication_protocol: undefined, authentication_key: undefined },
      'validation_required',
      'authentication_protocol',
    ],
  ])('%j is %s of %s, and changes nothing', async (fields, code, field) => {
    const count = () => world.prisma.credential.count({ where: { organizationId: world.organizationId } });
    const before = await count();
    const { status, body } = await post(fields);
    expect([status, body.code, body.params.field]).toEqual([400, code, field]);
    expect(await count()).toBe(before);
  });

  test('a new type without its secrets, and clearing the community, are refused', async () => {
    const { id } = await create(v2c);
    for (const fields of [{ credential_type: 'SnmpV1' }, { community: null }]) {
      const { status, body } = await put(id, fields);
      expect([status, body.code, body.params]).toEqual([400, 'validation_required', { field: 'community' }]);
    }
    expect(await openStored(id)).toEqual({ community: 'public-1' });
  });
});

describe('403', () => {
  test('Members can neither read nor write credentials; another organization is refused', async () => {
    const { id } = await create();
    const { rest } = world.member;
    expect((await rest.get('/credentials')).status).toBe(200);
    for (const reply of [
      await rest.post('/credentials', bodyOf(v2c)),
      await rest.put(`/credentials/${id}`, bodyOf(v2c)),
      await rest.delete(`/credentials/${id}`),
      await rest.post('/credentials/bulk-delete', [id]),
    ])
      expect([reply.status, reply.body.code, reply.body.params.required]).toEqual([
        403,
        'auth_permission_denied',
        'Admin',
      ]);
    const foreign = await post({ ...v2c, organization_id: world.stranger.organizationId });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'entity_access_denied']);
  });
});

describe('404', () => {
  test("another organization's credential and a missing one give the same answer", async () => {
    const { id: ownId } = await create();
    for (const id of [ownId, randomUUID()])
      for (const reply of [
        await world.stranger.rest.put(`/credentials/${id}`, bodyOf(v2c)),
        await world.stranger.rest.delete(`/credentials/${id}`),
      ])
        expect([reply.status, reply.body.params]).toEqual([404, { entity: 'Credential', id }]);
    expect(await openStored(ownId)).toEqual({ community: 'public-1' });
  });
});

describe('409', () => {
  test('a name is unique in the organization, on create and update', async () => {
    const [{ name }, { id }] = [await create(), await create()];
    const takenParams = { entity: 'Credential', field: 'name', value: name };
    for (const reply of [await post({ ...v2c, name }), await put(id, { name })])
      expect([reply.status, reply.body.code, reply.body.params]).toEqual([409, 'entity_already_exists', takenParams]);
    expect((await world.stranger.rest.post('/credentials', { ...v2c, name })).status).toBe(200);
  });

  test('an update of an outdated state is refused and changes no secret', async () => {
    const { id, updated_at } = await create();
    const late = await put(id, { community: 'late', expected_updated_at: '2020-01-01T00:00:00.000Z' });
    expect([late.status, late.body.params]).toEqual([409, { entity: 'Credential', id }]);
    expect(await openStored(id)).toEqual({ community: 'public-1' });
    expect((await put(id, { community: 'right', expected_updated_at: updated_at })).status).toBe(200);
  });

  test('two simultaneous updates of different fields keep both changes', async () => {
    const { id } = await create(v3);
    const replies = await Promise.all([put(id, { privacy_key: 'private-3' }), put(id, { username: 'other' })]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await openStored(id)).toMatchObject({ privacyKey: 'private-3', username: 'other' });
  });

  test('a service without a secrets key runs, and refuses to store secrets', async () => {
    const keyless = await createWorld({ SECRETS_KEY: '' });
    const { rest } = keyless.admin;
    const refusedReply = await rest.post('/credentials', bodyOf(v2c));
    expect([refusedReply.status, refusedReply.body.code, refusedReply.body.params]).toEqual([
      409,
      'secrets_key_missing',
      {},
    ]);
    expect((await rest.get('/credentials')).body.data).toEqual([]);
    await keyless.close();
  });
});

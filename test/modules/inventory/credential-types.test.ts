// Credentials of protocols other than SNMP over REST: their settings and secrets, the hosts and networks that use them,
// and several credentials in one request.
import { randomUUID } from 'node:crypto';
import { createSecretBox } from '../../../src/platform/text/sealed-secrets';
import { addDiscovery, addSession } from '../../support/discovery-rows';
import { createWorld, testSecretsKey, type World } from '../../support/world';

let world: World;
let hostId: string;
beforeAll(async () => {
  world = await createWorld();
  hostId = (await world.prisma.host.create({ data: { networkId: world.networkId, name: 'nas' } })).id;
});
afterAll(() => world.close());

const box = createSecretBox([Buffer.from(testSecretsKey, 'base64')]);
const bodyOf = (credential_type: unknown, more: object = {}) => ({ name: randomUUID(), credential_type, ...more });
const post = (credential_type: unknown, more: object = {}) =>
  world.admin.rest.post('/credentials', bodyOf(credential_type, more));
const create = async (credential_type: unknown, more: object = {}) => {
  const reply = await post(credential_type, more);
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data;
};
const put = (id: string, credential_type: unknown, more: object = {}) =>
  world.admin.rest.put(`/credentials/${id}`, bodyOf(credential_type, more));
const opened = async (id: string) =>
  box.open(id, (await world.prisma.credential.findUniqueOrThrow({ where: { id } })).secrets);

const hiddenSecret = { mode: 'Inline', value: '********' };
const inline = (value: string) => ({ mode: 'Inline', value });
const ssh = { type: 'SshPassword', username: 'poller', password: inline('secret-1'), script: 'echo {}' };

describe('200', () => {
  test('settings are returned with defaults, secrets are hidden and stored encrypted', async () => {
    const created = await create(ssh, { description: 'NAS' });
    const shownSettings = { ...ssh, password: hiddenSecret, port: 22, timeout_seconds: 60 };
    expect(created).toMatchObject({ description: 'NAS', tags: [], assigned_network_ids: [], host_assignments: [] });
    expect(created.credential_type).toEqual(shownSettings);
    expect((await world.viewer.rest.get(`/credentials/${created.id}`)).body.data).toEqual(created);
    expect(await opened(created.id)).toEqual({ password: 'secret-1' });
    const { body } = await world.viewer.rest.get('/credentials?type=SshPassword');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([created.id]);
    expect((await world.viewer.rest.get('/credentials?type=SshKey')).body.data).toEqual([]);
  });

  test('SNMP is accepted as an object, and returned as a text', async () => {
    const v3 = {
      ...{ type: 'SnmpV3', security_name: 'poller', auth_protocol: 'Sha256', auth_password: inline('authentic-1') },
      ...{ priv_protocol: 'Aes128', priv_password: 'private-1' },
    };
    const { id, credential_type } = await create(v3);
    expect(credential_type).toBe('SnmpV3');
    const secrets = { username: 'poller', authenticationProtocol: 'SHA256', authenticationKey: 'authentic-1' };
    expect(await opened(id)).toEqual({ ...secrets, privacyProtocol: 'AES128', privacyKey: 'private-1' });
    await put(id, { ...v3, auth_password: hiddenSecret, priv_password: inline('private-2') });
    expect(await opened(id)).toEqual({ ...secrets, privacyProtocol: 'AES128', privacyKey: 'private-2' });
    expect((await put(id, { type: 'SnmpV2c', community: inline('public-1') })).body.data.credential_type).toBe(
      'SnmpV2c',
    );
    expect(await opened(id)).toEqual({ community: 'public-1' });
  });

  test('an update keeps hidden and omitted values, null clears a value, and another type clears all', async () => {
    const { id } = await create({ type: 'UnifiLocalAdmin', username: 'a', password: 'one', port: 8443 });
    const updateReply = await put(id, { type: 'UnifiLocalAdmin', username: 'b', password: hiddenSecret });
    expect(updateReply.body.data.credential_type).toEqual({
      ...{ type: 'UnifiLocalAdmin', port: 8443, site: 'default', username: 'b', password: hiddenSecret },
    });
    expect(await opened(id)).toEqual({ password: 'one' });
    expect((await put(id, { type: 'UnifiLocalAdmin', port: null })).body.data.credential_type.port).toBe(443);
    expect((await put(id, undefined)).body.data.credential_type.username).toBe('b');
    const socket = await put(id, { type: 'DockerSocket', socket_path: '/run/docker.sock' });
    expect(socket.body.data.credential_type).toEqual({ type: 'DockerSocket', socket_path: '/run/docker.sock' });
    expect(await opened(id)).toEqual({});
    const proxy = { type: 'DockerProxy', ssl_key: { mode: 'FilePath', path: '/key' }, ssl_cert: inline('C') };
    expect((await put(id, proxy)).body.data.credential_type).toEqual({ ...proxy, port: 2375 });
  });

  test('a credential is assigned to networks and hosts, and the assignments are replaced', async () => {
    const places = {
      assigned_network_ids: [world.networkId],
      host_assignments: [{ host_id: hostId, ip_address_ids: null }],
    };
    const { id, ...created } = await create(ssh, places);
    expect(created).toMatchObject(places);
    const network = (await world.admin.rest.get(`/networks/${world.networkId}`)).body.data;
    expect(network.credential_ids).toContain(id);
    const host = (await world.admin.rest.get(`/hosts/${hostId}`)).body.data;
    expect(host.credential_assignments).toContainEqual({
      ...{ credential_id: id, ip_address_ids: null, assigned_by: world.admin.userId },
    });
    expect((await put(id, ssh)).body.data).toMatchObject(places);
    const moveReply = await put(id, ssh, { assigned_network_ids: [world.otherNetworkId], host_assignments: [] });
    expect(moveReply.body.data).toMatchObject({ assigned_network_ids: [world.otherNetworkId], host_assignments: [] });
    await put(id, ssh, { assigned_network_ids: null });
  });

  test('several credentials are created in one request, with the members of a response', async () => {
    const names = [randomUUID(), randomUUID()];
    const nil = { id: '00000000-0000-0000-0000-000000000000', created_at: '2026-01-01T00:00:00Z', tags: [] };
    const items = names.map((name) => ({
      ...{ ...nil, name, description: null, credential_type: { type: 'Gnmi', username: 'u', password: inline(name) } },
      ...{ organization_id: world.organizationId, assigned_network_ids: [], host_assignments: [] },
    }));
    const { status, body } = await world.admin.rest.post('/credentials/bulk', items);
    expect([status, body.data?.map(({ name }: { name: string }) => name)]).toEqual([200, names]);
    expect(await opened(body.data[1].id)).toEqual({ password: names[1] });
  });

  test('the metadata describe the fields of each type, and which types are for networks', async () => {
    const { metadata } = await world.viewer.query('{ metadata { credentialTypes { value metadata } } }');
    const { SnmpV2c, WakeOnLan } = Object.fromEntries(
      metadata.credentialTypes.map((one: { value: string; metadata: unknown }) => [one.value, one.metadata]),
    );
    expect(SnmpV2c).toEqual({ fields: [], is_for_networks: true });
    expect(WakeOnLan.is_for_networks).toBe(false);
    expect(WakeOnLan.fields[0]).toMatchObject({ name: 'port', kind: 'integer', default: 9, is_required: false });
  });
});

describe('400', () => {
  test.each([
    [7, 'validation_invalid_format', 'credential_type'],
    ['Telnet', 'validation_invalid_format', 'credential_type'],
    [{}, 'validation_required', 'credential_type.type'],
    [{ type: 'Telnet' }, 'validation_invalid_format', 'credential_type.type'],
    [{ ...ssh, shell: 'sh' }, 'validation_invalid_format', 'credential_type.shell'],
    [{ ...ssh, port: '22' }, 'validation_invalid_format', 'credential_type.port'],
    [{ ...ssh, port: 0 }, 'validation_out_of_range', 'credential_type.port'],
    [{ ...ssh, password: undefined }, 'validation_required', 'credential_type.password'],
    [{ ...ssh, password: hiddenSecret }, 'validation_required', 'credential_type.password'],
    [{ ...ssh, password: inline('x'.repeat(16_385)) }, 'validation_max_length', 'credential_type.password'],
    [{ ...ssh, password: { mode: 'Vault' } }, 'validation_invalid_format', 'credential_type.password.mode'],
    [{ ...ssh, username: '' }, 'validation_required', 'credential_type.username'],
    [{ type: 'WakeOnLan', broadcast_address: 'all' }, 'validation_invalid_ip', 'credential_type.broadcast_address'],
    [{ type: 'Gnmi', username: 'u', password: 'p', tls: 1 }, 'validation_invalid_format', 'credential_type.tls'],
    [{ type: 'SnmpV2c', community: { mode: 'FilePath' } }, 'validation_invalid_format', 'credential_type.community'],
    [{ type: 'SnmpV3', auth_protocol: 'Md5' }, 'validation_invalid_format', 'credential_type.auth_protocol'],
  ])('%j is %s of %s', async (form, code, field) => {
    const { status, body } = await post(form);
    expect([status, body.code, body.params?.field]).toEqual([400, code, field]);
  });

  test('a secret of one host may not be a default credential, by any way', async () => {
    const unifi = { type: 'UnifiApiKey', api_key: 'k' };
    const invalid = (field: string) => ({ code: 'entity_reference_invalid', params: { entity: 'Credential', field } });
    const places = { assigned_network_ids: [world.networkId] };
    expect((await post(unifi, places)).body).toMatchObject(invalid('assigned_network_ids'));
    const { id } = await create(unifi);
    const input = { name: 'x', credentialType: 'WakeOnLan', isDefault: true };
    const document = 'mutation($input: CreateCredentialInput!) { createCredential(input: $input) { id } }';
    expect(await world.admin.refusal(document, { input })).toMatchObject(invalid('isDefault'));
    const network = { name: 'North', organization_id: world.organizationId, credential_ids: [id] };
    const reply = await world.admin.rest.put(`/networks/${world.networkId}`, network);
    expect(reply.body).toMatchObject(invalid('credential_ids'));
    const { id: login } = await create(ssh, places);
    expect((await put(login, unifi)).body).toMatchObject(invalid('assigned_network_ids'));
    expect((await put(login, unifi, { assigned_network_ids: [] })).status).toBe(200);
  });

  test('of several credentials, all or none are created; secrets of SNMP belong to SNMP', async () => {
    const count = () => world.prisma.credential.count({ where: { organizationId: world.organizationId } });
    const before = await count();
    const items = [bodyOf(ssh), bodyOf(ssh, { assigned_network_ids: [world.strangerNetworkId] })];
    expect((await world.admin.rest.post('/credentials/bulk', items)).status).toBe(403);
    const over = Array.from({ length: 101 }, () => bodyOf({ type: 'DockerSocket' }));
    expect((await world.admin.rest.post('/credentials/bulk', over)).status).toBe(400);
    expect((await post(ssh, { community: 'c' })).body.params).toEqual({ field: 'community' });
    expect((await post(ssh, { host_assignments: [{ host_id: hostId, ip_address_ids: [hostId] }] })).status).toBe(400);
    expect(await count()).toBe(before);
  });
});

test('a daemon gets the credentials that its version reads; the response has no second list', async () => {
  const daemon = await world.addDaemon({ networkId: world.networkId });
  await world.member.rest.post(`/daemons/${daemon.daemonId}/confirm`);
  const { id } = await create(ssh, { host_assignments: [] });
  await world.prisma.networkCredential.deleteMany({ where: { networkId: world.networkId } });
  const places = { assigned_network_ids: [world.networkId] };
  expect((await put(id, ssh, places)).status).toBe(200);
  const job = await addDiscovery(world, daemon.daemonId, world.networkId);
  await addSession(world, job);
  const ask = async (version: string) => {
    const body = { name: 'rack 4', mode: 'daemon_poll', version, ready_for_work: true };
    const reply = await daemon.send('POST', `/api/daemons/${daemon.daemonId}/request-work`, { body });
    return reply.body.data[0];
  };
  const old = await ask('0.17.18');
  expect(old.credential_mappings).toEqual([]);
  expect(old.warnings).toEqual([expect.stringContaining('this version of the daemon does not read')]);
  const work = await ask('0.17.22');
  expect(work.credential_mappings).toMatchObject([
    {
      default_credential: { type: 'Ssh', auth: { password: { mode: 'Value', value: 'secret-1' } } },
      default_credential_id: id,
    },
  ]);
  expect(work).not.toHaveProperty('other_credential_mappings');
});

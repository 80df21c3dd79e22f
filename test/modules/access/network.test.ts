// Tests of networks over REST and GraphQL, grouped by HTTP status.
import { randomUUID } from 'node:crypto';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const bodyOf = (fields: object = {}) => ({ name: 'Branch', organization_id: world.organizationId, ...fields });
const createNetwork = async (fields: object = {}) =>
  (await world.admin.rest.post('/networks', bodyOf(fields))).body.data;
const addCredential = async (organizationId = world.organizationId) =>
  (
    await world.prisma.credential.create({
      data: { organizationId, name: randomUUID(), credentialType: 'SnmpV2c', secrets: Buffer.from('hidden') },
    })
  ).id;

describe('200', () => {
  test('a created network has two System subnets, a live topology and every field of the contract', async () => {
    const { status, body } = await world.admin.rest.post('/networks', bodyOf());
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      name: 'Branch',
      organization_id: world.organizationId,
      tags: [],
      credential_ids: [],
      stale_after_hours: null,
      effective_stale_after_hours: 672,
    });
    const { id } = body.data;
    const subnets = (await world.admin.rest.get(`/subnets?network_id=${id}`)).body.data;
    expect(
      subnets
        .map(({ name, cidr, source }: { name: string; cidr: string; source: { type: string } }) => [
          name,
          cidr,
          source.type,
        ])
        .sort(),
    ).toEqual([
      ['Internet', '0.0.0.0/0', 'System'],
      ['Remote', '0.0.0.0/0', 'System'],
    ]);
    const topologies = (await world.admin.rest.get(`/topology?network_id=${id}`)).body.data;
    expect(topologies).toMatchObject([{ network_id: id, snapshot_id: null }]);
  });

  test('the answer of GraphQL can select rows of the new network', async () => {
    const document = `mutation { createNetwork(input: { name: "New" }) { id subnets { totalCount } topologies { nodes { networkId } } } }`;
    const { createNetwork: createdNetwork } = await world.owner.query(document);
    expect(createdNetwork).toMatchObject({
      subnets: { totalCount: 2 },
      topologies: { nodes: [{ networkId: createdNetwork.id }] },
    });
  });

  test('two networks that one request creates are answered as they are, and a key reaches both from then on', async () => {
    const make = (name: string) =>
      `${name}: createNetwork(input: { name: "${name}" }) { id subnets { totalCount } organization { networks { nodes { id } } } }`;
    const { first, second } = await world.key.query(`mutation { ${make('first')} ${make('second')} }`);
    for (const createdNetwork of [first, second]) {
      expect(createdNetwork.subnets.totalCount).toBe(2);
      expect(createdNetwork.organization.networks.nodes).toContainEqual({ id: createdNetwork.id });
      expect((await world.key.rest.get(`/networks/${createdNetwork.id}`)).status).toBe(200);
      expect((await world.narrowKey.rest.get(`/networks/${createdNetwork.id}`)).status).toBe(404);
    }
  });

  test('an update replaces tags and credentials; omitted fields stay, and null restores the default', async () => {
    const tag = (await world.admin.rest.post('/tags', { name: randomUUID(), organization_id: world.organizationId }))
      .body.data;
    const credentialId = await addCredential();
    const { id } = await createNetwork({ stale_after_hours: 24 });
    const put = async (fields: object) => (await world.admin.rest.put(`/networks/${id}`, bodyOf(fields))).body.data;
    expect(await put({ tags: [tag.id, tag.id], credential_ids: [credentialId] })).toMatchObject({
      tags: [tag.id],
      credential_ids: [credentialId],
      stale_after_hours: 24,
      effective_stale_after_hours: 24,
    });
    expect(await put({ stale_after_hours: null })).toMatchObject({ tags: [tag.id], effective_stale_after_hours: 672 });
    expect(await put({ tags: [], credential_ids: [] })).toMatchObject({ tags: [], credential_ids: [] });
  });

  test('a deleted network is deleted with everything in it, also a host with a daemon', async () => {
    const { id } = await createNetwork();
    const { prisma, organizationId } = world;
    const host = await prisma.host.create({ data: { name: 'agent', networkId: id } });
    await prisma.daemon.create({
      data: { name: 'agent', networkId: id, organizationId, hostId: host.id, mode: 'daemon_poll', url: '' },
    });
    expect((await world.admin.rest.delete(`/networks/${id}`)).status).toBe(200);
    for (const goneReply of [`/networks/${id}`, `/hosts/${host.id}`])
      expect((await world.owner.rest.get(goneReply)).status).toBe(404);
  });

  test('a list shows the networks within reach only', async () => {
    const ids = (await world.narrowKey.rest.get('/networks')).body.data.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([world.networkId]);
    const reply = await world.viewer.rest.get('/networks?limit=1');
    expect(reply.body.meta.pagination).toEqual({ total_count: 2, limit: 1, offset: 0, has_more: true });
  });
});

describe('400', () => {
  test.each([
    [{ name: '' }, 'validation_empty', 'name'],
    [{ name: 'x'.repeat(101) }, 'validation_max_length', 'name'],
    [{ name: undefined }, 'validation_required', 'name'],
    [{ stale_after_hours: 0 }, 'validation_out_of_range', 'stale_after_hours'],
    [{ stale_after_hours: 'week' }, 'validation_invalid_format', 'stale_after_hours'],
  ])('%j is %s', async (fields, code, field) => {
    const { status, body } = await world.admin.rest.post('/networks', bodyOf(fields));
    expect([status, body.code, body.params.field]).toEqual([400, code, field]);
  });
});

describe('403', () => {
  test('only Admins write networks', async () => {
    for (const reply of [
      await world.member.rest.post('/networks', bodyOf()),
      await world.member.rest.put(`/networks/${world.networkId}`, bodyOf()),
      await world.member.rest.delete(`/networks/${world.networkId}`),
    ])
      expect([reply.status, reply.body.code]).toEqual([403, 'auth_permission_denied']);
  });

  test('an organization of others in the body is refused, and nothing is created', async () => {
    const foreign = bodyOf({ organization_id: world.stranger.organizationId });
    const reply = await world.admin.rest.post('/networks', foreign);
    expect([reply.status, reply.body.code]).toEqual([403, 'entity_access_denied']);
    const params = { entity: 'Organization', id: world.stranger.organizationId };
    expect((await world.admin.rest.put(`/networks/${world.networkId}`, foreign)).body.params).toEqual(params);
  });
});

describe('404', () => {
  test('networks out of reach and missing ones are answered alike', async () => {
    for (const id of [world.strangerNetworkId, randomUUID()]) {
      const body = { code: 'entity_not_found', params: { entity: 'Network', id } };
      expect((await world.admin.rest.get(`/networks/${id}`)).body).toMatchObject(body);
      expect((await world.admin.rest.put(`/networks/${id}`, bodyOf())).body).toMatchObject(body);
      expect((await world.admin.rest.delete(`/networks/${id}`)).body).toMatchObject(body);
    }
    expect((await world.narrowKey.rest.get(`/networks/${world.otherNetworkId}`)).status).toBe(404);
  });

  test('a tag or credential of others makes the whole write fail', async () => {
    const foreign = await addCredential(world.stranger.organizationId);
    const before = await world.prisma.network.count({ where: { organizationId: world.organizationId } });
    const createdReply = await world.admin.rest.post('/networks', bodyOf({ credential_ids: [foreign] }));
    expect([createdReply.status, createdReply.body.params]).toEqual([404, { entity: 'Credential', id: foreign }]);
    expect(await world.prisma.network.count({ where: { organizationId: world.organizationId } })).toBe(before);
    const missing = randomUUID();
    const updatedReply = await world.admin.rest.put(
      `/networks/${world.networkId}`,
      bodyOf({ name: 'Half', tags: [missing] }),
    );
    expect([updatedReply.status, updatedReply.body.params]).toEqual([404, { entity: 'Tag', id: missing }]);
    expect((await world.admin.rest.get(`/networks/${world.networkId}`)).body.data.name).toBe('North');
  });
});

describe('409', () => {
  test('an update on an outdated state is refused', async () => {
    const { id, updated_at } = await createNetwork();
    const put = (expected_updated_at: string) =>
      world.admin.rest.put(`/networks/${id}`, bodyOf({ expected_updated_at, tags: [] }));
    expect((await put(updated_at)).status).toBe(200);
    expect([(await put(updated_at)).status, (await put(updated_at)).body.code]).toEqual([409, 'entity_changed']);
  });
});

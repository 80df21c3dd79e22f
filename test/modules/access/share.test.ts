// Tests of shares over REST and GraphQL, grouped by HTTP status: Members create, change and delete them; the password
// is never returned.
import { randomUUID } from 'node:crypto';
import { passwordMatches } from '../../../src/auth/passwords';
import { createWorld, type World } from '../../support/world';

let world: World;
let topologyId: string;
let otherTopologyId: string;
beforeAll(async () => {
  world = await createWorld();
  const liveOf = async (networkId: string) =>
    (await world.prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } })).id;
  [topologyId, otherTopologyId] = [await liveOf(world.networkId), await liveOf(world.otherNetworkId)];
});
afterAll(() => world.close());

const bodyOf = (fields: object = {}) => ({
  name: 'Wall display',
  network_id: world.networkId,
  topology_id: topologyId,
  ...fields,
});
const create = async (fields: object = {}) => {
  const reply = await world.member.rest.post('/shares', bodyOf(fields));
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data;
};
const countShares = () => world.prisma.share.count({ where: { networkId: world.networkId } });
const hashOf = async (id: string) => (await world.prisma.share.findUniqueOrThrow({ where: { id } })).passwordHash;
const createDocument = `mutation($input: CreateShareInput!) { createShare(input: $input) { id name isEnabled hasPassword createdBy options { showInspectPanel showZoomControls showExportButton } } }`;
const updateDocument = `mutation($id: UUID!, $input: UpdateShareInput!) { updateShare(id: $id, input: $input) { id name isEnabled hasPassword allowedDomains enabledViews options { showInspectPanel showZoomControls showExportButton } } }`;

describe('200', () => {
  test('a new share shows everything to everyone by default', async () => {
    const share = await create();
    expect(share).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      topology_id: topologyId,
      network_id: world.networkId,
      created_by: world.member.userId,
      name: 'Wall display',
      is_enabled: true,
      expires_at: null,
      has_password: false,
      allowed_domains: null,
      enabled_views: null,
      options: { show_inspect_panel: true, show_zoom_controls: true, show_export_button: true },
    });
    expect((await world.viewer.rest.get(`/shares/${share.id}`)).body.data).toEqual(share);
  });

  test('every field is stored as sent, the views in their order, domains in lower case', async () => {
    const fields = {
      is_enabled: false,
      expires_at: '2099-01-02T03:04:05.678Z',
      allowed_domains: ['Wiki.Example.COM', '*.example.org', 'localhost'],
      enabled_views: ['Workloads', 'L2Physical'],
      options: { show_inspect_panel: false, show_zoom_controls: true, show_export_button: false },
    };
    const share = await create({ ...fields, password: 'Räuber 7' });
    expect(share).toMatchObject({ ...fields, allowed_domains: ['wiki.example.com', '*.example.org', 'localhost'] });
    expect([share.has_password, JSON.stringify(share).includes('Räuber')]).toEqual([true, false]);
    expect(await passwordMatches(await hashOf(share.id), 'Räuber 7')).toBe(true);
  });

  test('GraphQL does the same; a key creates shares of its owner', async () => {
    const input = { name: 'By key', networkId: world.networkId, topologyId, options: { showExportButton: false } };
    const { createShare } = await world.narrowKey.query(createDocument, { input });
    expect(createShare).toMatchObject({
      createdBy: world.owner.userId,
      isEnabled: true,
      hasPassword: false,
      options: { showInspectPanel: true, showZoomControls: true, showExportButton: false },
    });
  });

  test('a body may contain the share in a member, with the password beside or inside it', async () => {
    const { password, ...fields } = { name: 'Wrapped', enabled_views: ['Workloads'], password: 'open sesame' };
    const bodies = [
      { share: bodyOf(fields), password },
      { share: bodyOf({ ...fields, password }) },
      { share: bodyOf({ ...fields, password: 'another' }), password },
      bodyOf({ ...fields, password }),
    ];
    for (const body of bodies) {
      const createdReply = await world.member.rest.post('/shares', body);
      expect([createdReply.story, createdReply.status]).toEqual([createdReply.story, 200]);
      expect(createdReply.body.data).toMatchObject({ ...fields, has_password: true });
      expect(await passwordMatches(await hashOf(createdReply.body.data.id), password)).toBe(true);
      const { id, updated_at, ...row } = createdReply.body.data;
      const changedReply = await world.member.rest.put(`/shares/${id}`, {
        share: { id, updated_at, ...row, name: 'Changed' },
        password: null,
        expected_updated_at: updated_at,
      });
      expect(changedReply.body.data).toMatchObject({ ...row, name: 'Changed', has_password: false });
    }
  });

  test('omitted fields stay, null clears them', async () => {
    const share = await create({
      password: 'open sesame',
      is_enabled: false,
      expires_at: '2099-01-01T00:00:00.000Z',
      allowed_domains: ['a.example'],
      enabled_views: ['Application'],
      options: { show_export_button: false },
    });
    const hash = await hashOf(share.id);
    const keptReply = await world.member.rest.put(`/shares/${share.id}`, bodyOf({ name: 'Renamed' }));
    expect(keptReply.body.data).toEqual({ ...share, name: 'Renamed', updated_at: keptReply.body.data.updated_at });
    expect(await hashOf(share.id)).toBe(hash);
    const clearedFields = {
      password: null,
      expires_at: null,
      allowed_domains: null,
      enabled_views: null,
      options: null,
    };
    const clearedReply = await world.member.rest.put(`/shares/${share.id}`, bodyOf(clearedFields));
    expect(clearedReply.body.data).toMatchObject({
      has_password: false,
      expires_at: null,
      allowed_domains: null,
      enabled_views: null,
      options: { show_inspect_panel: true, show_zoom_controls: true, show_export_button: true },
    });
  });

  test('GraphQL changes only the named fields, down to a single option', async () => {
    const share = await create({ password: 'open sesame', allowed_domains: ['a.example'] });
    const input = { options: { showZoomControls: false }, allowedDomains: [], enabledViews: [] };
    expect((await world.member.query(updateDocument, { id: share.id, input })).updateShare).toEqual({
      id: share.id,
      name: 'Wall display',
      isEnabled: true,
      hasPassword: true,
      allowedDomains: null,
      enabledViews: null,
      options: { showInspectPanel: true, showZoomControls: false, showExportButton: true },
    });
  });

  test('a share moves together with its topology', async () => {
    const { id } = await create();
    const movedReply = await world.member.rest.put(
      `/shares/${id}`,
      bodyOf({ network_id: world.otherNetworkId, topology_id: otherTopologyId }),
    );
    expect(movedReply.body.data).toMatchObject({ network_id: world.otherNetworkId, topology_id: otherTopologyId });
  });

  test('lists can be limited to a network and to a topology', async () => {
    const { id } = await create({ network_id: world.otherNetworkId, topology_id: otherTopologyId });
    for (const filter of [`network_id=${world.otherNetworkId}`, `topology_id=${otherTopologyId}`]) {
      const { data } = (await world.viewer.rest.get(`/shares?${filter}&limit=0`)).body;
      expect(data.map((share: { id: string }) => share.id)).toContain(id);
      expect(new Set(data.map((share: { network_id: string }) => share.network_id)).size).toBe(1);
    }
  });

  test('one or many shares can be deleted', async () => {
    const ids = [(await create()).id, (await create()).id, (await create()).id];
    expect((await world.member.rest.delete(`/shares/${ids[0]}`)).body.data).toBeNull();
    const { body } = await world.member.rest.post('/shares/bulk-delete', [...ids, randomUUID()]);
    expect(body.data).toEqual({ deleted_count: 2, requested_count: 4 });
    expect((await world.member.rest.get(`/shares/${ids[1]}`)).status).toBe(404);
  });

  test('minimum and maximum values are accepted', async () => {
    const label = 'a'.repeat(63);
    const share = await create({
      name: 'n'.repeat(100),
      password: 'p'.repeat(256),
      allowed_domains: Array.from({ length: 100 }, (_, index) => `${index}.${label}.${label}.${label}.example`),
      enabled_views: ['L2Physical', 'L3Logical', 'Workloads', 'Application'],
    });
    expect([share.name.length, share.allowed_domains.length, share.enabled_views.length]).toEqual([100, 100, 4]);
    await create({ name: 'n', password: 'p', allowed_domains: ['x'] });
  });
});

describe('400', () => {
  test.each([
    [{ share: null }, 'validation_invalid_format', 'share'],
    [{ share: [] }, 'validation_invalid_format', 'share'],
    [{ share: 'Wall display' }, 'validation_invalid_format', 'share'],
    [{ share: {} }, 'validation_required', 'topology_id'],
  ])('a member that contains no share is refused: %j', async (body, code, field) => {
    const reply = await world.member.rest.post('/shares', body);
    expect([reply.status, reply.body.code, reply.body.params]).toEqual([400, code, { field }]);
  });

  const invalid = (field: string) => ['validation_invalid_format', { field }] as const;
  test.each<[string, object, string, object]>([
    ['no name', { name: undefined }, 'validation_required', { field: 'name' }],
    ['a blank name', { name: ' ' }, 'validation_empty', { field: 'name' }],
    ['a name of 101', { name: 'n'.repeat(101) }, 'validation_max_length', { field: 'name', max: 100 }],
    ['no topology', { topology_id: undefined }, 'validation_required', { field: 'topology_id' }],
    ['no network', { network_id: undefined }, 'validation_required', { field: 'network_id' }],
    ['an empty password', { password: '' }, 'validation_empty', { field: 'password' }],
    ['a password of 257', { password: 'p'.repeat(257) }, 'validation_max_length', { field: 'password', max: 256 }],
    ['a password with NUL', { password: 'p\0' }, ...invalid('password')],
    ['a time that is none', { expires_at: 'tomorrow' }, ...invalid('expires_at')],
    ['an unknown view', { enabled_views: ['L4'] }, ...invalid('enabled_views')],
    ['a view twice', { enabled_views: ['Workloads', 'Workloads'] }, ...invalid('enabled_views')],
    [
      '101 domains',
      { allowed_domains: Array.from({ length: 101 }, (_, index) => `${index}.example`) },
      'validation_out_of_range',
      { field: 'allowed_domains', min: 0, max: 100 },
    ],
    ...['', 'https://a.example', 'a.example:80', 'a..example', '*', 'a.*.example', '-a.example', 'a'.repeat(64)].map(
      (domain): [string, object, string, object] => [
        `the domain ${domain}`,
        { allowed_domains: [domain] },
        ...invalid('allowed_domains'),
      ],
    ),
    [
      'an option that is null',
      { options: { show_zoom_controls: null } },
      'validation_required',
      { field: 'options.show_zoom_controls' },
    ],
  ])('%s', async (_what, fields, code, params) => {
    const before = await countShares();
    const createdReply = await world.member.rest.post('/shares', bodyOf(fields));
    expect([createdReply.status, createdReply.body.code, createdReply.body.params]).toEqual([400, code, params]);
    expect(await countShares()).toBe(before);
  });

  test('a topology of another network is refused in GraphQL and REST, on create and update', async () => {
    const refusedError = ['entity_network_mismatch', { entity: 'Topology' }];
    const createdReply = await world.member.rest.post('/shares', bodyOf({ topology_id: otherTopologyId }));
    expect([createdReply.status, createdReply.body.code, createdReply.body.params]).toEqual([400, ...refusedError]);
    const { id } = await create();
    for (const input of [{ topologyId: otherTopologyId }, { networkId: world.otherNetworkId }]) {
      const { code, params } = await world.member.refusal(updateDocument, { id, input });
      expect([code, params]).toEqual(refusedError);
    }
  });

  test.each(['name', 'isEnabled', 'topologyId', 'networkId'])('%s cannot be cleared', async (field) => {
    const { id } = await create();
    const { code, params } = await world.member.refusal(updateDocument, { id, input: { [field]: null } });
    expect([code, params]).toEqual(['validation_required', { field }]);
  });
});

describe('401 and 403', () => {
  test('anonymous callers are refused', async () => {
    expect((await world.anonymous.rest.post('/shares', bodyOf())).status).toBe(401);
  });

  test('Viewers cannot create, change or delete shares', async () => {
    const { id } = await create();
    const replies = [
      await world.viewer.rest.post('/shares', bodyOf()),
      await world.viewer.rest.put(`/shares/${id}`, bodyOf()),
      await world.viewer.rest.delete(`/shares/${id}`),
      await world.viewer.rest.post('/shares/bulk-delete', [id]),
    ];
    for (const { status, body } of replies)
      expect([status, body.code, body.params.required]).toEqual([403, 'auth_permission_denied', 'Member']);
  });

  test('a network out of reach is named in the error', async () => {
    for (const networkId of [world.strangerNetworkId, randomUUID()]) {
      const { status, body } = await world.member.rest.post('/shares', bodyOf({ network_id: networkId }));
      expect([status, body.params]).toEqual([403, { entity: 'Network', id: networkId }]);
    }
  });
});

describe('404 and 409', () => {
  test('a topology or share out of reach is answered like a missing one', async () => {
    const foreign = await world.prisma.topology.findFirstOrThrow({ where: { networkId: world.strangerNetworkId } });
    for (const id of [foreign.id, randomUUID()]) {
      const { status, body } = await world.member.rest.post('/shares', bodyOf({ topology_id: id }));
      expect([status, body.params]).toEqual([404, { entity: 'Topology', id }]);
    }
    const { id } = await create();
    for (const attempt of [
      world.stranger.rest.put(`/shares/${id}`, bodyOf()),
      world.stranger.rest.delete(`/shares/${id}`),
    ]) {
      const { status, body } = await attempt;
      expect([status, body.params]).toEqual([404, { entity: 'Share', id }]);
    }
  });

  test('a share that was changed meanwhile is not overwritten, and of two concurrent writes one succeeds', async () => {
    const share = await create();
    const change = (name: string, expectedText: string) =>
      world.member.rest.put(`/shares/${share.id}`, bodyOf({ name, expected_updated_at: expectedText }));
    const replies = await Promise.all(['one', 'two', 'three'].map((name) => change(name, share.updated_at)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const late = await change('late', share.updated_at);
    expect([late.body.code, late.body.params]).toEqual(['entity_changed', { entity: 'Share', id: share.id }]);
  });
});

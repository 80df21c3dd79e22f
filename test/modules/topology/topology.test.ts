// Tests of topologies over REST and GraphQL, grouped by HTTP status: options are completed by defaults, and saved.
import { randomUUID } from 'node:crypto';
import { createWorld, type World } from '../../support/world';

let world: World;
let liveId: string;
beforeAll(async () => {
  world = await createWorld();
  const { prisma, networkId, organizationId } = world;
  liveId = (await prisma.topology.findFirstOrThrow({ where: { networkId } })).id;
  const snapshot = await prisma.snapshot.create({ data: { networkId, organizationId } });
  await prisma.topology.create({ data: { networkId, snapshotId: snapshot.id } });
});
afterAll(() => world.close());

const put = (options: unknown, id = liveId) => world.member.rest.put(`/topology/${id}`, { options });

/** Rules for grouping nodes into boxes (element rules) that are part of every stored list of rules. */
const fixedRules = (): { id: string; rule: unknown }[] =>
  ['ByTrunkPort', 'ByVLAN', 'ByPortOpStatus', 'ByHypervisor', 'ByContainerRuntime', 'ByStack'].map((rule) => ({
    id: randomUUID(),
    rule,
  }));

describe('200', () => {
  test("all topologies of the caller's networks are listed, live and pinned, with options in REST names", async () => {
    const { status, body } = await world.key.rest.get('/topology');
    expect(status).toBe(200);
    expect(body.meta.pagination).toEqual({ total_count: 3, limit: 50, offset: 0, has_more: false });
    expect(body.data.filter((row: { snapshot_id: string | null }) => row.snapshot_id !== null)).toHaveLength(1);
    const live = body.data.find(({ id }: { id: string }) => id === liveId);
    expect(live).toMatchObject({ network_id: world.networkId, snapshot_id: null });
    expect(live.options.local).toEqual({
      bundle_edges: true,
      show_minimap: true,
      no_fade_edges: false,
      hide_edge_types: ['Hypervisor'],
      tag_filter: { hidden_host_tag_ids: [], hidden_service_tag_ids: [], hidden_subnet_tag_ids: [] },
    });
    const { container_rules, element_rules, hide_metadata_values } = live.options.request;
    expect(container_rules.L3Logical.map(({ rule }: { rule: unknown }) => rule)).toEqual([
      'BySubnet',
      'MergeContainerBridges',
    ]);
    expect(container_rules.Application[0].rule).toEqual({ ByApplication: { tag_ids: [] } });
    expect(element_rules[3].rule.ByServiceCategory).toMatchObject({ is_infra_rule: true, title: 'Infrastructure' });
    expect(hide_metadata_values.L2Physical.Interface).toEqual({ LinkState: ['Unlinked'] });
    expect((await world.key.rest.get('/topology')).body.data).toEqual(body.data);
  });

  test('network_id, ids, limit and offset select rows; a network out of reach selects none', async () => {
    const count = async (query: string) => (await world.narrowKey.rest.get(`/topology?${query}`)).body.meta.pagination;
    expect(await count('')).toMatchObject({ total_count: 2 });
    expect(await count(`network_id=${world.otherNetworkId}`)).toMatchObject({ total_count: 0 });
    expect(await count(`ids=${liveId},${randomUUID()}`)).toMatchObject({ total_count: 1 });
    expect(await count('limit=1&offset=1')).toMatchObject({ total_count: 2, has_more: false });
    expect(await count('limit=1')).toMatchObject({ has_more: true });
  });

  test('saved options are returned with defaults for the rest; omitted ones stay, null resets them', async () => {
    const byTag = { id: randomUUID(), rule: { ByTag: { tag_ids: [], title: null } } };
    const request = {
      element_rules: [byTag, ...fixedRules()],
      hide_entities: { L3Logical: ['Port'] },
    };
    const savedReply = await put({ local: { bundle_edges: false }, request });
    expect(savedReply.status).toBe(200);
    expect(savedReply.body.data.options).toMatchObject({ local: { bundle_edges: false, show_minimap: true }, request });
    const untouchedReply = await world.member.rest.put(`/topology/${liveId}`, { network_id: world.otherNetworkId });
    expect(untouchedReply.body.data).toMatchObject({
      network_id: world.networkId,
      options: savedReply.body.data.options,
    });
    expect((await put(null)).body.data.options.local.bundle_edges).toBe(true);
  });

  test('the options that REST returns can be saved unchanged', async () => {
    const { options } = (await world.member.rest.get(`/topology/${liveId}`)).body.data;
    const savedReply = await put(options);
    expect([savedReply.status, savedReply.body.data.options]).toEqual([200, options]);
  });

  test('optional kinds of edges are absent from a row until some are chosen, each once', async () => {
    expect((await put(null)).body.data.options.request).not.toHaveProperty('optional_edge_types');
    const twice = await put({ request: { optional_edge_types: ['AggregateLink'] } });
    expect(twice.body.data.options.request).toMatchObject({ optional_edge_types: ['AggregateLink'] });
    const read = (await world.member.rest.get(`/topology/${liveId}`)).body.data.options;
    expect(read).toEqual(twice.body.data.options);
    expect((await put({ request: { optional_edge_types: [] } })).body.data.options.request).not.toHaveProperty(
      'optional_edge_types',
    );
    expect(await put({ request: { optional_edge_types: ['PhysicalLink'] } })).toMatchObject({ status: 400 });
    const document = '{ topologies { nodes { options { request { optionalEdgeTypes } } } } }';
    const { topologies } = await world.member.query(document);
    for (const { options } of topologies.nodes) expect(options.request.optionalEdgeTypes).toEqual([]);
  });

  test('GraphQL reads and writes the same options as typed objects', async () => {
    const document = `mutation($id: UUID!, $input: UpdateTopologyInput!) {
      updateTopology(id: $id, input: $input) { options { local { hideEdgeTypes } request { containerRules { L3Logical { rule } } } } }
    }`;
    const options = { local: { hideEdgeTypes: ['SameHost'] }, request: { containerRules: { L3Logical: [] } } };
    const { updateTopology } = await world.member.query(document, { id: liveId, input: { options } });
    expect(updateTopology).toEqual({ options });
  });
});

describe('rules and tags', () => {
  const faultOf = async (request: object) => {
    const { status, body } = await put({ request });
    return [status, body.code, body.params.field];
  };

  test('missing required rules are named; an empty list groups nothing', async () => {
    for (const name of fixedRules().map(({ rule }) => rule))
      expect(await faultOf({ element_rules: fixedRules().filter(({ rule }) => rule !== name) })).toEqual([
        ...[400, 'validation_required', `options.request.element_rules.${name}`],
      ]);
    const merging = [{ id: randomUUID(), rule: 'MergeContainerBridges' }];
    expect(await faultOf({ container_rules: { L3Logical: merging } })).toEqual([
      ...[400, 'validation_required', 'options.request.container_rules.L3Logical.BySubnet'],
    ]);
    const request = { element_rules: [], container_rules: { L3Logical: [], Application: [] } };
    const savedReply = await put({ request });
    expect([savedReply.status, savedReply.body.data.options.request]).toMatchObject([200, request]);
  });

  test('fixed rules keep their order, and others can be anywhere', async () => {
    const [trunk, vlan, status, ...others] = fixedRules();
    const byTag = () => ({ id: randomUUID(), rule: { ByTag: { tag_ids: [], title: 'Shop' } } });
    const movedRules = [byTag(), ...others.reverse(), trunk, byTag(), vlan, status];
    expect((await put({ request: { element_rules: movedRules } })).status).toBe(200);
    expect(await faultOf({ element_rules: [vlan, byTag(), trunk, status, ...others] })).toEqual([
      ...[400, 'validation_invalid_format', 'options.request.element_rules.2.rule'],
    ]);
  });

  test('a rule cannot take the id of a rule in a list that the request omits', async () => {
    await put(null);
    const { options } = (await world.member.rest.get(`/topology/${liveId}`)).body.data;
    const [first, ...rest] = fixedRules();
    const { id } = options.request.container_rules.Workloads[0];
    expect(await faultOf({ element_rules: [{ ...first, id }, ...rest] })).toEqual([
      ...[400, 'validation_invalid_format', 'options.request.element_rules.0.id'],
    ]);
  });

  test('404: unreachable and missing tags, wherever they are named; a tag deleted since saving may stay', async () => {
    const { prisma, organizationId } = world;
    const tagOf = async (owner: string) =>
      (await prisma.tag.create({ data: { organizationId: owner, name: randomUUID(), color: 'Red' } })).id;
    const optionsWith = (id: string) => [
      {
        request: {
          element_rules: [{ id: randomUUID(), rule: { ByTag: { tag_ids: [id], title: null } } }, ...fixedRules()],
        },
      },
      {
        request: {
          container_rules: { Application: [{ id: randomUUID(), rule: { ByApplication: { tag_ids: [id] } } }] },
        },
      },
      { local: { tag_filter: { hidden_subnet_tag_ids: [id] } } },
    ];
    for (const id of [await tagOf(world.stranger.organizationId), randomUUID()])
      for (const options of optionsWith(id)) {
        const { status, body } = await put(options);
        expect([status, body.code, body.params]).toEqual([404, 'entity_not_found', { entity: 'Tag', id }]);
      }
    const ownId = await tagOf(organizationId);
    for (const options of optionsWith(ownId)) {
      expect((await put(options)).status).toBe(200);
      await prisma.tag.deleteMany({ where: { id: ownId } });
      expect((await put(options)).status).toBe(200);
      await prisma.tag.create({ data: { id: ownId, organizationId, name: randomUUID(), color: 'Red' } });
    }
    await put(null);
  });
});

describe('400', () => {
  test.each([
    [{ request: { element_rules: [{ id: randomUUID(), rule: 'ByHost' }] } }, 'options.request.element_rules.0.rule'],
    [{ request: { element_rules: [{ id: 'x', rule: 'ByVLAN' }] } }, 'options.request.element_rules.id'],
    [{ request: { container_rules: { L2Physical: 7 } } }, undefined],
    [{ local: { hide_edge_types: ['Rope'] } }, 'options.local.hide_edge_types'],
    [{ local: { bundleEdges: true } }, undefined],
    [7, 'options'],
  ])('%j is refused with its path', async (options, field) => {
    const { status, body } = await put(options);
    expect([status, body.code]).toEqual([400, 'validation_invalid_format']);
    expect(body.params.field).toMatch(/^options/);
    if (field) expect(body.params.field).toBe(field);
  });

  test('options that are too large for lists are refused', async () => {
    const rules = Array.from({ length: 200 }, () => ({
      id: randomUUID(),
      rule: { ByTag: { tag_ids: Array.from({ length: 100 }, () => randomUUID()), title: null } },
    }));
    const { status, body } = await put({ request: { element_rules: rules } });
    expect([status, body.code]).toEqual([400, 'validation_max_length']);
  });
});

test('403: a Viewer cannot save', async () => {
  const reply = await world.viewer.rest.put(`/topology/${liveId}`, { options: {} });
  expect([reply.status, reply.body.params]).toEqual([403, { action: 'updateTopology', required: 'Member' }]);
});

test('404: rows out of reach and missing ones give the same answer', async () => {
  for (const id of [liveId, randomUUID()]) {
    for (const reply of [
      await world.strangerKey.rest.get(`/topology/${id}`),
      await world.strangerKey.rest.put(`/topology/${id}`, { options: {} }),
    ])
      expect([reply.status, reply.body.params]).toEqual([404, { entity: 'Topology', id }]);
  }
});

test('409: options saved on an outdated state are refused', async () => {
  const body = { options: {}, expected_updated_at: '2020-01-01T00:00:00.000Z' };
  expect((await world.member.rest.put(`/topology/${liveId}`, body)).body.code).toBe('entity_changed');
});

// A whole topology over REST and GraphQL, and for visitors of a share: every view with its inventory, and who is
// refused.
import { randomUUID } from 'node:crypto';
import { topologyViews, type View } from '../../../src/modules/topology/graph/options';
import { addInventory, type Inventory } from '../../support/inventory';
import { createWorld, type World } from '../../support/world';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

let world: World;
let inventory: Inventory;
let topologyId: string;
beforeAll(async () => {
  world = await createWorld();
  const { prisma, networkId, organizationId } = world;
  inventory = await addInventory(prisma, { networkId, organizationId }, 4);
  await prisma.host.update({ where: { id: inventory.hostIds[3]! }, data: { hidden: true } });
  await prisma.tag.update({ where: { id: inventory.tagId }, data: { isApplication: true } });
  topologyId = (await prisma.topology.findFirstOrThrow({ where: { networkId } })).id;
});
afterAll(() => world.close());

const data = (query: string, caller = world.viewer) => caller.rest.get(`/topology/data?${query}`);
const errorFacts = ({ status, body }: { status: number; body: Json }) => [status, body.code, body.params];
const viewIn = ({ data: { nodes, edges } }: Json, view: View) => ({ nodes: nodes[view], edges: edges[view] });

const document = `query($networkId: UUID!, $snapshotId: UUID, $view: TopologyView) {
  topologyData(networkId: $networkId, snapshotId: $snapshotId, view: $view) {
    topology { id network { id } } hosts ipAddresses tags nodes edges availableViews filteredOut } }`;

describe('200', () => {
  test('the response has the live row, its inventory, and all four views without dangling edges', async () => {
    const { status, body } = await data(`network_id=${world.networkId}`);
    expect(status).toBe(200);
    const row = (await world.viewer.rest.get(`/topology/${topologyId}`)).body.data;
    expect(body.data.topology).toEqual(row);
    expect([Object.keys(body.data.nodes), Object.keys(body.data.edges)]).toEqual([topologyViews, topologyViews]);
    for (const view of topologyViews) {
      const { nodes, edges } = viewIn(body, view);
      const ids = nodes.map(({ id }: Json) => id);
      expect([view, new Set(ids).size > 0, new Set(ids).size]).toEqual([view, true, ids.length]);
      for (const { source, target } of edges) expect(ids).toEqual(expect.arrayContaining([source, target]));
    }
    expect(body.data.available_views).toEqual(topologyViews);
    // The lists contain all rows, but hidden hosts are in no graph.
    const { hosts, nodes } = body.data;
    const hiddenIds = hosts.filter((host: Json) => host.hidden).map(({ id }: Json) => id);
    expect([hosts.length, hiddenIds]).toEqual([inventory.hostIds.length, [inventory.hostIds[3]]]);
    expect(JSON.stringify(nodes)).not.toContain(hiddenIds[0]);
  });

  test('a conditional request is answered 304 until something changes', async () => {
    const requestTagged = async (tag: string) => {
      const path = `/api/v1/topology/data?network_id=${world.networkId}&view=L3Logical`;
      const { status, headers } = await world.key.send('GET', path, { headers: { 'if-none-match': tag } });
      return { status, tag: headers.get('etag')! };
    };
    const { status, tag } = await requestTagged('"none"');
    expect([status, tag]).toEqual([200, expect.stringMatching(/^W\/"/)]);
    expect(await requestTagged(tag)).toEqual({ status: 304, tag });
    await world.prisma.subnet.update({ where: { id: inventory.subnetId }, data: { name: 'Servers' } });
    await world.prisma.vlan.updateMany({ where: { networkId: world.networkId }, data: { name: 'tagged' } });
    expect((await requestTagged(tag)).status).toBe(200);
  });

  test('nodes and edges have the fields of their kind', async () => {
    const { body } = await data(`network_id=${world.networkId}`);
    const { nodes } = viewIn(body, 'L3Logical');
    expect(nodes.find(({ id }: Json) => id === inventory.subnetId)).toEqual({
      ...{ id: inventory.subnetId, node_type: 'Container', container_type: 'Subnet', entity_id: inventory.subnetId },
      ...{ position: { x: 0, y: 0 }, size: { x: 0, y: 0 }, header: 'Servers: 10.40.0.0/16' },
      ...{ parent_container_id: null, element_rule_id: null, associated_service_definition: null },
      ...{ icon: expect.any(String), color: expect.any(String) },
      ...{ will_accept_edges: false, is_collapsed_by_default: false },
    });
    expect(nodes.find(({ id }: Json) => id === inventory.addressIds[0])).toMatchObject({
      ...{ node_type: 'Element', element_type: 'IPAddress', host_id: inventory.hostIds[0] },
      ...{ subnet_id: inventory.subnetId, ip_address_id: inventory.addressIds[0] },
    });
    const link = viewIn(body, 'L2Physical').edges.find(({ edge_type }: Json) => edge_type === 'PhysicalLink');
    const ports = [link.source, link.target];
    expect(inventory.interfaceIds).toEqual(expect.arrayContaining(ports));
    expect(link).toMatchObject({ source_entity_id: link.source, target_entity_id: link.target, is_multi_hop: false });
    expect([link.source_handle, link.target_handle]).toEqual(['Bottom', 'Top']);
    expect(link.view_config).toEqual({
      ...{ type: 'active', affects_layout: true, default_visibility: 'Visible', stroke: 'Solid' },
      ...{ highlight_behavior: 'WhenSelected', will_target_container: false, show_directionality: false },
    });
  });

  test('a single view can be requested; GraphQL returns the same as its typed graph', async () => {
    const { body } = await data(`network_id=${world.networkId}&view=Workloads`);
    expect([Object.keys(body.data.nodes), Object.keys(body.data.edges)]).toEqual([['Workloads'], ['Workloads']]);
    const variables = { networkId: world.networkId, view: 'Workloads' };
    const { topologyData } = await world.viewer.query(document, variables);
    expect(topologyData).toMatchObject({
      topology: { id: topologyId, network: { id: world.networkId } },
      ...{ hosts: body.data.hosts, ipAddresses: body.data.ip_addresses, tags: body.data.tags },
      ...{ nodes: body.data.nodes, edges: body.data.edges },
      availableViews: body.data.available_views,
      filteredOut: body.data.filtered_out,
    });
    const typedGraph = await world.viewer.query(
      `query($id: UUID!) { topology(id: $id) { graph(view: Workloads) {
        nodes { id: elementId node_type: nodeType header } edges { id: elementId edge_type: edgeType source target } } } }`,
      { id: topologyId },
    );
    expect([topologyData.nodes.Workloads, topologyData.edges.Workloads]).toMatchObject([
      typedGraph.topology.graph.nodes,
      typedGraph.topology.graph.edges,
    ]);
  });

  test('what a filter removed is counted; saved options apply', async () => {
    const { prisma, networkId } = world;
    const [hostId] = inventory.hostIds as [string];
    await prisma.interface.create({ data: { networkId, hostId, ifIndex: 99, ifDescr: 'spare' } });
    const readDropped = async () => (await data(`network_id=${networkId}`)).body.data.filtered_out;
    expect(await readDropped()).toEqual({ Interface: { LinkState: 1 } });
    const shownOptions = { request: { hide_metadata_values: { L2Physical: { Interface: { LinkState: [] } } } } };
    await world.member.rest.put(`/topology/${topologyId}`, { options: shownOptions });
    expect(await readDropped()).toEqual({});
    await world.member.rest.put(`/topology/${topologyId}`, { options: null });
  });
});

describe('400', () => {
  test('a snapshot of another network, a missing network and an unknown view are refused', async () => {
    const { prisma, otherNetworkId, organizationId, networkId } = world;
    const other = await prisma.snapshot.create({ data: { networkId: otherNetworkId, organizationId } });
    const reply = await data(`network_id=${networkId}&snapshot_id=${other.id}`);
    expect(errorFacts(reply)).toEqual([400, 'entity_network_mismatch', { entity: 'Snapshot' }]);
    expect(await world.viewer.refusal(document, { networkId, snapshotId: other.id })).toMatchObject({
      code: 'entity_network_mismatch',
    });
    expect(errorFacts(await data(''))).toEqual([400, 'validation_required', { field: 'network_id' }]);
    expect((await data(`network_id=${networkId}&view=Rack`)).body.params).toEqual({ field: 'view' });
  });
});

test('401: anonymous callers see no network', async () => {
  expect((await world.anonymous.rest.get(`/topology/data?network_id=${world.networkId}`)).status).toBe(401);
});

test('403: a network out of reach and a missing one give the same answer', async () => {
  for (const networkId of [world.strangerNetworkId, randomUUID()]) {
    const networkParams = { entity: 'Network', id: networkId };
    expect(errorFacts(await data(`network_id=${networkId}`))).toEqual([403, 'entity_access_denied', networkParams]);
    expect(await world.viewer.refusal(document, { networkId })).toMatchObject({ code: 'entity_access_denied' });
  }
});

test('404: a snapshot out of reach and a missing one give the same answer', async () => {
  const scope = { networkId: world.strangerNetworkId, organizationId: world.stranger.organizationId };
  const beyond = await world.prisma.snapshot.create({ data: scope });
  for (const id of [beyond.id, randomUUID()]) {
    const reply = await data(`network_id=${world.networkId}&snapshot_id=${id}`);
    expect(errorFacts(reply)).toEqual([404, 'entity_not_found', { entity: 'Snapshot', id }]);
  }
});

describe('a public share', () => {
  const visit = async (fields: object, query = '') => {
    const body = { name: 'Wall display', network_id: world.networkId, topology_id: topologyId, ...fields };
    const { id } = (await world.member.rest.post('/shares', body)).body.data;
    return { id, reply: await world.anonymous.send('POST', `/api/v1/shares/public/${id}/topology${query}`) };
  };

  test('shows all its views, or one of them, like members see them, and no inventory rows', async () => {
    const { body } = await data(`network_id=${world.networkId}`);
    const enabledViews = { enabled_views: ['Workloads', 'L2Physical'] };
    for (const [fields, query, views] of [
      [enabledViews, '', enabledViews.enabled_views],
      [enabledViews, '?view=L2Physical', ['L2Physical']],
      [{}, '', topologyViews],
      [{}, '?view=Application', ['Application']],
    ] as const) {
      const { reply } = await visit(fields, query);
      const { nodes, edges, available_views, filtered_out, ...rest } = reply.body.data.graph;
      const shownCounts = (by: Json) => Object.fromEntries(views.map((view) => [view, by[view]]));
      expect([reply.status, Object.keys(nodes), rest]).toEqual([200, views, {}]);
      expect([nodes, edges, filtered_out]).toEqual([
        ...[shownCounts(body.data.nodes), shownCounts(body.data.edges)],
        body.data.filtered_out,
      ]);
      const sharedViews = 'enabled_views' in fields ? ['L2Physical', 'Workloads'] : topologyViews;
      expect(available_views).toEqual(sharedViews);
      expect(Object.keys(reply.body.data).sort()).toEqual(['graph', 'share', 'topology']);
    }
  });

  test('refuses other views', async () => {
    const { id, reply } = await visit({ enabled_views: ['Workloads'] }, '?view=L3Logical');
    expect(errorFacts(reply)).toEqual([403, 'entity_access_denied', { entity: 'Share', id }]);
    const graphql = 'query($id: UUID!) { publicShareTopology(id: $id) { graph(view: L3Logical) { nodes } } }';
    expect(await world.anonymous.refusal(graphql, { id })).toMatchObject({ code: 'entity_access_denied' });
  });
});

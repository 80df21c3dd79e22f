// A topology's graph as a file over REST and GraphQL: every format, the file name, and who is refused.
import { randomUUID } from 'node:crypto';
import { addInventory, type Inventory } from '../../support/inventory';
import { createWorld, type World } from '../../support/world';

let world: World;
let inventory: Inventory;
let topologyId: string;
beforeAll(async () => {
  world = await createWorld();
  const { prisma, networkId, organizationId } = world;
  inventory = await addInventory(prisma, { networkId, organizationId }, 3);
  await prisma.host.update({
    where: { id: inventory.hostIds[0]! },
    data: { name: 'core "1" [a] <b>', hostname: 'core-1.example' },
  });
  topologyId = (await prisma.topology.findFirstOrThrow({ where: { networkId } })).id;
});
afterAll(() => world.close());

const file = (format: string, query = '', caller = world.viewer, id = topologyId) =>
  caller.rest.get(`/topology/${id}/export/${format}${query}`);
const document = `query($id: UUID!, $format: GraphExportFormat!) {
  topology(id: $id) { graph(view: L3Logical) { export(format: $format) } } }`;

const formats = [
  ['mermaid', 'Mermaid', 'text/plain', 'mmd'],
  ['confluence', 'Confluence', 'text/plain', 'txt'],
  ['dot', 'Dot', 'text/vnd.graphviz', 'gv'],
  ['graphml', 'Graphml', 'application/xml', 'graphml'],
  ['cytoscape', 'Cytoscape', 'application/json', 'json'],
  ['csv', 'Csv', 'text/csv', 'csv'],
  ['svg', 'Svg', 'image/svg+xml', 'svg'],
  ['drawio', 'Drawio', 'application/xml', 'drawio'],
] as const;

test.each(formats)('%s is an attachment with the text that GraphQL returns', async (path, format, type, ending) => {
  const { status, headers, body } = await file(path);
  expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
  expect(headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="topology-L3Logical-\\d{4}-\\d\\d-\\d\\d\\.${ending}"$`),
  );
  const past = await file(path, '?view=L2Physical&at=2020-02-29T23:30:00Z');
  const name = `topology-L2Physical-2020-02-29.${ending}`;
  expect(past.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
  const { topology } = await world.viewer.query(document, { id: topologyId, format });
  const text = topology.graph.export;
  expect(typeof body === 'string' ? body : JSON.stringify(body)).toBe(text);
});

test('SVG is a picture of the network, on light or dark background', async () => {
  const { name } = await world.prisma.network.findFirstOrThrow({ where: { id: world.networkId } });
  const light = (await file('svg')).body as string;
  expect(light).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="\d+" height="\d+" viewBox="0 0 \d+ \d+" /);
  expect(light).toContain(`>${name}: subnets and addresses</text>`);
  expect(light).toMatch(/>View L3Logical as of \d{4}-\d\d-\d\d \d\d:\d\d UTC<\/text>/);
  expect(light).toContain('>Servers - 10.40.0.0/16</text>');
  expect(light).toContain('>core &quot;1&quot; [a] &lt;b&gt;</text>');
  expect(light).toContain('fill="#ffffff"/>');
  const dark = (await file('svg', '?theme=dark&view=L2Physical')).body as string;
  expect(dark).toContain(`>${name}: devices and cables</text>`);
  expect(dark).not.toContain('#ffffff');
  const unknown = await file('svg', '?theme=sepia');
  expect([unknown.status, unknown.body.code, unknown.body.params]).toEqual([
    ...[400, 'validation_invalid_format', { field: 'theme' }],
  ]);
});

test('draw.io gets a diagram of the network, on light or dark background', async () => {
  const { name } = await world.prisma.network.findFirstOrThrow({ where: { id: world.networkId } });
  const light = (await file('drawio')).body as string;
  expect(light).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<mxfile host="Netloom" compressed="false">\n/);
  expect(light).toContain(`name="${name}: subnets and addresses">`);
  expect(light).toContain(' value="Servers - 10.40.0.0/16" ');
  expect(light).toContain(' value="core &quot;1&quot; [a] &lt;b&gt;&#10;10.40.0.');
  const dark = (await file('drawio', '?theme=dark&view=L2Physical')).body as string;
  expect(dark).toContain(`name="${name}: devices and cables">`);
  expect(dark).not.toContain('#ffffff');
});

test('Mermaid has a subgraph for each subnet and a node for each address, by ids of eight digits', async () => {
  const { body } = await file('mermaid');
  const short = (id: string) => id.slice(0, 8);
  expect(body).toMatch(/^flowchart TD\n/);
  expect(body).toContain(`subgraph ${short(inventory.subnetId)}["Servers - 10.40.0.0/16"]\n`);
  const label = 'core #quot;1#quot; #91;a#93; #lt;b#gt;<br/>10.40.0.';
  expect(body).toContain(`${short(inventory.addressIds[0]!)}["${label}`);
  const links = (await file('mermaid', '?view=L2Physical')).body as string;
  expect(links).toMatch(/^ {2}[0-9a-f]{8} ---\|"[^"]+"\| [0-9a-f]{8}$/m);
});

test('Confluence has tables of subnets, hosts and connections', async () => {
  const { body } = await file('confluence');
  expect(body).toContain('||Name||CIDR||Type||\n|Servers|10.40.0.0/16|Lan|\n');
  expect(body).toMatch(/\n\|core "1" \\\[a\\\] &lt;b&gt;\|core-1\.example\|10\.40\.0\.\d+\|[^|]+\|\n/);
  expect(body).toContain('h2. Connections');
});

test('a snapshot is exported as it was taken', async () => {
  const { prisma, networkId } = world;
  const { body } = await world.member.rest.post('/snapshots', { network_id: networkId });
  const pinnedTopology = await prisma.topology.findFirstOrThrow({ where: { snapshotId: body.data.id } });
  const texts = () =>
    Promise.all(formats.map(async ([path]) => (await file(path, '', world.viewer, pinnedTopology.id)).body));
  const before = await texts();
  // The title of an image has a time and the name of the network, whose past names are not stored. So titles are left
  // out of the comparison.
  const removeTitles = (body: unknown): unknown =>
    typeof body === 'string'
      ? body.replace(/ aria-label="[^"]*"|<text x="24"[^>]*>[^<]*<\/text>|<(diagram|mxCell id="title") [^>]*>/g, '')
      : body;
  const live = await Promise.all(formats.map(async ([path]) => (await file(path)).body));
  expect(before.map(removeTitles)).toEqual(live.map(removeTitles));
  await prisma.ipAddress.create({
    data: {
      networkId,
      hostId: inventory.hostIds[0]!,
      subnetId: inventory.subnetId,
      subnetCidr: '10.40.0.0/16',
      ipAddress: '10.40.9.9',
    },
  });
  expect((await file('mermaid')).body).toContain('10.40.9.9');
  expect(await texts()).toEqual(before);
});

test('the name of a file has the day of its data: of the snapshot, of the past instant, or today', async () => {
  const { prisma, networkId } = world;
  const { body } = await world.member.rest.post('/snapshots', { network_id: networkId });
  await prisma.snapshot.update({ where: { id: body.data.id }, data: { takenAt: new Date('2020-02-29T23:30:00Z') } });
  const pinnedTopology = await prisma.topology.findFirstOrThrow({ where: { snapshotId: body.data.id } });
  const days = async (id: string, query: string) => {
    const replies = await Promise.all(formats.map(([path]) => file(path, query, world.viewer, id)));
    return new Set(
      replies.map(({ headers }) => /-(\d{4}-\d\d-\d\d)\./.exec(headers.get('content-disposition') ?? '')?.[1]),
    );
  };
  expect(await days(pinnedTopology.id, '')).toEqual(new Set(['2020-02-29']));
  // The graph of a snapshot is always that of its own instant.
  const now = new Date().toISOString();
  expect(await days(pinnedTopology.id, `?at=${now}`)).toEqual(new Set(['2020-02-29']));
  expect(await days(topologyId, `?at=${now}`)).toEqual(new Set([now.slice(0, 10)]));
});

test('400: an unknown view', async () => {
  const unknown = await file('dot', '?view=Rack');
  expect([unknown.status, unknown.body.params]).toEqual([400, { field: 'view' }]);
});

test('401: anonymous callers get no file', async () => {
  expect((await world.anonymous.rest.get(`/topology/${topologyId}/export/mermaid`)).status).toBe(401);
});

test('404: rows out of reach, missing rows and unknown formats', async () => {
  for (const id of [topologyId, randomUUID()]) {
    const { status, body } = await file('mermaid', '', world.strangerKey, id);
    expect([status, body.code, body.params]).toEqual([404, 'entity_not_found', { entity: 'Topology', id }]);
  }
  expect((await file('visio')).body.code).toBe('route_not_found');
});

test('400: a picture too large to read', async () => {
  const { prisma, networkId } = world;
  const { subnetId, hostIds } = inventory;
  await prisma.ipAddress.createMany({
    data: Array.from({ length: 5001 }, (_none, index) => ({
      ...{ networkId, subnetId, hostId: hostIds[0]!, position: index + 10, subnetCidr: '10.40.0.0/16' },
      ipAddress: `10.40.${(index >> 8) + 100}.${index & 255}`,
    })),
  });
  const { status, body } = await file('svg');
  expect((await file('drawio')).body.params).toEqual({ field: 'nodes', min: 0, max: 5000 });
  expect([status, body.code]).toEqual([400, 'validation_out_of_range']);
  expect(body.params).toEqual({ field: 'nodes', min: 0, max: 5000 });
  expect((await file('dot')).status).toBe(200);
});

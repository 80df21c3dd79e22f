// Replays the requests that public clients of the API send, and checks the members that the clients read from the
// responses. Paths, parameters and members are facts of the clients' published code.
import { randomUUID } from 'node:crypto';
import { addInventory } from '../support/inventory';
import { createWorld, type World } from '../support/world';

type Row = Readonly<Record<string, unknown>>;
/** Ids and rows from earlier responses, by name. Later requests send these values. */
interface StoredAnswers {
  readonly ids: Record<string, string>;
  readonly rows: Record<string, Row>;
}
interface Step {
  /**
   * Method and path. `{name}` in the path stands for the id that an earlier step has stored under this name (`keep`).
   */
  readonly request: string;
  readonly body?: (answers: StoredAnswers) => object;
  /** The expected status; 200 if omitted. */
  readonly status?: number;
  /** Paths of members that the client reads. `[]` stands for each item of a list that has items. */
  readonly reads?: readonly string[];
  /** The name under which the row of the response and its id are stored for later requests. */
  readonly keep?: string;
}
const get = (request: string, ...reads: string[]): Step => ({ request: `GET ${request}`, reads });
const membersOf = (list: string, ...members: string[]) => members.map((member) => `${list}.${member}`);

const page = ['meta.pagination.total_count', 'meta.pagination.limit', 'meta.pagination.offset'].concat([
  'meta.pagination.has_more',
]);
const host = 'data[]';
const hostMembers = [
  ...membersOf(
    host,
    'id',
    'name',
    'hostname',
    'display_name',
    'description',
    'hidden',
    'network_id',
    'tags',
    'source.type',
  ),
  ...membersOf(`${host}.ip_addresses[]`, 'id', 'ip_address', 'mac_address', 'name', 'subnet_id'),
  ...membersOf(`${host}.ports[]`, 'id', 'number', 'protocol', 'type'),
  ...membersOf(`${host}.services[]`, 'id', 'name', 'service_definition', 'tags', 'virtualization_metadata'),
  ...membersOf(`${host}.services[].bindings[]`, 'type', 'port_id', 'ip_address_id'),
  ...membersOf(`${host}.interfaces[]`, 'mac_address'),
];

/**
 * The body with which a tool for AI assistants changes the description of a host. All other fields are sent as they
 * were read.
 */
const hostUpdate = ({ rows }: StoredAnswers, description: string) => {
  const { id, name, hostname, hidden, tags, updated_at: read } = rows.host!;
  return { id, name, hostname, description, hidden, tags, virtualization: null, expected_updated_at: read };
};
const tagging = ({ ids }: StoredAnswers) => ({ entity_type: 'Host', entity_ids: [ids.host], tag_id: ids.tag });

const sequences: Readonly<Record<string, readonly Step[]>> = {
  'a probe': [get('/health', 'success', 'data.status'), get('/api/health', 'success')],
  'a command line': [
    get('/api/health', 'success'),
    get('/api/config', 'data.public_url'),
    get('/api/hosts', ...hostMembers),
    get('/api/hosts?limit=1&offset=1', 'data[].id', ...page),
    get('/api/v1/hosts/{host}', 'data.id', 'data.name', 'data.interfaces[].mac_address'),
    get('/api/services', ...membersOf('data[]', 'id', 'name', 'service_definition', 'host_id')),
    get('/api/services?limit=2', 'data[].id'),
    get('/api/v1/networks', 'data[].id', 'data[].name'),
    get('/api/v1/subnets?limit=1', ...membersOf('data[]', 'id', 'cidr', 'name', 'subnet_type')),
    get('/api/v1/ports?limit=2&offset=1', ...membersOf('data[]', 'number', 'protocol', 'host_id')),
    get('/api/v1/ip-addresses?limit=2', ...membersOf('data[]', 'ip_address', 'mac_address', 'host_id')),
    get('/api/v1/tags', ...membersOf('data[]', 'name', 'color')),
    get('/api/v1/vlans', ...membersOf('data[]', 'vlan_number', 'name')),
    get('/api/v1/dependencies', ...membersOf('data[]', 'id', 'name', 'dependency_type')),
    get('/api/v1/snapshots', 'data'),
    { request: 'GET /api/v1/users', reads: ['data[].email', 'data[].permissions'] },
    get('/api/v1/organizations', 'data'),
    get('/api/v1/credentials', ...membersOf('data[]', 'id', 'name', 'credential_type')),
    get('/api/v1/shares', 'data'),
    { ...get('/api/v1/topology', ...membersOf('data[]', 'id', 'network_id', 'options')), keep: 'topology' },
    get('/api/v1/topology/{topology}', 'data.id', 'data.options.local', 'data.options.request'),
    get(
      '/api/v1/topology/data?network_id={network}',
      ...['data.available_views', 'data.nodes.L3Logical[].id', 'data.nodes.L3Logical[].node_type', 'data.edges'],
      ...membersOf('data', 'hosts[].id', 'subnets[].id', 'services[].id', 'ports[].id', 'interfaces[].id'),
    ),
  ],
  'tools that read, for assistants': [
    get('/api/version', 'data.server_version', 'data.api_version'),
    get('/api/v1/networks?limit=200&offset=0', ...membersOf('data[]', 'id', 'name', 'tags', 'organization_id')),
    get('/api/v1/hosts?network_id={network}&tag_ids={tag},{tag}&limit=100&offset=0', ...hostMembers),
    get('/api/v1/hosts/{host}', ...membersOf('data', 'management_url', 'created_at', 'updated_at')),
    get(
      '/api/v1/services?network_id={network}&limit=100&offset=0',
      ...membersOf('data[]', 'network_id', 'source.type'),
    ),
    get('/api/v1/services/{service}', 'data.bindings[].id'),
    get(
      '/api/v1/subnets?network_id={network}&limit=200&offset=0',
      ...membersOf('data[]', 'description', 'source.type'),
    ),
    get('/api/v1/ports?network_id={network}&limit=200&offset=0', 'data[].type'),
    get('/api/v1/ip-addresses?network_id={network}&limit=200&offset=0', 'data[].subnet_id'),
    get(
      '/api/v1/if-entries?network_id={network}&limit=200&offset=0',
      ...membersOf(
        'data[]',
        'id',
        'host_id',
        'if_index',
        'if_name',
        'if_descr',
        'if_alias',
        'oper_status',
        'speed_bps',
      ),
    ),
    get('/api/v1/dependencies?network_id={network}&limit=200&offset=0', ...membersOf('data[]', 'members', 'tags')),
    get('/api/v1/tags?limit=200&offset=0', ...membersOf('data[]', 'id', 'name', 'description', 'is_application')),
    get('/api/v1/bindings?network_id={network}&limit=200&offset=0', 'data[].service_id'),
    { ...get('/api/v1/topology?network_id={network}&limit=200&offset=0', 'data[].id'), keep: 'topology' },
    get('/api/v1/topology/{topology}/export/mermaid?view=L3Logical'),
    get('/api/v1/daemons?limit=200&offset=0', 'data'),
    get('/api/v1/auth/daemon?limit=200&offset=0', 'data'),
    get('/api/v1/discovery?limit=200&offset=0', 'data'),
    get('/api/v1/credentials?limit=200&offset=0', ...membersOf('data[]', 'assigned_network_ids', 'tags')),
    { request: 'GET /api/v1/auth/keys', status: 403, reads: ['error', 'code'] },
  ],
  'tools that write, for assistants': [
    { ...get('/api/v1/hosts/{host}', 'data.updated_at'), keep: 'host' },
    {
      request: 'PUT /api/v1/hosts/{host}',
      body: (answers) => hostUpdate(answers, 'Beside the door'),
      reads: [
        ...membersOf('data', 'id', 'name', 'description', 'ports[].number', 'services[].name', 'interfaces[].id'),
      ],
    },
    {
      request: 'PUT /api/v1/hosts/{host}',
      body: (answers) => hostUpdate(answers, 'Too late'),
      status: 409,
      reads: ['code'],
    },
    get('/api/v1/organizations?limit=200&offset=0', 'data'),
    {
      request: 'POST /api/v1/tags',
      body: ({ ids }) => ({
        ...{ name: 'Critical', color: 'Gray', description: null, is_application: false },
        organization_id: ids.organization,
      }),
      reads: membersOf('data', 'id', 'name', 'color'),
      keep: 'tag',
    },
    { request: 'PUT /api/v1/tags/{tag}', body: ({ rows }) => ({ ...rows.tag, color: 'Red' }), reads: ['data.color'] },
    {
      request: 'PUT /api/v1/tags/assign',
      body: ({ ids }) => ({ entity_type: 'Host', entity_id: ids.host, tag_ids: [ids.tag] }),
    },
    { request: 'POST /api/v1/tags/assign/bulk-add', body: tagging, reads: ['data.affected_count'] },
    { request: 'POST /api/v1/tags/assign/bulk-remove', body: tagging, reads: ['data.affected_count'] },
    { request: 'DELETE /api/v1/tags/{tag}' },
    { ...get('/api/v1/bindings?limit=200&offset=0', 'data[].id'), keep: 'binding' },
    get('/api/v1/bindings/{binding}', ...membersOf('data', 'type', 'service_id', 'port_id', 'ip_address_id')),
    {
      request: 'PUT /api/v1/bindings/{binding}',
      body: ({ rows }) => ({ ...rows.binding, ip_address_id: null }),
      reads: ['data.ip_address_id'],
    },
    { request: 'DELETE /api/v1/bindings/{binding}' },
    { request: 'PUT /api/v1/hosts/{host}/consolidate/{otherHost}', reads: ['data.id'] },
  ],
  'an app that lists hosts': [
    get('/api/version', 'data.api_version', 'data.server_version', 'meta.api_version', 'meta.server_version'),
    get('/api/v1/hosts?network_id={network}&search=host&limit=10', ...hostMembers, ...page),
    get('/api/v1/hosts?limit=0', 'data[].id', 'meta.pagination.limit'),
    get('/api/v1/services?host_id={host}', ...membersOf('data[]', 'id', 'name', 'host_id')),
    get('/api/v1/networks', 'data[].name', 'meta.pagination.total_count'),
    get('/api/v1/daemons', 'data'),
  ],
  'an importer of hosts': [get('/api/v1/hosts?limit=0', 'success', ...hostMembers)],
  'a script that adds hosts': [
    {
      request: 'POST /api/v1/hosts',
      body: ({ ids }) => ({
        name: 'pagination-test-host-001',
        network_id: ids.network,
        tags: [],
        services: ['HTTP', 'PostgreSQL'].map((service_definition) => {
          return { id: randomUUID(), name: `svc-${service_definition}`, service_definition };
        }),
      }),
      reads: ['data.id', 'data.services[].id'],
    },
  ],
};

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Adds a network for each sequence of requests, so that sequences do not change each other's rows. */
async function addNetwork(): Promise<StoredAnswers> {
  const { key, organizationId } = world;
  const network = await key.rest.post('/networks', { name: randomUUID(), organization_id: organizationId });
  const networkId = network.body.data.id as string;
  const { hostIds, serviceIds, tagId } = await addInventory(world.prisma, { networkId, organizationId }, 3);
  const [host, otherHost] = hostIds as [string, string];
  const ids = {
    network: networkId,
    organization: organizationId,
    host,
    otherHost,
    tag: tagId,
    service: serviceIds[0]!,
  };
  return { ids, rows: {} };
}

const fill = (text: string, { ids }: StoredAnswers): string =>
  text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name]!);

/**
 * The values at a path of members. Empty if a value on the path lacks the next member, or if a list with `[]` has no
 * items.
 */
function valuesAt(value: unknown, path: string): unknown[] {
  let values = [value];
  for (const name of path.split('.')) {
    const member = name.replace('[]', '');
    const holders = values.filter((one) => typeof one === 'object' && one !== null && Object.hasOwn(one, member));
    if (holders.length < values.length) return [];
    const memberValues = holders.map((one) => (one as Record<string, unknown>)[member]);
    values = name.endsWith('[]') ? memberValues.flat() : memberValues;
  }
  return values;
}

test.each(Object.keys(sequences))('%s gets what it reads', async (client) => {
  const answers = await addNetwork();
  for (const { request, body, status = 200, reads = [], keep } of sequences[client]!) {
    const [method, path] = fill(request, answers).split(' ') as [string, string];
    const reply = await world.key.send(method, path, body && { body: body(answers) });
    expect([request, reply.status, reply.story]).toEqual([request, status, reply.story]);
    expect([request, reads.filter((one) => valuesAt(reply.body, one).length === 0)]).toEqual([request, []]);
    const row = [reply.body.data].flat()[0] as Row | undefined;
    if (!keep || !row) continue;
    answers.rows[keep] = row;
    answers.ids[keep] = row.id as string;
  }
});

test('clients for networks and for sites read and change the same rows, each in its own names', async () => {
  const { network, host } = (await addNetwork()).ids;
  const { send } = world.key;
  const { body } = await send('GET', `/api/v1/subnets?network_id=${network}`);
  let subnetCount = (body.data as Row[]).length;
  for (const [collection, id] of [
    ['networks', 'network_id'],
    ['sites', 'site_id'],
    ['networks', 'network_id'],
  ] as const) {
    const subnet = { name: id, cidr: `10.${40 + subnetCount}.0.0/16`, subnet_type: 'Lan', tags: [], [id]: network };
    const answers = [
      await send('GET', `/api/v1/${collection}/${network}`),
      await send('GET', `/api/v1/hosts?${id}=${network}&order_by=name`),
      await send('GET', `/api/v1/subnets?${id}s=${network}`),
      await send('POST', '/api/v1/subnets', { body: subnet }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [, hosts, subnets] = answers.map(({ body }) => body.data as Row[]);
    expect(hosts!.map((row) => row[id])).toEqual([network, network, network]);
    expect(hosts!.map((row) => row.id)).toContain(host);
    // Each turn of this loop adds a subnet, under one of the two names of the network's id (`network_id`, `site_id`).
    // The list contains the subnets of all turns.
    expect(subnets).toHaveLength(subnetCount);
    subnetCount += 1;
    const names = JSON.stringify(answers.map(({ body }) => body as unknown)).match(/"site_id":/g) ?? [];
    expect(names.length > 0).toBe(collection === 'sites');
  }
});

// A client program as a customer may write it, with types generated from /openapi.json. generated-client.test.ts
// compiles the program and runs it against a server.
import createClient from 'openapi-fetch';
import type { paths } from './api.js';

const baseUrl = process.argv[2]!;
const suffix = process.argv[3]!;

/** The session cookie, which the client sends with each request, as a browser does. */
let cookie: string | undefined;
const person = createClient<paths>({ baseUrl });
person.use({
  onRequest: ({ request }) => {
    if (cookie !== undefined) request.headers.set('cookie', cookie);
  },
  onResponse: ({ response }) => {
    for (const set of response.headers.getSetCookie()) cookie = set.split(';')[0];
  },
});
const program = (key: string) => createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

type VlanBody = paths['/api/v1/vlans']['post']['requestBody']['content']['application/json'];
interface Answered<Data, Refusal> {
  readonly data?: Data;
  readonly error?: Refusal;
  readonly response: Response;
}
interface Refused {
  readonly code: string;
  readonly error: string;
}

function succeeded<Data>({ data, error, response }: Answered<Data, Refused>): Data {
  if (data === undefined) throw new Error(`${response.url} ${response.status}: ${error?.code} ${error?.error}`);
  return data;
}
function refusedWith({ error, response }: Answered<unknown, Refused>, code: string): void {
  if (error?.code !== code) throw new Error(`${response.url} ${response.status}: ${error?.code}, not ${code}`);
}
function same<T extends string | number | boolean>(actual: T | undefined, expected: T, what: string): void {
  if (actual !== expected) throw new Error(`${what}: ${String(actual)}, not ${String(expected)}`);
}
const step = (what: string) => console.log(what);

step('set up and register');
const body = { organization_name: 'Scenario', network: { name: 'Head office' } };
const prepared = succeeded(await person.POST('/api/auth/setup', { body }));
const registered = succeeded(
  await person.POST('/api/auth/register', {
    body: { email: `scenario-${suffix}@netloom.example`, password: 'Correct-Horse-1', terms_accepted: true },
  }),
).data;
// If the service sends mail, registering returns 202, and there is no account until the address is verified.
if (!('permissions' in registered)) throw new Error('a link was sent to the address');
same(registered.permissions, 'Owner', 'role of who registers');
const organization_id = registered.organization_id;

step('make a key');
const firstNetworkId = prepared.data.network_id;
const made = succeeded(
  await person.POST('/api/v1/auth/keys', {
    body: { name: 'scenario', permissions: 'Owner', network_ids: [firstNetworkId], tags: [] },
  }),
).data;
let api = program(made.key);

step('create a network, and let the key reach it');
const network = succeeded(
  await person.POST('/api/v1/networks', { body: { name: 'Branch', organization_id, tags: [], credential_ids: [] } }),
).data;
const network_id = network.id;
refusedWith(await api.GET('/api/v1/networks/{id}', { params: { path: { id: network_id } } }), 'entity_not_found');
succeeded(
  await person.PUT('/api/v1/auth/keys/{id}', {
    params: { path: { id: made.api_key.id } },
    body: { name: 'scenario', permissions: 'Owner', network_ids: [firstNetworkId, network_id], tags: [] },
  }),
);

step('create subnets and VLANs');
const subnets = await Promise.all(
  [0, 1].map(
    async (index) =>
      succeeded(
        await api.POST('/api/v1/subnets', {
          body: { name: `Floor ${index}`, network_id, cidr: `10.20.${index}.0/24`, subnet_type: 'Lan', tags: [] },
        }),
      ).data.id,
  ),
);
const vlans = await Promise.all(
  [10, 20, 30].map(
    async (vlan_number) =>
      succeeded(
        await api.POST('/api/v1/vlans', {
          body: { name: `VLAN ${vlan_number}`, network_id, organization_id, vlan_number },
        }),
      ).data.id,
  ),
);

// @ts-expect-error A VLAN number that is a text does not compile.
const mistake = { name: 'x', network_id, organization_id, vlan_number: '10' } satisfies VlanBody;
refusedWith(await api.POST('/api/v1/vlans', { body: mistake as unknown as VlanBody }), 'validation_invalid_format');

step('create hosts with children');
const hosts: string[] = [];
for (let index = 0; index < 5; index += 1) {
  const [address, port] = [crypto.randomUUID(), crypto.randomUUID()];
  const host = succeeded(
    await api.POST('/api/v1/hosts', {
      body: {
        name: `host-${index}`,
        network_id,
        tags: [],
        ip_addresses: [{ id: address, subnet_id: subnets[index % 2]!, ip_address: `10.20.${index % 2}.${10 + index}` }],
        ports: [{ id: port, number: 443, protocol: 'Tcp' }],
        interfaces: [{ if_index: 1, if_descr: 'eth0', native_vlan_id: vlans[0]!, ip_address_id: address }],
        services: [{ name: 'Web', service_definition: 'nginx', bindings: [{ port_id: port, ip_address_id: address }] }],
      },
    }),
  ).data;
  same(host.ip_addresses.length, 1, 'addresses of a new host');
  same(host.services[0]?.bindings.length, 1, 'bindings of its service');
  hosts.push(host.id);
}

step('tag them in bulk');
const tag = succeeded(
  await api.POST('/api/v1/tags', { body: { name: 'Scenario', color: 'Teal', organization_id } }),
).data;
const tagging = { body: { entity_ids: hosts, entity_type: 'Host', tag_id: tag.id } } as const;
same(succeeded(await api.POST('/api/v1/tags/assign/bulk-add', tagging)).data.affected_count, 5, 'newly tagged');
same(succeeded(await api.POST('/api/v1/tags/assign/bulk-add', tagging)).data.affected_count, 0, 'tagged again');

step('page through them');
const seen: string[] = [];
for (let offset = 0, hasMore = true; hasMore; offset += 2) {
  const query = { network_id, tag_ids: [tag.id], limit: 2, offset };
  const page = succeeded(await api.GET('/api/v1/hosts', { params: { query } }));
  same(page.meta.pagination.total_count, 5, 'total of tagged hosts');
  seen.push(...page.data.map(({ id }) => id));
  hasMore = page.meta.pagination.has_more;
}
same(seen.sort().join(), [...hosts].sort().join(), 'hosts over all pages');

step('export CSV');
const file = await api.GET('/api/v1/hosts/export/csv', { params: { query: { network_id } }, parseAs: 'text' });
const lines = succeeded<string>(file as Answered<string, Refused>)
  .trimEnd()
  .split('\r\n');
same(lines.length, 6, 'lines of the file');
same(lines[0]?.split(',').includes('name'), true, 'a column for names');

step('consolidate two hosts');
const pair = { destination_host: hosts[0]!, other_host: hosts[2]! };
const merged = succeeded(
  await api.PUT('/api/v1/hosts/{destination_host}/consolidate/{other_host}', { params: { path: pair } }),
).data;
same(merged.ip_addresses.length, 2, 'addresses of the consolidated host');
refusedWith(await api.GET('/api/v1/hosts/{id}', { params: { path: { id: pair.other_host } } }), 'entity_not_found');

step('rotate the key');
const path = { id: made.api_key.id };
const rotated = succeeded(await person.POST('/api/v1/auth/keys/{id}/rotate', { params: { path } })).data;
refusedWith(await api.GET('/api/v1/hosts'), 'auth_not_authenticated');
api = program(rotated);

step('delete everything');
const left =
  (await api.GET('/api/v1/hosts', { params: { query: { network_id } } })).data?.data.map(({ id }) => id) ?? [];
same(
  succeeded(await api.POST('/api/v1/hosts/bulk-delete', { body: left })).data.deleted_count,
  left.length,
  'deleted hosts',
);
same(succeeded(await api.POST('/api/v1/vlans/bulk-delete', { body: vlans })).data.deleted_count, 3, 'deleted VLANs');
for (const id of subnets) succeeded(await api.DELETE('/api/v1/subnets/{id}', { params: { path: { id } } }));
succeeded(await api.DELETE('/api/v1/tags/{id}', { params: { path: { id: tag.id } } }));
for (const id of [network_id, firstNetworkId])
  succeeded(await api.DELETE('/api/v1/networks/{id}', { params: { path: { id } } }));
refusedWith(await api.GET('/api/v1/vlans/{id}', { params: { path: { id: vlans[0]! } } }), 'entity_not_found');
succeeded(await person.DELETE('/api/v1/auth/keys/{id}', { params: { path } }));
refusedWith(await api.GET('/api/v1/hosts'), 'auth_not_authenticated');
succeeded(await person.POST('/api/auth/logout'));
refusedWith(await person.POST('/api/auth/me'), 'auth_not_authenticated');
step('done');

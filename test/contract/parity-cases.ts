// Example variables of the operations, by operation id: what a new route needs to be proved equal through both doors.
import { isNonNullType } from 'graphql';
import type { Twin, TwinWorlds } from '../support/twins';
import { sendTo } from '../tenancy/rest-endpoints';
import { parityRoutes, sendDocument, type ParityRoute, type Values } from './parity';

/** One twin as cases see it: both run the same cases in the same order, so both count alike. */
export interface Side {
  readonly networkId: string;
  readonly organizationId: string;
  readonly userIds: TwinWorlds['userIds'];
  /** The daemon that calls, and the host that it runs on. */
  readonly daemonId: string;
  readonly daemonHostId: string;
  /** The first row of a model within reach: the last one that was made by hand may be another. */
  id(model: string): string;
  /** A number that no other case has. */
  next(): number;
  /** An id for a row that a request brings along, the same on either side. */
  newId(): string;
  /** Makes a row by the case of that operation, through this side's door, and answers its id; of a list that of the first. */
  create(operationId: string, more?: Values): Promise<string>;
}
export type Case = (side: Side) => Values | Promise<Values>;

/** A name that no other row has. */
const named = ({ next }: Side, what: string) => `${what} ${next()}`;
const block = ({ next }: Side) => `10.${200 + Math.floor(next() / 250)}.${next() % 250}`;

async function subnetAndAddress(side: Side) {
  const net = block(side);
  return { subnet_id: await side.create('create_subnet', { cidr: `${net}.0/24` }), ip_address: `${net}.7` };
}

/**
 * ADD A ROUTE: one line here, `operation_id: (side) => ({ wire names of the variables })`. Members of nested objects are
 * spelled as in GraphQL. Reads, deletes and bulk deletes need none, updates only what the create's line does not say.
 */
export const cases: Readonly<Record<string, Case>> = {
  create_binding: async (side) => {
    const [service_id, port_id] = [side.newId(), side.newId()];
    const services = [{ id: service_id, name: 'web', serviceDefinition: 'nginx' }];
    await side.create('create_host', { ports: [{ id: port_id, number: 443, protocol: 'Tcp' }], services });
    return { service_id, port_id, network_id: side.networkId, type: 'Port' };
  },
  create_credential: (side) => ({
    name: named(side, 'credential'),
    organization_id: side.organizationId,
    credential_type: 'SnmpV3',
    username: 'poller',
    authentication_protocol: 'SHA256',
    authentication_key: 'authentic-1',
    privacy_protocol: 'AES128',
    privacy_key: 'private-1',
  }),
  create_daemon_api_key: (side) => ({ name: named(side, 'key'), network_id: side.networkId, tags: [] }),
  create_discovery: (side) => ({
    name: named(side, 'discovery'),
    network_id: side.networkId,
    daemon_id: side.id('Daemon'),
    discovery_type: { type: 'Unified', hostId: side.id('Host') },
    run_type: { type: 'AdHoc' },
    tags: [],
  }),
  create_group: (side) => ({
    name: named(side, 'group'),
    network_id: side.networkId,
    group_type: 'RequestPath',
    color: 'Blue',
    members: { type: 'Services', serviceIds: [side.id('Service')] },
    tags: [side.id('Tag')],
  }),
  create_host: (side) => ({
    name: named(side, 'host'),
    network_id: side.networkId,
    hidden: false,
    tags: [side.id('Tag')],
    ports: [{ number: 80, protocol: 'Tcp' }],
  }),
  create_interface: (side) => ({
    network_id: side.networkId,
    host_id: side.id('Host'),
    if_index: side.next(),
    if_descr: named(side, 'port'),
  }),
  create_ip_address: async (side) => ({
    network_id: side.networkId,
    host_id: side.id('Host'),
    ...(await subnetAndAddress(side)),
  }),
  create_link_decision: async (side) => ({
    network_id: side.networkId,
    interface_id: await side.create('create_interface'),
    remote_host_id: await side.create('create_host'),
    verdict: 'Proposed',
  }),
  create_network: (side) => ({ name: named(side, 'network'), organization_id: side.organizationId, tags: [] }),
  create_invite: (side) => ({ permissions: 'Viewer', network_ids: [side.networkId] }),
  create_port: (side) => ({
    network_id: side.networkId,
    host_id: side.id('Host'),
    number: 1000 + side.next(),
    protocol: 'Udp',
  }),
  create_service: (side) => ({
    name: named(side, 'service'),
    host_id: side.id('Host'),
    network_id: side.networkId,
    service_definition: `custom-${side.next()}`,
    tags: [],
  }),
  create_share: (side) => ({
    name: named(side, 'share'),
    topology_id: side.id('Topology'),
    network_id: side.networkId,
    password: 'Correct horse 1',
  }),
  get_public_share_metadata: async (side) => ({ id: await side.create('create_share') }),
  verify_share_password: async (side) => ({ id: await side.create('create_share'), password: 'Correct horse 1' }),
  get_public_share_topology: async (side) => ({ id: await side.create('create_share', { password: null }) }),
  get_topology_diff: (side) => ({ id: side.id('Topology'), from: '2020-01-01T00:00:00Z', view: 'L3Logical' }),
  export_topology_diff_csv: (side) => ({ id: side.id('Topology'), from: '2020-01-01T00:00:00Z', view: 'L3Logical' }),
  get_network_diff: ({ networkId }) => ({ id: networkId, from: '2020-01-01T00:00:00Z', kinds: ['VLAN'] }),
  export_network_diff_csv: ({ networkId }) => ({ id: networkId, from: '2020-01-01T00:00:00Z', kinds: ['VLAN'] }),
  plan_import: (side) => {
    const address = `${block(side)}.9`;
    return {
      network_id: side.networkId,
      file_name: 'neighbours.json',
      file: `[{"dst":"${address}","state":["REACHABLE"]}]`,
    };
  },
  get_import_plan_by_id: async (side) => ({ id: await side.create('plan_import') }),
  list_import_plan_rows: async (side) => ({ id: await side.create('plan_import') }),
  apply_import: async (side) => ({ id: await side.create('plan_import') }),
  create_saved_view: (side) => ({
    name: named(side, 'view'),
    topology_id: side.id('Topology'),
    visibility: 'Organization',
    view: 'L2Physical',
    state: {
      detail: { limit: 80, groupBy: 'Location' },
      edgeTypes: ['PhysicalLink'],
      camera: { x: 1, y: 2, zoom: 0.5 },
    },
    positions: [{ elementId: side.id('Host'), x: 1.5, y: -2 }],
    routes: [{ lineId: 'a line', points: [0, 1.5, 10, 1.5] }],
  }),
  create_snapshot: (side) => ({ network_id: side.networkId }),
  create_subnet: (side) => ({
    name: named(side, 'subnet'),
    network_id: side.networkId,
    cidr: `${block(side)}.0/24`,
    subnet_type: 'Lan',
    tags: [],
  }),
  create_tag: (side) => ({ name: named(side, 'tag'), color: 'Teal', organization_id: side.organizationId }),
  create_user_api_key: (side) => ({ name: named(side, 'key'), network_ids: [side.networkId], tags: [] }),
  create_vlan: (side) => ({
    name: named(side, 'vlan'),
    network_id: side.networkId,
    organization_id: side.organizationId,
    vlan_number: 1000 + side.next(),
  }),

  get_topology_data: (side) => ({ network_id: side.networkId }),
  consolidate_hosts: async (side) => ({
    destination_host: await side.create('create_host'),
    other_host: await side.create('create_host'),
  }),
  start_session: async (side) => ({ discovery_id: await side.create('create_discovery') }),
  why_same_host: async (side) => ({ id: side.id('Host'), other: await side.create('create_host') }),
  list_identity_suggestions: () => ({}),
  answer_identity_suggestion: async (side) => ({
    id: await side.create('list_identity_suggestions', { host_id: await side.create('split_host') }),
    answer: 'Later',
  }),
  split_host: async (side) => {
    const other_host = await side.create('create_host');
    await side.create('consolidate_hosts', { other_host });
    return { id: other_host };
  },
  rescan_host: (side) => ({ id: side.id('Host') }),
  cancel_discovery: async (side) => ({ session_id: await side.create('start_session') }),

  create_vlan_discovery: (side) => ({ network_id: side.networkId, vlans: [{ vlanNumber: 77, name: 'Seen' }] }),
  create_host_discovery: async (side) => {
    const { subnet_id: subnetId, ip_address: ipAddress } = await subnetAndAddress(side);
    return {
      host: { networkId: side.networkId, name: named(side, 'host'), sysName: 'sw-7', sysNameSource: 'snmp' },
      subnets: [{ name: 'seen', cidr: `${block(side)}.0/24`, subnetType: 'Lan' }],
      ip_addresses: [{ subnetId, ipAddress }],
      ports: [{ number: 161, protocol: 'Udp' }],
      services: [{ name: 'Redis', serviceDefinition: 'Redis', bindings: [] }],
      interfaces: [{ ifIndex: 1, ifName: 'eth0', neighborEvidence: [{ cdpDeviceId: 'sw-8' }] }],
      routes: [
        { destination: '0.0.0.0/0', nextHop: ipAddress, ifIndex: 1, protocol: 'Static', type: 'Remote', metric: 10 },
      ],
      wireless_associations: [{ clientMac: '00:1b:21:00:00:77', isOwnRadio: true, ssid: 'staff', signalDbm: -60 }],
      interfaces_complete: true,
      interface_data_complete: { cdp: true, routes: true, wireless: true },
    };
  },
  create_host_discoveries: async (side) => {
    const { subnet_id: subnetId, ip_address: ipAddress } = await subnetAndAddress(side);
    const host = { networkId: side.networkId, name: named(side, 'machine') };
    return {
      reports: [
        { host, ipAddresses: [{ subnetId, ipAddress }], ports: [{ number: 22, protocol: 'Tcp' }] },
        { host: { ...host, networkId: side.id('Host') } },
      ],
    };
  },
  register_daemon: (side) => ({
    daemon_id: side.daemonId,
    network_id: side.networkId,
    name: 'rack 4',
    mode: 'daemon_poll',
    version: '0.17.22',
    interfaced_subnet_ids: [side.id('Subnet')],
  }),
  daemon_startup: (side) => ({ id: side.daemonId, daemon_version: '0.17.22' }),
  update_capabilities: (side) => ({ id: side.daemonId, interfaced_subnet_ids: [side.id('Subnet')] }),
  provision_daemon: (side) => ({
    name: named(side, 'daemon'),
    network_id: side.networkId,
    url: 'https://branch.netloom.example:60073',
  }),
  retry_daemon_connection: async (side) => ({ id: await side.create('provision_daemon') }),
  confirm_daemon: async (side) => ({ id: await side.create('provision_daemon') }),
  delete_daemon: async (side) => ({ id: await side.create('provision_daemon') }),
  bulk_delete_daemons: async (side) => ({ ids: [await side.create('provision_daemon')] }),
  receive_work_request: (side) => ({
    id: side.daemonId,
    name: 'rack 4',
    mode: 'daemon_poll',
    version: '0.17.22',
    ready_for_work: true,
  }),
  receive_discovery_update: async (side) => {
    const discovery_type = { type: 'Unified', hostId: side.daemonHostId };
    const discovery_id = await side.create('create_discovery', { daemon_id: side.daemonId, discovery_type });
    const session_id = await side.create('start_session', { discovery_id });
    return {
      session_id,
      phase: 'Scanning',
      progress: 40,
      warnings: ['slow'],
      scanned: { hostIds: [side.daemonHostId] },
    };
  },
  receive_heartbeat: (side) => ({ id: side.daemonId, name: 'rack 4', mode: 'daemon_poll' }),

  bulk_add_tag: async (side) => ({
    entity_ids: [side.id('Host')],
    entity_type: 'Host',
    tag_id: await side.create('create_tag'),
  }),
  bulk_remove_tag: (side) => ({ entity_ids: [side.id('Host')], entity_type: 'Host', tag_id: side.id('Tag') }),
  set_entity_tags: (side) => ({ entity_id: side.id('Subnet'), entity_type: 'Subnet', tag_ids: [side.id('Tag')] }),

  admin_update_user: ({ userIds, networkId }) => ({
    id: userIds.viewer,
    permissions: 'Viewer',
    network_ids: [networkId],
  }),
  update_user: ({ userIds }) => ({ id: userIds.owner, email_settings: { discoveryDigest: false } }),
  delete_user: ({ userIds }) => ({ id: userIds.leaving }),
  bulk_delete_users: ({ userIds }) => ({ ids: [userIds.leaving] }),
  update_org_name: ({ organizationId }) => ({ id: organizationId, name: 'Renamed' }),
  reset_organization: ({ organizationId }) => ({ id: organizationId }),
  set_organization_api_access: ({ organizationId }) => ({ id: organizationId, api_access_enabled: true }),
  set_organization_second_factor: ({ organizationId }) => ({ id: organizationId, second_factor_required: false }),
  update_topology: ({ id }) => ({ id: id('Topology'), options: { local: { showMinimap: false } } }),
};

/** The variables of the route's success case; undefined where the table above has to say them and does not. */
export function caseOf(route: ParityRoute): Case | undefined {
  return cases[route.id] ?? readCase(route) ?? deleteCase(route) ?? updateCase(route);
}

const requiredOf = ({ inputs }: ParityRoute): string[] =>
  [...inputs].filter(([, type]) => isNonNullType(type)).map(([name]) => name);

function readCase(route: ParityRoute): Case | undefined {
  const required = requiredOf(route);
  if (route.route.method !== 'get') return undefined;
  if (required.length === 0) return () => ({});
  return required.join() === 'id' && route.owner !== '' ? ({ id }) => ({ id: id(route.owner) }) : undefined;
}

/** `delete_vlan`, `bulk_delete_vlans`, `update_vlan` → the route that makes such a row. */
const createRouteOf = ({ owner }: ParityRoute): ParityRoute | undefined =>
  parityRoutes.find((other) => other.owner === owner && other.id.startsWith('create_') && other.id in cases);

function deleteCase(route: ParityRoute): Case | undefined {
  const create = createRouteOf(route)?.id;
  if (create === undefined) return undefined;
  if (route.id.startsWith('bulk_delete_'))
    return async (side) => ({ ids: [await side.create(create), await side.create(create)] });
  const isAboutOne = requiredOf(route).join() === 'id' && /^(delete|rotate|revoke)_/.test(route.id);
  return isAboutOne ? async (side) => ({ id: await side.create(create) }) : undefined;
}

function updateCase(route: ParityRoute): Case | undefined {
  const create = createRouteOf(route);
  if (!create || !route.id.startsWith('update_')) return undefined;
  return async (side) => {
    const made = await cases[create.id]!(side);
    const id = await side.create(create.id, made);
    const declared = Object.entries(made).filter(([name]) => route.inputs.has(name));
    return { ...Object.fromEntries(declared), id };
  };
}

/** A twin with its counter; `door` is the one that makes rows here. */
export function sideOf(twins: TwinWorlds, twin: Twin, door: 'rest' | 'graphql'): Side {
  let count = 0;
  const side: Side = {
    networkId: twins.networkId,
    organizationId: twins.organizationId,
    userIds: twins.userIds,
    daemonId: twins.daemonId,
    daemonHostId: twins.daemonHostId,
    next: () => (count += 1),
    newId: () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`,
    id: (model) => {
      const [id] = twins.ids[model] ?? [];
      if (!id) throw new Error(`no ${model} in test/support/populate.ts`);
      return id;
    },
    create: async (operationId, more = {}) => {
      const route = parityRoutes.find(({ id }) => id === operationId);
      const make = cases[operationId];
      if (!route || !make) throw new Error(`no case ${operationId} in test/contract/parity-cases.ts`);
      const values = { ...(await make(side)), ...more };
      const caller = twin.callers.owner;
      const reply =
        door === 'rest' ? await sendTo(caller as never, route, values) : await sendDocument(caller, route, values);
      const { data, page } = (door === 'rest' ? reply.body : (reply.body.data ?? {})) as Answered;
      const made = Array.isArray(data) ? data[0] : (data ?? page?.nodes[0]);
      const id = made?.id ?? made?.session_id ?? made?.api_key?.id ?? made?.daemon?.id;
      if (!id) throw new Error(`${operationId} made nothing: ${JSON.stringify(reply.body).slice(0, 600)}`);
      return id;
    },
  };
  return side;
}
interface Answered {
  data?: MadeRow | readonly MadeRow[];
  page?: { readonly nodes: readonly MadeRow[] };
}
interface MadeRow {
  id?: string;
  session_id?: string;
  api_key?: { id: string };
  daemon?: { id: string };
}

// Tests which rows the constraints and triggers of the database refuse: rows that refer to another network or another
// host, and rows with values out of range.
import * as world from '../support/guarded-world';
import { client, host, insert, refusal, sibling, subnet, tag } from '../support/guarded-world';

beforeAll(world.enterWorld);
afterAll(world.leaveWorld);

const { daemonHost, foreignHost, foreignService, stranger, otherOrganization: foreignOtherOrganization } = world;

/**
 * A row that the database refuses: title of the test, table, columns that differ from a valid row, and the name of the
 * violated constraint without the table's name.
 */
type Refused = [title: string, table: string, special: Record<string, unknown>, constraint: string];

const acrossNetworks: Refused[] = [
  ['an address in a subnet', 'ip_addresses', { subnet_id: world.foreignSubnet }, 'subnet_id_fkey'],
  ['a service on a host', 'services', { host_id: foreignHost }, 'host_id_fkey'],
  [
    'a container and its runtime',
    'services',
    { virtualization_service_id: foreignService },
    'virtualization_service_id_fkey',
  ],
  [
    'a machine and its hypervisor',
    'hosts',
    { virtualization_service_id: foreignService },
    'virtualization_service_id_fkey',
  ],
  ['a port and its native VLAN', 'interfaces', { native_vlan_id: world.foreignVlan }, 'native_vlan_id_fkey'],
  ['a port and a tagged VLAN', 'interface_vlans', { vlan_id: world.foreignVlan }, 'vlan_id_fkey'],
  ['neighbours', 'interface_neighbors', { remote_interface_id: world.foreignInterface }, 'remote_interface_id_fkey'],
  ['a group and its member', 'group_members', { service_id: foreignService }, 'service_id_fkey'],
  ['a tag assignment and its host', 'tag_assignments', { host_id: foreignHost }, 'host_id_fkey'],
  ['a tagged network', 'tag_assignments', { tagged_network_id: sibling }, 'tagged_network_check'],
];

const acrossOrganizations: Refused[] = [
  ['a VLAN and its network', 'vlans', { organization_id: foreignOtherOrganization }, 'network_id_fkey'],
  ['a tag and a host', 'tag_assignments', { tag_id: world.foreignTag, host_id: daemonHost }, 'tag_id_fkey'],
  [
    'a tag and a network',
    'tag_assignments',
    { network_id: stranger, tagged_network_id: stranger },
    'tagged_network_id_fkey',
  ],
  ['a user and a network', 'user_networks', { network_id: stranger }, 'network_id_fkey'],
  ['a key and a network', 'user_api_key_networks', { network_id: stranger }, 'network_id_fkey'],
  ['a daemon and its maintainer', 'daemons', { user_id: world.otherOwner }, 'user_id_fkey'],
];

const acrossHosts: Refused[] = [
  ['a binding and its address', 'bindings', { ip_address_id: world.daemonAddress }, 'ip_address_id_fkey'],
  ['a binding and its port', 'bindings', { port_id: world.daemonPort }, 'port_id_fkey'],
  ['a port and its address', 'interfaces', { ip_address_id: world.daemonAddress }, 'ip_address_id_fkey'],
];

const twice: Refused[] = [
  ['a CIDR in a network', 'subnets', { cidr: '10.0.0.0/24', subnet_type: 'Guest' }, 'network_id_cidr_namespace_key'],
  ['an address of a host', 'ip_addresses', { ip_address: '10.0.0.1' }, 'host_id_subnet_id_ip_address_key'],
  ['a transport port of a host', 'ports', { number: 443 }, 'host_id_number_protocol_key'],
  ['a name of a port on a host', 'interfaces', { if_name: 'Gi1/0/1' }, 'host_id_if_name_key'],
  [
    'a binding to all addresses',
    'bindings',
    { host_id: daemonHost, service_id: world.daemonService, port_id: world.daemonPort },
    'service_id_port_id_ip_address_id_key',
  ],
  ['a VLAN number in a network', 'vlans', { vlan_number: 10 }, 'network_id_vlan_number_key'],
  ['a service in a group', 'group_members', { service_id: world.service }, 'group_id_service_id_key'],
  ['a tag name', 'tags', {}, 'organization_id_name_key'],
  ['a tag on an entity', 'tag_assignments', { host_id: host }, 'entity_id_entity_type_tag_id_key'],
  ['an e-mail, whatever its case', 'users', { email: world.ownerEmail.toUpperCase() }, 'lower_email_key'],
  ['a live topology of a network', 'topologies', {}, 'network_id_live_key'],
  ['a pinned topology of a snapshot', 'topologies', { snapshot_id: world.snapshot }, 'snapshot_id_key'],
  ['an active session of a discovery', 'discovery_sessions', {}, 'discovery_id_key'],
];

const malformedRows: Refused[] = [
  ['an address outside its subnet', 'ip_addresses', { ip_address: '10.0.1.9' }, 'inside_subnet_check'],
  ['another CIDR than the subnet has', 'ip_addresses', { subnet_cidr: '10.0.0.0/8' }, 'subnet_id_fkey'],
  ['an address with a prefix length', 'ip_addresses', { ip_address: '10.0.0.9/25' }, 'ip_address_check'],
  ['a MAC address in capitals', 'ip_addresses', { mac_address: '00:1B:21:00:00:01' }, 'mac_address_check'],
  ['a learned MAC address with dots', 'interfaces', { fdb_macs: ['001b.2100.0002'] }, 'fdb_macs_check'],
  ['a CIDR with host bits', 'subnets', { cidr: '10.0.1.1/24' }, 'cidr_check'],
  ['port 65536', 'ports', { number: 65536 }, 'number_check'],
  ['VLAN 4095', 'vlans', { vlan_number: 4095 }, 'vlan_number_check'],
  ['a VLAN without a name', 'vlans', { name: '' }, 'name_check'],
  ['a closed state on a live table', 'vlans', { valid_to: new Date() }, 'valid_to_check'],
  ['a binding to nothing', 'bindings', {}, 'target_check'],
  ['a binding in a group of services', 'group_members', { binding_id: world.binding }, 'group_id_fkey'],
  ['a member that is nothing', 'group_members', {}, 'one_member_check'],
  ['a neighbour that is nothing', 'interface_neighbors', {}, 'remote_check'],
  ['a port as its own neighbour', 'interface_neighbors', { remote_interface_id: world.uplink }, 'not_itself_check'],
  ['a tag on two entities', 'tag_assignments', { host_id: daemonHost, subnet_id: subnet }, 'one_entity_check'],
  ['a tag on a host of no network', 'tag_assignments', { host_id: daemonHost, network_id: null }, 'scope_check'],
  [
    'a tag on a key under another owner',
    'tag_assignments',
    { network_id: null, user_api_key_id: world.userKey, user_id: world.otherOwner },
    'user_api_key_id_fkey',
  ],
];

describe.each([
  ['across networks', acrossNetworks],
  ['across organizations', acrossOrganizations],
  ['across hosts', acrossHosts],
  ['twice', twice],
  ['malformed', malformedRows],
])('refused %s', (_, rows) => {
  test.each(rows)('%s', async (_title, table, special, constraint) => {
    expect(await refusal(() => insert(table, special))).toBe(`${table}_${constraint}`);
  });
});

test('a CIDR that excludes an address is refused, and addresses follow a wider one', async () => {
  const change = (cidr: string) => client.query('UPDATE subnets SET cidr = $1 WHERE id = $2', [cidr, subnet]);
  expect(await refusal(() => change('10.0.0.0/31'))).toBe('ip_addresses_inside_subnet_check');
  expect(await refusal(() => change('10.0.0.0/16'))).toBeNull();
});

test('bridges of different runtimes may share a CIDR, also after their runtime is gone', async () => {
  const bridge = { cidr: '172.17.0.0/16', subnet_type: 'DockerBridge' };
  const runtimes = [world.service, world.daemonService];
  const deferredRefusal = await refusal(async () => {
    for (const runtime of runtimes) await insert('subnets', { ...bridge, virtualization_service_id: runtime });
    await client.query('DELETE FROM services WHERE id = ANY($1)', [runtimes]);
  });
  expect(deferredRefusal).toBeNull();
});

test('a service with its ports, addresses and bindings moves to another host in one transaction', async () => {
  const renamedColumns: Record<string, string> = { ports: ', number = 8443', interfaces: ", if_name = 'Gi1/0/2'" };
  const deferredRefusal = await refusal(async () => {
    await client.query('SET CONSTRAINTS ALL DEFERRED');
    for (const table of ['services', 'ports', 'ip_addresses', 'interfaces', 'bindings']) {
      const change = `UPDATE ${table} SET host_id = $1${renamedColumns[table] ?? ''} WHERE host_id = $2`;
      await client.query(change, [daemonHost, host]);
    }
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  });
  expect(deferredRefusal).toBeNull();
});

test('the lineage of a live row is its own id, and a tag assignment refers to the row that has the tag', async () => {
  const { rows } = await client.query(
    'SELECT entity_type, entity_id, lineage_id = id AS own FROM tag_assignments WHERE tag_id = $1',
    [tag],
  );
  expect(rows).toEqual([{ entity_type: 'Host', entity_id: host, own: true }]);
});

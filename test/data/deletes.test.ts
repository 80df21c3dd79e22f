// Tests the effects of deleting a row: which dependent rows the database deletes too, which references it sets to null,
// and which deletes it refuses.
import * as world from '../support/guarded-world';
import { client, enterWorld, leaveWorld, refusal, rollBackAfter } from '../support/guarded-world';

beforeAll(enterWorld);
afterAll(leaveWorld);

const { address, daemon, finishedRun, group, host, network, organization, owner, service, snapshot, subnet, vlan } =
  world;

function countRemaining(table: string, row: string, countedTable: string): Promise<number> {
  return rollBackAfter(async () => {
    await client.query(`DELETE FROM ${table} WHERE id = $1`, [row]);
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${countedTable}`);
    return rows[0]!.count;
  });
}

const where = (column: string, value: string, ...tables: string[]) =>
  tables.map((table) => `${table} WHERE ${column} = '${value}'`);

test.each([
  ['a host', 'hosts', host, where('host_id', host, 'ip_addresses', 'ports', 'interfaces', 'services', 'bindings')],
  ['a tagged host', 'hosts', host, where('host_id', host, 'tag_assignments')],
  ['a subnet', 'subnets', subnet, where('subnet_id', subnet, 'ip_addresses', 'vlan_subnets')],
  ['an IP address', 'ip_addresses', address, where('ip_address_id', address, 'bindings', 'interfaces')],
  ['a port', 'ports', world.port, where('port_id', world.port, 'bindings')],
  ['a service', 'services', service, where('service_id', service, 'bindings', 'group_members')],
  ['a hypervisor', 'services', service, where('virtualization_service_id', service, 'hosts')],
  ['a group', 'groups', group, where('group_id', group, 'group_members')],
  ['an interface at the far end', 'interfaces', world.farEnd, where('network_id', network, 'interface_neighbors')],
  ['a VLAN', 'vlans', vlan, where('vlan_id', vlan, 'vlan_subnets', 'interface_vlans')],
  ['a native VLAN', 'vlans', vlan, where('native_vlan_id', vlan, 'interfaces')],
  ['a daemon', 'daemons', daemon, where('daemon_id', daemon, 'discoveries', 'discovery_sessions')],
  ['a finished run', 'discoveries', finishedRun, where('first_discovery_id', finishedRun, 'hosts')],
  ['a snapshot', 'snapshots', snapshot, where('snapshot_id', snapshot, 'topologies')],
  ['a user', 'users', owner, where('user_id', owner, 'user_api_keys', 'daemons')],
  ['a user who took a snapshot', 'users', owner, where('created_by_user_id', owner, 'snapshots')],
  // Only sessions are counted: they are deleted together with their network. A job removes most other rows of the
  // network later, which deleted-networks.test.ts tests.
  ['a network with a daemon at work', 'networks', network, where('network_id', network, 'discovery_sessions')],
  [
    'an organization',
    'organizations',
    organization,
    where('organization_id', organization, 'users', 'networks', 'tags', 'user_api_keys'),
  ],
])('deleting %s leaves nothing that belongs or points to it', async (_, table, row, emptiedTable) => {
  for (const countedTable of emptiedTable)
    expect([countedTable, await countRemaining(table, row, countedTable)]).toEqual([countedTable, 0]);
});

test.each([
  ['an address keeps the port that carried it', 'ip_addresses', address, where('id', world.uplink, 'interfaces')],
  ['a VLAN keeps its ports', 'vlans', vlan, where('id', world.uplink, 'interfaces')],
  ['a hypervisor keeps its machines', 'services', service, where('id', world.daemonHost, 'hosts')],
  ['a run keeps what it found', 'discoveries', finishedRun, where('id', world.daemonHost, 'hosts')],
  ['a user keeps the daemons', 'users', owner, where('id', daemon, 'daemons')],
  ['a user keeps the snapshots', 'users', owner, where('id', snapshot, 'snapshots')],
])('deleting %s', async (_, table, row, keptTable) => {
  for (const countedTable of keptTable) expect(await countRemaining(table, row, countedTable)).toBe(1);
});

test.each([
  ['a host while a daemon lives on it', 'hosts', world.daemonHost, 'daemons_host_id_fkey'],
  ['a daemon key while a daemon uses it', 'daemon_api_keys', world.daemonKey, 'daemons_api_key_id_fkey'],
  ['a discovery with an active session', 'discoveries', world.discovery, 'discovery_sessions_discovery_id_fkey'],
])('not deleted: %s', async (_, table, row, constraint) => {
  expect(await refusal(() => client.query(`DELETE FROM ${table} WHERE id = $1`, [row]))).toBe(constraint);
});

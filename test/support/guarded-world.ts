// A small set of rows that is written directly into the database, for tests of constraints and triggers. The functions
// try writes and roll these writes back.
import { createHash, randomUUID } from 'node:crypto';
import { Client, DatabaseError } from 'pg';
import { createMigratedDatabase, type OwnDatabase } from './own-database';

type Row = Record<string, unknown>;

export let client: Client;
let database: OwnDatabase;

// Suites use one database at the same time. So ids, e-mail addresses and key hashes of each suite contain a random id.
const worldId = randomUUID();
const id = (tail: string) => worldId.slice(0, 24) + tail.padStart(12, '0');
const keyHash = (of: string) => createHash('sha256').update(of).digest('hex');
export const ownerEmail = `guarded@${worldId}.test`;
export const organization = id('a0');
export const otherOrganization = id('a1');
export const network = id('b0');
export const sibling = id('b1');
export const stranger = id('b2');
export const owner = id('c0');
export const otherOwner = id('c1');
export const host = id('d0');
export const daemonHost = id('d1');
export const foreignHost = id('d2');
export const subnet = id('e0');
export const foreignSubnet = id('e1');
export const address = id('f0');
export const daemonAddress = id('f1');
export const service = id('10');
export const daemonService = id('11');
export const foreignService = id('12');
export const port = id('20');
export const daemonPort = id('21');
export const binding = id('30');
export const vlan = id('40');
export const foreignVlan = id('41');
export const uplink = id('50');
export const farEnd = id('51');
export const foreignInterface = id('52');
export const group = id('60');
export const tag = id('70');
export const foreignTag = id('71');
export const userKey = id('80');
export const daemonKey = id('81');
export const daemon = id('90');
export const discovery = id('91');
export const finishedRun = id('92');
export const snapshot = id('93');

/**
 * A valid row for each table, without the columns whose values distinguish rows. Tests add these columns and the
 * columns under test.
 */
const usual: Record<string, Row> = {
  users: { organization_id: organization, permissions: 'Viewer' },
  user_networks: { user_id: owner, organization_id: organization },
  user_api_keys: { organization_id: organization, user_id: owner, name: 'key', key_prefix: 'abcd' },
  user_api_key_networks: { user_api_key_id: userKey, organization_id: organization },
  networks: { organization_id: organization, name: 'Campus' },
  hosts: { network_id: network, name: 'core' },
  subnets: { network_id: network, name: 'Lan', subnet_type: 'Lan' },
  ip_addresses: {
    network_id: network,
    host_id: host,
    subnet_id: subnet,
    subnet_cidr: '10.0.0.0/24',
    ip_address: '10.0.0.9',
  },
  services: { network_id: network, host_id: host, name: 'nginx', service_definition: 'nginx' },
  ports: { network_id: network, host_id: host, protocol: 'Tcp' },
  bindings: { network_id: network, host_id: host, service_id: service },
  vlans: { network_id: network, organization_id: organization, name: 'Users', vlan_number: 11 },
  interfaces: { network_id: network, host_id: host },
  interface_vlans: { network_id: network, interface_id: uplink },
  interface_neighbors: { network_id: network, interface_id: uplink, protocol: 'LLDP' },
  groups: { network_id: network, name: 'Path', group_type: 'RequestPath', member_type: 'Services', color: 'Red' },
  group_members: { network_id: network, group_id: group, position: 1 },
  tags: { organization_id: organization, name: 'Production' },
  tag_assignments: { organization_id: organization, network_id: network, tag_id: tag },
  daemon_api_keys: { network_id: network, name: 'key', key_prefix: 'abcd' },
  daemons: {
    network_id: network,
    organization_id: organization,
    host_id: host,
    name: 'daemon',
    mode: 'daemon_poll',
    url: '',
  },
  discoveries: { network_id: network, daemon_id: daemon, name: 'Weekly', discovery_type: 'Unified', run_type: 'AdHoc' },
  discovery_sessions: { network_id: network, discovery_id: discovery, daemon_id: daemon, discovery_type: 'Unified' },
  snapshots: { network_id: network, organization_id: organization },
  topologies: { network_id: network },
};

export async function insert(table: string, special: Row): Promise<void> {
  const row = { ...usual[table], ...special };
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  await client.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`, Object.values(row));
}

/** Runs the function and rolls its writes back. */
export async function rollBackAfter<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  await client.query('SAVEPOINT attempt');
  try {
    return await attempt();
  } finally {
    await client.query('ROLLBACK TO SAVEPOINT attempt');
  }
}

/** Returns the name of the constraint that refuses the write, or null if no constraint refuses it. */
export function refusal(write: () => Promise<unknown>): Promise<string | null> {
  return rollBackAfter(async () => {
    try {
      await write();
      return null;
    } catch (error) {
      if (error instanceof DatabaseError) return error.constraint ?? error.message;
      throw error;
    }
  });
}

/**
 * Writes the rows in a transaction that is never committed. The suite has its own database, because snapshots and
 * streams of other suites would wait for this transaction.
 */
export async function enterWorld(): Promise<void> {
  database = await createMigratedDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('BEGIN');
  await insert('organizations', { id: organization, name: 'Ours' });
  await insert('organizations', { id: otherOrganization, name: 'Theirs' });
  await insert('users', { id: owner, email: ownerEmail, permissions: 'Owner' });
  await insert('users', { id: otherOwner, organization_id: otherOrganization, email: `other@${worldId}.test` });
  await insert('networks', { id: network });
  await insert('networks', { id: sibling });
  await insert('networks', { id: stranger, organization_id: otherOrganization });
  await insert('hosts', { id: host });
  await insert('hosts', { id: daemonHost });
  await insert('hosts', { id: foreignHost, network_id: sibling });
  await insert('subnets', { id: subnet, cidr: '10.0.0.0/24' });
  await insert('subnets', { id: foreignSubnet, network_id: sibling, cidr: '10.0.0.0/24' });
  await insert('ip_addresses', { id: address, ip_address: '10.0.0.1' });
  await insert('ip_addresses', { id: daemonAddress, host_id: daemonHost, ip_address: '10.0.0.2' });
  await insert('services', { id: service });
  await insert('services', { id: daemonService, host_id: daemonHost });
  await insert('services', { id: foreignService, host_id: foreignHost, network_id: sibling });
  await insert('ports', { id: port, number: 443 });
  await insert('ports', { id: daemonPort, host_id: daemonHost, number: 443 });
  await insert('bindings', { id: binding, port_id: port, ip_address_id: address });
  await insert('bindings', { host_id: daemonHost, service_id: daemonService, port_id: daemonPort });
  await insert('vlans', { id: vlan, vlan_number: 10 });
  await insert('vlans', { id: foreignVlan, network_id: sibling, vlan_number: 10 });
  await insert('interfaces', { id: uplink, if_name: 'Gi1/0/1', ip_address_id: address, native_vlan_id: vlan });
  await insert('interfaces', { id: farEnd, host_id: daemonHost, if_name: 'Gi1/0/1' });
  await insert('interfaces', { id: foreignInterface, host_id: foreignHost, network_id: sibling });
  await insert('interface_vlans', { vlan_id: vlan });
  await insert('interface_neighbors', { remote_interface_id: farEnd });
  await insert('groups', { id: group });
  await insert('group_members', { service_id: service, position: 0 });
  await insert('tags', { id: tag });
  await insert('tags', { id: foreignTag, organization_id: otherOrganization });
  await insert('tag_assignments', { host_id: host });
  await insert('user_api_keys', { id: userKey, key_hash: keyHash(userKey) });
  await insert('daemon_api_keys', { id: daemonKey, key_hash: keyHash(daemonKey) });
  await insert('daemons', { id: daemon, host_id: daemonHost, user_id: owner, api_key_id: daemonKey });
  await insert('discoveries', { id: discovery });
  await insert('discoveries', { id: finishedRun, run_type: 'Historical' });
  await insert('discovery_sessions', {});
  await insert('snapshots', { id: snapshot, created_by_user_id: owner });
  await insert('topologies', {});
  await insert('topologies', { snapshot_id: snapshot });
  await client.query('UPDATE hosts SET virtualization_service_id = $1, first_discovery_id = $2 WHERE id = $3', [
    service,
    finishedRun,
    daemonHost,
  ]);
}

export async function leaveWorld(): Promise<void> {
  await client.query('ROLLBACK');
  await client.end();
  await database.drop();
}

// Statements that change every kind of row that graphs show, one statement each; $1 is the network.

const someIds = (table: string, count = 1, skip = 0) =>
  `(SELECT id FROM ${table} WHERE network_id = $1::uuid ORDER BY id OFFSET ${skip} LIMIT ${count})`;

/** Some statements change rows that earlier statements of the list have created, so the order matters. */
export const changesOfRows: readonly (readonly [what: string, sql: string])[] = [
  ['a host', `UPDATE hosts SET name = 'renamed' WHERE id IN ${someIds('hosts')}`],
  ['what was observed', `UPDATE hosts SET last_seen_at = now() WHERE id IN ${someIds('hosts', 20, 5)}`],
  ['a host that is hidden', `UPDATE hosts SET hidden = true WHERE id IN ${someIds('hosts', 1, 12)}`],
  ['hosts without names', `UPDATE hosts SET name = '' WHERE id IN ${someIds('hosts', 3)}`],
  [
    'an address that comes, and names a host',
    `INSERT INTO ip_addresses (network_id, host_id, subnet_id, subnet_cidr, ip_address, position, last_seen_at)
     SELECT network_id, host_id, subnet_id, subnet_cidr, '10.40.200.1', 0, now() + interval '1 day' FROM ip_addresses
     WHERE host_id = ${someIds('hosts')}`,
  ],
  [
    'an address that moves to another host',
    `UPDATE ip_addresses SET host_id = ${someIds('hosts', 1, 1)}
     WHERE network_id = $1::uuid AND host(ip_address) = '10.40.200.1'`,
  ],
  ['an address that goes', `DELETE FROM ip_addresses WHERE network_id = $1::uuid AND host(ip_address) = '10.40.200.1'`],
  ['a host that comes', `INSERT INTO hosts (network_id, name) VALUES ($1::uuid, 'new')`],
  ['a port', `UPDATE interfaces SET oper_status = 'Down', if_alias = 'uplink' WHERE id IN ${someIds('interfaces', 2)}`],
  ['the VLANs of a port', `DELETE FROM interface_vlans WHERE interface_id IN ${someIds('interfaces')}`],
  ['neighbours', `DELETE FROM interface_neighbors WHERE interface_id IN ${someIds('interfaces', 2, 3)}`],
  [
    'a link that is down',
    `UPDATE interface_neighbors SET down_since = now() WHERE id IN ${someIds('interface_neighbors')}`,
  ],
  [
    'a routing neighbour that comes',
    `INSERT INTO routing_neighbors (network_id, host_id, neighbor_host_id, neighbor_router_id, protocol, state)
     VALUES ($1::uuid, ${someIds('hosts')}, ${someIds('hosts', 1, 2)}, '10.255.0.1', 'Ospf', 'Init')`,
  ],
  ['a routing neighbour', `UPDATE routing_neighbors SET state = 'Full' WHERE network_id = $1::uuid`],
  [
    'a routing neighbour that is no host',
    `UPDATE routing_neighbors SET neighbor_host_id = NULL WHERE network_id = $1::uuid`,
  ],
  [
    'a router that is in a redundancy group',
    `WITH groups AS (
       INSERT INTO fhrp_groups (network_id, protocol, group_number, virtual_addresses)
       VALUES ($1::uuid, 'Vrrp2', 7, '{10.40.200.254}') RETURNING id
     )
     INSERT INTO fhrp_members (network_id, group_id, host_id, state, virtual_addresses)
     SELECT $1::uuid, id, ${someIds('hosts')}, 'Backup', '{10.40.200.254}' FROM groups`,
  ],
  ['a router that becomes master', `UPDATE fhrp_members SET state = 'Master' WHERE network_id = $1::uuid`],
  ['a router that leaves its group', `DELETE FROM fhrp_members WHERE network_id = $1::uuid`],
  [
    'a wireless client that comes',
    `INSERT INTO wireless_associations
       (network_id, host_id, is_own_radio, access_point_host_id, client_host_id, client_mac, ssid)
     VALUES ($1::uuid, ${someIds('hosts')}, true, ${someIds('hosts')}, ${someIds('hosts', 1, 2)}, '00:1b:21:00:00:01', 'staff')`,
  ],
  [
    'a wireless client that is another host',
    `UPDATE wireless_associations SET client_host_id = ${someIds('hosts', 1, 3)} WHERE network_id = $1::uuid`,
  ],
  ['a wireless client that goes', `DELETE FROM wireless_associations WHERE network_id = $1::uuid`],
  [
    'the MAC address of a machine',
    `UPDATE ip_addresses SET mac_address = '00:1b:21:00:00:07' WHERE id IN ${someIds('ip_addresses')}`,
  ],
  [
    'a forwarding table',
    `UPDATE interfaces SET fdb_macs = ARRAY['00:1b:21:00:00:07'] WHERE id IN ${someIds('interfaces', 1, 4)}`,
  ],
  [
    // Like a report, the statement changes a port together with the time at which its forwarding table was read.
    'when a forwarding table was read',
    `WITH read AS (
       INSERT INTO forwarding_evidence (interface_id, network_id, read_at)
       SELECT id, network_id, now() FROM interfaces WHERE id = ${someIds('interfaces', 1, 4)}
       ON CONFLICT (interface_id) DO UPDATE SET read_at = now() RETURNING interface_id
     ) UPDATE interfaces SET last_seen_at = now() WHERE id IN (SELECT interface_id FROM read)`,
  ],
  ['a subnet', `UPDATE subnets SET name = 'other' WHERE network_id = $1::uuid`],
  ['a tag that is taken off', `DELETE FROM tag_assignments WHERE host_id IN ${someIds('hosts', 2, 7)}`],
  ['tags of services', `DELETE FROM tag_assignments WHERE service_id IN ${someIds('services', 2, 7)}`],
  ['a VLAN', `UPDATE vlans SET name = 'users' WHERE id IN ${someIds('vlans')}`],
  ['an open port', `UPDATE ports SET number = 8443 WHERE id IN ${someIds('ports')}`],
  ['bindings', `DELETE FROM bindings WHERE id IN ${someIds('bindings', 2, 9)}`],
  ['members of groups', `DELETE FROM group_members WHERE id IN ${someIds('group_members')}`],
  ['services', `UPDATE services SET name = 'web', position = 9 WHERE id IN ${someIds('services', 3, 11)}`],
  ['a service that goes', `DELETE FROM services WHERE id IN ${someIds('services', 1, 20)}`],
  ['a host that goes with its parts', `DELETE FROM hosts WHERE id IN ${someIds('hosts', 1, 30)}`],
];

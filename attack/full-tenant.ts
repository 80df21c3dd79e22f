// Creates a tenant with lists that are as long as the limits of writes allow. Lists without a limit are as long as SQL
// can fill them in a few seconds.
import type { Client } from 'pg';
import { listLimits, mostSavedViews } from '../src/data/tenancy/list-limits';

interface FullTenant {
  readonly organizationId: string;
  readonly networkId: string;
  readonly ownerId: string;
}

const taggedHosts = 200;
const macsPerInterface = 50;
/** Number of MAC addresses that the first interface of the host `full` has learned. */
const mostMacs = 10_000;
const groups = 20;
const membersPerGroup = 1000;
const positionsPerView = 5000;
const routesPerView = 1000;
const vlans = 4094;
/** Number of rows in lists without a limit of their own, such as the credentials of an organization. */
const rows = 1000;
/**
 * Number of networks. Only 100, because the attack phase `heavy` already sends requests as the owner of 1,000 networks.
 */
const networks = 100;
const routesOfHost = 10_000;
const wirelessClients = 10_000;

type Statement = readonly [string, ...unknown[]];

/** Statements that add rows that discovery reads from devices: routes, wireless clients and neighbors. */
const readFromDevices = (networkId: string): readonly Statement[] => [
  [
    `INSERT INTO routes (network_id, host_id, destination, next_hop, protocol, type)
     SELECT network_id, id, '10.0.0.0'::inet + n, '10.0.0.1', 'Static', 'Remote'
     FROM hosts, generate_series(1, ${routesOfHost}) n WHERE network_id = $1 AND name = 'full'`,
    networkId,
  ],
  [
    `INSERT INTO wireless_associations (network_id, host_id, client_mac, ssid, channel)
     SELECT network_id, id, '02:01:00:00:' || regexp_replace(lpad(to_hex(n), 4, '0'), '(..)(..)', '\\1:\\2'), 'office', 6
     FROM hosts, generate_series(1, ${wirelessClients}) n WHERE network_id = $1 AND name = 'full'`,
    networkId,
  ],
  [
    `INSERT INTO neighbor_evidence (network_id, interface_id, protocol, lldp_sys_name, reason)
     SELECT i.network_id, i.id, 'LLDP', 'neighbor ' || n, 'NoIdentity'
     FROM interfaces i, generate_series(1, ${rows}) n WHERE i.network_id = $1 AND i.if_index = 1`,
    networkId,
  ],
];

/** Statements that fill the lists of the organization and of its network. */
const ofOrganization = ({ organizationId, networkId, ownerId }: FullTenant): readonly Statement[] => [
  [
    `INSERT INTO vlans (network_id, organization_id, name, vlan_number)
     SELECT $1, $2, 'vlan ' || n, n FROM generate_series(2, ${vlans}) n`,
    ...[networkId, organizationId],
  ],
  [
    `INSERT INTO networks (organization_id, name) SELECT $1, 'network ' || n FROM generate_series(1, ${networks}) n`,
    organizationId,
  ],
  [
    `INSERT INTO user_api_key_networks (user_api_key_id, network_id, organization_id)
     SELECT k.id, n.id, $1 FROM user_api_keys k JOIN networks n ON n.organization_id = k.organization_id
     WHERE k.organization_id = $1 ON CONFLICT DO NOTHING`,
    organizationId,
  ],
  [
    `INSERT INTO credentials (organization_id, name, credential_type, secrets)
     SELECT $1, 'credential ' || n, 'SnmpV2c', ''::bytea FROM generate_series(1, ${rows}) n`,
    organizationId,
  ],
  [
    `INSERT INTO host_credentials (organization_id, network_id, host_id, credential_id)
     SELECT $1, $2, h.id, c.id
     FROM hosts h, (SELECT id FROM credentials WHERE organization_id = $1 LIMIT ${listLimits.credentials}) c
     WHERE h.network_id = $2 AND h.name = 'full'`,
    ...[organizationId, networkId],
  ],
  [
    `INSERT INTO daemons (network_id, organization_id, host_id, name, mode, url)
     SELECT h.network_id, $1, h.id, 'daemon ' || n, 'daemon_poll', ''
     FROM hosts h, generate_series(1, ${rows}) n WHERE h.network_id = $2 AND h.name = 'full'`,
    ...[organizationId, networkId],
  ],
  [
    `INSERT INTO discoveries (network_id, daemon_id, name, discovery_type, run_type, discovery_details)
     SELECT d.network_id, d.id, 'of ' || d.name, 'Unified', 'AdHoc',
       jsonb_build_object('host_id', d.host_id, 'subnet_ids', NULL, 'host_naming_fallback', 'Ip', 'scan_settings', '{}'::jsonb)
     FROM daemons d WHERE d.network_id = $1`,
    networkId,
  ],
  [
    `INSERT INTO shares (network_id, organization_id, topology_id, created_by, name)
     SELECT t.network_id, $1, t.id, $3, 'share ' || n FROM topologies t, generate_series(1, ${rows}) n
     WHERE t.network_id = $2 AND t.snapshot_id IS NULL`,
    ...[organizationId, networkId, ownerId],
  ],
  [
    `INSERT INTO address_reservations (network_id, organization_id, subnet_id, subnet_cidr, first_address, last_address, purpose)
     SELECT s.network_id, $1, s.id, s.cidr, '10.200.0.0'::inet + n, '10.200.0.0'::inet + n, 'reserved ' || n
     FROM subnets s, generate_series(1, ${listLimits.addressReservations}) n WHERE s.network_id = $2 AND s.name = 'lan'`,
    ...[organizationId, networkId],
  ],
];

/** Fills all lists of the tenant by SQL statements. Writing the rows by API requests would take too many requests. */
export async function fillLists(client: Client, { organizationId, networkId, ownerId }: FullTenant): Promise<void> {
  const statements: readonly Statement[] = [
    [
      `INSERT INTO tags (organization_id, name) SELECT $1, 'tag ' || n FROM generate_series(1, ${listLimits.organizationTags}) n`,
      organizationId,
    ],
    [
      `INSERT INTO hosts (network_id, name) SELECT $1, 'tagged ' || n FROM generate_series(1, ${taggedHosts}) n`,
      networkId,
    ],
    [
      `INSERT INTO tag_assignments (organization_id, network_id, tag_id, host_id)
       SELECT $1, $2, t.id, h.id
       FROM (SELECT id FROM tags WHERE organization_id = $1 LIMIT ${listLimits.tags}) t, hosts h
       WHERE h.network_id = $2 AND h.name LIKE 'tagged %'`,
      ...[organizationId, networkId],
    ],
    [`INSERT INTO hosts (network_id, name) VALUES ($1, 'full')`, networkId],
    [`INSERT INTO subnets (network_id, name, cidr, subnet_type) VALUES ($1, 'lan', '10.0.0.0/8', 'Lan')`, networkId],
    [
      `INSERT INTO ip_addresses (network_id, host_id, subnet_id, subnet_cidr, ip_address, position)
       SELECT h.network_id, h.id, s.id, s.cidr, '10.0.0.0'::inet + n, n
       FROM hosts h JOIN subnets s ON s.network_id = h.network_id AND s.name = 'lan', generate_series(1, ${listLimits.ipAddresses}) n
       WHERE h.network_id = $1 AND h.name = 'full'`,
      networkId,
    ],
    [
      `INSERT INTO ports (network_id, host_id, number, protocol)
       SELECT network_id, id, n, 'Tcp' FROM hosts, generate_series(1, ${listLimits.ports}) n WHERE network_id = $1 AND name = 'full'`,
      networkId,
    ],
    [
      `INSERT INTO services (network_id, host_id, name, service_definition, position)
       SELECT network_id, id, 'service ' || n, 'Custom', n
       FROM hosts, generate_series(1, ${listLimits.services}) n WHERE network_id = $1 AND name = 'full'`,
      networkId,
    ],
    [
      `INSERT INTO bindings (network_id, host_id, service_id, port_id)
       SELECT s.network_id, s.host_id, s.id, p.id
       FROM services s JOIN ports p ON p.host_id = s.host_id AND p.number = s.position WHERE s.network_id = $1`,
      networkId,
    ],
    // Gives one service of the host `full` as many bindings as a service may have.
    [
      `INSERT INTO bindings (network_id, host_id, service_id, port_id)
       SELECT s.network_id, s.host_id, s.id, p.id
       FROM services s JOIN ports p ON p.host_id = s.host_id AND p.number > 1 AND p.number <= ${listLimits.bindings}
       WHERE s.network_id = $1 AND s.position = 1`,
      networkId,
    ],
    [
      `INSERT INTO interfaces (network_id, host_id, if_index, if_descr, if_name, if_type, fdb_macs)
       SELECT network_id, id, n, 'port ' || n, 'port ' || n, 6,
         ARRAY(SELECT '02:00:' || regexp_replace(lpad(to_hex(n), 4, '0') || lpad(to_hex(m), 4, '0'), '(..)(?=.)', '\\1:', 'g')
               FROM generate_series(1, CASE n WHEN 1 THEN ${mostMacs} ELSE ${macsPerInterface} END) m)
       FROM hosts, generate_series(1, ${listLimits.interfaces}) n WHERE network_id = $1 AND name = 'full'`,
      networkId,
    ],
    [
      `INSERT INTO groups (network_id, name, group_type, member_type, color)
       SELECT $1, 'group ' || n, 'RequestPath', 'Services', 'Red' FROM generate_series(1, ${groups}) n`,
      networkId,
    ],
    [
      `INSERT INTO group_members (network_id, group_id, service_id, position)
       SELECT g.network_id, g.id, s.id, s.position
       FROM groups g JOIN services s ON s.network_id = g.network_id AND s.position <= ${membersPerGroup}
       WHERE g.network_id = $1`,
      networkId,
    ],
    [
      `INSERT INTO saved_views (network_id, organization_id, topology_id, created_by_user_id, name, view, positions, routes)
       SELECT t.network_id, $1, t.id, $3, 'view ' || n, 'L2Physical',
         (SELECT jsonb_agg(jsonb_build_object('elementId', md5(p::text)::uuid, 'x', p, 'y', p))
          FROM generate_series(1, ${positionsPerView}) p),
         (SELECT jsonb_agg(jsonb_build_object('lineId', md5(r::text), 'points', jsonb_build_array(r, r, r + 1, r + 1)))
          FROM generate_series(1, ${routesPerView}) r)
       FROM topologies t, generate_series(1, ${mostSavedViews}) n WHERE t.network_id = $2 AND t.snapshot_id IS NULL`,
      ...[organizationId, networkId, ownerId],
    ],
    ...readFromDevices(networkId),
    ...ofOrganization({ organizationId, networkId, ownerId }),
  ];
  for (const [statement, ...values] of statements) await client.query(statement, values);
  await client.query('ANALYZE');
}

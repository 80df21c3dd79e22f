// Creates a tenant with long lists: each entity that contains others has about the maximum number.
import type { Client } from 'pg';

interface FullTenant {
  readonly organizationId: string;
  readonly networkId: string;
  readonly ownerId: string;
}

const taggedHosts = 200;
const tagsPerHost = 600;
const servicesOfHost = 3000;
const portsOfHost = 3000;
const addressesOfHost = 1000;
const interfacesOfHost = 1000;
const macsPerInterface = 1000;
const groups = 20;
const membersPerGroup = 1000;
const views = 100;
const positionsPerView = 5000;
const routesPerView = 500;

/** Fills the lists by SQL, because the number of requests is limited. */
export async function fillLists(client: Client, { organizationId, networkId, ownerId }: FullTenant): Promise<void> {
  const statements: readonly [string, ...unknown[]][] = [
    [
      `INSERT INTO tags (organization_id, name) SELECT $1, 'tag ' || n FROM generate_series(1, ${tagsPerHost}) n`,
      organizationId,
    ],
    [
      `INSERT INTO hosts (network_id, name) SELECT $1, 'tagged ' || n FROM generate_series(1, ${taggedHosts}) n`,
      networkId,
    ],
    [
      `INSERT INTO tag_assignments (organization_id, network_id, tag_id, host_id)
       SELECT $1, $2, t.id, h.id FROM tags t, hosts h WHERE t.organization_id = $1 AND h.network_id = $2`,
      ...[organizationId, networkId],
    ],
    [`INSERT INTO hosts (network_id, name) VALUES ($1, 'full')`, networkId],
    [`INSERT INTO subnets (network_id, name, cidr, subnet_type) VALUES ($1, 'lan', '10.0.0.0/8', 'Lan')`, networkId],
    [
      `INSERT INTO ip_addresses (network_id, host_id, subnet_id, subnet_cidr, ip_address, position)
       SELECT h.network_id, h.id, s.id, s.cidr, '10.0.0.0'::inet + n, n
       FROM hosts h JOIN subnets s ON s.network_id = h.network_id AND s.name = 'lan', generate_series(1, ${addressesOfHost}) n
       WHERE h.network_id = $1 AND h.name = 'full'`,
      networkId,
    ],
    [
      `INSERT INTO ports (network_id, host_id, number, protocol)
       SELECT network_id, id, n, 'Tcp' FROM hosts, generate_series(1, ${portsOfHost}) n WHERE network_id = $1 AND name = 'full'`,
      networkId,
    ],
    [
      `INSERT INTO services (network_id, host_id, name, service_definition, position)
       SELECT network_id, id, 'service ' || n, 'Custom', n
       FROM hosts, generate_series(1, ${servicesOfHost}) n WHERE network_id = $1 AND name = 'full'`,
      networkId,
    ],
    [
      `INSERT INTO bindings (network_id, host_id, service_id, port_id)
       SELECT s.network_id, s.host_id, s.id, p.id
       FROM services s JOIN ports p ON p.host_id = s.host_id AND p.number = s.position WHERE s.network_id = $1`,
      networkId,
    ],
    [
      `INSERT INTO interfaces (network_id, host_id, if_index, if_descr, if_name, if_type, fdb_macs)
       SELECT network_id, id, n, 'port ' || n, 'port ' || n, 6,
         ARRAY(SELECT '02:00:' || regexp_replace(lpad(to_hex(n), 4, '0') || lpad(to_hex(m), 4, '0'), '(..)(?=.)', '\\1:', 'g')
               FROM generate_series(1, ${macsPerInterface}) m)
       FROM hosts, generate_series(1, ${interfacesOfHost}) n WHERE network_id = $1 AND name = 'full'`,
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
       FROM topologies t, generate_series(1, ${views}) n WHERE t.network_id = $2 AND t.snapshot_id IS NULL`,
      ...[organizationId, networkId, ownerId],
    ],
  ];
  for (const [statement, ...values] of statements) await client.query(statement, values);
  await client.query('ANALYZE');
}

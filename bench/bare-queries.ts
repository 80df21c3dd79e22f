// The SQL of the benchmark's reference server (`bare-server.ts`). Each statement is written by hand for one response
// that Netloom gives too.

export const findKey = `
  SELECT k.id AS user_api_key_id, k.user_id, k.organization_id, k.is_enabled, o.api_access_enabled,
    coalesce(k.expires_at <= now(), false) AS is_expired,
    least(k.permissions, u.permissions)::text AS permissions,
    ARRAY(
      SELECT own.network_id FROM user_api_key_networks own
      WHERE own.user_api_key_id = k.id AND (u.permissions >= 'Admin' OR EXISTS (
        SELECT FROM user_networks theirs WHERE theirs.user_id = u.id AND theirs.network_id = own.network_id))
    ) AS network_ids
  FROM user_api_keys k
  JOIN users u ON u.id = k.user_id
  JOIN organizations o ON o.id = k.organization_id
  WHERE k.key_hash = $1`;

const base = 'id, created_at, updated_at, valid_from, valid_to, lineage_id';
const seenColumns = 'last_seen_at, last_discovery_id, first_discovery_id';
const source = 'source_type, source_confidence, source_reason';

export const countHosts = 'SELECT count(*)::int AS total FROM hosts WHERE network_id = ANY($1)';

const hostColumns = `
  ${base}, ${seenColumns}, name, network_id, hostname, description, hidden, ${source}, sys_descr, sys_object_id, sys_location,
  sys_contact, management_url, chassis_id, sys_name, sys_name_source, manufacturer, manufacturer_source, model, model_source,
  serial_number, serial_number_source, firmware_revision, firmware_revision_source, software_revision,
  software_revision_source, os, os_source, role, role_source, stp_root_bridge_id, stp_root_cost, virtualization_type,
  vm_name, vm_id, virtualization_service_id`;

const hostRows = (page: string) => `
  SELECT ${hostColumns},
    ARRAY(SELECT tag_id FROM tag_assignments a WHERE a.host_id = h.id ORDER BY tag_id) AS tags,
    ARRAY(SELECT json_build_object('credential_id', credential_id, 'assigned_by', assigned_by)
      FROM host_credentials c WHERE c.host_id = h.id ORDER BY created_at, credential_id) AS credential_assignments,
    (SELECT host(ip_address) FROM ip_addresses i WHERE i.host_id = h.id ORDER BY last_seen_at DESC, position, id LIMIT 1)
      AS latest_address
  FROM (${page}) h
  ORDER BY created_at, id`;

export const listHosts = hostRows(
  'SELECT * FROM hosts WHERE network_id = ANY($1) ORDER BY created_at, id LIMIT $2 OFFSET $3',
);
export const getHost = hostRows('SELECT * FROM hosts WHERE network_id = ANY($1) AND id = $2');

/** The page of hosts after the host with the creation time `$2` and the id `$3`. */
export const nextHosts = hostRows(`
  SELECT * FROM hosts WHERE network_id = ANY($1) AND (created_at, id) > ($2, $3::uuid)
  ORDER BY created_at, id LIMIT $4`);

const searchedInHosts = [
  ...['name', 'hostname', 'description', 'sys_name', 'sys_descr', 'chassis_id', 'manufacturer', 'model'],
  ...['serial_number', 'os'],
];
const textIn = (columns: string[], text: string, pattern: string) => `
  search_keys(network_id, ARRAY[${columns.join(', ')}]) @> searched_keys(wanted, ${text}::text)
    AND (${columns.map((column) => `${column} ILIKE ${pattern}`).join(' OR ')})`;
const matchQuery = (text: string, pattern: string) => `
  SELECT id FROM unnest($1::uuid[]) wanted JOIN hosts ON network_id = wanted AND ${textIn(searchedInHosts, text, pattern)}
  UNION SELECT host_id FROM unnest($1::uuid[]) wanted JOIN services ON network_id = wanted
    AND ${textIn(['name', 'service_definition'], text, pattern)}`;

export const searchHosts = hostRows(
  `SELECT * FROM hosts WHERE id IN (${matchQuery('$4', '$5')}) ORDER BY created_at, id LIMIT $2 OFFSET $3`,
);
export const countFoundHosts = `SELECT count(*)::int AS total FROM (${matchQuery('$2', '$3')}) found`;

export const listAddresses = `
  SELECT ${base}, ${seenColumns}, host_id, network_id, subnet_id, host(ip_address) AS ip_address, name, mac_address, position,
    answers_for_others, move_reason, (SELECT namespace FROM subnets s WHERE s.id = subnet_id) AS namespace
  FROM ip_addresses WHERE host_id = ANY($1) ORDER BY position, id`;

export const listPorts = `
  SELECT ${base}, ${seenColumns}, host_id, network_id, number, protocol,
    CASE WHEN certificate_fingerprint IS NOT NULL THEN json_build_object('subject', certificate_subject,
      'issuer', certificate_issuer, 'alternative_names', certificate_names, 'not_before', certificate_not_before,
      'not_after', certificate_not_after, 'fingerprint', certificate_fingerprint,
      'is_self_signed', certificate_self_signed) END AS certificate,
    (SELECT coalesce(json_agg(json_build_object('type', split_part(k, ' ', 1), 'fingerprint', split_part(k, ' ', 2))), '[]')
      FROM unnest(ssh_host_keys) k) AS ssh_host_keys
  FROM ports WHERE host_id = ANY($1) ORDER BY number, protocol, id`;

export const listServices = `
  SELECT ${base}, ${seenColumns}, host_id, network_id, name, service_definition, position, ${source}, virtualization_type,
    container_name, container_id, compose_project, virtualization_service_id,
    ARRAY(SELECT tag_id FROM tag_assignments a WHERE a.service_id = s.id ORDER BY tag_id) AS tags
  FROM services s WHERE host_id = ANY($1) ORDER BY position, id`;

export const listBindings = `
  SELECT ${base}, ${seenColumns}, service_id, network_id, ip_address_id, port_id
  FROM bindings WHERE host_id = ANY($1) ORDER BY created_at, id`;

export const listInterfaces = `
  SELECT ${base}, ${seenColumns}, host_id, network_id, if_index, if_descr, if_name, if_alias, if_type, speed_bps, admin_status,
    oper_status, mac_address, ip_address_id, ip_configured, fdb_macs, native_vlan_id, mtu, duplex, aggregate_id, stp_state,
    is_stp_root_port, poe_status, poe_class, stp_blocked_vlans, stp_blocked_instances,
    coalesce((SELECT json_agg(json_build_object('remote_host_name', remote_host_name, 'remote_port_name', remote_port_name,
      'source_name', source_name, 'state', state) ORDER BY created_at, id)
      FROM documented_links d WHERE d.interface_id = f.id), '[]') AS documented_links,
    ARRAY(SELECT vlan_id FROM interface_vlans v WHERE v.interface_id = f.id ORDER BY vlan_id) AS vlan_ids
  FROM interfaces f WHERE host_id = ANY($1) ORDER BY if_index NULLS LAST, id`;

export const listNeighbors = `
  SELECT n.interface_id, coalesce(n.remote_interface_id, n.remote_host_id) AS id, n.protocol,
    CASE WHEN n.remote_interface_id IS NULL THEN 'Host' ELSE 'Interface' END AS type
  FROM interface_neighbors n JOIN interfaces f ON f.id = n.interface_id
  WHERE f.host_id = ANY($1) ORDER BY n.created_at, n.id`;

/** Hosts with their services, and the tags of hosts and services. The database builds the JSON. */
export const nestedHosts = `
  SELECT h.id, h.name, h.hostname,
    (SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'serviceDefinition', s.service_definition,
       'tags', (SELECT coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) ORDER BY t.id), '[]')
                FROM tag_assignments a JOIN tags t ON t.id = a.tag_id WHERE a.service_id = s.id)
     ) ORDER BY s.position, s.id), '[]') FROM services s WHERE s.host_id = h.id) AS services,
    (SELECT coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) ORDER BY t.id), '[]')
     FROM tag_assignments a JOIN tags t ON t.id = a.tag_id WHERE a.host_id = h.id) AS tags
  FROM (SELECT * FROM hosts WHERE network_id = ANY($1) ORDER BY created_at, id LIMIT $2) h
  ORDER BY h.created_at, h.id`;

const vlanColumns = `
  ${base}, ${seenColumns}, name, network_id, organization_id, vlan_number, description, ${source},
  ARRAY(SELECT subnet_id FROM vlan_subnets_by_vlan_id(vlans.id) ORDER BY subnet_id) AS subnet_ids`;

export const getVlan = `SELECT ${vlanColumns} FROM vlans WHERE id = $1 AND network_id = ANY($2)`;

const naming = (parameter: string) => `set_config('netloom.actor', ${parameter}, true)`;

export const updateVlan = `
  UPDATE vlans SET name = $3, network_id = $4, vlan_number = $5, description = $6, updated_at = now()
  WHERE id = $1 AND network_id = ANY($2) AND (SELECT ${naming('$7')}) <> '' RETURNING ${vlanColumns}`;

export const findTag = 'SELECT id FROM tags WHERE id = $1 AND organization_id = $2';

export const addTag = `
  INSERT INTO tag_assignments (organization_id, network_id, tag_id, host_id)
  SELECT $1, h.network_id, $2, h.id FROM hosts h WHERE h.id = ANY($3) AND h.network_id = ANY($4)
    AND (SELECT ${naming('$5')}) <> ''
  ORDER BY h.id
  ON CONFLICT DO NOTHING`;

export const removeTag = `
  DELETE FROM tag_assignments a USING hosts h
  WHERE a.organization_id = $1 AND a.tag_id = $2 AND a.host_id = h.id AND h.id = ANY($3) AND h.network_id = ANY($4)
    AND (SELECT ${naming('$5')}) <> ''`;

/** Locks the row of the network, so that concurrent requests create hosts of the network one after another. */
export const lockNetwork = `SELECT ${naming('$2')} FROM networks WHERE id = $1 FOR NO KEY UPDATE`;

/** The ids in `$2` that belong to subnets of the network `$1`. */
export const findSubnets = 'SELECT id FROM subnets WHERE network_id = $1 AND id = ANY($2)';

/** Returns a row if the network already has one of the new host's IP addresses. Then the host must not be created. */
export const findKnown = `
  SELECT FROM ip_addresses WHERE network_id = $1 AND (subnet_id, ip_address) IN (SELECT * FROM unnest($2::uuid[], $3::inet[]))
  LIMIT 1`;

export const insertHost = `
  INSERT INTO hosts (network_id, name, hidden, source_type) VALUES ($1, $2, $3, 'Manual') RETURNING id`;

export const insertAddresses = `
  INSERT INTO ip_addresses (id, network_id, host_id, subnet_id, subnet_cidr, ip_address, position)
  SELECT c.id, $1, $2, c.subnet_id, s.cidr, c.ip_address, c.position
  FROM jsonb_to_recordset($3::jsonb) c(id uuid, subnet_id uuid, ip_address inet, position int) JOIN subnets s ON s.id = c.subnet_id`;

export const insertPorts = `
  INSERT INTO ports (id, network_id, host_id, number, protocol)
  SELECT id, $1, $2, number, protocol FROM jsonb_to_recordset($3::jsonb) c(id uuid, number int, protocol transport_protocol)`;

export const insertInterfaces = `
  INSERT INTO interfaces (id, network_id, host_id, if_index, if_descr, if_name)
  SELECT id, $1, $2, if_index, if_descr, if_name
  FROM jsonb_to_recordset($3::jsonb) c(id uuid, if_index int, if_descr text, if_name text)`;

export const insertServices = `
  INSERT INTO services (id, network_id, host_id, name, service_definition, source_type, position)
  SELECT id, $1, $2, name, service_definition, 'Manual', position
  FROM jsonb_to_recordset($3::jsonb) c(id uuid, name text, service_definition text, position int)`;

export const insertBindings = `
  INSERT INTO bindings (id, network_id, host_id, service_id, port_id, ip_address_id)
  SELECT b.id, $1, $2, c.id, b.port_id, b.ip_address_id
  FROM jsonb_to_recordset($3::jsonb) c(id uuid, bindings jsonb),
    jsonb_to_recordset(c.bindings) b(id uuid, port_id uuid, ip_address_id uuid)`;

// Merges the report of a host by hand-written SQL: finds the host by address, chassis id or MAC address, or creates it,
// then adds or updates its parts.
import type { Client } from 'pg';

export interface Reported {
  readonly networkId: string;
  readonly name: string;
  readonly chassisId: string | null;
  readonly addresses: readonly {
    readonly subnet_id: string;
    readonly ip_address: string;
    readonly mac_address: string;
  }[];
  readonly ports: readonly number[];
  /** Services of the host, each with the port that the service is bound to. */
  readonly services: readonly { readonly definition: string; readonly port: number }[];
}

/**
 * Finds the host by its address in the subnet, otherwise by its chassis id, otherwise by a universally administered MAC
 * address.
 */
const find = `
  WITH given AS (SELECT * FROM jsonb_to_recordset($2::jsonb) g(subnet_id uuid, ip_address inet, mac_address text)),
  found AS (
    SELECT 1 AS rank, h.id, h.created_at FROM ip_addresses a JOIN given g USING (subnet_id, ip_address)
      JOIN hosts h ON h.id = a.host_id WHERE a.network_id = $1
    UNION ALL
    SELECT 2, h.id, h.created_at FROM ip_addresses a JOIN given g USING (mac_address)
      JOIN hosts h ON h.id = a.host_id
      WHERE a.network_id = $1 AND ('x' || left(g.mac_address, 2))::bit(8)::int & 3 = 0
    UNION ALL
    SELECT 3, id, created_at FROM hosts WHERE network_id = $1 AND chassis_id = $3
    UNION ALL
    SELECT 4, h.id, h.created_at FROM interfaces i JOIN given g USING (mac_address) JOIN hosts h ON h.id = i.host_id
      WHERE i.network_id = $1 AND ('x' || left(g.mac_address, 2))::bit(8)::int & 3 = 0
  ) SELECT id FROM found ORDER BY rank, created_at, id LIMIT 1`;
const confirmHost = `
  UPDATE hosts SET last_seen_at = now(), updated_at = now(), name = CASE name WHEN '' THEN $2 ELSE name END,
    chassis_id = coalesce($3, chassis_id) WHERE id = $1`;
const makeHost = `
  INSERT INTO hosts (network_id, name, chassis_id, source_type, last_seen_at) VALUES ($1, $2, $3, 'Discovery', now())
  RETURNING id`;
const confirmAddresses = `
  UPDATE ip_addresses a SET last_seen_at = now(), updated_at = now(), mac_address = coalesce(a.mac_address, g.mac_address)
  FROM jsonb_to_recordset($2::jsonb) g(subnet_id uuid, ip_address inet, mac_address text)
  WHERE a.host_id = $1 AND a.subnet_id = g.subnet_id AND a.ip_address = g.ip_address`;
const addAddresses = `
  INSERT INTO ip_addresses (network_id, host_id, subnet_id, subnet_cidr, ip_address, mac_address, position, last_seen_at)
  SELECT $3, $1, g.subnet_id, s.cidr, g.ip_address, g.mac_address, 0, now()
  FROM jsonb_to_recordset($2::jsonb) g(subnet_id uuid, ip_address inet, mac_address text) JOIN subnets s ON s.id = g.subnet_id
  WHERE NOT EXISTS (SELECT FROM ip_addresses a
    WHERE a.host_id = $1 AND a.subnet_id = g.subnet_id AND a.ip_address = g.ip_address)`;
const confirmPorts = `
  UPDATE ports SET last_seen_at = now(), updated_at = now() WHERE host_id = $1 AND protocol = 'Tcp' AND number = ANY($2)`;
const addPorts = `
  INSERT INTO ports (network_id, host_id, number, protocol, last_seen_at)
  SELECT $3, $1, n, 'Tcp', now() FROM unnest($2::int[]) n
  WHERE NOT EXISTS (SELECT FROM ports WHERE host_id = $1 AND protocol = 'Tcp' AND number = n)`;
const confirmServices = `
  UPDATE services SET last_seen_at = now(), updated_at = now() WHERE host_id = $1 AND service_definition = ANY($2)`;
const addServices = `
  INSERT INTO services (network_id, host_id, name, service_definition, source_type, position, last_seen_at)
  SELECT $3, $1, d, d, 'Discovery', place, now() FROM unnest($2::text[]) WITH ORDINALITY u(d, place)
  WHERE NOT EXISTS (SELECT FROM services WHERE host_id = $1 AND service_definition = d)`;
const confirmBindings = `
  UPDATE bindings b SET last_seen_at = now(), updated_at = now()
  FROM jsonb_to_recordset($2::jsonb) g(definition text, port int), services s, ports p
  WHERE b.host_id = $1 AND s.host_id = $1 AND p.host_id = $1 AND s.service_definition = g.definition AND p.number = g.port
    AND b.service_id = s.id AND b.port_id = p.id`;
const addBindings = `
  INSERT INTO bindings (network_id, host_id, service_id, port_id, last_seen_at)
  SELECT $3, $1, s.id, p.id, now() FROM jsonb_to_recordset($2::jsonb) g(definition text, port int)
  JOIN services s ON s.host_id = $1 AND s.service_definition = g.definition JOIN ports p ON p.host_id = $1 AND p.number = g.port
  WHERE NOT EXISTS (SELECT FROM bindings b WHERE b.port_id = p.id)`;

/** Merges the report in one transaction that locks the network. Statements are prepared once per connection. */
export async function writeReport(client: Client, report: Reported): Promise<void> {
  const { networkId, name, chassisId, addresses, ports, services } = report;
  const run = (text: string, values: unknown[]) =>
    client.query<{ id: string }>({ name: `report ${nameOf(text)}`, text, values });
  const places = JSON.stringify(addresses);
  await client.query('BEGIN');
  try {
    await run('SELECT FROM networks WHERE id = $1 FOR NO KEY UPDATE', [networkId]);
    const [knownRows] = (await run(find, [networkId, places, chassisId])).rows;
    const id = knownRows?.id ?? (await run(makeHost, [networkId, name, chassisId])).rows[0]!.id;
    if (knownRows) await run(confirmHost, [id, name, chassisId]);
    const definitions = services.map(({ definition }) => definition);
    const bound = JSON.stringify(services);
    for (const [confirm, add, values] of [
      [confirmAddresses, addAddresses, places],
      [confirmPorts, addPorts, ports],
      [confirmServices, addServices, definitions],
      [confirmBindings, addBindings, bound],
    ] as const) {
      if (knownRows) await run(confirm, [id, values]);
      await run(add, [id, values, networkId]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

const names = new Map<string, number>();
const nameOf = (text: string): number => names.get(text) ?? names.set(text, names.size).get(text)!;

// Imports the hosts of a file by hand-written SQL: a dozen statements for the whole file. They match and merge hosts in
// the same way as an import by Netloom.
import type { Client } from 'pg';

export interface GivenHost {
  readonly ip: string;
  readonly mac: string;
  readonly hostname: string;
  readonly vendor: string;
  /** Open ports, each with the service that listens on the port. */
  readonly ports: readonly { readonly number: number; readonly name: string; readonly definition: string }[];
}

const begin = [
  `CREATE TEMP TABLE given (n int PRIMARY KEY, network_id uuid, file text, ip inet, mac text, hostname text, vendor text,
     subnet_id uuid, cidr inet, host_id uuid, is_new boolean) ON COMMIT DROP`,
  'CREATE TEMP TABLE given_ports (n int, number int, name text, definition text) ON COMMIT DROP',
];
const receive = `
  WITH rows AS (SELECT * FROM jsonb_to_recordset($3) AS g(n int, ip inet, mac text, hostname text, vendor text, ports jsonb)),
  hosts AS (
    INSERT INTO given (n, network_id, file, ip, mac, hostname, vendor)
    SELECT n, $1, $2, ip, mac, hostname, vendor FROM rows
  )
  INSERT INTO given_ports
  SELECT n, p.* FROM rows, jsonb_to_recordset(rows.ports) AS p(number int, name text, definition text)`;

const isReplaced = `h.source_type IN ('Imported', 'Inferred')`;
const isOfVendor = `('x' || left(g.mac, 2))::bit(8)::int & 3 = 0`;
const statements = [
  'ANALYZE given',
  'ANALYZE given_ports',
  // Finds the smallest subnet of each address. An address without a subnet gets a new /24.
  `INSERT INTO subnets (network_id, name, cidr, subnet_type, source_type, source_reason, last_seen_at)
   SELECT DISTINCT network_id, host(net) || '/24', net::inet, 'Lan'::subnet_type, 'Imported'::entity_source_type, file, now()
   FROM (SELECT g.*, network(set_masklen(ip, 24)) AS net FROM given g) AS wanted WHERE NOT EXISTS (
     SELECT FROM subnets s WHERE s.network_id = wanted.network_id AND s.source_type <> 'System' AND s.cidr >>= wanted.ip)`,
  `UPDATE given SET subnet_id = found.id, cidr = found.cidr FROM (
     SELECT DISTINCT ON (g.n) g.n, s.id, s.cidr FROM given g
     JOIN subnets s ON s.network_id = g.network_id AND s.source_type <> 'System' AND s.cidr >>= g.ip
     ORDER BY g.n, masklen(s.cidr) DESC) AS found WHERE found.n = given.n`,
  // Finds the stored host of each imported host: by its address in the subnet, or else by a universally administered
  // MAC address.
  `UPDATE given SET host_id = found.id FROM (
     SELECT DISTINCT ON (n) n, id FROM (
       SELECT 1 AS rank, g.n, h.id, h.created_at FROM given g
         JOIN ip_addresses a ON a.network_id = g.network_id AND a.subnet_id = g.subnet_id AND a.ip_address = g.ip
         JOIN hosts h ON h.id = a.host_id
       UNION ALL
       SELECT 2, g.n, h.id, h.created_at FROM given g
         JOIN ip_addresses a ON a.network_id = g.network_id AND a.mac_address = g.mac JOIN hosts h ON h.id = a.host_id
         WHERE ${isOfVendor}
       UNION ALL
       SELECT 3, g.n, h.id, h.created_at FROM given g
         JOIN interfaces i ON i.network_id = g.network_id AND i.mac_address = g.mac JOIN hosts h ON h.id = i.host_id
         WHERE ${isOfVendor}
     ) AS candidate ORDER BY n, rank, created_at, id) AS found
   WHERE found.n = given.n`,
  'UPDATE given SET host_id = gen_random_uuid(), is_new = true WHERE host_id IS NULL',
  `INSERT INTO hosts (id, network_id, name, name_source, hostname, hostname_source, manufacturer, manufacturer_source,
     source_type, source_reason, last_seen_at)
   SELECT host_id, network_id, hostname, file, hostname, file, vendor, file, 'Imported', file, now() FROM given
   WHERE is_new ORDER BY n`,
  `UPDATE hosts h SET updated_at = now(),
     hostname = CASE WHEN h.hostname IS NULL OR ${isReplaced} THEN g.hostname ELSE h.hostname END,
     manufacturer = CASE WHEN h.manufacturer IS NULL OR ${isReplaced} THEN g.vendor ELSE h.manufacturer END
   FROM given g WHERE h.id = g.host_id AND g.is_new IS NULL AND (
     (h.hostname IS DISTINCT FROM g.hostname AND (h.hostname IS NULL OR ${isReplaced})) OR
     (h.manufacturer IS DISTINCT FROM g.vendor AND (h.manufacturer IS NULL OR ${isReplaced})))`,
  `INSERT INTO ip_addresses (network_id, host_id, subnet_id, subnet_cidr, ip_address, mac_address, position, last_seen_at)
   SELECT g.network_id, g.host_id, g.subnet_id, g.cidr, g.ip, g.mac, 0, now() FROM given g WHERE NOT EXISTS (
     SELECT FROM ip_addresses a WHERE a.host_id = g.host_id AND a.subnet_id = g.subnet_id AND a.ip_address = g.ip)`,
  `INSERT INTO ports (network_id, host_id, number, protocol, last_seen_at)
   SELECT g.network_id, g.host_id, p.number, 'Tcp', now() FROM given g JOIN given_ports p USING (n)
   WHERE NOT EXISTS (SELECT FROM ports o WHERE o.host_id = g.host_id AND o.protocol = 'Tcp' AND o.number = p.number)`,
  `INSERT INTO services (network_id, host_id, name, service_definition, source_type, source_reason, position, last_seen_at)
   SELECT g.network_id, g.host_id, min(p.name), p.definition, 'Imported', g.file,
     row_number() OVER (PARTITION BY g.host_id ORDER BY min(p.number)) - 1, now()
   FROM given g JOIN given_ports p USING (n) WHERE NOT EXISTS (
     SELECT FROM services s WHERE s.host_id = g.host_id AND s.service_definition = p.definition)
   GROUP BY g.network_id, g.file, g.host_id, p.definition`,
  `INSERT INTO bindings (network_id, host_id, service_id, port_id, last_seen_at)
   SELECT g.network_id, g.host_id, s.id, o.id, now() FROM given g JOIN given_ports p USING (n)
   JOIN services s ON s.host_id = g.host_id AND s.service_definition = p.definition
   JOIN ports o ON o.host_id = g.host_id AND o.protocol = 'Tcp' AND o.number = p.number
   WHERE NOT EXISTS (SELECT FROM bindings b WHERE b.port_id = o.id)`,
];

/** Imports hosts into a network, in one transaction that locks the network. */
export async function importByHand(
  client: Client,
  networkId: string,
  fileName: string,
  batches: AsyncIterable<readonly GivenHost[]>,
): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT FROM networks WHERE id = $1 FOR NO KEY UPDATE', [networkId]);
    for (const statement of begin) await client.query(statement);
    let n = 0;
    for await (const batch of batches) {
      const rows = batch.map((host) => ({ n: (n += 1), ...host }));
      await client.query(receive, [networkId, fileName, JSON.stringify(rows)]);
    }
    for (const statement of statements) await client.query(statement);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

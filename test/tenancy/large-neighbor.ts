// Creates a small tenant beside a large one, in a separate database. Tests check which rows PostgreSQL scans for
// statements of the small tenant.
import { Client } from 'pg';
import { explainSteps, plannings, rowsSeen, statementKey } from '../support/explained-statements';
import type { Statement } from '../support/sent-statements';
import { createMigratedDatabase } from '../support/own-database';
import { databaseInstant } from '../support/instants';
import { addInventory } from '../support/inventory';
import { createWorld, type World } from '../support/world';

/** The number of rows of most kinds in the large tenant's network. */
const others = 4_000;
/**
 * The most rows that a step of a query plan may scan. This is more than the small tenant has of any kind, and far fewer
 * than the large tenant has.
 */
const maxRows = 200;

export interface LargeNeighbor {
  readonly world: World;
  /** An instant at which all rows existed. */
  readonly past: Date;
  readonly client: Client;
  /**
   * Returns a text for each statement and plan mode (generic or custom) in which a step scans too many rows. The text
   * names the step that scans most rows.
   */
  tooWide(statements: readonly Statement[]): Promise<string[]>;
  close(): Promise<void>;
}

export async function createLargeNeighbor(): Promise<LargeNeighbor> {
  const database = await createMigratedDatabase();
  const world = await createWorld({ DATABASE_URL: database.url, QUERY_COST_MAXIMUM: '100000000' });
  await addInventory(world.prisma, world, 3);
  const { strangerNetworkId: network } = world;
  await database.query(`
    INSERT INTO hosts (network_id, name, hostname, sys_descr, source_type)
    SELECT '${network}', 'elsewhere-' || i, 'elsewhere-' || i || '.example', 'Software of elsewhere', 'Manual'
    FROM generate_series(1, ${others}) i`);
  await database.query(`
    WITH subnet AS (INSERT INTO subnets (network_id, name, cidr, subnet_type) VALUES ('${network}', 'All', '10.0.0.0/8', 'Lan')
      RETURNING id, cidr),
    vlan AS (INSERT INTO vlans (network_id, organization_id, name, vlan_number)
      SELECT id, organization_id, 'elsewhere', 77 FROM networks WHERE id = '${network}' RETURNING id),
    addresses AS (INSERT INTO ip_addresses (network_id, host_id, subnet_id, subnet_cidr, ip_address)
      SELECT '${network}', h.id, s.id, s.cidr, '10.0.0.0'::inet + substr(h.name, 11)::int
      FROM hosts h, subnet s WHERE h.network_id = '${network}' RETURNING id, host_id),
    interfaces AS (INSERT INTO interfaces (network_id, host_id, if_index, if_name, if_descr, native_vlan_id, ip_address_id, mac_address)
      SELECT h.network_id, h.id, 1, 'elsewhere', 'elsewhere', v.id, a.id,
        '02:ab:cd:' || regexp_replace(lpad(to_hex(substr(name, 11)::int), 6, '0'), '(..)(..)(..)', '\\1:\\2:\\3')
      FROM hosts h JOIN addresses a ON a.host_id = h.id, vlan v WHERE h.network_id = '${network}')
    INSERT INTO services (network_id, host_id, name, service_definition)
    SELECT network_id, id, 'elsewhere', 'elsewhere' FROM hosts WHERE network_id = '${network}'`);
  const past = await databaseInstant(world.prisma);
  await database.query('VACUUM ANALYZE');
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('SET enable_seqscan = off');

  /**
   * Results of EXPLAIN by statement and values. Rows do not change during the tests, so equal statements are explained
   * only once.
   */
  const tooWideStatements = new Map<string, Promise<string[]>>();
  const tooWideOf = async (statement: Statement): Promise<string[]> => {
    const steps = await explainSteps(client, statement);
    return plannings.flatMap((planning) => {
      const most = steps[planning]
        .filter((step) => step['Relation Name'] !== undefined || step['Index Name'] !== undefined)
        .map((step) => ({
          rows: rowsSeen(step),
          at: `${step['Node Type']} ${step['Relation Name'] ?? ''} ${step['Index Name'] ?? ''}`,
        }))
        .reduce((most, one) => (one.rows > most.rows ? one : most), { rows: 0, at: 'nothing' });
      return most.rows > maxRows ? [`${planning}: ${most.at} ${most.rows}`] : [];
    });
  };
  return {
    world,
    past,
    client,
    tooWide: async (statements) => {
      const wideSteps: string[] = [];
      for (const statement of statements) {
        const key = statementKey(statement);
        if (!tooWideStatements.has(key)) tooWideStatements.set(key, tooWideOf(statement));
        wideSteps.push(...(await tooWideStatements.get(key)!));
      }
      return wideSteps;
    },
    close: async () => {
      await client.end();
      await world.stop();
      await database.drop();
    },
  };
}

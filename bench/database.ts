// The database of the benchmark. It contains the demo organization for most measurements, and an organization with many
// hosts.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Client } from 'pg';
import { generateKey } from '../src/auth/tokens';
import { createPrismaClient } from '../src/data/client';
import { openConnection } from '../src/platform/postgres/connect';
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded/embedded-postgres';
import { migrate } from '../src/platform/postgres/migrate';
import { loadDemo } from '../src/demo/load';
import { dropDatabase } from '../test/support/drop-database';
import { connections } from './measure';
import type { Target } from './cases';

export interface BenchDatabase {
  readonly url: string;
  readonly version: string;
  /** Ids and API key of the demo organization. The property `many` holds those of the organization with many hosts. */
  readonly target: Target;
  readonly many: Target;
}
export interface Sizes {
  readonly hosts: number;
  readonly manyHosts: number;
  /** URL of the PostgreSQL server. If omitted, the server of BENCH_DATABASE_URL or an embedded server is used. */
  readonly serverUrl?: string;
}

const databaseName = 'netloom_bench';

/**
 * Runs the work with a new database, on the server of BENCH_DATABASE_URL or on an embedded server in a temporary
 * folder.
 */
export async function withBenchDatabase<T>(
  sizes: Sizes,
  report: (line: string) => void,
  work: (database: BenchDatabase) => Promise<T>,
): Promise<T> {
  const configuredUrl = sizes.serverUrl ?? process.env.BENCH_DATABASE_URL;
  const dataDir = path.join(__dirname, '..', '.data', 'bench');
  const postgres = configuredUrl ? undefined : await startEmbeddedPostgres({ dataDir, report });
  const serverUrl = configuredUrl ?? postgres!.url;
  try {
    await onServer(serverUrl, (server) => dropDatabase(server, databaseName));
    await onServer(serverUrl, (server) => server.query(`CREATE DATABASE ${databaseName}`));
    const url = new URL(serverUrl);
    url.pathname = `/${databaseName}`;
    await migrate(url.href);
    try {
      return await work(await fillDatabase(url.href, sizes));
    } finally {
      await onServer(serverUrl, (server) => dropDatabase(server, databaseName));
    }
  } finally {
    await postgres?.stop();
  }
}

async function onServer(url: string, work: (server: Client) => Promise<unknown>): Promise<void> {
  const client = await openConnection(url);
  await work(client).finally(() => client.end());
}

async function fillDatabase(url: string, sizes: Sizes): Promise<BenchDatabase> {
  const prisma = createPrismaClient(url);
  await loadDemo(prisma, { seed: 'bench', hosts: sizes.hosts });
  await prisma.$disconnect();
  const client = await openConnection(url);
  try {
    const { rows: organizations } = await client.query<{ id: string }>('SELECT id FROM organizations');
    const organizationId = organizations[0]!.id;
    const manyId = await addManyHosts(client, sizes.manyHosts);
    const [target, many] = [await targetOf(client, organizationId), await targetOf(client, manyId)];
    await client.query('VACUUM ANALYZE');
    const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
    return { url, version: rows[0]!.version, target, many };
  } finally {
    await client.end();
  }
}

/** Adds an API key of the organization's owner, with access to all networks. Returns the token. */
export async function addKey(client: Client, organizationId: string): Promise<string> {
  const { token, keyHash, keyPrefix } = generateKey('user');
  const id = randomUUID();
  await client.query(
    `INSERT INTO user_api_keys (id, organization_id, user_id, name, key_hash, key_prefix, permissions)
     SELECT $1, organization_id, id, 'Benchmark', $2, $3, 'Owner' FROM users
     WHERE organization_id = $4 AND permissions = 'Owner' LIMIT 1`,
    [id, keyHash, keyPrefix, organizationId],
  );
  await client.query(
    `INSERT INTO user_api_key_networks (user_api_key_id, network_id, organization_id)
     SELECT $1, id, organization_id FROM networks WHERE organization_id = $2`,
    [id, organizationId],
  );
  return token;
}

async function targetOf(client: Client, organizationId: string): Promise<Target> {
  const key = await addKey(client, organizationId);
  const inOrganization = 'network_id IN (SELECT id FROM networks WHERE organization_id = $1)';
  const tags = await client.query<{ id: string }>(
    `INSERT INTO tags (organization_id, name) SELECT $1, 'Benchmark ' || n FROM generate_series(1, $2::int) n RETURNING id`,
    [organizationId, connections],
  );
  const subnets = await client.query<Target['subnets'][number]>(
    `INSERT INTO subnets (network_id, name, cidr, subnet_type)
     SELECT id, 'Benchmark', '100.64.0.0/10', 'Lan' FROM networks WHERE organization_id = $1 RETURNING id, network_id`,
    [organizationId],
  );
  const hosts = await client.query<{ id: string }>(
    `SELECT id FROM hosts WHERE ${inOrganization} ORDER BY id LIMIT 10000`,
    [organizationId],
  );
  const vlans = await client.query<Target['vlans'][number]>(
    `SELECT id, name, network_id, organization_id, vlan_number FROM vlans WHERE ${inOrganization} ORDER BY id LIMIT $2`,
    [organizationId, connections],
  );
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
  return { key, tagIds: idsOf(tags.rows), hostIds: idsOf(hosts.rows), subnets: subnets.rows, vlans: vlans.rows };
}

/**
 * Adds an organization with many hosts, distributed over its networks. Each host has an address and a service. Returns
 * the organization's id.
 */
export async function addManyHosts(client: Client, count: number, networks = 3): Promise<string> {
  const organizationId = randomUUID();
  await client.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Many hosts')`, [organizationId]);
  await client.query(`INSERT INTO users (organization_id, email, permissions) VALUES ($1, $2, 'Owner')`, [
    organizationId,
    `owner@${organizationId}.example`,
  ]);
  const statements = [
    `INSERT INTO networks (organization_id, name) SELECT $1, 'Network ' || n FROM generate_series(1, ${networks}) n`,
    `INSERT INTO subnets (network_id, name, cidr, subnet_type) SELECT id, 'Everything', '10.0.0.0/8', 'Lan' FROM networks
     WHERE organization_id = $1`,
    `INSERT INTO hosts (network_id, name, hostname, sys_descr, manufacturer, model, source_type)
     SELECT n.id, 'host-' || i, 'host-' || i || '.example.net', 'Switch software, version ' || i % 20, 'Maker', 'Model ' || i % 50,
       'Discovery'
     FROM generate_series(1, ${count}) i
     JOIN (SELECT id, row_number() OVER () - 1 AS at FROM networks WHERE organization_id = $1) n ON n.at = i % ${networks}`,
    `INSERT INTO ip_addresses (network_id, host_id, subnet_id, subnet_cidr, ip_address)
     SELECT h.network_id, h.id, s.id, s.cidr, '10.0.0.0'::inet + substr(h.name, 6)::int
     FROM hosts h JOIN subnets s ON s.network_id = h.network_id JOIN networks n ON n.id = h.network_id
     WHERE n.organization_id = $1`,
    `INSERT INTO services (network_id, host_id, name, service_definition)
     SELECT h.network_id, h.id, 'SSH', 'SSH' FROM hosts h JOIN networks n ON n.id = h.network_id WHERE n.organization_id = $1`,
  ];
  for (const statement of statements) await client.query(statement, [organizationId]);
  return organizationId;
}

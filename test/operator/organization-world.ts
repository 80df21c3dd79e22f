// Two databases on one PostgreSQL server, owned by a role without other rights. The source has two organizations with
// rows in every table; the target has one organization.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { createPrismaClient } from '../../src/data/client';
import { sealedColumns } from '../../src/operator/copy/secrets.sql';
import { digestOfRows, inCopyTransaction, readTables } from '../../src/operator/copy/tables.sql';
import { movedTables, rowsSql, type MovedTable } from '../../src/operator/organization/scopes';
import { migrate } from '../../src/platform/postgres/migrate';
import { createSecretBox } from '../../src/platform/text/sealed-secrets';
import { fillOrganization } from '../support/populate';
import { startReplicatedPostgres, type PostgresServer } from '../support/replicated-postgres';

export const sourceKey = randomBytes(32);
export const targetKey = randomBytes(32);

export interface Filled {
  readonly organizationId: string;
  readonly networkIds: readonly string[];
  readonly personId: string;
}

export interface OrganizationWorld {
  readonly server: PostgresServer;
  readonly from: string;
  readonly to: string;
  readonly moved: Filled;
  /** The organizations that are not moved: `neighbor` in the source database, `resident` in the target database. */
  readonly neighbor: Filled;
  readonly resident: Filled;
  /** Creates another database of the role, as a copy of the source or empty, and returns its URL. */
  addDatabase(name: string, template?: string): Promise<string>;
  close(): Promise<void>;
}

const role = 'plain';

export async function onUrl<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return work(client).finally(() => client.end());
}

export const rowsOf = <Row extends object>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> =>
  onUrl(url, async (client) => (await client.query<Row>(sql, values)).rows);

/** The tables with rows of an organization, without the tables that tests add as an operator would. */
export const readMovedTables = async (client: Client): Promise<readonly MovedTable[]> =>
  movedTables((await readTables(client)).filter(({ name }) => !name.startsWith('operator_')));

/**
 * A digest of the organization's rows in each table. Tables with secrets are left out, because the move encrypts
 * secrets anew.
 */
export function digestsOf(url: string, { organizationId }: Filled): Promise<Record<string, unknown>> {
  const sealed = new Set<string>(sealedColumns.map(({ table }) => table));
  return onUrl(url, (client) =>
    inCopyTransaction(client, '', async () => {
      const digests: Record<string, unknown> = {};
      for (const table of await readMovedTables(client))
        if (!sealed.has(table.name))
          digests[table.name] = await digestOfRows(client, `(${rowsSql(table, organizationId)})`);
      return digests;
    }),
  );
}

/** The number of all rows of each table, whatever organization they belong to. */
export const countsOf = (url: string): Promise<Record<string, number>> =>
  onUrl(url, async (client) => {
    const counts: Record<string, number> = {};
    for (const { name } of await readTables(client)) {
      const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${name}`);
      counts[name] = rows[0]!.count;
    }
    return counts;
  });

async function fill(url: string, name: string, key: Buffer): Promise<Filled> {
  const prisma = createPrismaClient(url, { poolSize: 2 });
  try {
    const { id: organizationId } = await prisma.organization.create({ data: { name } });
    const organization = await fillOrganization(prisma, organizationId);
    const networkIds: string[] = [];
    for (const networkName of ['one', 'two']) {
      const network = await prisma.network.create({ data: { name: networkName, organizationId } });
      networkIds.push(network.id);
      await organization.fillNetwork(network.id);
    }
    // Changes rows, so that the history has past states of these rows.
    await prisma.host.updateMany({ where: { networkId: { in: networkIds } }, data: { description: 'changed' } });
    await prisma.tag.updateMany({ where: { organizationId }, data: { description: 'changed' } });
    await sealSecrets(url, organizationId, key);
    return { organizationId, networkIds, personId: organization.personId };
  } finally {
    await prisma.$disconnect();
  }
}

const sealSecrets = (url: string, organizationId: string, key: Buffer): Promise<void> =>
  onUrl(url, async (client) => {
    const box = createSecretBox([key]);
    const tables = new Map(movedTables(await readTables(client)).map((table) => [table.name, table]));
    for (const { table, id, column } of sealedColumns) {
      const { rows } = await client.query<{ id: string }>(
        `SELECT ${id} AS id FROM (${rowsSql(tables.get(table)!, organizationId)}) t`,
      );
      for (const row of rows)
        await client.query(`UPDATE ${table} SET ${column} = $1 WHERE ${id} = $2`, [
          Buffer.from(box.seal(row.id, { of: table })),
          row.id,
        ]);
    }
  });

export async function createOrganizationWorld(): Promise<OrganizationWorld> {
  const postgres = await startReplicatedPostgres(0);
  const server = postgres.primary;
  const urlOf = (name: string) => server.url.replace('postgres@', `${role}@`).replace(/netloom$/, name);
  await server.query(`CREATE ROLE ${role} LOGIN`);
  const addDatabase = async (name: string, template?: string): Promise<string> => {
    await server.query(`CREATE DATABASE ${name} OWNER ${role}${template ? ` TEMPLATE ${template}` : ''}`);
    return urlOf(name);
  };
  const from = await addDatabase('source');
  await migrate(from);
  const to = await addDatabase('target', 'source');
  return {
    ...{ server, from, to, addDatabase },
    moved: await fill(from, 'Moved', sourceKey),
    neighbor: await fill(from, 'Neighbor', sourceKey),
    resident: await fill(to, 'Resident', targetKey),
    close: () => postgres.close(),
  };
}

// Copies all rows of an installation into an empty database. An interrupted copy is continued by running it again.
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate, readMigrations, requireKnownMigrations, unfinishedCopyTable } from '../../platform/postgres/migrate';
import { openConnection } from '../../platform/postgres/connect';
import { type Report, StartError } from '../../platform/postgres/start-error';
import { sealAnew } from './secrets.sql';
import { columnList, type Source, type SourceTable } from './source';
import {
  hasTable,
  inCopyTransaction,
  quoted,
  readForeignKeys,
  isSameDigest,
  leftOutLine,
  readTables,
  type ForeignKey,
} from './tables.sql';

export interface CopyKeys {
  /** Keys that decrypt the secrets of the source. */
  readonly from: readonly Buffer[];
  /** Keys of the installation that the copy is for; its secrets are encrypted with the first one. */
  readonly to: readonly Buffer[];
}

export interface CopyCounts {
  readonly tableCount: number;
  readonly rowCount: number;
  /** Number of tables that an interrupted copy had already copied. */
  readonly skippedCount: number;
  readonly sealedCount: number;
  /** Number of secrets that no key decrypts. */
  readonly closedCount: number;
}

/**
 * Copies every table of Netloom, compares its rows with the source, and then migrates the copy. Throws a StartError
 * before anything is written if the target has organizations of its own, if the source has migrations that this version
 * does not know, or if the secrets of the source could not be encrypted again. After any later failure the target is an
 * unfinished copy, with which Netloom does not start.
 */
export async function copyInto(url: string, source: Source, keys: CopyKeys, report: Report): Promise<CopyCounts> {
  if (keys.from.length > 0 && keys.to.length === 0)
    throw new StartError('Set SECRETS_KEY to the key of the new installation: its secrets are encrypted with it.');
  const client = await openConnection(url);
  client.on('error', () => undefined);
  try {
    await begin(client, url, source, report);
    let [tableCount, rowCount, skippedCount] = [0, 0, 0];
    for await (const table of source.tables) {
      // The target has exactly the migrations of the source, so the operator has added this table to the source.
      if (!(await hasTable(client, table.name))) {
        report(leftOutLine(table.name));
        continue;
      }
      const isCopied = await loadTable(client, table);
      if (table.digest.count !== '0' && isCopied) report(`${table.name}: ${table.digest.count}`);
      if (table.digest.count !== '0' && !isCopied) skippedCount += 1;
      tableCount += 1;
      rowCount += Number(table.digest.count);
    }
    const sealed = await inCopyTransaction(client, '', () => finish(client, keys));
    await client.query('ANALYZE');
    await migrate(url, { report });
    return { tableCount, rowCount, skippedCount, ...sealed };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The copy failed: ${(error as Error).message}. Run the command again to continue it.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function begin(client: Client, url: string, source: Source, report: Report): Promise<void> {
  requireKnownMigrations(await readMigrations(), source.migrations);
  // Only one copy at a time. PostgreSQL releases the advisory lock when the connection ends.
  const { rows: locks } = await client.query<{ held: boolean }>(
    `SELECT pg_try_advisory_lock(hashtext('${unfinishedCopyTable}')) AS held`,
  );
  if (!locks[0]!.held) throw new StartError('Another copy into this database is running.');
  if (await hasTable(client, unfinishedCopyTable)) return report('Continuing an interrupted copy …');
  if (await hasTable(client, 'organizations')) {
    const { rows } = await client.query<{ found: boolean }>('SELECT EXISTS (SELECT FROM organizations) AS found');
    if (rows[0]!.found) throw new StartError('The database has organizations already: a copy needs an empty one.');
  }
  const names = source.migrations.map((migration) => migration.migration_name);
  await migrate(url, { only: new Set(names), report: () => undefined });
  await inCopyTransaction(client, '', () => prepareTables(client, names));
}

/** Removes foreign keys and disables the service's triggers, which would check or change rows while they are loaded. */
async function prepareTables(client: Client, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT migration_name AS name FROM _prisma_migrations');
  const sourceMigrations = new Set(names);
  const newer = rows.find(({ name }) => !sourceMigrations.has(name));
  if (newer)
    throw new StartError(
      `The database has migration ${newer.name} and the source has not: a copy needs an empty database.`,
    );
  const foreignKeys = await readForeignKeys(client);
  await client.query(`CREATE TABLE ${unfinishedCopyTable} (foreign_keys jsonb NOT NULL)`);
  await client.query(`INSERT INTO ${unfinishedCopyTable} VALUES ($1::jsonb)`, [JSON.stringify(foreignKeys)]);
  for (const { table, name } of foreignKeys)
    await client.query(`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${quoted(name)}`);
  for (const { name } of await readTables(client))
    await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
}

/** Loads the rows of a table. Resolves with false if the table already had exactly these rows. */
function loadTable(client: Client, table: SourceTable): Promise<boolean> {
  return inCopyTransaction(client, '', async () => {
    if (isSameDigest(await table.digestOfTarget(client), table.digest)) return false;
    await client.query(`TRUNCATE ${quoted(table.name)}`);
    await pipeline(table.rows(), client.query(copyFrom(`COPY ${columnList(table)} FROM STDIN`)));
    if (!isSameDigest(await table.digestOfTarget(client), table.digest))
      throw new StartError(`The rows of table ${table.name} are not the rows of the source: run the command again.`);
    return true;
  });
}

/**
 * Tables that contain transaction ids, counts of them or log positions of the source's server. They have no meaning on
 * the server of the target, so the tables are emptied. Backups of older versions lack some of them.
 */
const ofServer = ['network_changes', 'swept_changes', 'write_positions', 'primary_marks'];

async function finish(client: Client, keys: CopyKeys): Promise<{ sealedCount: number; closedCount: number }> {
  const sealed = await sealAnew(client, keys.from, keys.to);
  for (const name of ofServer) if (await hasTable(client, name)) await client.query(`TRUNCATE ${name}`);
  await client.query(
    'INSERT INTO network_changes (network_id, transaction_id) SELECT id, pg_current_xact_id()::text::bigint FROM networks',
  );
  for (const { name } of await readTables(client))
    await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
  const { rows } = await client.query<{ foreignKeys: ForeignKey[] }>(
    `SELECT foreign_keys AS "foreignKeys" FROM ${unfinishedCopyTable}`,
  );
  for (const { table, name, definition } of rows[0]!.foreignKeys)
    await client.query(`ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}`);
  await client.query(`DROP TABLE ${unfinishedCopyTable}`);
  return sealed;
}

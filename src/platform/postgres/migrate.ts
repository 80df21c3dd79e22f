// Applies the migrations in prisma/migrations, each exactly once even if several processes start together.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { openConnection, requireSuitableServer } from './connect';
import { type Report, StartError } from './start-error';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /**
   * Earlier migrations that this migration combines; usually empty. A database that has all of them counts as having
   * this migration.
   */
  readonly replaces: readonly ReplacedMigration[];
}

interface ReplacedMigration {
  readonly name: string;
  readonly checksum: string;
}

/** A migration that a database has, as Prisma's table records it. */
export interface RecordedMigration {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
}

export interface MigrateOptions {
  /** Names of the migrations to apply; all if undefined. */
  readonly only?: ReadonlySet<string>;
  readonly migrationsDir?: string;
  readonly connectTimeoutSeconds?: number;
  readonly report?: Report;
}

const defaultMigrationsDir = path.resolve(__dirname, '..', '..', '..', 'prisma', 'migrations');

// The advisory lock that `prisma migrate deploy` uses. Concurrent migrations wait for each other, whether this service
// or Prisma runs them.
const lockStatement = 'SELECT pg_advisory_xact_lock(72707369)';

/** A table that marks a database as an unfinished copy (`npm run restore`, `npm run move`). */
export const unfinishedCopyTable = 'netloom_unfinished_copy';

// Prisma's own table, so that its tools see the same applied migrations.
const tableStatement = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL,
  checksum varchar(64) NOT NULL,
  finished_at timestamptz,
  migration_name varchar(255) NOT NULL,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
)`;

/** The migrations of a folder in order. */
export async function readMigrations(migrationsDir = defaultMigrationsDir): Promise<Migration[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const folder = path.join(migrationsDir, name);
      const bytes = await readFile(path.join(folder, 'migration.sql'));
      const checksum = createHash('sha256').update(bytes).digest('hex');
      return { name, sql: bytes.toString('utf8'), checksum, replaces: await readReplaced(folder) };
    }),
  );
}

async function readReplaced(folder: string): Promise<readonly ReplacedMigration[]> {
  const file = path.join(folder, 'replaces.json');
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as ReplacedMigration[]) : [];
}

/** The migrations that a database has. Empty for a database without tables. */
export async function recordedMigrations(client: Client): Promise<RecordedMigration[]> {
  const { rows: tables } = await client.query(`SELECT to_regclass('_prisma_migrations') AS name`);
  if (tables[0].name === null) return [];
  const { rows } = await client.query<RecordedMigration>(
    `SELECT migration_name, checksum, finished_at FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
}

/**
 * Throws a StartError if a database has a migration that the code does not have, or whose text in the code has changed.
 */
export function requireKnownMigrations(migrations: readonly Migration[], recorded: readonly RecordedMigration[]): void {
  const all = migrations.flatMap((migration) => [migration, ...migration.replaces]);
  const migrationsByName = new Map(all.map((migration) => [migration.name, migration]));
  for (const { migration_name: name, checksum, finished_at: finishedAt } of recorded) {
    const migration = migrationsByName.get(name);
    if (!migration) {
      throw new StartError(`The database is newer than this Netloom: it has migration ${name}. Start a newer version.`);
    }
    if (finishedAt === null) {
      throw new StartError(
        `Migration ${name} was begun by another tool and not finished: resolve it with "prisma migrate resolve".`,
      );
    }
    if (checksum !== migration.checksum) {
      throw new StartError(`Migration ${name} was changed after this database applied it: restore its file.`);
    }
  }
}

/**
 * Whether the database has all migrations that this migration replaces. Throws a StartError if it has only some of
 * them.
 */
function hasReplaced({ name, replaces }: Migration, recorded: readonly RecordedMigration[]): boolean {
  const recordedNames = new Set(recorded.map((row) => row.migration_name));
  const present = replaces.filter((replaced) => recordedNames.has(replaced.name));
  if (present.length === 0) return false;
  if (present.length === replaces.length) return true;
  throw new StartError(
    `The database has ${present.length} of the ${replaces.length} migrations that ${name} replaces: start the last Netloom that has them once, then this one.`,
  );
}

/**
 * Applies one migration and records it in the same transaction, so that a failure leaves nothing behind. If the
 * migrations that it replaces are recorded, their records are replaced instead. Returns whether the migration was
 * applied.
 */
async function applyOne(client: Client, migration: Migration, migrations: readonly Migration[]): Promise<boolean> {
  // A pooled connection may still have the time limits of a request.
  await client.query('BEGIN; SET LOCAL statement_timeout = 0');
  try {
    // The lock belongs to the transaction, so it also works behind a pooler in transaction mode.
    await client.query(lockStatement);
    await client.query(tableStatement);
    const recorded = await recordedMigrations(client);
    requireKnownMigrations(migrations, recorded);
    const isRecorded = recorded.some((row) => row.migration_name === migration.name);
    const isReplacing = !isRecorded && hasReplaced(migration, recorded);
    const isNew = !isRecorded && !isReplacing;
    if (isNew) await client.query(migration.sql);
    if (isReplacing) {
      const replaced = migration.replaces.map(({ name }) => name);
      await client.query('DELETE FROM _prisma_migrations WHERE migration_name = ANY($1)', [replaced]);
    }
    if (!isRecorded) {
      await client.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
         VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
        [randomUUID(), migration.checksum, migration.name],
      );
    }
    await client.query('COMMIT');
    return isNew;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    if (error instanceof StartError) throw error;
    throw new StartError(`Migration ${migration.name} failed: ${(error as Error).message}.`);
  }
}

/** Throws a StartError if the database is an interrupted copy, which has no foreign keys and not all rows. */
export async function refuseUnfinishedCopy(client: Client): Promise<void> {
  const { rows } = await client.query(`SELECT to_regclass('${unfinishedCopyTable}') AS name`);
  if (rows[0].name !== null)
    throw new StartError('The database is an unfinished copy: run its "npm run restore" or "npm run move" again.');
}

/**
 * Applies the missing migrations and returns their names. Throws a StartError if the database has migrations that the
 * code does not have.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(options.migrationsDir);
  const client = await openConnection(url, options.connectTimeoutSeconds);
  // If the connection is lost between two statements, the next statement reports it, so the event needs no handling.
  client.on('error', () => undefined);
  try {
    await requireSuitableServer(client);
    await refuseUnfinishedCopy(client);
    const recordedRows = await recordedMigrations(client);
    requireKnownMigrations(migrations, recordedRows);
    const appliedNames: string[] = [];
    for (const migration of migrations) {
      if (recordedRows.some((row) => row.migration_name === migration.name)) continue;
      if (options.only && !options.only.has(migration.name)) continue;
      options.report?.(`Migrating the database: ${migration.name} …`);
      if (await applyOne(client, migration, migrations)) appliedNames.push(migration.name);
    }
    return appliedNames;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database could not be migrated: ${(error as Error).message}.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

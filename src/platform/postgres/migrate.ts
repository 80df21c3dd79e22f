// Applies the migrations in prisma/migrations, exactly once even if several replicas start together.
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { openConnection, requireSuitableServer } from './connect';
import { type Report, StartError } from './start-error';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

interface Recorded {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
}

export interface MigrateOptions {
  readonly migrationsDir?: string;
  readonly connectTimeoutSeconds?: number;
  readonly report?: Report;
}

const defaultMigrationsDir = path.resolve(__dirname, '..', '..', '..', 'prisma', 'migrations');

// The advisory lock that `prisma migrate deploy` uses: concurrent migrations wait, with either tool.
const lockStatement = 'SELECT pg_advisory_xact_lock(72707369)';

// Prisma's own table, so that its tools agree on what was applied.
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
      const bytes = await readFile(path.join(migrationsDir, name, 'migration.sql'));
      return { name, sql: bytes.toString('utf8'), checksum: createHash('sha256').update(bytes).digest('hex') };
    }),
  );
}

async function recordedMigrations(client: Client): Promise<Recorded[]> {
  const { rows: tables } = await client.query(`SELECT to_regclass('_prisma_migrations') AS name`);
  if (tables[0].name === null) return [];
  const { rows } = await client.query<Recorded>(
    `SELECT migration_name, checksum, finished_at FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
}

function refuseContradiction(migrations: readonly Migration[], recorded: readonly Recorded[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { migration_name: name, checksum, finished_at: finishedAt } of recorded) {
    const migration = known.get(name);
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

/** Applies one migration and records it in the same transaction: a failure leaves nothing behind. */
async function applyOne(client: Client, migration: Migration, migrations: readonly Migration[]): Promise<boolean> {
  // A pooled connection may still have a request's time limits.
  await client.query('BEGIN; SET LOCAL statement_timeout = 0');
  try {
    // A transaction lock, which also works behind a pooler in transaction mode.
    await client.query(lockStatement);
    await client.query(tableStatement);
    const recorded = await recordedMigrations(client);
    refuseContradiction(migrations, recorded);
    const isNew = !recorded.some((row) => row.migration_name === migration.name);
    if (isNew) {
      await client.query(migration.sql);
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

/**
 * Applies missing migrations and returns their names. Throws a StartError if the database has migrations that the code
 * lacks.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(options.migrationsDir);
  const client = await openConnection(url, options.connectTimeoutSeconds);
  // A connection lost between statements is reported by the next one.
  client.on('error', () => undefined);
  try {
    await requireSuitableServer(client);
    const recorded = await recordedMigrations(client);
    refuseContradiction(migrations, recorded);
    const applied: string[] = [];
    for (const migration of migrations) {
      if (recorded.some((row) => row.migration_name === migration.name)) continue;
      options.report?.(`Migrating the database: ${migration.name} …`);
      if (await applyOne(client, migration, migrations)) applied.push(migration.name);
    }
    return applied;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database could not be migrated: ${(error as Error).message}.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

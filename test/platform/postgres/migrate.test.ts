// Tests migrations. Each migration is applied once, completely or not at all, even if several services start together.
// Differences between the migration files and the applied migrations are reported.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { migrate, readMigrations } from '../../../src/platform/postgres/migrate';
import { createOwnDatabase, type OwnDatabase } from '../../support/own-database';

let database: OwnDatabase;
let url: string;
let folder: string;

function write(migration: string, sql: string): void {
  mkdirSync(path.join(folder, migration), { recursive: true });
  writeFileSync(path.join(folder, migration, 'migration.sql'), sql);
}

const run = () => migrate(url, { migrationsDir: folder });

beforeEach(async () => {
  database = await createOwnDatabase();
  ({ url } = database);
  folder = mkdtempSync(path.join(tmpdir(), 'netloom-migrations-'));
  writeFileSync(path.join(folder, 'migration_lock.toml'), 'provider = "postgresql"\n');
  write('1_first', 'CREATE TABLE first (n int);\nINSERT INTO first VALUES (1);');
  write('2_second', 'CREATE TABLE second (n int);');
});

afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

test('missing migrations are applied in the order of their names, and not applied again', async () => {
  expect(await run()).toEqual(['1_first', '2_second']);
  expect(await run()).toEqual([]);
  write('3_third', 'ALTER TABLE second ADD COLUMN m int;');
  expect(await run()).toEqual(['3_third']);
});

test('migrations are recorded like by `prisma migrate deploy`: SHA-256 of the file, finished, one step', async () => {
  await run();
  const rows =
    await database.query(`SELECT checksum, finished_at >= started_at AS finished, rolled_back_at, logs, applied_steps_count AS steps, length(id) AS id
     FROM _prisma_migrations WHERE migration_name = '2_second'`);
  // The output of: printf 'CREATE TABLE second (n int);' | sha256sum
  const checksum = 'f5d95dccbbd878aaf1f8ebdcf0ddf447aa035708bfb39491656d4e7555443e03';
  expect(rows).toEqual([{ checksum, finished: true, rolled_back_at: null, logs: null, steps: 1, id: 36 }]);
});

test('replicas that start together apply each migration once', async () => {
  write('3_slow', 'SELECT pg_sleep(0.2); CREATE TABLE third (n int);');
  const applied = await Promise.all(Array.from({ length: 6 }, run));
  expect(applied.flat().sort()).toEqual(['1_first', '2_second', '3_slow']);
  expect(await database.query('SELECT count(*)::int AS count FROM first')).toEqual([{ count: 1 }]);
  expect(await database.query('SELECT count(*)::int AS count FROM _prisma_migrations')).toEqual([{ count: 3 }]);
});

test('migrations wait for a running `prisma migrate deploy`', async () => {
  const other = new Client({ connectionString: url });
  await other.connect();
  await other.query('SELECT pg_advisory_lock(72707369)');
  const migrating = run();
  // Only locks on this database count, because other suites migrate other databases of the server.
  const waits = `SELECT 1 FROM pg_locks JOIN pg_database d ON d.oid = database AND datname = current_database()
    WHERE locktype = 'advisory' AND NOT granted AND objid = 72707369`;
  while ((await other.query(waits)).rowCount === 0) await new Promise(setImmediate);
  await other.query('SELECT pg_advisory_unlock(72707369)');
  expect(await migrating).toEqual(['1_first', '2_second']);
  await other.end();
});

test('a failed migration changes nothing and is reported in one line', async () => {
  write('3_broken', 'CREATE TABLE third (n int); SELECT 1/0;');
  await expect(run()).rejects.toThrow(/^Migration 3_broken failed: division by zero\.$/);
  expect(await database.query(`SELECT to_regclass('third') AS third`)).toEqual([{ third: null }]);
  write('3_broken', 'CREATE TABLE third (n int);');
  expect(await run()).toEqual(['3_broken']);
});

test('a migration that was changed after it was applied is refused', async () => {
  await run();
  write('1_first', 'CREATE TABLE first (n bigint);');
  await expect(run()).rejects.toThrow(
    /^Migration 1_first was changed after this database applied it: restore its file\.$/,
  );
});

test('a database newer than the code is refused', async () => {
  await run();
  rmSync(path.join(folder, '2_second'), { recursive: true });
  await expect(run()).rejects.toThrow(/^The database is newer than this Netloom: it has migration 2_second\..*$/);
});

describe('a migration that replaces others', () => {
  /**
   * Replaces the first two migrations by one that creates both tables. It would fail on a database that has the
   * tables already.
   */
  const replace = async () => {
    const replaces = (await readMigrations(folder)).map(({ name, checksum }) => ({ name, checksum }));
    for (const { name } of replaces) rmSync(path.join(folder, name), { recursive: true });
    write('2_two', 'CREATE TABLE first (n int); CREATE TABLE second (n int);');
    writeFileSync(path.join(folder, '2_two', 'replaces.json'), JSON.stringify(replaces));
  };
  const recorded = async () =>
    (await database.query<{ name: string }>('SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1')).map(
      ({ name }) => name,
    );

  test('it is applied to a new database', async () => {
    await replace();
    expect(await run()).toEqual(['2_two']);
    expect(await recorded()).toEqual(['2_two']);
  });

  test('it replaces recorded migrations without being applied, however many replicas start', async () => {
    await run();
    await replace();
    write('3_third', 'ALTER TABLE second ADD COLUMN m int;');
    const applied = await Promise.all(Array.from({ length: 4 }, run));
    expect(applied.flat()).toEqual(['3_third']);
    expect(await recorded()).toEqual(['2_two', '3_third']);
    expect(await database.query('SELECT n FROM first')).toEqual([{ n: 1 }]);
    expect(await run()).toEqual([]);
  });

  test('it is refused if only some of the replaced migrations are recorded; nothing changes', async () => {
    await run();
    await replace();
    await database.query(`DELETE FROM _prisma_migrations WHERE migration_name = '2_second'`);
    await expect(run()).rejects.toThrow(
      /^The database has 1 of the 2 migrations that 2_two replaces: start the last Netloom that has them once, then this one\.$/,
    );
    expect(await recorded()).toEqual(['1_first']);
  });

  test('it is refused if a replaced migration was changed or not finished', async () => {
    await run();
    await replace();
    await database.query(`UPDATE _prisma_migrations SET checksum = 'another' WHERE migration_name = '1_first'`);
    await expect(run()).rejects.toThrow(/^Migration 1_first was changed after this database applied it.*$/);
    await database.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '1_first'`);
    await expect(run()).rejects.toThrow(/^Migration 1_first was begun by another tool and not finished.*$/);
  });
});

test('an unfinished migration of another tool is refused, unless it was rolled back', async () => {
  await run();
  await database.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '2_second'`);
  await expect(run()).rejects.toThrow(/^Migration 2_second was begun by another tool and not finished.*$/);
  await database.query(`DROP TABLE second`);
  await database.query(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '2_second'`);
  expect(await run()).toEqual(['2_second']);
});

test('an unreachable database is named without its password', async () => {
  const elsewhere = Object.assign(new URL(url), { pathname: '/absent', password: new URL(url).password });
  await expect(migrate(elsewhere.href)).rejects.toThrow(/^The database .*\/absent .* that database does not exist\.$/);
  const wrong = Object.assign(new URL(url), { password: 'not-this-one' });
  await expect(migrate(wrong.href)).rejects.toThrow(/: the user name or password is wrong\.$/);
  await expect(migrate(wrong.href)).rejects.not.toThrow(/not-this-one/);
});

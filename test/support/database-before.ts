// Creates databases as they were before a migration, for tests of the migration.
import { migrate, readMigrations } from '../../src/platform/postgres/migrate';
import { createOwnDatabase, type OwnDatabase } from './own-database';

/** A database to which only the migrations before `migration` are applied. */
export async function createDatabaseBefore(migration: string): Promise<OwnDatabase> {
  const names = (await readMigrations()).map(({ name }) => name);
  const database = await createOwnDatabase();
  await migrate(database.url, { only: new Set(names.filter((name) => name < migration)), report: () => undefined });
  return database;
}

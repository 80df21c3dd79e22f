// The source of a copy: the tables of a database at one instant, or the tables of a backup file.
import type { Readable } from 'node:stream';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { recordedMigrations, refuseUnfinishedCopy, type RecordedMigration } from '../../platform/postgres/migrate';
import { StartError } from '../../platform/postgres/start-error';
import { digestOf, quoted, readTables, type Digest, type Table } from './tables.sql';

export interface SourceTable extends Table {
  readonly digest: Digest;
  /** Computes the digest of the target's table that is compared with `digest`. */
  digestOfTarget(client: Client): Promise<Digest>;
  /** The rows in the text format of PostgreSQL's COPY. They can be read once, before the next table is requested. */
  rows(): Readable;
}

export interface Source {
  readonly migrations: readonly RecordedMigration[];
  readonly tables: AsyncIterable<SourceTable>;
}

export const columnList = ({ name, columns }: Table): string => `${quoted(name)} (${columns.map(quoted).join(', ')})`;

/**
 * The tables of a database. Call it in a transaction with one snapshot. Throws a StartError if there is nothing to
 * copy.
 */
export async function databaseSource(client: Client): Promise<Source> {
  const migrations = await recordedMigrations(client);
  if (migrations.length === 0) throw new StartError('The database is empty: there is nothing to copy.');
  await refuseUnfinishedCopy(client);
  return { migrations, tables: tablesOf(client) };
}

async function* tablesOf(client: Client): AsyncGenerator<SourceTable> {
  for (const table of await readTables(client)) {
    yield {
      ...table,
      digest: await digestOf(client, table),
      digestOfTarget: (target) => digestOf(target, table),
      rows: () => client.query(copyTo(`COPY ${columnList(table)} TO STDOUT`)),
    };
  }
}

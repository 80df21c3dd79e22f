// Reads from PostgreSQL's catalog which tables a copy of the database has, and compares the rows of two databases.
import type { Client } from 'pg';
import { unfinishedCopyTable } from '../../platform/postgres/migrate';

export interface Table {
  readonly name: string;
  /** The stored columns. Generated columns are left out, because PostgreSQL computes their values itself. */
  readonly columns: readonly string[];
}

/**
 * Number of rows, and a sum of the rows' hashes that does not depend on the order of rows. Both are decimal numbers.
 */
export interface Digest {
  readonly count: string;
  readonly hash: string;
}

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Prefix of the temporary tables in which `npm run move -- --organization` collects rows. */
export const stagingPrefix = 'netloom_moving_';

/**
 * All tables with rows of the service, by name. The list of applied migrations is left out, because the copy runs the
 * migrations itself.
 */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)
       AND NOT starts_with(c.relname, '${stagingPrefix}')
     GROUP BY c.relname ORDER BY c.relname`,
    [['_prisma_migrations', unfinishedCopyTable]],
  );
  return rows;
}

/**
 * The digest of a table's stored columns, computed by PostgreSQL. Generated columns are left out, because some of them
 * depend on the locale of their server: two databases with equal rows may spell their folded names differently.
 */
export const digestOf = (client: Client, table: Table): Promise<Digest> =>
  digestOfRows(client, `(SELECT ${table.columns.map(quoted).join(', ')} FROM ${quoted(table.name)})`);

/** The digest of all columns of a table, which backups of format 1 contain. */
export const digestOfAllColumns = (client: Client, { name }: Table): Promise<Digest> =>
  digestOfRows(client, quoted(name));

/** The digest of the rows of a table or a query. `from` is SQL: a quoted table name, or a query in brackets. */
export async function digestOfRows(client: Client, from: string): Promise<Digest> {
  const { rows } = await client.query<Digest>(
    `SELECT count(*)::text AS count, coalesce(sum(hashtextextended(t::text, 0)), 0)::text AS hash FROM ${from} t`,
  );
  return rows[0]!;
}

export const isSameDigest = (one: Digest, other: Digest): boolean =>
  one.count === other.count && one.hash === other.hash;

export async function readForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT c.relname::text AS table, k.conname::text AS name, pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE k.connamespace = current_schema()::regnamespace AND k.contype = 'f' ORDER BY c.relname, k.conname`,
  );
  return rows;
}

/** The line that names a table that the operator has added to the source, and that is not copied. */
export const leftOutLine = (name: string): string => `${name}: left out, because it is not a table of Netloom.`;

/** Whether the current schema has a table. */
export async function hasTable(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
    quoted(name),
  ]);
  return rows[0]!.found;
}

/**
 * Runs statements in one transaction without time limits. Sets the text formats of values, so that equal rows have
 * equal texts on every server.
 */
export async function inCopyTransaction<T>(client: Client, mode: string, work: () => Promise<T>): Promise<T> {
  await client.query(
    `BEGIN ${mode}; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
     SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'; SET LOCAL intervalstyle = 'postgres';
     SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'`,
  );
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

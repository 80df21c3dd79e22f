// Finds unique values of an organization that a row of the target database already has: e-mail addresses, identities at
// a provider, ids, hashes of keys.
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { StartError } from '../../platform/postgres/start-error';
import { quoted } from '../copy/tables.sql';
import { scopeCondition, type MovedTable } from './scopes';

interface UniqueKey {
  readonly table: string;
  readonly columns: readonly string[];
  /** The condition of a partial index; null for an index over all rows. */
  readonly predicate: string | null;
}

/**
 * The unique keys to check before an organization is moved to the target database, such as e-mail addresses. Keys with
 * a foreign key column need no check: the target can have an equal value only if it has the referenced row, and that
 * row is reported as a conflict by its id.
 */
async function uniqueKeys(client: Client, tables: readonly MovedTable[]): Promise<readonly UniqueKey[]> {
  const { rows } = await client.query<UniqueKey>(
    `SELECT c.relname::text AS table, pg_get_expr(x.indpred, x.indrelid) AS predicate,
       ARRAY(SELECT a.attname::text FROM unnest(x.indkey[0:x.indnkeyatts - 1]) WITH ORDINALITY AS k (number, nth)
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number ORDER BY nth) AS columns
     FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
     WHERE x.indisunique AND c.relnamespace = current_schema()::regnamespace AND c.relname = ANY ($1)
       AND 0 <> ALL (x.indkey::int2[])
       AND NOT EXISTS (SELECT FROM pg_constraint f
         WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.conkey && x.indkey::int2[] AND NOT x.indisprimary)
     ORDER BY c.relname, i.relname`,
    [tables.map(({ name }) => name)],
  );
  const owners = ['organization_id', 'network_id', 'user_id'];
  return rows.filter(({ columns }) => !columns.some((column) => owners.includes(column)));
}

const maximumExamples = 5;

/** Throws a StartError that lists all conflicts with rows of the target. Writes only temporary tables. */
export async function refuseConflicts(
  source: Client,
  target: Client,
  tables: readonly MovedTable[],
  organizationId: string,
): Promise<void> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const conflicts: string[] = [];
  for (const key of await uniqueKeys(source, tables)) {
    const conflict = await conflictOf(source, target, byName.get(key.table)!, key, organizationId);
    if (conflict) conflicts.push(conflict);
  }
  if (conflicts.length === 0) return;
  throw new StartError(
    `The target has rows that the organization has as well, so nothing was written:\n${conflicts.join('\n')}`,
  );
}

async function conflictOf(
  source: Client,
  target: Client,
  { name, scope }: MovedTable,
  { columns, predicate }: UniqueKey,
  organizationId: string,
): Promise<string | undefined> {
  const listed = columns.map(quoted).join(', ');
  const condition = predicate === null ? '' : ` AND (${predicate})`;
  const rows = `SELECT ${listed} FROM ${quoted(name)} WHERE ${scopeCondition(scope, organizationId)}${condition}`;
  await target.query('BEGIN; SET LOCAL statement_timeout = 0');
  try {
    await target.query(
      `CREATE TEMPORARY TABLE netloom_keys ON COMMIT DROP AS SELECT ${listed} FROM ${quoted(name)} WITH NO DATA`,
    );
    await pipeline(
      source.query(copyTo(`COPY (${rows}) TO STDOUT`)),
      target.query(copyFrom('COPY netloom_keys FROM STDIN')),
    );
    const value = columns.some((column) => column.endsWith('hash'))
      ? `'a hash'::text`
      : `concat_ws(' ', ${columns.map((column) => `t.${quoted(column)}`).join(', ')})`;
    const { rows: conflictRows } = await target.query<{ count: number; values: string[] }>(
      `SELECT count(*)::int AS count, (array_agg(DISTINCT ${value}))[1:${maximumExamples}] AS values
       FROM (SELECT ${listed} FROM ${quoted(name)} WHERE TRUE${condition}) t JOIN netloom_keys USING (${listed})`,
    );
    const { count, values } = conflictRows[0]!;
    if (count === 0) return undefined;
    const more = count > values.length ? ` and ${count - values.length} more` : '';
    return `  ${name} (${columns.join(', ')}): ${values.join(', ')}${more}`;
  } finally {
    await target.query('ROLLBACK');
  }
}

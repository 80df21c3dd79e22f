// Decrypts the stored secrets of copied rows, and encrypts them with the key of the installation that receives the
// copy.
import type { Client } from 'pg';
import { createSecretBox } from '../../platform/text/sealed-secrets';
import { quoted } from './tables.sql';

/**
 * All columns with encrypted secrets. Decrypting a secret needs the id with which it was encrypted, from the column
 * `id`.
 */
export const sealedColumns = [
  { table: 'credentials', id: 'id', column: 'secrets' },
  { table: 'daemon_polls', id: 'daemon_id', column: 'sealed_key' },
  { table: 'second_factors', id: 'user_id', column: 'secret' },
  { table: 'webhooks', id: 'id', column: 'secrets' },
] as const;

const atMost = 1_000;
const firstId = '00000000-0000-0000-0000-000000000000';

interface SealedRow {
  readonly id: string;
  readonly sealed: Buffer;
}

/** Whether the database has the table. A backup of an older version lacks tables of later migrations. */
async function hasTable(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>('SELECT to_regclass($1) IS NOT NULL AS "isThere"', [
    quoted(table),
  ]);
  return rows[0]!.isThere;
}

/**
 * Encrypts all secrets with the first key of the target. An interrupted copy may have encrypted some of them before, so
 * they are decrypted with the keys of the source (`from`) or the target (`to`). `closedCount` is the number of secrets
 * that no key decrypts; they stay unchanged. `tableNameOf` returns the table that has the copied rows.
 */
export async function sealAnew(
  client: Client,
  from: readonly Buffer[],
  to: readonly Buffer[],
  tableNameOf = (table: string): string => table,
): Promise<{ sealedCount: number; closedCount: number }> {
  const [reader, writer] = [createSecretBox([...to, ...from]), createSecretBox(to)];
  let [sealedCount, closedCount] = [0, 0];
  for (const { table: name, id, column } of sealedColumns) {
    const table = tableNameOf(name);
    if (!(await hasTable(client, table))) continue;
    for (let after = firstId, isLast = false; !isLast;) {
      const { rows } = await client.query<SealedRow>(
        `SELECT ${id}::text AS id, ${column} AS sealed FROM ${quoted(table)} WHERE ${id} > $1::uuid ORDER BY ${id} LIMIT ${atMost}`,
        [after],
      );
      isLast = rows.length < atMost;
      after = rows.at(-1)?.id ?? after;
      const opened = rows.flatMap((row) => {
        const value = reader.open(row.id, row.sealed);
        return value ? [{ id: row.id, sealed: Buffer.from(writer.seal(row.id, value)) }] : [];
      });
      sealedCount += opened.length;
      closedCount += rows.length - opened.length;
      await client.query(
        `UPDATE ${quoted(table)} SET ${column} = given.sealed
         FROM unnest($1::uuid[], $2::bytea[]) AS given (id, sealed) WHERE ${quoted(table)}.${id} = given.id`,
        [opened.map((row) => row.id), opened.map((row) => row.sealed)],
      );
    }
  }
  return { sealedCount, closedCount };
}

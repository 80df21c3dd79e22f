// Changes many rows to different values in one statement, limited to the viewer's networks.
import { Prisma } from '../../generated/prisma/client';
import { mapInTurns } from '../../platform/threads/event-loop';
import type { Viewer } from './viewer';
import { columnOf, tableOf } from '../model/model-fields';
import { constraintError } from './constraints';
import type { Db } from './rows';
import { executeSql, tenantSafeSql } from './tenant-sql';

type Row = Readonly<Record<string, unknown>>;

const bigintAsText = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

/** Sets fields of rows, found by id, of a model whose rows belong to networks. Each row must give all of the fields. */
export async function setRows(
  tx: Db,
  viewer: Viewer,
  model: Prisma.ModelName,
  fields: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const table = Prisma.raw(`"${tableOf(model)}"`);
  const sqlName = (name: string) => columnOf(model, name).sqlName;
  const assigned = Prisma.raw(fields.map((name) => `"${sqlName(name)}" = given."${sqlName(name)}"`).join(', '));
  const columns = ['id', ...fields].map((name) => [name, sqlName(name)] as const);
  const rowTexts = await mapInTurns(rows, (row) =>
    JSON.stringify(Object.fromEntries(columns.map(([name, column]) => [column, row[name]])), bigintAsText),
  );
  const statement = Prisma.sql`
    UPDATE ${table} AS stored SET ${assigned}, updated_at = clock_timestamp()
    FROM jsonb_populate_recordset(NULL::${table}, ${`[${rowTexts.join(',')}]`}::jsonb) AS given
    WHERE stored.id = given.id AND stored.network_id = ANY(${[...viewer.networkIds]}::uuid[])`;
  try {
    await executeSql(tx, tenantSafeSql(viewer, statement));
  } catch (error) {
    throw constraintError(error, { model, data: rows }) ?? error;
  }
}

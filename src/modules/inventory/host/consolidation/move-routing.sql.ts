// What routers say of a host that is merged: its routes and routing neighbours, and those of others that lead to it.
import { Prisma } from '../../../../generated/prisma/client';
import type { Db } from '../../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../../data/tenancy/tenant-sql';

/** The tables, with the column of the host that a row of another one leads to. */
const tables = [
  ['routes', 'next_hop_host_id'],
  ['routing_neighbors', 'neighbor_host_id'],
] as const;

/** Rows of the other host go to the destination where that has none; those that lead to it lead to the destination. */
export async function moveRouting(tx: Db, destinationId: string, otherId: string): Promise<void> {
  for (const names of tables) {
    const [table, far] = names.map((name) => Prisma.raw(name)) as [Prisma.Sql, Prisma.Sql];
    for (const statement of [
      Prisma.sql`
        UPDATE ${table} SET host_id = ${destinationId}::uuid, updated_at = clock_timestamp(),
          ${far} = nullif(${far}, ${destinationId}::uuid)
        WHERE host_id = ${otherId}::uuid
          AND NOT EXISTS (SELECT FROM ${table} there WHERE there.host_id = ${destinationId}::uuid)`,
      Prisma.sql`
        UPDATE ${table} SET updated_at = clock_timestamp(),
          ${far} = CASE WHEN host_id = ${destinationId}::uuid THEN NULL ELSE ${destinationId}::uuid END
        WHERE ${far} = ${otherId}::uuid`,
    ])
      await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
  }
}

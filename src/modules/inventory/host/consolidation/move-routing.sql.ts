// Moves rows that discovery reads from hosts as tables, such as routes, when a host is merged into another host.
import { readTables } from '../../../../generated/entity-facts';
import { Prisma } from '../../../../generated/prisma/client';
import { columnOf, tableOf } from '../../../../data/model/model-fields';
import type { Db } from '../../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../../data/tenancy/tenant-sql';

/**
 * For each table that discovery reads from hosts, such as routes: moves the deleted host's rows (`otherId`) to the
 * remaining host, unless the remaining host has rows in the table. Rows that lead to the deleted host, such as routes
 * through it, then lead to the remaining host.
 */
export async function moveRouting(tx: Db, destinationId: string, otherId: string): Promise<void> {
  for (const { model, leadsTo } of readTables) {
    if (leadsTo === null) continue;
    const [table, far] = [Prisma.raw(tableOf(model)), Prisma.raw(columnOf(model, leadsTo).sqlName)];
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

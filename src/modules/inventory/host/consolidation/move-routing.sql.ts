// Moves a merged host's routing data, such as routes: its own rows, and rows of other hosts that refer to it.
import { readTables } from '../../../../generated/entity-facts';
import { Prisma } from '../../../../generated/prisma/client';
import { columnOf, tableOf } from '../../../../data/model/model-fields';
import type { Db } from '../../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../../data/tenancy/tenant-sql';

/**
 * Moves rows of the other host to the destination, except those that the destination already has. References to the
 * other host are changed to the destination.
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

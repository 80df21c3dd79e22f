// Stores the first and last finished run that saw a row, by one statement for each kind of row.
import { Prisma } from '../../../generated/prisma/client';
import { tableOf } from '../../../data/model/model-fields';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';

/** The fields of a run's report that list the ids of scanned rows, each with the model of these rows. */
const scannedModels = {
  hostIds: 'Host',
  subnetIds: 'Subnet',
  ipAddressIds: 'IpAddress',
  interfaceIds: 'Interface',
  portIds: 'Port',
  bindingIds: 'Binding',
  serviceIds: 'Service',
  vlanIds: 'Vlan',
} as const;
export type Scanned = { readonly [K in keyof typeof scannedModels]?: readonly string[] | null };

/**
 * Marks the rows that a run has scanned as seen by the run. Rows of other networks and unknown ids are skipped. `runId`
 * is the id of the record of the run, a discovery of type Historical in the network.
 */
export async function markScanned(tx: Db, networkId: string, runId: string, scannedRows: Scanned): Promise<void> {
  for (const [kind, model] of Object.entries(scannedModels)) {
    const ids = scannedRows[kind as keyof Scanned] ?? [];
    if (ids.length === 0) continue;
    const table = Prisma.raw(`"${tableOf(model)}"`);
    // A reported id of a merged host means the host into which it was merged.
    const survivors = Prisma.sql`OR id IN (
      SELECT host_id FROM host_merges WHERE network_id = ${networkId}::uuid AND merged_host_id = ANY(${[...ids]}::uuid[]))`;
    const isNamed = Prisma.sql`(id = ANY(${[...ids]}::uuid[]) ${model === 'Host' ? survivors : Prisma.empty})`;
    // The statement locks rows in the order of their ids, so that two runs that end at the same time cannot cause a
    // deadlock.
    const statement = Prisma.sql`
      WITH seen AS (
        SELECT id FROM ${table} WHERE ${isNamed} AND network_id = ${networkId}::uuid
        ORDER BY id FOR NO KEY UPDATE
      )
      UPDATE ${table} AS stored
      SET last_discovery_id = ${runId}::uuid, first_discovery_id = COALESCE(stored.first_discovery_id, ${runId}::uuid)
      FROM seen WHERE stored.id = seen.id`;
    await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
  }
}

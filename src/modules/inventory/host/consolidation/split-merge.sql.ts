// Undoes a merge of two hosts: restores every value that the merge changed, unless the value was changed again after
// the merge.
import { Prisma } from '../../../../generated/prisma/client';
import { columnOf, columnsOf, relationsOf, tableOf } from '../../../../data/model/model-fields';
import { LostRace } from '../../../../data/tenancy/constraints';
import { lockHosts, moveParts } from '../../shared/host-locks.sql';
import type { Db } from '../../../../data/tenancy/rows';
import { executeSql, querySql, tenantSafeSql, viewerOf } from '../../../../data/tenancy/tenant-sql';
import type { MergeRecordData } from './merge-records.sql';
import {
  otherColumns,
  keyColumn,
  touchedModels,
  writtenColumns,
  type Json,
  type RowChanges,
  type TouchedModel,
} from './merge-rows.sql';
import { splitCredentials } from './split-credentials.sql';
import { mergesUnder, withFreeIds, type Merge, type RestoredIds } from './restored-ids.sql';
import { idsOfDroppedParts, splitFirstMerge, type FirstMergeRecord } from './split-first-merges.sql';

const send = (tx: Db, sql: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), sql));
const ask = <Row extends object>(tx: Db, sql: Prisma.Sql) => querySql<Row>(tx, tenantSafeSql(viewerOf(tx), sql));

/**
 * Undoes a merge of two hosts: restores the merged host with its former parts, and resolves with its id. The host and
 * its parts get their former ids if these are free. Parts that were added after the merge stay at the remaining host.
 * The caller holds the lock of host writes.
 */
export async function splitMerge(tx: Db, recordedMerge: Merge): Promise<string> {
  await lockHosts(tx, [recordedMerge.hostId]);
  const [row] = await ask<{ taken: MergeRecordData | FirstMergeRecord; intoHostId: string }>(
    tx,
    Prisma.sql`SELECT taken, into_host_id::text AS "intoHostId" FROM host_merges WHERE id = ${recordedMerge.id}::uuid`,
  );
  const recordedRows = row!.taken;
  const restoredIds = 'changes' in recordedRows ? idsOfGoneRows(recordedRows.changes) : idsOfDroppedParts(recordedRows);
  const { merge, taken } = await withFreeIds(tx, recordedMerge, recordedRows, restoredIds);
  const { mergedHostId, networkId } = merge;
  await moveParts(tx);
  if ('changes' in taken) await takeBack(tx, merge, taken, row!.intoHostId);
  else await splitFirstMerge(tx, merge, taken);
  await unbindAcross(tx, merge);
  await send(
    tx,
    Prisma.sql`${mergesUnder(networkId, mergedHostId)}
      UPDATE host_merges SET host_id = ${mergedHostId}::uuid, updated_at = now()
      WHERE network_id = ${networkId}::uuid AND merged_host_id IN (SELECT merged_host_id FROM under)`,
  );
  await send(tx, Prisma.sql`DELETE FROM host_merges WHERE id = ${merge.id}::uuid`);
  return mergedHostId;
}

const idsOfGoneRows = (changes: RowChanges): RestoredIds =>
  Object.fromEntries(
    touchedModels
      .filter((model) => keyColumn(model) === 'id')
      .map((model) => [model, (changes[model]?.gone ?? []).map((row) => row.id as string)]),
  );

async function takeBack(tx: Db, merge: Merge, mergeRecord: MergeRecordData, intoHostId: string): Promise<void> {
  const { changes } = mergeRecord;
  const { networkId } = merge;
  for (const model of touchedModels) {
    const { gone = [], made = [], changed = [] } = changes[model] ?? {};
    if (made.length > 0)
      await send(
        tx,
        Prisma.sql`DELETE FROM ${tableName(model)} WHERE network_id = ${networkId}::uuid
          AND ${Prisma.raw(keyColumn(model))} = ANY(${[...made]}::uuid[])`,
      );
    // If the host `intoHostId` of the merge was itself merged into a third host, its parts belong to the third host.
    const isThere = (value: unknown) => (value === intoHostId ? merge.hostId : value);
    const rows = changed.map(({ id, before, after }) => ({
      id,
      before,
      after: Object.fromEntries(Object.entries(after).map(([name, value]) => [name, isThere(value)])),
    }));
    await insert(tx, networkId, model, gone);
    await change(tx, networkId, model, rows);
  }
  await restoreRuntimes(tx, networkId, changes);
  await splitCredentials(tx, merge, mergeRecord);
}

/** Models with deferrable unique constraints, for which PostgreSQL does not support `ON CONFLICT`. */
const withDeferredKeys: readonly TouchedModel[] = ['IpAddress', 'Port', 'Interface', 'Binding'];
const tableName = (model: TouchedModel) => Prisma.raw(`"${tableOf(model)}"`);

/**
 * Whether the column is set only after all rows are restored. The column refers to a service (the container runtime or
 * hypervisor), and services are restored after hosts.
 */
const isLater = (model: TouchedModel, column: string) =>
  column === 'virtualization_service_id' && (model === 'Host' || model === 'Service');

interface Reference {
  readonly column: string;
  readonly table: string;
  readonly isNullable: boolean;
  /** Whether the rows of the table belong to a network; false for rows that belong to an organization, such as tags. */
  readonly isOfNetwork: boolean;
}

/**
 * Returns the columns of a model that refer to rows of other tables. References to networks and organizations are left
 * out, because the network and organization of a recorded merge always exist.
 */
function referencesOf(model: TouchedModel): Reference[] {
  return [...relationsOf(model).values()].flatMap(({ foreignKey: { field, isHere }, model: other }) => {
    if (!isHere || ['Network', 'Organization'].includes(other)) return [];
    const { sqlName, isNullable } = columnOf(model, field);
    return [{ column: sqlName, table: tableOf(other), isNullable, isOfNetwork: columnsOf(other).has('networkId') }];
  });
}

/** Resolves with a function that returns whether the row to which a column value refers exists in the network. */
async function present(
  tx: Db,
  networkId: string,
  model: TouchedModel,
  rows: readonly Json[],
): Promise<(column: string, value: unknown) => boolean> {
  const references = referencesOf(model);
  const tables = new Map<string, Set<unknown>>();
  const isOfNetwork = new Map(references.map((one) => [one.table, one.isOfNetwork]));
  for (const table of isOfNetwork.keys()) {
    const columns = references.filter((one) => one.table === table).map(({ column }) => column);
    const ids = [...new Set(rows.flatMap((row) => columns.flatMap((column) => (row[column] as string | null) ?? [])))];
    const presentRows =
      ids.length === 0
        ? []
        : await ask<{ id: string }>(
            tx,
            Prisma.sql`SELECT id::text FROM ${Prisma.raw(`"${table}"`)} WHERE id = ANY(${ids}::uuid[])
              ${isOfNetwork.get(table) ? Prisma.sql`AND network_id = ${networkId}::uuid` : Prisma.empty}`,
          );
    tables.set(table, new Set(presentRows.map(({ id }) => id)));
  }
  const tableOfColumn = new Map(references.map(({ column, table }) => [column, table]));
  return (column, value) => {
    const table = tableOfColumn.get(column);
    return table === undefined || value == null || tables.get(table)!.has(value);
  };
}

/**
 * LLDP and CDP rows and documented links are restored with these values if the port or host at their far end no longer
 * exists. The next link resolution finds a new far end.
 */
const unresolvedColumns: Readonly<Partial<Record<TouchedModel, Json>>> = {
  NeighborEvidence: { reason: 'Pending' },
  DocumentedLink: { state: 'Pending' },
};

/**
 * Creates deleted rows again. Omits rows whose required references lead to missing rows. Optional references to missing
 * rows become null.
 */
async function insert(tx: Db, networkId: string, model: TouchedModel, removedRows: readonly Json[]): Promise<void> {
  if (removedRows.length === 0) return;
  const referenceRows = removedRows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, isLater(model, name) ? null : value])),
  );
  const isStored = await present(tx, networkId, model, referenceRows);
  const ids = new Set(removedRows.map(({ id }) => id));
  // A port may refer to an aggregate that is not stored yet, because the same statement restores both.
  const isThere = (column: string, value: unknown) =>
    isStored(column, value) || (column === 'aggregate_id' && ids.has(value));
  const references = referencesOf(model);
  // A row is not restored without the rows that make it complete: a binding without its port would bind all ports, and
  // a link without its remote end would have only one end.
  const isPart = (column: string) =>
    ['ip_address_id', 'port_id', 'service_id', 'binding_id'].includes(column) && model !== 'Interface';
  const isEnd = (column: string) => column.startsWith('remote_');
  const rows = referenceRows
    .filter((row) =>
      references.every(({ column, isNullable }) =>
        isNullable && !isPart(column) && !isEnd(column) ? true : isThere(column, row[column]),
      ),
    )
    .map((row) => {
      const restoredEntries = Object.entries(row).map(
        ([name, value]) => [name, isThere(name, value) ? value : null] as const,
      );
      const isResolved = restoredEntries.every(([name, value]) => !name.startsWith('resolved_') || value === row[name]);
      return { ...Object.fromEntries(restoredEntries), ...(isResolved ? {} : unresolvedColumns[model]) };
    });
  if (rows.length === 0) return;
  // Columns that were added to the table after the merge get their defaults.
  const names = Prisma.raw(
    writtenColumns(model)
      .filter((name) => name in rows[0]!)
      .map((name) => `"${name}"`)
      .join(', '),
  );
  const table = tableName(model);
  const keyCondition = Prisma.raw(`t."${keyColumn(model)}" = given."${keyColumn(model)}"`);
  // A user may have added a conflicting row after the merge, such as a group member at the same position. Then the
  // user's row stays, and the deleted row is not restored.
  const conflict = withDeferredKeys.includes(model) ? Prisma.empty : Prisma.sql`ON CONFLICT DO NOTHING`;
  await send(
    tx,
    Prisma.sql`INSERT INTO ${table} (${names}) SELECT ${names}
      FROM jsonb_populate_recordset(NULL::${table}, ${JSON.stringify(rows)}::jsonb) given
      WHERE NOT EXISTS (SELECT FROM ${table} t WHERE ${keyCondition}) ${conflict}`,
  );
  if (keyColumn(model) === 'id') await assertOwnIds(tx, networkId, model, [...ids] as string[]);
}

/** Throws `LostRace` if rows of other networks use the ids, which were free when the undo began. */
async function assertOwnIds(tx: Db, networkId: string, model: TouchedModel, ids: readonly string[]): Promise<void> {
  const others = await ask(
    tx,
    Prisma.sql`SELECT FROM ${tableName(model)} WHERE id = ANY(${[...ids]}::uuid[]) AND network_id <> ${networkId}::uuid`,
  );
  if (others.length > 0) throw new LostRace(`${model}: ids of a merge are in use in another network`);
}

/**
 * Sets columns back to their values before the merge. A column stays as it is if its value was changed after the merge,
 * or if the row to which the old value refers is missing.
 */
async function change(
  tx: Db,
  networkId: string,
  model: TouchedModel,
  changedRows: readonly { readonly id: string; readonly before: Json; readonly after: Json }[],
): Promise<void> {
  if (changedRows.length === 0) return;
  const isThere = await present(
    tx,
    networkId,
    model,
    changedRows.map(({ before }) => before),
  );
  const changeRows = changedRows.map(({ id, before, after }) => {
    const names = Object.keys(before).filter(
      (name) =>
        !isLater(model, name) &&
        otherColumns(model, name).every((one) => !(one in before) || isThere(one, before[one])),
    );
    const of = (row: Json) => Object.fromEntries(names.map((name) => [name, row[name]]));
    return { id, before: of(before), after: of(after) };
  });
  const names = [...new Set(changeRows.flatMap(({ before }) => Object.keys(before)))];
  if (names.length === 0) return;
  const set = names.map((name) => {
    const isAsMerged = otherColumns(model, name)
      .filter((one) => names.includes(one))
      .map((one) => `t."${one}" IS NOT DISTINCT FROM a."${one}"`);
    return Prisma.raw(
      `"${name}" = CASE WHEN given.before ? '${name}' AND ${isAsMerged.join(' AND ')} THEN b."${name}" ELSE t."${name}" END`,
    );
  });
  const table = tableName(model);
  const time =
    model === 'ForwardingEvidence' || model === 'ArpEvidence'
      ? Prisma.empty
      : Prisma.sql`, updated_at = clock_timestamp()`;
  await send(
    tx,
    Prisma.sql`UPDATE ${table} t SET ${Prisma.join(set)}${time}
      FROM jsonb_to_recordset(${JSON.stringify(changeRows)}::jsonb) AS given (id uuid, before jsonb, after jsonb),
        LATERAL jsonb_populate_record(NULL::${table}, given.before) b, LATERAL jsonb_populate_record(NULL::${table}, given.after) a
      WHERE t.network_id = ${networkId}::uuid AND t.${Prisma.raw(keyColumn(model))} = given.id`,
  );
}

async function restoreRuntimes(tx: Db, networkId: string, changes: RowChanges): Promise<void> {
  const column = 'virtualization_service_id';
  for (const model of ['Host', 'Service'] as const) {
    const { gone = [], changed = [] } = changes[model] ?? {};
    const rows = [
      ...gone.map((row) => ({ id: row.id as string, before: row[column] ?? null, after: null })),
      ...changed.flatMap(({ id, before, after }) =>
        column in before ? [{ id, before: before[column] ?? null, after: after[column] ?? null }] : [],
      ),
    ];
    if (rows.length === 0) continue;
    await send(
      tx,
      Prisma.sql`UPDATE ${tableName(model)} t SET virtualization_service_id = given.before
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (id uuid, before uuid, after uuid)
        WHERE t.network_id = ${networkId}::uuid AND t.id = given.id AND t.virtualization_service_id IS NOT DISTINCT FROM given.after
          AND t.virtualization_service_id IS DISTINCT FROM given.before
          AND (given.before IS NULL OR EXISTS (SELECT FROM services s WHERE s.id = given.before AND s.network_id = t.network_id))`,
    );
  }
}

/**
 * Removes connections between the two hosts that were added after the merge: deletes bindings, and clears address and
 * aggregate references of interfaces.
 */
async function unbindAcross(tx: Db, { hostId, mergedHostId }: Merge): Promise<void> {
  const both = Prisma.sql`(${hostId}::uuid, ${mergedHostId}::uuid)`;
  await send(
    tx,
    Prisma.sql`DELETE FROM bindings b WHERE host_id IN ${both} AND (
      NOT EXISTS (SELECT FROM services s WHERE s.id = b.service_id AND s.host_id = b.host_id)
      OR b.ip_address_id IS NOT NULL AND NOT EXISTS (SELECT FROM ip_addresses a WHERE a.id = b.ip_address_id AND a.host_id = b.host_id)
      OR b.port_id IS NOT NULL AND NOT EXISTS (SELECT FROM ports p WHERE p.id = b.port_id AND p.host_id = b.host_id))`,
  );
  await send(
    tx,
    Prisma.sql`UPDATE interfaces i SET ip_address_id = NULL WHERE host_id IN ${both}
      AND ip_address_id IS NOT NULL AND NOT EXISTS (SELECT FROM ip_addresses a WHERE a.id = i.ip_address_id AND a.host_id = i.host_id)`,
  );
  await send(
    tx,
    Prisma.sql`UPDATE interfaces i SET aggregate_id = NULL WHERE host_id IN ${both}
      AND aggregate_id IS NOT NULL AND NOT EXISTS (SELECT FROM interfaces a WHERE a.id = i.aggregate_id AND a.host_id = i.host_id)`,
  );
}

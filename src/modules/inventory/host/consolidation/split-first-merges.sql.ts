// Undoes merges of hosts that were made before 26 November 2026. Their records contain the rows of the merged host, but
// not the changes of other rows.
import { Prisma } from '../../../../generated/prisma/client';
import { columnsOf, tableOf } from '../../../../data/model/model-fields';
import type { Db } from '../../../../data/tenancy/rows';
import { executeSql, querySql, tenantSafeSql, viewerOf } from '../../../../data/tenancy/tenant-sql';
import type { RestoredIds } from './restored-ids.sql';
import { splitCredentials } from './split-credentials.sql';

const partModels = ['IpAddress', 'Port', 'Interface', 'Service'] as const;
type Json = Record<string, unknown>;
type PartTable = 'ip_addresses' | 'ports' | 'interfaces' | 'services' | 'bindings';
/** The merged host and its parts as JSON, with the column names of the database. */
interface MergedHostState extends Record<PartTable, Json[]> {
  readonly host: Json;
  readonly tagIds: string[];
  readonly credentials: Json[];
  readonly daemonIds: string[];
}
/** The record of a merge that was made before 26 November 2026. Empty lists may be missing from the record. */
export type FirstMergeRecord = Partial<CompleteMergeRecord>;
interface CompleteMergeRecord extends MergedHostState {
  /** Ids of the merged host's parts that were deleted because the destination had equal parts. */
  readonly dropped: string[];
  /** Columns of the destination that the merge filled, with their old and new values. */
  readonly filled: Record<string, [unknown, unknown]>;
  readonly tagsBefore: string[];
  readonly credentialsBefore: string[];
}

const send = (tx: Db, sql: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), sql));
const ask = <Row extends object>(tx: Db, sql: Prisma.Sql) => querySql<Row>(tx, tenantSafeSql(viewerOf(tx), sql));

/** Columns that are not restored when a merge is undone, because every write sets them automatically. */
const unrestoredColumns = new Set([
  ...['lineage_id', 'natural_name', 'merged_host_ids', 'valid_from', 'valid_to', 'audit_event_id', 'updated_at'],
]);
const columns = (model: string): string[] =>
  [...columnsOf(model).values()].map(({ sqlName }) => sqlName).filter((name) => !unrestoredColumns.has(name));

/**
 * Columns that refer to other rows, each with the referenced table. When a row is restored, a reference to a missing
 * row becomes null.
 */
const references: Readonly<Record<string, string>> = {
  first_discovery_id: 'discoveries',
  last_discovery_id: 'discoveries',
  virtualization_service_id: 'services',
  native_vlan_id: 'vlans',
};

/** Returns the rows, with null in place of each reference to a missing row. */
async function withoutGone(tx: Db, networkId: string, rows: readonly Json[]): Promise<Json[]> {
  const presentIds = new Map<string, Set<unknown>>();
  for (const table of new Set(Object.values(references))) {
    const referencingColumns = Object.keys(references).filter((column) => references[column] === table);
    const ids = rows.flatMap((row) => referencingColumns.flatMap((column) => (row[column] as string | null) ?? []));
    const presentRows =
      ids.length === 0
        ? []
        : await ask<{ id: string }>(
            tx,
            Prisma.sql`SELECT id::text FROM ${Prisma.raw(table)}
              WHERE network_id = ${networkId}::uuid AND id = ANY(${ids}::uuid[])`,
          );
    presentIds.set(table, new Set(presentRows.map(({ id }) => id)));
  }
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const table = references[name];
        return [name, table !== undefined && !presentIds.get(table)!.has(value) ? null : value];
      }),
    ),
  );
}

async function insert(tx: Db, model: string, rows: readonly Json[]): Promise<void> {
  if (rows.length === 0) return;
  const names = Prisma.raw(
    columns(model)
      .filter((name) => name in rows[0]!)
      .map((name) => `"${name}"`)
      .join(', '),
  );
  const table = Prisma.raw(`"${tableOf(model)}"`);
  await send(
    tx,
    Prisma.sql`INSERT INTO ${table} (${names}) SELECT ${names}
      FROM jsonb_populate_recordset(NULL::${table}, ${JSON.stringify(rows)}::jsonb)`,
  );
}

/** Undoes a merge of two hosts. The caller has locked both hosts, and deferred the constraints of their parts. */
export async function splitFirstMerge(
  tx: Db,
  { hostId, mergedHostId, networkId }: { hostId: string; mergedHostId: string; networkId: string },
  record: FirstMergeRecord,
): Promise<void> {
  const takenRows = { ...nothingTaken, ...record };
  const [host] = await withoutGone(tx, networkId, [{ ...takenRows.host, id: mergedHostId, network_id: networkId }]);
  await insert(tx, 'Host', [{ ...host, virtualization_service_id: null }]);
  for (const model of partModels) {
    const table = tableOf(model) as PartTable;
    const rows = takenRows[table];
    const ids = rows.map(({ id }) => id as string);
    await send(
      tx,
      Prisma.sql`UPDATE ${Prisma.raw(`"${table}"`)} SET host_id = ${mergedHostId}::uuid, updated_at = clock_timestamp()
        WHERE id = ANY(${ids}::uuid[]) AND host_id = ${hostId}::uuid`,
    );
    const droppedRows = await restorable(
      tx,
      networkId,
      table,
      rows.filter(({ id }) => takenRows.dropped.includes(id as string)),
    );
    await insert(
      tx,
      model,
      droppedRows.map((one) => ({ ...one, host_id: mergedHostId, ip_address_id: null })),
    );
  }
  await splitBindings(tx, hostId, mergedHostId, takenRows);
  await restoreHost(tx, hostId, mergedHostId, takenRows);
  await splitTags(tx, { hostId, mergedHostId, networkId }, takenRows);
  await splitCredentials(tx, { hostId, mergedHostId }, takenRows);
}

const nothingTaken: CompleteMergeRecord = {
  ...{ host: {}, ip_addresses: [], ports: [], interfaces: [], services: [], bindings: [] },
  ...{ tagIds: [], credentials: [], daemonIds: [], dropped: [], filled: {}, tagsBefore: [], credentialsBefore: [] },
};

/** The ids of parts that undoing the merge creates again. */
export function idsOfDroppedParts(record: FirstMergeRecord): RestoredIds {
  const { dropped, ...rows } = { ...nothingTaken, ...record };
  return Object.fromEntries(
    [...partModels, 'Binding' as const].map((model) => {
      const ids = rows[tableOf(model) as PartTable].map(({ id }) => id as string);
      return [model, ids.filter((id) => dropped.includes(id))];
    }),
  );
}

/** Resolves with the rows that can be restored: rows whose id is free, and, for addresses, rows whose subnet exists. */
async function restorable(tx: Db, networkId: string, table: PartTable, rows: readonly Json[]): Promise<Json[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id as string);
  const takenKeys = await ask<{ id: string }>(
    tx,
    Prisma.sql`SELECT id::text FROM ${Prisma.raw(`"${table}"`)} WHERE id = ANY(${ids}::uuid[])`,
  );
  const subnetIds = rows.flatMap(({ subnet_id: id }) => (id as string | undefined) ?? []);
  const subnets = await ask<{ id: string }>(
    tx,
    Prisma.sql`SELECT id::text FROM subnets WHERE network_id = ${networkId}::uuid AND id = ANY(${subnetIds}::uuid[])`,
  );
  const [usedColumns, presentIds] = [
    new Set<unknown>(takenKeys.map(({ id }) => id)),
    new Set<unknown>(subnets.map(({ id }) => id)),
  ];
  const free = rows.filter(
    (row) => !usedColumns.has(row.id) && (table !== 'ip_addresses' || presentIds.has(row.subnet_id)),
  );
  return withoutGone(tx, networkId, free);
}

/**
 * Moves bindings back to the merged host if their service, port and address have all been moved back to the merged
 * host.
 */
async function splitBindings(
  tx: Db,
  hostId: string,
  mergedHostId: string,
  { bindings, dropped }: CompleteMergeRecord,
): Promise<void> {
  const bindingRows = Prisma.sql`jsonb_populate_recordset(NULL::bindings, ${JSON.stringify(bindings)}::jsonb) given`;
  const isWhole = Prisma.sql`EXISTS (SELECT FROM services s WHERE s.id = given.service_id AND s.host_id = ${mergedHostId}::uuid)
    AND (given.ip_address_id IS NULL
      OR EXISTS (SELECT FROM ip_addresses a WHERE a.id = given.ip_address_id AND a.host_id = ${mergedHostId}::uuid))
    AND (given.port_id IS NULL OR EXISTS (SELECT FROM ports p WHERE p.id = given.port_id AND p.host_id = ${mergedHostId}::uuid))`;
  await send(
    tx,
    Prisma.sql`UPDATE bindings SET host_id = ${mergedHostId}::uuid, service_id = given.service_id,
      ip_address_id = given.ip_address_id, port_id = given.port_id, updated_at = clock_timestamp()
      FROM ${bindingRows} WHERE bindings.id = given.id AND bindings.host_id = ${hostId}::uuid AND ${isWhole}`,
  );
  // Deletes bindings that were added after the merge and would now connect the two hosts, such as a service of one host
  // with a port of the other host.
  await send(
    tx,
    Prisma.sql`DELETE FROM bindings b WHERE host_id IN (${hostId}::uuid, ${mergedHostId}::uuid) AND (
      NOT EXISTS (SELECT FROM services s WHERE s.id = b.service_id AND s.host_id = b.host_id)
      OR b.ip_address_id IS NOT NULL AND NOT EXISTS (SELECT FROM ip_addresses a WHERE a.id = b.ip_address_id AND a.host_id = b.host_id)
      OR b.port_id IS NOT NULL AND NOT EXISTS (SELECT FROM ports p WHERE p.id = b.port_id AND p.host_id = b.host_id))`,
  );
  const names = Prisma.raw(
    columns('Binding')
      .map((name) => `"${name}"`)
      .join(', '),
  );
  await send(
    tx,
    Prisma.sql`INSERT INTO bindings (${names})
      SELECT ${Prisma.raw(
        columns('Binding')
          .map((name) => `given."${name}"`)
          .join(', '),
      )}
      FROM jsonb_populate_recordset(NULL::bindings, ${JSON.stringify(
        bindings
          .filter(({ id }) => dropped.includes(id as string))
          .map((row) => ({ ...row, host_id: mergedHostId, first_discovery_id: null, last_discovery_id: null })),
      )}::jsonb) given
      WHERE ${isWhole} AND NOT EXISTS (SELECT FROM bindings b WHERE b.id = given.id)`,
  );
}

/**
 * Restores the columns of the destination that the merge filled. Also restores the address of each interface, and the
 * container runtime of the merged host.
 */
async function restoreHost(
  tx: Db,
  hostId: string,
  mergedHostId: string,
  { host, filled, interfaces }: CompleteMergeRecord,
): Promise<void> {
  // A column that refers to another row is restored only if the merge filled an empty column, so that null is its
  // former value. A former value that refers to a row cannot be restored, because the row may have been deleted since.
  const names = Object.keys(filled).filter(
    (name) => name !== 'id' && (!(name in references) || filled[name]![0] === null),
  );
  if (names.length > 0) {
    const of = (at: 0 | 1) => JSON.stringify(Object.fromEntries(names.map((name) => [name, filled[name]![at]])));
    const set = Prisma.raw(
      names
        .map(
          (name) =>
            `"${name}" = CASE WHEN hosts."${name}" IS NOT DISTINCT FROM after."${name}" THEN before."${name}" ELSE hosts."${name}" END`,
        )
        .join(', '),
    );
    await send(
      tx,
      Prisma.sql`UPDATE hosts SET ${set}, updated_at = clock_timestamp()
        FROM jsonb_populate_record(NULL::hosts, ${of(0)}::jsonb) before, jsonb_populate_record(NULL::hosts, ${of(1)}::jsonb) after
        WHERE hosts.id = ${hostId}::uuid`,
    );
  }
  await send(
    tx,
    Prisma.sql`UPDATE interfaces i SET ip_address_id = NULL WHERE host_id IN (${hostId}::uuid, ${mergedHostId}::uuid)
      AND ip_address_id IS NOT NULL AND NOT EXISTS (SELECT FROM ip_addresses a WHERE a.id = i.ip_address_id AND a.host_id = i.host_id)`,
  );
  await send(
    tx,
    Prisma.sql`UPDATE interfaces i SET ip_address_id = given.ip_address_id
      FROM jsonb_populate_recordset(NULL::interfaces, ${JSON.stringify(interfaces)}::jsonb) given
      JOIN ip_addresses a ON a.id = given.ip_address_id AND a.host_id = ${mergedHostId}::uuid
      WHERE i.id = given.id AND i.host_id = ${mergedHostId}::uuid AND i.ip_address_id IS NULL`,
  );
  const runtimeId = (host.virtualization_service_id ?? null) as string | null;
  if (runtimeId !== null)
    await send(
      tx,
      Prisma.sql`UPDATE hosts SET virtualization_service_id = ${runtimeId}::uuid WHERE id = ${mergedHostId}::uuid
        AND EXISTS (SELECT FROM services WHERE id = ${runtimeId}::uuid AND network_id = hosts.network_id)`,
    );
}

/** Moves tags back to the merged host. Tags that both hosts had stay on both hosts. */
async function splitTags(
  tx: Db,
  { hostId, mergedHostId, networkId }: { hostId: string; mergedHostId: string; networkId: string },
  { tagIds, tagsBefore }: CompleteMergeRecord,
): Promise<void> {
  await send(
    tx,
    Prisma.sql`INSERT INTO tag_assignments (organization_id, network_id, tag_id, host_id)
      SELECT tags.organization_id, ${networkId}::uuid, tags.id, ${mergedHostId}::uuid FROM tags
      WHERE tags.id = ANY(${tagIds}::uuid[]) ON CONFLICT DO NOTHING`,
  );
  const addedTagIds = tagIds.filter((id) => !tagsBefore.includes(id));
  await send(
    tx,
    Prisma.sql`DELETE FROM tag_assignments WHERE host_id = ${hostId}::uuid AND tag_id = ANY(${addedTagIds}::uuid[])`,
  );
}

// What a merge takes from a host is kept with it: the rows as they were, so that the host can be split off again.
import { Prisma, type Host } from '../../../../generated/prisma/client';
import { columnsOf, tableOf } from '../../../../data/model/model-fields';
import { lockHosts, moveParts } from '../../../../data/tenancy/row-locks';
import type { Db } from '../../../../data/tenancy/rows';
import { executeSql, querySql, tenantSafeSql, viewerOf } from '../../../../data/tenancy/tenant-sql';
import { AppError } from '../../../../errors';
import type { Reason } from '../../identity/identity';

const partModels = ['IpAddress', 'Port', 'Interface', 'Service'] as const;
type Json = Record<string, unknown>;
type PartTable = 'ip_addresses' | 'ports' | 'interfaces' | 'services' | 'bindings';
/** Rows in the form of the database. */
export interface Taken extends Record<PartTable, Json[]> {
  readonly host: Json;
  readonly tagIds: string[];
  readonly credentials: Json[];
  readonly daemonIds: string[];
}
interface Kept extends Taken {
  /** Ids of parts for which the other host had one already. */
  readonly dropped: string[];
  /** Columns of the other host that it took over, with their values before and after. */
  readonly filled: Record<string, [unknown, unknown]>;
  readonly tagsBefore: string[];
  readonly credentialsBefore: string[];
}

const send = (tx: Db, sql: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), sql));
const ask = <Row extends object>(tx: Db, sql: Prisma.Sql) => querySql<Row>(tx, tenantSafeSql(viewerOf(tx), sql));

/** The rows of a host that is about to be merged. The caller has found it within reach and locked it. */
export async function rowsOfHost(tx: Db, hostId: string): Promise<Taken> {
  const rows = (table: string) =>
    Prisma.sql`(SELECT coalesce(jsonb_agg(to_jsonb(r)), '[]') FROM ${Prisma.raw(table)} r WHERE host_id = ${hostId}::uuid)`;
  const [row] = await ask<{ taken: Taken }>(
    tx,
    Prisma.sql`SELECT jsonb_build_object('host', to_jsonb(h), 'ip_addresses', ${rows('ip_addresses')}, 'ports', ${rows('ports')},
      'interfaces', ${rows('interfaces')}, 'services', ${rows('services')}, 'bindings', ${rows('bindings')},
      'credentials', ${rows('host_credentials')},
      'tagIds', (SELECT coalesce(jsonb_agg(tag_id), '[]') FROM tag_assignments WHERE host_id = h.id),
      'daemonIds', (SELECT coalesce(jsonb_agg(id), '[]') FROM daemons WHERE host_id = h.id)) AS taken
      FROM hosts h WHERE id = ${hostId}::uuid`,
  );
  return row!.taken;
}

interface Merged {
  readonly destination: Host;
  readonly other: Host;
  /** Of the other host, and the state of the destination, before they were merged. */
  readonly moved: Taken;
  readonly before: Taken;
  readonly reasons: readonly Reason[];
  readonly sharedMac?: string;
}

/** The other host's id names the destination from now on; hosts that had been merged into the other one follow. */
export async function recordMerge(
  tx: Db,
  { destination, other, moved, before, reasons, sharedMac }: Merged,
): Promise<void> {
  const after = await rowsOfHost(tx, destination.id);
  const present = new Set(tablesOf.flatMap((table) => after[table].map(({ id }) => id)));
  const dropped = tablesOf
    .flatMap((table) => moved[table].map(({ id }) => id as string))
    .filter((id) => !present.has(id));
  const changed = Object.keys(after.host).filter(
    (name) => !unrestored.has(name) && JSON.stringify(after.host[name]) !== JSON.stringify(before.host[name]),
  );
  const taken: Kept = {
    ...moved,
    dropped,
    filled: Object.fromEntries(changed.map((name) => [name, [before.host[name] ?? null, after.host[name] ?? null]])),
    tagsBefore: before.tagIds,
    credentialsBefore: before.credentials.map(({ credential_id: id }) => id as string),
  };
  const { networkId } = destination;
  await send(
    tx,
    Prisma.sql`INSERT INTO host_merges (network_id, host_id, into_host_id, merged_host_id, merged_name, reasons, shared_mac, taken)
      VALUES (${networkId}::uuid, ${destination.id}::uuid, ${destination.id}::uuid, ${other.id}::uuid,
        ${other.name || other.hostname || ''}, ${JSON.stringify(reasons)}::jsonb, ${sharedMac ?? null}, ${JSON.stringify(taken)}::jsonb)
      ON CONFLICT (network_id, merged_host_id) DO UPDATE SET host_id = EXCLUDED.host_id, into_host_id = EXCLUDED.into_host_id,
        reasons = EXCLUDED.reasons, taken = EXCLUDED.taken, shared_mac = EXCLUDED.shared_mac, updated_at = now()`,
  );
  await send(
    tx,
    Prisma.sql`UPDATE host_merges SET host_id = ${destination.id}::uuid, updated_at = now() WHERE host_id = ${other.id}::uuid`,
  );
  // What people have refused of the other host holds for the whole.
  await send(
    tx,
    Prisma.sql`INSERT INTO identity_suggestions (network_id, host_id, other_host_id, reasons, state)
      SELECT network_id, ${destination.id}::uuid, third, reasons, state FROM (
        SELECT network_id, reasons, state, CASE host_id WHEN ${other.id}::uuid THEN other_host_id ELSE host_id END AS third
        FROM identity_suggestions WHERE state = 'Refused' AND ${other.id}::uuid IN (host_id, other_host_id)) refused
      WHERE third <> ${destination.id}::uuid ON CONFLICT DO NOTHING`,
  );
}

const tablesOf = ['ip_addresses', 'ports', 'interfaces', 'services', 'bindings'] as const;
/** What a row has of its own again once it is written. */
const unrestored = new Set(['lineage_id', 'valid_from', 'valid_to', 'audit_event_id', 'updated_at']);
const columns = (model: string): string[] =>
  [...columnsOf(model).values()].map(({ sqlName }) => sqlName).filter((name) => !unrestored.has(name));

/** Rows that a column refers to may have gone since: it is empty then. */
const references: Readonly<Record<string, string>> = {
  first_discovery_id: 'discoveries',
  last_discovery_id: 'discoveries',
  virtualization_service_id: 'services',
  native_vlan_id: 'vlans',
};

/** Answers the rows with what is gone taken out of them. */
async function withoutGone(tx: Db, rows: readonly Json[]): Promise<Json[]> {
  const there = new Map<string, Set<unknown>>();
  for (const table of new Set(Object.values(references))) {
    const named = Object.keys(references).filter((column) => references[column] === table);
    const ids = rows.flatMap((row) => named.flatMap((column) => (row[column] as string | null) ?? []));
    const found =
      ids.length === 0
        ? []
        : await ask<{ id: string }>(
            tx,
            Prisma.sql`SELECT id::text FROM ${Prisma.raw(table)} WHERE id = ANY(${ids}::uuid[])`,
          );
    there.set(table, new Set(found.map(({ id }) => id)));
  }
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const table = references[name];
        return [name, table !== undefined && !there.get(table)!.has(value) ? null : value];
      }),
    ),
  );
}

async function insert(tx: Db, model: string, rows: readonly Json[]): Promise<void> {
  if (rows.length === 0) return;
  const names = Prisma.raw(
    columns(model)
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

/**
 * Takes a merged host out again, under its own id, with what came from it; what has come since stays. Answers its id. No
 * other transaction writes hosts of the network. A host that has the id by now: 409 `entity_already_exists`.
 */
export async function splitMerge(
  tx: Db,
  merge: { id: string; hostId: string; mergedHostId: string; networkId: string },
) {
  const { hostId, mergedHostId, networkId } = merge;
  await lockHosts(tx, [hostId]);
  if ((await tx.host.count({ where: { id: mergedHostId } })) > 0)
    throw new AppError('entity_already_exists', { entity: 'Host', field: 'id', value: mergedHostId });
  const [row] = await ask<{ taken: Partial<Kept> }>(
    tx,
    Prisma.sql`SELECT taken FROM host_merges WHERE id = ${merge.id}::uuid`,
  );
  const taken = { ...nothingTaken, ...row!.taken };
  await moveParts(tx);
  const [host] = await withoutGone(tx, [{ ...taken.host, id: mergedHostId, network_id: networkId }]);
  await insert(tx, 'Host', [{ ...host, virtualization_service_id: null }]);
  for (const model of partModels) {
    const table = tableOf(model) as PartTable;
    const rows = taken[table];
    const ids = rows.map(({ id }) => id as string);
    await send(
      tx,
      Prisma.sql`UPDATE ${Prisma.raw(`"${table}"`)} SET host_id = ${mergedHostId}::uuid, updated_at = clock_timestamp()
        WHERE id = ANY(${ids}::uuid[]) AND host_id = ${hostId}::uuid`,
    );
    const dropped = await restorable(
      tx,
      table,
      rows.filter(({ id }) => taken.dropped.includes(id as string)),
    );
    await insert(
      tx,
      model,
      dropped.map((one) => ({ ...one, host_id: mergedHostId, ip_address_id: null, aggregate_id: null })),
    );
  }
  await splitBindings(tx, hostId, mergedHostId, taken);
  await restoreHost(tx, hostId, mergedHostId, taken);
  await splitAssignments(tx, { hostId, mergedHostId, networkId }, taken);
  await send(
    tx,
    Prisma.sql`WITH RECURSIVE under AS (
        SELECT merged_host_id FROM host_merges WHERE network_id = ${networkId}::uuid AND into_host_id = ${mergedHostId}::uuid
        UNION SELECT m.merged_host_id FROM host_merges m JOIN under ON m.into_host_id = under.merged_host_id
          WHERE m.network_id = ${networkId}::uuid)
      UPDATE host_merges SET host_id = ${mergedHostId}::uuid, updated_at = now()
      WHERE network_id = ${networkId}::uuid AND merged_host_id IN (SELECT merged_host_id FROM under)`,
  );
  await send(tx, Prisma.sql`DELETE FROM host_merges WHERE id = ${merge.id}::uuid`);
  return mergedHostId;
}

const nothingTaken: Kept = {
  ...{ host: {}, ip_addresses: [], ports: [], interfaces: [], services: [], bindings: [] },
  ...{ tagIds: [], credentials: [], daemonIds: [], dropped: [], filled: {}, tagsBefore: [], credentialsBefore: [] },
};

/** Those whose ids are free, addresses those whose subnets are there. */
async function restorable(tx: Db, table: PartTable, rows: readonly Json[]): Promise<Json[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id as string);
  const taken = await ask<{ id: string }>(
    tx,
    Prisma.sql`SELECT id::text FROM ${Prisma.raw(`"${table}"`)} WHERE id = ANY(${ids}::uuid[])`,
  );
  const subnetIds = rows.flatMap(({ subnet_id: id }) => (id as string | undefined) ?? []);
  const subnets = await ask<{ id: string }>(
    tx,
    Prisma.sql`SELECT id::text FROM subnets WHERE id = ANY(${subnetIds}::uuid[])`,
  );
  const [used, there] = [new Set<unknown>(taken.map(({ id }) => id)), new Set<unknown>(subnets.map(({ id }) => id))];
  const free = rows.filter((row) => !used.has(row.id) && (table !== 'ip_addresses' || there.has(row.subnet_id)));
  return withoutGone(tx, free);
}

/** Bindings go with their services, where all that they bind is on one host again. */
async function splitBindings(tx: Db, hostId: string, mergedHostId: string, { bindings, dropped }: Kept): Promise<void> {
  const given = Prisma.sql`jsonb_populate_recordset(NULL::bindings, ${JSON.stringify(bindings)}::jsonb) given`;
  const isWhole = Prisma.sql`EXISTS (SELECT FROM services s WHERE s.id = given.service_id AND s.host_id = ${mergedHostId}::uuid)
    AND (given.ip_address_id IS NULL
      OR EXISTS (SELECT FROM ip_addresses a WHERE a.id = given.ip_address_id AND a.host_id = ${mergedHostId}::uuid))
    AND (given.port_id IS NULL OR EXISTS (SELECT FROM ports p WHERE p.id = given.port_id AND p.host_id = ${mergedHostId}::uuid))`;
  await send(
    tx,
    Prisma.sql`UPDATE bindings SET host_id = ${mergedHostId}::uuid, service_id = given.service_id,
      ip_address_id = given.ip_address_id, port_id = given.port_id, updated_at = clock_timestamp()
      FROM ${given} WHERE bindings.id = given.id AND bindings.host_id = ${hostId}::uuid AND ${isWhole}`,
  );
  // What has been bound across the two since is on neither.
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

/** The columns that the other host took over, and references from one host to the other. */
async function restoreHost(
  tx: Db,
  hostId: string,
  mergedHostId: string,
  { host, filled, interfaces }: Kept,
): Promise<void> {
  const names = Object.keys(filled).filter((name) => name !== 'id' && !(name in references));
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
  await send(
    tx,
    Prisma.sql`UPDATE interfaces i SET aggregate_id = NULL WHERE host_id IN (${hostId}::uuid, ${mergedHostId}::uuid)
      AND aggregate_id IS NOT NULL AND NOT EXISTS (SELECT FROM interfaces a WHERE a.id = i.aggregate_id AND a.host_id = i.host_id)`,
  );
  await send(
    tx,
    Prisma.sql`UPDATE interfaces i SET aggregate_id = given.aggregate_id
      FROM jsonb_populate_recordset(NULL::interfaces, ${JSON.stringify(interfaces)}::jsonb) given
      JOIN interfaces a ON a.id = given.aggregate_id AND a.host_id = ${mergedHostId}::uuid
      WHERE i.id = given.id AND i.host_id = ${mergedHostId}::uuid AND i.aggregate_id IS NULL`,
  );
  const runtimeId = (host.virtualization_service_id ?? null) as string | null;
  if (runtimeId !== null)
    await send(
      tx,
      Prisma.sql`UPDATE hosts SET virtualization_service_id = ${runtimeId}::uuid WHERE id = ${mergedHostId}::uuid
        AND EXISTS (SELECT FROM services WHERE id = ${runtimeId}::uuid AND network_id = hosts.network_id)`,
    );
}

/** Tags, credentials and daemons: those of both stay with whom they were. */
async function splitAssignments(
  tx: Db,
  { hostId, mergedHostId, networkId }: { hostId: string; mergedHostId: string; networkId: string },
  { tagIds, tagsBefore, credentials, credentialsBefore, daemonIds }: Kept,
): Promise<void> {
  await send(
    tx,
    Prisma.sql`INSERT INTO tag_assignments (organization_id, network_id, tag_id, host_id)
      SELECT tags.organization_id, ${networkId}::uuid, tags.id, ${mergedHostId}::uuid FROM tags
      WHERE tags.id = ANY(${tagIds}::uuid[]) ON CONFLICT DO NOTHING`,
  );
  const added = tagIds.filter((id) => !tagsBefore.includes(id));
  await send(
    tx,
    Prisma.sql`DELETE FROM tag_assignments WHERE host_id = ${hostId}::uuid AND tag_id = ANY(${added}::uuid[])`,
  );
  // What has been taken off since stays off: who splits may be no one who could assign it.
  await send(
    tx,
    Prisma.sql`INSERT INTO host_credentials (host_id, credential_id, network_id, organization_id, created_at, assigned_by)
      SELECT ${mergedHostId}::uuid, held.credential_id, held.network_id, held.organization_id, given.created_at, held.assigned_by
      FROM jsonb_populate_recordset(NULL::host_credentials, ${JSON.stringify(credentials)}::jsonb) given
      JOIN host_credentials held ON held.host_id = ${hostId}::uuid AND held.credential_id = given.credential_id
      ON CONFLICT DO NOTHING`,
  );
  const assigned = credentials
    .map(({ credential_id: id }) => id as string)
    .filter((id) => !credentialsBefore.includes(id));
  await send(
    tx,
    Prisma.sql`DELETE FROM host_credentials WHERE host_id = ${hostId}::uuid AND credential_id = ANY(${assigned}::uuid[])`,
  );
  await send(
    tx,
    Prisma.sql`UPDATE discoveries SET discovery_details = jsonb_set(discovery_details, '{host_id}', to_jsonb(${mergedHostId}::text))
      WHERE run_type <> 'Historical' AND daemon_id = ANY(${daemonIds}::uuid[]) AND discovery_details->>'host_id' = ${hostId}`,
  );
  await send(
    tx,
    Prisma.sql`UPDATE daemons SET host_id = ${mergedHostId}::uuid WHERE id = ANY(${daemonIds}::uuid[]) AND host_id = ${hostId}::uuid`,
  );
}

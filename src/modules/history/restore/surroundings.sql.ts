// Reads the present rows that decide whether a restore is possible: the rows themselves, rows to which they refer, and
// rows with the same unique keys.
import { columnsOf, tableOf } from '../../../data/model/model-fields';
import { containerBridges } from '../../inventory';
import { ask, liveTable, readableSql, readerUse, readerValues, rowJson, type Place } from './past-rows.sql';
import { idOf, rowKey, type ModelRow, type PresentRows, type Row, type Writes } from './plan-writes';
import { readTakenKeys } from './free-ids.sql';
import { readOverlaps } from './overlaps.sql';
import { listOfRow, type ListCount } from './list-growth';
import type { Surroundings, UserOfRow } from './settle-writes';
import type { Holder } from './unique-values';
import { isRestoredKind, linkModels, referencesOf, restoredKinds, restoredModels, uniqueKeys } from './restored-models';

type Rows = ReadonlyMap<string, Row>;
const lookUp =
  (rows: Rows): PresentRows =>
  (model, id) =>
    rows.get(rowKey(model, id));

const idsByModel = (rows: readonly { readonly model: string; readonly id: string }[]): Map<string, string[]> => {
  const ids = new Map<string, Set<string>>();
  for (const { model, id } of rows) ids.set(model, (ids.get(model) ?? new Set()).add(id));
  return new Map([...ids].map(([model, set]) => [model, [...set].sort()]));
};

/**
 * Locks rows and resolves with their present states. To prevent deadlocks, locks the rows in the same order as other
 * writers: by model, in the order in which rows are created, then by id.
 */
export async function lockPresent(place: Place, rows: readonly ModelRow[]): Promise<PresentRows> {
  const ids = idsByModel(rows.map(({ model, row }) => ({ model, id: idOf(row) })));
  const presentRows = new Map<string, Row>();
  for (const model of restoredModels) {
    const idsOfModel = ids.get(model);
    if (!idsOfModel) continue;
    const text = `SELECT ${rowJson(model)} AS row FROM ${liveTable(model)} r
      WHERE r.id = ANY($4::uuid[]) AND ${readableSql(model)} AND ${readerUse} ORDER BY r.id FOR NO KEY UPDATE`;
    for (const { row } of await ask<{ row: Row }>(place, text, [...readerValues(place.viewer), idsOfModel]))
      presentRows.set(rowKey(model, row.id), row);
  }
  return lookUp(presentRows);
}

/** Reads all stored rows that decide whether a restore's writes are possible, such as rows with equal unique values. */
export async function readSurroundings(place: Place, writes: Writes): Promise<Surroundings> {
  const images: ModelRow[] = [
    ...writes.inserts,
    ...writes.updates.map(({ model, past, present, columns }) => ({
      model,
      row: { ...present, ...Object.fromEntries(columns.map((name) => [name, past[name]])) },
    })),
  ];
  return {
    presentRows: await readReferred(place, images),
    mergedInto: await readMerged(place, images),
    takenKeys: await readTakenKeys(place, writes.inserts, { isElsewhere: false }),
    holders: [...(await readHolders(place, images)), ...(await readBindingsInTheWay(place, images))],
    overlaps: await readOverlaps(place, images, writes.deletes),
    users: await readUsers(place, writes.deletes),
    counts: await readCounts(place, writes.inserts),
    outside: await readOutside(place, writes.updates),
  };
}

/** Columns of a referenced row that decide whether the reference is valid. */
const decidingColumns = ['network_id', 'host_id', 'cidr'];

async function readReferred(place: Place, images: readonly ModelRow[]): Promise<PresentRows> {
  const referred = images.flatMap(({ model, row }) =>
    referencesOf(model).flatMap((one) =>
      row[one.column] == null ? [] : [{ model: one.model, id: String(row[one.column]) }],
    ),
  );
  const referencedRows = new Map<string, Row>();
  for (const [model, ids] of idsByModel(referred)) {
    const columns = new Set([...columnsOf(model).values()].map(({ sqlName }) => sqlName));
    const selected = ['id', ...decidingColumns.filter((name) => columns.has(name))];
    // A user API key belongs to no network. Only its owner may read it.
    const reach = columns.has('network_id')
      ? 'r.network_id = ANY($1::uuid[])'
      : model === 'Network'
        ? 'r.id = ANY($1::uuid[])'
        : model === 'UserApiKey'
          ? 'r.user_id = $3::uuid'
          : 'r.organization_id = $2::uuid';
    const text = `SELECT ${selected.map((name) => `r.${name}`).join(', ')} FROM ${tableOf(model)} r
      WHERE r.id = ANY($4::uuid[]) AND ${reach} AND ${readerUse}`;
    for (const row of await ask<Row>(place, text, [...readerValues(place.viewer), ids]))
      referencedRows.set(rowKey(model, row.id), row);
  }
  return lookUp(referencedRows);
}

/**
 * Resolves with the restored or referenced hosts that are merged into other hosts, each with the id of the other host.
 */
async function readMerged(place: Place, images: readonly ModelRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = images.flatMap(({ model, row }) => [
    ...(model === 'Host' ? [idOf(row)] : []),
    ...referencesOf(model).flatMap((one) =>
      one.model === 'Host' && row[one.column] != null ? [String(row[one.column])] : [],
    ),
  ]);
  if (ids.length === 0) return new Map();
  const text = `SELECT m.merged_host_id::text AS id, m.host_id::text AS into FROM host_merges m
    WHERE m.merged_host_id = ANY($2::uuid[]) AND m.network_id = ANY($1::uuid[])
      AND NOT EXISTS (SELECT FROM hosts h WHERE h.id = m.merged_host_id AND h.network_id = m.network_id)`;
  const rows = await ask<{ id: string; into: string }>(place, text, [[...place.viewer.networkIds], [...new Set(ids)]]);
  return new Map(rows.map(({ id, into }) => [id, into]));
}

const bridges = containerBridges.map((type) => `'${type}'`).join(', ');

/** SQL condition: the stored row `t` has the same unique value as the row to restore, `w`. */
function holdsSql(model: string, columns: readonly string[]): string {
  if (model === 'Binding')
    return `t.service_id = w.service_id AND t.port_id IS NOT DISTINCT FROM w.port_id
      AND t.ip_address_id IS NOT DISTINCT FROM w.ip_address_id`;
  // Tag names that differ only in their Unicode normalization form count as equal.
  if (model === 'Tag') return 't.organization_id = w.organization_id AND normalize(t.name) = normalize(w.name)';
  const same = columns.map((name) => `t.${name} = w.${name}`).join(' AND ');
  if (model !== 'Subnet') return same;
  return `${same} AND t.source_type <> 'System' AND w.source_type <> 'System'
    AND (t.subnet_type IN (${bridges})) = (w.subnet_type IN (${bridges}))
    AND (t.subnet_type NOT IN (${bridges}) OR t.virtualization_service_id = w.virtualization_service_id)`;
}

/** For a model, the columns that the condition of `holdsSql` reads besides those of the unique key. */
const alsoNeeded: Readonly<Record<string, readonly string[]>> = {
  Subnet: ['subnet_type', 'source_type', 'virtualization_service_id'],
};

async function readHolders(place: Place, images: readonly ModelRow[]): Promise<Holder[]> {
  const holders: Holder[] = [];
  for (const { model, columns, field } of uniqueKeys) {
    const imagesOfModel = images.filter((one) => one.model === model);
    if (imagesOfModel.length === 0) continue;
    const isOfNetwork = columnsOf(model).has('networkId');
    const names = ['id', ...(isOfNetwork ? ['network_id'] : []), ...columns, ...(alsoNeeded[model] ?? [])];
    // The owner of a row, such as its host, may have moved to another network since. So only rows of the same network
    // conflict.
    const sameNetwork = isOfNetwork ? 't.network_id IS NOT DISTINCT FROM w.network_id' : 'TRUE';
    const rows = imagesOfModel.map(({ row }) => Object.fromEntries(names.map((name) => [name, row[name] ?? null])));
    const column = [...columnsOf(model).values()].find(({ name }) => name === field)!.sqlName;
    const text = `SELECT w.id::text, CASE WHEN ${readableSql(model, 't')} THEN t.id::text END AS "holderId",
        to_jsonb(t.${column}) AS value
      FROM jsonb_populate_recordset(NULL::${tableOf(model)}, $4::jsonb) w
      JOIN ${liveTable(model)} t ON ${holdsSql(model, columns)} AND t.id <> w.id AND ${sameNetwork}
      WHERE ${readerUse} ORDER BY w.id, t.id`;
    const values = [...readerValues(place.viewer), JSON.stringify(rows)];
    const holderRows = await ask<Omit<Holder, 'model' | 'field'>>(place, text, values);
    holders.push(...holderRows.map((one) => ({ ...one, model, field })));
  }
  return holders;
}

/**
 * Resolves with stored bindings that exclude a binding to restore of the same service. For example, a binding to all
 * ports of an IP address excludes a binding to one port of the IP address.
 */
async function readBindingsInTheWay(place: Place, images: readonly ModelRow[]): Promise<Holder[]> {
  const bindingImages = images.filter(({ model }) => model === 'Binding');
  if (bindingImages.length === 0) return [];
  const rows = bindingImages.map(({ row: { id, network_id, service_id, port_id, ip_address_id } }) => ({
    ...{ id, network_id, service_id, port_id, ip_address_id },
  }));
  const text = `SELECT w.id::text, t.id::text AS "holderId"
    FROM jsonb_populate_recordset(NULL::bindings, $1::jsonb) w
    JOIN bindings t ON t.service_id = w.service_id AND t.network_id = w.network_id AND t.id <> w.id AND CASE
      WHEN w.port_id IS NULL THEN t.port_id IS NOT NULL AND (t.ip_address_id IS NULL OR t.ip_address_id = w.ip_address_id)
      WHEN t.port_id IS NULL THEN w.ip_address_id IS NULL OR t.ip_address_id = w.ip_address_id
      ELSE t.port_id = w.port_id AND (t.ip_address_id IS NULL) <> (w.ip_address_id IS NULL) END
    ORDER BY w.id, t.id`;
  const conflictingBindings = await ask<{ id: string; holderId: string }>(place, text, [JSON.stringify(rows)]);
  return conflictingBindings.map((one) => ({ ...one, model: 'Binding' }));
}

/**
 * Resolves with the stored rows that refer to a row which the restore deletes. Rows of models that only discovery
 * writes are not read, because they are deleted together with the rows to which they belong.
 */
async function readUsers(place: Place, deletes: readonly ModelRow[]): Promise<UserOfRow[]> {
  const ids = idsByModel(deletes.map(({ model, row }) => ({ model, id: idOf(row) })));
  const users: UserOfRow[] = [];
  for (const model of [...restoredKinds, ...linkModels])
    for (const { column, model: other } of referencesOf(model)) {
      const deletedIds = ids.get(other);
      if (!deletedIds || !isRestoredKind(other)) continue;
      const text = `SELECT r.${column}::text AS id, ${rowJson(model)} AS row FROM ${liveTable(model)} r
        WHERE r.${column} = ANY($4::uuid[]) AND ${readableSql(model)} AND ${readerUse} ORDER BY r.id LIMIT ${mostUsers}`;
      const userRows = await ask<{ id: string; row: Row }>(place, text, [...readerValues(place.viewer), deletedIds]);
      users.push(...userRows.map(({ id, row }) => ({ model: other, id, user: { model, row } })));
    }
  return users;
}
/**
 * Maximum number of rows that one statement reads. No change has as many rows. So if rows outside of the undone change
 * refer to a row that the restore deletes, the statement returns at least one of them.
 */
const mostUsers = 10_000;

/**
 * If a restore sets the former prefix of a subnet: resolves with the subnet's IP addresses, and first and last
 * addresses of reservations, that would be outside of this prefix.
 */
async function readOutside(place: Place, updates: Writes['updates']): Promise<Surroundings['outside']> {
  const rows = updates
    .filter(({ model, columns }) => model === 'Subnet' && columns.includes('cidr'))
    .map(({ past: { id, network_id, cidr } }) => ({ id, network_id, cidr }));
  if (rows.length === 0) return [];
  const text = `SELECT a.id::text, w.id::text AS "subnetId", host(a.ip_address) AS ip, w.cidr::text AS cidr
    FROM jsonb_populate_recordset(NULL::subnets, $1::jsonb) w CROSS JOIN LATERAL (
      SELECT id, ip_address FROM ip_addresses WHERE subnet_id = w.id AND network_id = w.network_id
      UNION ALL SELECT id, unnest(ARRAY[first_address, last_address]) FROM address_reservations
        WHERE subnet_id = w.id AND network_id = w.network_id
    ) a WHERE NOT a.ip_address <<= w.cidr ORDER BY a.id, a.ip_address LIMIT ${mostUsers}`;
  return ask(place, text, [JSON.stringify(rows)]);
}

/** SQL that splits texts of the form `network/user`. The number of saved views is limited for each such pair. */
const pairsSql = `SELECT split_part(pair, '/', 1)::uuid, nullif(split_part(pair, '/', 2), 'null')::uuid
  FROM unnest($1::text[]) pair`;

/**
 * Resolves with the current number of rows in each list to which the restore adds rows, such as the ports of a host.
 */
async function readCounts(place: Place, inserts: readonly ModelRow[]): Promise<ListCount[]> {
  const owners = new Map<string, { model: string; list: ListCount['list']; ids: Set<string> }>();
  for (const { model, row } of inserts) {
    const listed = listOfRow(model, row);
    if (listed?.ownerId == null) continue;
    const one = owners.get(model) ?? { model, list: listed.list, ids: new Set<string>() };
    one.ids.add(String(listed.ownerId));
    owners.set(model, one);
  }
  const columns: Readonly<Record<string, string>> = {
    ...{ Binding: 'r.service_id', TagAssignment: 'r.entity_id', Tag: 'r.organization_id' },
    ...{ AddressReservation: 'r.subnet_id', Plan: 'r.network_id', SavedView: `(r.network_id, r.created_by_user_id)` },
  };
  const counts: ListCount[] = [];
  for (const { model, list, ids } of owners.values()) {
    const column = columns[model] ?? 'r.host_id';
    const [ownerId, owners] =
      model === 'SavedView'
        ? [`concat_ws('/', r.network_id, r.created_by_user_id)`, pairsSql]
        : [`${column}::text`, 'SELECT unnest($1::uuid[])'];
    const isOfNetwork = columnsOf(model).has('networkId');
    // Rows without a network, such as assignments of tags to users, are limited to the viewer's organization instead.
    const isInReach = isOfNetwork
      ? '(r.network_id IS NULL OR r.network_id = ANY($2::uuid[]))'
      : 'r.organization_id = ANY($2::uuid[])';
    const text = `SELECT ${ownerId} AS "ownerId", count(*)::int AS count FROM ${liveTable(model)} r
      WHERE ${column} IN (${owners}) AND ${isInReach} GROUP BY ${ownerId}`;
    const values = [[...ids], isOfNetwork ? [...place.viewer.networkIds] : [place.viewer.organizationId]];
    for (const { ownerId, count } of await ask<{ ownerId: string; count: number }>(place, text, values))
      counts.push({ list, ownerId, count });
  }
  return counts;
}

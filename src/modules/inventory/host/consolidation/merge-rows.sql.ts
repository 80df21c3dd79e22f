// Reads the rows that a merge may change, and compares them before and after the merge.
import { Prisma } from '../../../../generated/prisma/client';
import { columnOf, columnsOf, relationsOf, tableOf } from '../../../../data/model/model-fields';
import type { Db } from '../../../../data/tenancy/rows';
import { readTables } from '../../../../generated/entity-facts';
import { querySql, tenantSafeSql, viewerOf } from '../../../../data/tenancy/tenant-sql';

/** A row as JSON, with the column names of the database. */
export type Json = Record<string, unknown>;

/** Models in the order in which rows are created: a model comes after the models to which its rows refer. */
export const touchedModels = [
  ...(['Host', 'Service', 'Subnet', 'IpAddress', 'Port', 'Interface', 'Binding', 'InterfaceVlan'] as const),
  ...(['NeighborEvidence', 'ForwardingEvidence', 'ArpEvidence', 'InterfaceNeighbor', 'LinkDecision'] as const),
  ...(['DocumentedLink', 'GroupMember', 'TagAssignment', 'IdentitySuggestion'] as const),
  ...readTables.map(({ model }) => model),
];
export type TouchedModel = (typeof touchedModels)[number];
type ReadModel = (typeof readTables)[number]['model'];
export type TouchedRows = Readonly<Record<TouchedModel, readonly Json[]>>;

/** The changes that a merge made to rows of a model. */
export interface ModelChanges {
  /** Deleted rows, with their values before the merge. */
  readonly gone: readonly Json[];
  /** Ids of created rows. */
  readonly made: readonly string[];
  /** Changed rows, with the old and new values of the columns that differ. */
  readonly changed: readonly { readonly id: string; readonly before: Json; readonly after: Json }[];
}
export type RowChanges = Readonly<Partial<Record<TouchedModel, ModelChanges>>>;

export const keyColumn = (model: TouchedModel): string =>
  model === 'ForwardingEvidence' || model === 'ArpEvidence' ? 'interface_id' : 'id';
/** Columns that a merge does not record, because every write sets them automatically or the database computes them. */
const computedColumns = new Set([
  ...['lineage_id', 'natural_name', 'valid_from', 'valid_to', 'audit_event_id', 'updated_at'],
  ...['merged_host_ids', 'entity_type', 'entity_id', 'member_type'],
]);
export const writtenColumns = (model: TouchedModel): string[] =>
  [...columnsOf(model).values()].map(({ sqlName }) => sqlName).filter((name) => !computedColumns.has(name));

const resolvedColumns = (more: string) => ['resolved_interface_id', 'resolved_host_id', more];
const ends = ['interface_id', 'remote_interface_id', 'remote_host_id'];
const together: Readonly<Partial<Record<TouchedModel, readonly (readonly string[])[]>>> = {
  Host: [['virtualization_type', 'vm_name', 'vm_id']],
  Service: [['virtualization_type', 'container_name', 'container_id', 'compose_project']],
  Binding: [['host_id', 'service_id', 'ip_address_id', 'port_id']],
  NeighborEvidence: [resolvedColumns('reason')],
  DocumentedLink: [resolvedColumns('state')],
  InterfaceNeighbor: [ends],
  LinkDecision: [ends],
};
/**
 * Returns the columns that are restored together with `column`, including `column`. For example, a value is restored
 * together with its source.
 */
export function otherColumns(model: TouchedModel, column: string): readonly string[] {
  const group = together[model]?.find((one) => one.includes(column));
  if (group) return group;
  const fact = column.replace(/_source$/, '');
  const pair = [fact, `${fact}_source`];
  return writtenColumns(model).includes(pair[1]!) ? pair : [column];
}

/**
 * Returns an SQL condition for rows of `model` that refer to one of the rows in `ids`. For each model, `ids` has SQL
 * for an array of row ids.
 */
const rowsReferringTo = (model: string, ids: Readonly<Record<string, Prisma.Sql>>): Prisma.Sql =>
  Prisma.join(
    [...relationsOf(model).values()].flatMap(({ model: other, foreignKey: { field, isHere } }) => {
      const column = isHere && ids[other] && Prisma.raw(columnOf(model, field).sqlName);
      return column ? [Prisma.sql`${column} = ANY(${ids[other]!})`] : [];
    }),
    ' OR ',
  );

/**
 * Reads, by one statement, all rows that belong to the hosts or refer to them or their parts. With `before`, also reads
 * the rows that an earlier call has read, even if they belong to other hosts now.
 */
export async function touchedRows(tx: Db, hostIds: readonly string[], before?: TouchedRows): Promise<TouchedRows> {
  const hosts = Prisma.sql`${[...hostIds]}::uuid[]`;
  const [ports, services, bindings, bridges] = ['ports_of', 'services_of', 'bindings_of', 'bridges_of'].map(
    (name) => Prisma.sql`ARRAY(SELECT id FROM ${Prisma.raw(name)})`,
  ) as [Prisma.Sql, Prisma.Sql, Prisma.Sql, Prisma.Sql];
  const ofHosts = Prisma.sql`host_id = ANY(${hosts})`;
  const onPorts = Prisma.sql`interface_id = ANY(${ports})`;
  const links = Prisma.sql`${onPorts} OR remote_interface_id = ANY(${ports}) OR remote_host_id = ANY(${hosts})`;
  const about = Prisma.sql`${onPorts} OR resolved_interface_id = ANY(${ports}) OR resolved_host_id = ANY(${hosts})`;
  const conditions: Readonly<Record<Exclude<TouchedModel, ReadModel>, Prisma.Sql>> = {
    Host: Prisma.sql`id = ANY(${hosts}) OR virtualization_service_id = ANY(${services})`,
    Service: Prisma.sql`${ofHosts} OR virtualization_service_id = ANY(${services})`,
    Subnet: Prisma.sql`id = ANY(${bridges})`,
    IpAddress: Prisma.sql`${ofHosts} OR subnet_id = ANY(${bridges})`,
    Port: ofHosts,
    Interface: ofHosts,
    Binding: ofHosts,
    InterfaceVlan: onPorts,
    NeighborEvidence: about,
    ForwardingEvidence: onPorts,
    ArpEvidence: onPorts,
    InterfaceNeighbor: links,
    LinkDecision: links,
    DocumentedLink: about,
    GroupMember: Prisma.sql`service_id = ANY(${services}) OR binding_id = ANY(${bindings})`,
    TagAssignment: Prisma.sql`${ofHosts} OR service_id = ANY(${services})`,
    IdentitySuggestion: Prisma.sql`${ofHosts} OR other_host_id = ANY(${hosts})`,
  };
  const referring = { Host: hosts, Interface: ports };
  const readOf = Object.fromEntries(readTables.map(({ model }) => [model, rowsReferringTo(model, referring)]));
  const all: Readonly<Record<string, Prisma.Sql>> = { ...readOf, ...conditions };
  const lists = touchedModels.map((model) => {
    const key = Prisma.raw(keyColumn(model));
    const ids = (before?.[model] ?? []).map((row) => row[keyColumn(model)] as string);
    return Prisma.sql`${model}::text, (SELECT coalesce(jsonb_agg(to_jsonb(r)), '[]') FROM ${Prisma.raw(tableOf(model))} r
      WHERE ${all[model]!} OR ${key} = ANY(${ids}::uuid[]))`;
  });
  const statement = Prisma.sql`
    WITH ports_of AS (SELECT id FROM interfaces WHERE host_id = ANY(${hosts})),
    services_of AS (SELECT id FROM services WHERE host_id = ANY(${hosts})),
    bindings_of AS (SELECT id FROM bindings WHERE host_id = ANY(${hosts})),
    bridges_of AS (SELECT id FROM subnets WHERE virtualization_service_id = ANY(${services}))
    SELECT jsonb_build_object(${Prisma.join(lists)}) AS rows`;
  const [row] = await querySql<{ rows: TouchedRows }>(tx, tenantSafeSql(viewerOf(tx), statement));
  return row!.rows;
}

/** Returns the changes of rows between `before` and `after`, by model. Models without changes are omitted. */
export function compareRows(before: TouchedRows, after: TouchedRows): RowChanges {
  const changes: Partial<Record<TouchedModel, ModelChanges>> = {};
  for (const model of touchedModels) {
    const key = (row: Json) => row[keyColumn(model)] as string;
    const columns = writtenColumns(model);
    const isThere = new Map(after[model].map((row) => [key(row), row]));
    const wasThere = new Set(before[model].map(key));
    const changedRows = before[model].flatMap((row) => {
      const now = isThere.get(key(row));
      const other = now ? columns.filter((name) => JSON.stringify(row[name]) !== JSON.stringify(now[name])) : [];
      const names = [...new Set(other.flatMap((name) => otherColumns(model, name)))];
      if (names.length === 0) return [];
      const of = (one: Json) => Object.fromEntries(names.map((name) => [name, one[name]]));
      return [{ id: key(row), before: of(row), after: of(now!) }];
    });
    const removedRows = before[model].filter((row) => !isThere.has(key(row)));
    const createdKeys = after[model].map(key).filter((id) => !wasThere.has(id));
    if (changedRows.length + removedRows.length + createdKeys.length > 0)
      changes[model] = { gone: removedRows, made: createdKeys, changed: changedRows };
  }
  return changes;
}

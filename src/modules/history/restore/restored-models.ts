// Facts about models whose past rows can be restored: their order, the columns that users write, and their links.
import { isHistoried } from '../../../data/model/historied';
import { columnOf, columnsOf, relationsOf } from '../../../data/model/model-fields';
import { tagColumns } from '../../../data/tenancy/entity-tags';
import { readTables } from '../../../generated/entity-facts';
import type { Prisma } from '../../../generated/prisma/client';

type Scalar<M extends Prisma.ModelName> = keyof Prisma.TypeMap['model'][M]['payload']['scalars'] & string;

/**
 * Kinds of rows that users write, in the order in which a restore creates rows: a row comes after the rows to which it
 * refers. Exception: a host comes before the service (hypervisor or container runtime) in which it runs.
 */
export const restoredKinds = [
  ...(['Host', 'Service', 'Subnet', 'Vlan', 'IpAddress', 'Port', 'Interface', 'Binding', 'Group', 'Tag'] as const),
  ...(['AddressReservation', 'Plan', 'SavedView'] as const),
];
export type RestoredKind = (typeof restoredKinds)[number];

/** Models whose rows link two other rows: tagged VLANs of interfaces, members of groups, and tag assignments. */
export const linkModels = ['InterfaceVlan', 'GroupMember', 'TagAssignment'] as const;
export type LinkModel = (typeof linkModels)[number];

/** Models with history that only discovery writes. */
const readModels = readTables.map(({ model }) => model).filter(isHistoried);
/** Models whose rows are restored only together with the host to which they belong. */
export const derivedModels: readonly string[] = ['InterfaceNeighbor', ...readModels];

/** All models whose rows can be restored, in the order in which their rows are created. */
export const restoredModels: readonly string[] = [...restoredKinds, ...linkModels, ...derivedModels];

export const isRestoredKind = (model: string): model is RestoredKind =>
  (restoredKinds as readonly string[]).includes(model);
export const isLink = (model: string): model is LinkModel => (linkModels as readonly string[]).includes(model);
export const isDerived = (model: string): boolean => derivedModels.includes(model);

const source = ['sourceType', 'sourceConfidence', 'sourceReason'] as const;

/**
 * The columns that a restore of an existing row sets, by kind. Columns of owners (`networkId`, `hostId`, `serviceId`)
 * are missing, because a restored row never moves. The MAC addresses that a port has learned are missing, because only
 * discovery writes them.
 */
export const writtenColumns: { readonly [M in RestoredKind]: readonly Scalar<M>[] } = {
  Host: [
    ...(['name', 'hostname', 'description', 'hidden', 'role', 'roleSource'] as const),
    ...(['virtualizationType', 'vmName', 'vmId', 'virtualizationServiceId'] as const),
  ],
  Service: [
    ...(['name', 'serviceDefinition', 'position', 'virtualizationType'] as const),
    ...(['containerName', 'containerId', 'composeProject', 'virtualizationServiceId'] as const),
  ],
  Subnet: ['name', 'cidr', 'namespace', 'description', 'subnetType', 'virtualizationServiceId'],
  Vlan: ['name', 'vlanNumber', 'description', ...source],
  IpAddress: ['ipAddress', 'subnetId', 'name', 'macAddress', 'macAddressSource', 'position'],
  Port: ['number', 'protocol'],
  Interface: [
    ...(['ifIndex', 'ifDescr', 'ifName', 'ifAlias', 'ifType', 'speedBps', 'adminStatus', 'operStatus'] as const),
    ...(['macAddress', 'macAddressSource', 'ipConfigured', 'ipAddressId', 'nativeVlanId'] as const),
  ],
  Binding: ['ipAddressId', 'portId'],
  Group: ['name', 'groupType', 'memberType', 'description', 'color', 'edgeStyle'],
  Tag: ['name', 'description', 'color', 'isApplication'],
  AddressReservation: ['subnetId', 'firstAddress', 'lastAddress', 'purpose', 'until', 'description'],
  Plan: ['name', 'description', 'changes'],
  SavedView: [
    ...(['name', 'description', 'visibility', 'view', 'shownAt', 'comparedAt'] as const),
    ...(['state', 'positions', 'routes'] as const),
  ],
};

const sqlNames = (model: string, names: readonly string[]): readonly string[] =>
  names.map((name) => columnOf(model, name).sqlName);

const writtenSqlColumns = new Map<string, readonly string[]>(
  restoredKinds.map((model) => [model, sqlNames(model, writtenColumns[model])]),
);
/**
 * Returns the columns of a model that users write, by their names in the database; empty for links and for models that
 * only discovery writes.
 */
export const writtenSqlOf = (model: string): readonly string[] => writtenSqlColumns.get(model) ?? [];

/**
 * Columns with the id of a row's owner: network, organization, host or service. If the row has another owner now, it is
 * not restored.
 */
const ownerNames: ReadonlySet<string> = new Set(['networkId', 'organizationId', 'hostId', 'serviceId']);
const ownerSqlColumns = new Map<string, readonly string[]>(
  restoredKinds.map((model) => [
    model,
    [...columnsOf(model).values()].filter(({ name }) => ownerNames.has(name)).map(({ sqlName }) => sqlName),
  ]),
);
export const ownersOf = (model: string): readonly string[] => ownerSqlColumns.get(model) ?? [];

/** A column that refers to a row of another model. */
export interface Reference {
  readonly column: string;
  readonly field: string;
  readonly model: string;
  readonly isNullable: boolean;
  /**
   * Whether the column of a restored row stays empty if the referenced row is gone, such as a discovery or a user. If
   * false, the restore is refused.
   */
  readonly isForgotten: boolean;
  /** Whether the row with this column and the referenced row must belong to the same host. */
  readonly isOnHost: boolean;
  /** Whether deleting the referenced row also deletes the row with this column. Otherwise the column is cleared. */
  readonly isDeletedWith: boolean;
}

const onHost: ReadonlySet<string> = new Set(['ipAddressId', 'portId', 'aggregateId']);

function findReferences(model: string): Reference[] {
  return [...relationsOf(model).values()].flatMap(({ foreignKey: { field, isHere }, isList, model: other }) => {
    if (!isHere || isList || field === 'networkId' || field === 'organizationId') return [];
    const { sqlName: column, isNullable } = columnOf(model, field);
    const isOnHost = onHost.has(field) || (model === 'Binding' && field === 'serviceId');
    const isForgotten = (other === 'Discovery' || other === 'User') && !isLink(model);
    const isDeletedWith = !isNullable || isLink(model) || model === 'Binding' || model === 'InterfaceNeighbor';
    const isLinkOrPart = isDeletedWith && !isForgotten;
    return [{ column, field, model: other, isNullable, isForgotten, isOnHost, isDeletedWith: isLinkOrPart }];
  });
}
const references = new Map(restoredModels.map((model) => [model, findReferences(model)]));
export const referencesOf = (model: string): readonly Reference[] => references.get(model)!;

/** A model of links that the API shows as a list in one of the two linked rows, the owner. */
export interface OwnedLink {
  readonly model: LinkModel;
  /** The column that names the owner. */
  readonly owner: string;
  /** The columns that identify a link among the links of its owner. */
  readonly key: readonly string[];
}
const tagsOf = (model: keyof typeof tagColumns): OwnedLink => ({
  model: 'TagAssignment',
  owner: columnOf('TagAssignment', tagColumns[model]).sqlName,
  key: ['tag_id'],
});
const ownedLinks: Readonly<Record<string, readonly OwnedLink[]>> = {
  Host: [tagsOf('Host')],
  Service: [tagsOf('Service')],
  Subnet: [tagsOf('Subnet')],
  Interface: [{ model: 'InterfaceVlan', owner: 'interface_id', key: ['vlan_id'] }],
  Group: [tagsOf('Group'), { model: 'GroupMember', owner: 'group_id', key: ['service_id', 'binding_id', 'position'] }],
};
export const ownedLinksOf = (model: string): readonly OwnedLink[] => ownedLinks[model] ?? [];

const linkOwners = Object.entries(ownedLinks).flatMap(([owner, links]) => links.map((link) => ({ owner, link })));

type Row = Readonly<Record<string, unknown>>;

/**
 * Returns the model and id of the row that owns a link; undefined if the owner's model cannot be restored, such as a
 * daemon.
 */
export function ownerOfLink(model: string, row: Row): { readonly model: string; readonly id: string } | undefined {
  for (const { owner, link } of linkOwners)
    if (link.model === model && row[link.owner] != null) return { model: owner, id: row[link.owner] as string };
  return undefined;
}

/** Columns whose combined values are unique among the rows of a model. */
export interface UniqueKey {
  readonly model: string;
  readonly columns: readonly string[];
  /** The field that an error about a duplicate value names. */
  readonly field: string;
}
export const uniqueKeys: readonly UniqueKey[] = [
  { model: 'Vlan', columns: ['network_id', 'vlan_number'], field: 'vlanNumber' },
  { model: 'IpAddress', columns: ['host_id', 'subnet_id', 'ip_address'], field: 'ipAddress' },
  { model: 'Port', columns: ['host_id', 'number', 'protocol'], field: 'number' },
  { model: 'Interface', columns: ['host_id', 'if_name'], field: 'ifName' },
  { model: 'Binding', columns: ['service_id', 'port_id', 'ip_address_id'], field: 'portId' },
  { model: 'Tag', columns: ['organization_id', 'name'], field: 'name' },
  { model: 'Subnet', columns: ['network_id', 'cidr', 'namespace'], field: 'cidr' },
  { model: 'Plan', columns: ['network_id', 'name'], field: 'name' },
  { model: 'SavedView', columns: ['topology_id', 'created_by_user_id', 'name'], field: 'name' },
  { model: 'GroupMember', columns: ['group_id', 'position'], field: 'position' },
  { model: 'GroupMember', columns: ['group_id', 'service_id'], field: 'serviceId' },
  { model: 'GroupMember', columns: ['group_id', 'binding_id'], field: 'bindingId' },
  { model: 'InterfaceVlan', columns: ['interface_id', 'vlan_id'], field: 'vlanId' },
  { model: 'TagAssignment', columns: ['entity_type', 'entity_id', 'tag_id'], field: 'tagId' },
];

/**
 * Columns of unique keys for which the database can find an unused value. A row gets this value temporarily, so that
 * rows of one restore can exchange their values.
 */
export const parkableColumns = [
  ...(['Vlan vlan_number', 'Port number', 'IpAddress ip_address'] as const),
  ...(['Interface if_name', 'Tag name', 'Plan name', 'SavedView name'] as const),
];
export type ParkableColumn = (typeof parkableColumns)[number];
export const isParkable = (model: string, column: string): boolean =>
  (parkableColumns as readonly string[]).includes(`${model} ${column}`);

const notInserted: ReadonlySet<string> = new Set([
  ...['lineageId', 'naturalName', 'validFrom', 'validTo', 'auditEventId', 'updatedAt'],
  ...['mergedHostIds', 'entityType', 'entityId'],
]);

/** Returns the database names of the columns that a restore inserts. Columns that the database computes are missing. */
export const insertedColumns = (model: string): readonly string[] =>
  [...columnsOf(model).values()]
    .filter(({ name }) => !notInserted.has(name) && !(model === 'GroupMember' && name === 'memberType'))
    .map(({ sqlName }) => sqlName);

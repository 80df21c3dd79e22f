// Facts about models whose past rows can be restored: their order, the columns that people write, and their links.
import { isHistoried } from '../../../data/model/historied';
import { columnOf, columnsOf, relationsOf } from '../../../data/model/model-fields';
import { tagColumns } from '../../../data/tenancy/entity-tags';
import { readTables } from '../../../generated/entity-facts';
import type { Prisma } from '../../../generated/prisma/client';

type Scalar<M extends Prisma.ModelName> = keyof Prisma.TypeMap['model'][M]['payload']['scalars'] & string;

/** Kinds that people write, in an order in which referenced rows come first. */
export const restoredKinds = [
  ...(['Host', 'Service', 'Subnet', 'Vlan', 'IpAddress', 'Port', 'Interface', 'Binding', 'Group', 'Tag'] as const),
];
export type RestoredKind = (typeof restoredKinds)[number];

/** Models whose rows link two others: the tags, tagged VLANs and members that people write. */
export const linkModels = ['InterfaceVlan', 'GroupMember', 'TagAssignment'] as const;
export type LinkModel = (typeof linkModels)[number];

/** Models that only discovery writes. */
const readModels = readTables.map(({ model }) => model).filter(isHistoried);
/**
 * Models whose rows are restored only together with the row to which they belong: a host for rows that discovery
 * writes, a subnet for reservations.
 */
export const derivedModels: readonly string[] = ['InterfaceNeighbor', 'AddressReservation', ...readModels];

/** All models whose rows can be restored, in the order in which their rows are created. */
export const restoredModels: readonly string[] = [...restoredKinds, ...linkModels, ...derivedModels];

export const isRestoredKind = (model: string): model is RestoredKind =>
  (restoredKinds as readonly string[]).includes(model);
export const isLink = (model: string): model is LinkModel => (linkModels as readonly string[]).includes(model);
export const isDerived = (model: string): boolean => derivedModels.includes(model);

const source = ['sourceType', 'sourceConfidence', 'sourceReason'] as const;

/**
 * The columns that updates of each kind accept. Without owners (`networkId`, `hostId`, `serviceId`), because a restored
 * row never moves. Also without the MAC addresses that a port has learned, because only discovery knows them.
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
  IpAddress: ['ipAddress', 'subnetId', 'name', 'macAddress', 'position'],
  Port: ['number', 'protocol'],
  Interface: [
    ...(['ifIndex', 'ifDescr', 'ifName', 'ifAlias', 'ifType', 'speedBps', 'adminStatus', 'operStatus'] as const),
    ...(['macAddress', 'ipConfigured', 'ipAddressId', 'nativeVlanId'] as const),
  ],
  Binding: ['ipAddressId', 'portId'],
  Group: ['name', 'groupType', 'memberType', 'description', 'color', 'edgeStyle'],
  Tag: ['name', 'description', 'color', 'isApplication'],
};

const sqlNames = (model: string, names: readonly string[]): readonly string[] =>
  names.map((name) => columnOf(model, name).sqlName);

const writtenSqlColumns = new Map<string, readonly string[]>(
  restoredKinds.map((model) => [model, sqlNames(model, writtenColumns[model])]),
);
/** The columns that people write, by their database names; none for links and for models that only discovery writes. */
export const writtenSqlOf = (model: string): readonly string[] => writtenSqlColumns.get(model) ?? [];

/**
 * Columns with the id of the row's owner (network, host or service). A row that now has another owner is not restored.
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
   * Whether the column is cleared if the other row no longer exists. This applies to the discovery that saw the row and
   * to the user who made it.
   */
  readonly isForgotten: boolean;
  /** Whether the other row must belong to the same host. */
  readonly isOnHost: boolean;
  /** Whether deleting the other row also deletes this one. Otherwise the column is cleared. */
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

/** Links that are listed in the row that owns them. */
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

/** The kind and id of the row that lists the link; undefined if no kind lists it, such as a daemon's tags. */
export function ownerOfLink(model: string, row: Row): { readonly model: string; readonly id: string } | undefined {
  for (const { owner, link } of linkOwners)
    if (link.model === model && row[link.owner] != null) return { model: owner, id: row[link.owner] as string };
  return undefined;
}

/** A rule of uniqueness among the rows of a model. */
export interface UniqueKey {
  readonly model: string;
  readonly columns: readonly string[];
  /** The field that errors name. */
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
  { model: 'GroupMember', columns: ['group_id', 'position'], field: 'position' },
  { model: 'GroupMember', columns: ['group_id', 'service_id'], field: 'serviceId' },
  { model: 'GroupMember', columns: ['group_id', 'binding_id'], field: 'bindingId' },
  { model: 'InterfaceVlan', columns: ['interface_id', 'vlan_id'], field: 'vlanId' },
  { model: 'TagAssignment', columns: ['entity_type', 'entity_id', 'tag_id'], field: 'tagId' },
];

const notInserted: ReadonlySet<string> = new Set([
  ...['lineageId', 'naturalName', 'validFrom', 'validTo', 'auditEventId', 'updatedAt'],
  ...['mergedHostIds', 'entityType', 'entityId'],
]);

/** The columns of a new row, except those that the database computes. */
export const insertedColumns = (model: string): readonly string[] =>
  [...columnsOf(model).values()]
    .filter(({ name }) => !notInserted.has(name) && !(model === 'GroupMember' && name === 'memberType'))
    .map(({ sqlName }) => sqlName);

// The kinds of rows that have a history. For each kind: the columns, embedded lists and display name that differences
// and histories show.
import { historyScopeOf, isHistoried } from '../../data/model/historied';
import { columnOf, columnsOf, tableOf } from '../../data/model/model-fields';
import { tagColumns } from '../../data/tenancy/entity-tags';
import { entities, historyNames, readTables } from '../../generated/entity-facts';
import type { TaggableEntityType } from '../../generated/prisma/enums';
import type { entityName } from '../../data/tenancy/visible-rows';
import { hostDisplayNameSql, interfaceDisplayNameSql } from '../inventory';

type ModelName = Parameters<typeof entityName>[0];

/** Rows of a link table, such as tag assignments, that the API shows as a list in the row that owns them. */
export interface Folded {
  readonly field: string;
  readonly table: string;
  /** The column with the id of the owning row. */
  readonly owner: string;
  /** SQL for the value that the list shows for a link row `l`. */
  readonly value: string;
  /** SQL by which the values of the list are ordered. */
  readonly order: string;
  /** Set if users choose the order of the list, so that a new order is a change. */
  readonly isOrdered?: true;
}

export interface HistoriedKind {
  readonly model: ModelName;
  readonly table: string;
  /** The column with the id of the network or organization that the caller must be allowed to read. */
  readonly scope: 'network_id' | 'organization_id';
  /** Columns of the table by field, in the order of the fields in the GraphQL type. */
  readonly columns: ReadonlyMap<string, string>;
  readonly foldedKinds: readonly Folded[];
  /**
   * Returns an SQL condition: the viewer may read a state of a row. `state` is the SQL alias of the state, `readers` is
   * SQL for an array that contains the viewer's user id.
   */
  readonly isReadable: (state: string, readers: string) => string;
  /** SQL for the id of the host to which a row `r` belongs. */
  readonly host: string;
  /** SQL for the display name of a row `r`. If another table has the name, `rowsOf` returns SQL for its rows. */
  readonly name: (rowsOf: (table: string) => string) => string;
}

/**
 * Columns that the comparison of two states of a row omits: ids, times of writes, observations, and copied values that
 * no GraphQL type has.
 */
const withoutHistory = new Set([
  ...['id', 'createdAt', 'updatedAt', 'validFrom', 'validTo', 'lineageId', 'auditEventId'],
  // The values of the following fields change too often to be compared.
  ...['lastSeenAt', 'lastDiscoveryId', 'subnetCidr', 'naturalName', 'positions', 'routes'],
]);

function kindOf(
  model: ModelName,
  overrides: Partial<Pick<HistoriedKind, 'foldedKinds' | 'host' | 'name' | 'isReadable'>> = {},
): HistoriedKind {
  const columns = [...columnsOf(model).values()].filter(({ name }) => !withoutHistory.has(name));
  const has = (column: string) => columnsOf(model).has(column);
  return {
    model,
    table: tableOf(model),
    scope: historyScopeOf(model),
    columns: new Map(columns.map(({ name, sqlName }) => [name, sqlName])),
    ...{ foldedKinds: [], isReadable: () => 'TRUE' },
    host: has('hostId') ? 'r.host_id' : 'NULL::uuid',
    name: () => historyNames[model] ?? (has('name') ? 'r.name' : `''`),
    ...overrides,
  };
}

const tagsOf = (model: TaggableEntityType): Folded => ({
  ...{ field: 'tagIds', table: tableOf('TagAssignment') },
  owner: columnOf('TagAssignment', tagColumns[model]).sqlName,
  ...{ value: 'to_jsonb(l.tag_id)', order: 'l.tag_id' },
});
const portText = `p.number || '/' || lower(p.protocol::text)`;

/** The kinds of rows that the comparison of a network at two instants includes, in the order of its result. */
const all = [
  kindOf('Subnet', { foldedKinds: [tagsOf('Subnet')] }),
  kindOf('Vlan'),
  kindOf('Host', {
    foldedKinds: [tagsOf('Host')],
    host: 'r.id',
    name: (rowsOf) => hostDisplayNameSql('r', rowsOf('ip_addresses')),
  }),
  kindOf('Interface', {
    foldedKinds: [
      {
        ...{ field: 'vlanIds', table: 'interface_vlans', owner: 'interface_id' },
        ...{ value: 'to_jsonb(l.vlan_id)', order: 'l.vlan_id' },
      },
      {
        ...{ field: 'neighbors', table: 'interface_neighbors', owner: 'interface_id' },
        value: `jsonb_build_object('type', CASE WHEN l.remote_interface_id IS NULL THEN 'Host' ELSE 'Interface' END,
          'id', coalesce(l.remote_interface_id, l.remote_host_id), 'protocol', l.protocol)`,
        order: 'coalesce(l.remote_interface_id, l.remote_host_id)',
      },
    ],
    name: () => interfaceDisplayNameSql('r'),
  }),
  kindOf('IpAddress', { name: () => 'host(r.ip_address)' }),
  kindOf('Port', { name: () => `r.number || '/' || lower(r.protocol::text)` }),
  kindOf('Service', { foldedKinds: [tagsOf('Service')] }),
  kindOf('Binding', {
    name: (rowsOf) => `concat_ws(':',
      coalesce((SELECT host(a.ip_address) FROM ${rowsOf('ip_addresses')} a WHERE a.id = r.ip_address_id), '*'),
      (SELECT ${portText} FROM ${rowsOf('ports')} p WHERE p.id = r.port_id))`,
  }),
  kindOf('Group', {
    foldedKinds: [
      tagsOf('Group'),
      {
        ...{ field: 'memberIds', table: 'group_members', owner: 'group_id', isOrdered: true },
        ...{ value: 'to_jsonb(coalesce(l.service_id, l.binding_id))', order: 'l.position, l.id' },
      },
    ],
  }),
  kindOf('Tag'),
] as const;

/** The models whose rows the comparison of a network at two instants includes. */
export const inventoryModels = all.map(({ model }) => model);

/** Models that the comparison of a network at two instants does not include, but whose rows can be restored. */
export const uncomparedModels = ['AddressReservation', 'Plan', 'SavedView'] as const;

/** Kinds with history that the comparison of a network at two instants does not include. */
const others = [
  kindOf('InterfaceNeighbor'),
  kindOf('GroupMember'),
  kindOf('SavedView', {
    isReadable: (state, readers) =>
      `(${state}.visibility = 'Organization' OR ${state}.created_by_user_id = ANY(${readers}))`,
  }),
];

const listedKinds = [...all, ...others];
/** All other models with history, which need no options: entities, and rows that discovery reads from hosts. */
const unlistedModels = [...new Set([...entities, ...readTables.map(({ model }) => model)])].filter(
  (model) => isHistoried(model) && !listedKinds.some((kind) => kind.model === model),
);
const kinds = [...listedKinds, ...unlistedModels.map((model) => kindOf(model as ModelName))];

const byModel = new Map<string, HistoriedKind>(kinds.map((kind) => [kind.model, kind]));
export const historiedModels = [...byModel.keys()];
export const historiedKind = (model: string): HistoriedKind => byModel.get(model)!;

/**
 * Names of the fields of a kind, in the order in which their changes are listed: columns first, then embedded lists.
 */
export const kindFields = ({ columns, foldedKinds }: HistoriedKind): string[] => [
  ...columns.keys(),
  ...foldedKinds.map(({ field }) => field),
];

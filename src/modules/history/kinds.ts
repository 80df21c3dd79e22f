// The historied kinds as differences and revisions show them: columns, links folded into the row, name.
import { historyScopeOf } from '../../data/model/historied';
import { columnOf, columnsOf, tableOf } from '../../data/model/model-fields';
import { tagColumns } from '../../data/tenancy/entity-tags';
import type { TaggableEntityType } from '../../generated/prisma/enums';
import type { entityName } from '../../data/tenancy/visible-rows';
import { hostDisplayNameSql, interfaceDisplayNameSql } from '../inventory';

type ModelName = Parameters<typeof entityName>[0];

/** Rows of a link table, shown as a list in the row that owns them. */
export interface Folded {
  readonly field: string;
  readonly table: string;
  /** The column that names the owning row. */
  readonly owner: string;
  /** SQL of the list's value for a link row `l`. */
  readonly value: string;
  /** SQL of its place in the list. */
  readonly order: string;
  /** The order is one that people give: it alone may change. */
  readonly isOrdered?: true;
}

export interface HistoriedKind {
  readonly model: ModelName;
  readonly table: string;
  /** The column that a caller's reach is judged by. */
  readonly scope: 'network_id' | 'organization_id';
  /** Fields in the order of the type → their columns. */
  readonly columns: ReadonlyMap<string, string>;
  readonly folded: readonly Folded[];
  /** SQL of the condition on a state of this alias that some readers alone meet; `readers` has their ids, as `scope` has. */
  readonly isReadable: (state: string, readers: string) => string;
  /** SQL of the host that a row `r` is of. */
  readonly host: string;
  /** SQL of what people call a row `r`, from the rows that `rowsOf` gives for a table. */
  readonly name: (rowsOf: (table: string) => string) => string;
}

/** Identity, bookkeeping and observations, and copies that no type shows. */
const withoutHistory = new Set([
  ...['id', 'createdAt', 'updatedAt', 'validFrom', 'validTo', 'lineageId', 'auditEventId'],
  // Where things lie is too much to be told again for each state.
  ...['lastSeenAt', 'lastDiscoveryId', 'subnetCidr', 'naturalName', 'positions', 'routes'],
]);

function kindOf(
  model: ModelName,
  own: Partial<Pick<HistoriedKind, 'folded' | 'host' | 'name' | 'isReadable'>> = {},
): HistoriedKind {
  const columns = [...columnsOf(model).values()].filter(({ name }) => !withoutHistory.has(name));
  return {
    model,
    table: tableOf(model),
    scope: historyScopeOf(model),
    columns: new Map(columns.map(({ name, sqlName }) => [name, sqlName])),
    ...{ folded: [], isReadable: () => 'TRUE', host: 'NULL::uuid', name: () => 'r.name' },
    ...own,
  };
}

const tagsOf = (model: TaggableEntityType): Folded => ({
  ...{ field: 'tagIds', table: tableOf('TagAssignment') },
  owner: columnOf('TagAssignment', tagColumns[model]).sqlName,
  ...{ value: 'to_jsonb(l.tag_id)', order: 'l.tag_id' },
});
const portText = `p.number || '/' || lower(p.protocol::text)`;
const ofHost = 'r.host_id';

/** Kinds by the model of their rows, in the order in which differences come. */
const all = [
  kindOf('Subnet', { folded: [tagsOf('Subnet')] }),
  kindOf('Vlan'),
  kindOf('Host', {
    folded: [tagsOf('Host')],
    host: 'r.id',
    name: (rowsOf) => hostDisplayNameSql('r', rowsOf('ip_addresses')),
  }),
  kindOf('Interface', {
    folded: [
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
    host: ofHost,
    name: () => interfaceDisplayNameSql('r'),
  }),
  kindOf('IpAddress', { host: ofHost, name: () => 'host(r.ip_address)' }),
  kindOf('Port', { host: ofHost, name: () => `r.number || '/' || lower(r.protocol::text)` }),
  kindOf('Service', { folded: [tagsOf('Service')], host: ofHost }),
  kindOf('Binding', {
    host: ofHost,
    name: (rowsOf) => `concat_ws(':',
      coalesce((SELECT host(a.ip_address) FROM ${rowsOf('ip_addresses')} a WHERE a.id = r.ip_address_id), '*'),
      (SELECT ${portText} FROM ${rowsOf('ports')} p WHERE p.id = r.port_id))`,
  }),
  kindOf('Group', {
    folded: [
      tagsOf('Group'),
      {
        ...{ field: 'memberIds', table: 'group_members', owner: 'group_id', isOrdered: true },
        ...{ value: 'to_jsonb(coalesce(l.service_id, l.binding_id))', order: 'l.position, l.id' },
      },
    ],
  }),
  kindOf('Tag'),
] as const;

/** The kinds that a network's difference has. */
export const inventoryModels = all.map(({ model }) => model);

/** Links that are types of their own and what routing says keep a history as well, and what people keep of a network: no part of it. */
const others = [
  kindOf('InterfaceNeighbor', { name: () => `''` }),
  kindOf('GroupMember', { name: () => `''` }),
  kindOf('FhrpGroup', { name: () => `concat_ws(' ', r.protocol::text, r.group_number::text)` }),
  kindOf('FhrpMember', { host: ofHost, name: () => `''` }),
  kindOf('RoutingNeighbor', { host: ofHost, name: () => `coalesce(host(r.neighbor_address), r.neighbor_router_id)` }),
  kindOf('WirelessAssociation', { host: ofHost, name: () => 'r.client_mac' }),
  kindOf('Route', { host: ofHost, name: () => 'r.destination::text' }),
  kindOf('SavedView', {
    isReadable: (state, readers) =>
      `(${state}.visibility = 'Organization' OR ${state}.created_by_user_id = ANY(${readers}))`,
  }),
];

const byModel = new Map<string, HistoriedKind>([...all, ...others].map((kind) => [kind.model, kind]));
export const historiedModels = [...byModel.keys()];
export const historiedKind = (model: string): HistoriedKind => byModel.get(model)!;

/** Fields of a kind in the order in which their changes are listed. */
export const fieldsOf = ({ columns, folded }: HistoriedKind): string[] => [
  ...columns.keys(),
  ...folded.map(({ field }) => field),
];

// The lists of a network's inventory: the columns of each list, and SQL that reads it now or at a past instant.
import { ownerColumnOf } from '../../../data/model/model-fields';
import { hostDisplayNameSql, interfaceDisplayNameSql } from '../../inventory';

type Rows<T> = readonly (T & Versioned)[];
interface Versioned {
  /**
   * Id of the transaction that last wrote the row (xmin). Absent from rows that were read as of a past instant, and from
   * lists whose rows no node shows.
   */
  readonly version?: string;
}

/**
 * All lists of a network's inventory. SQL orders the rows by id, because graphs sort them by id again, and sorting a
 * sorted list is fast.
 */
export interface NetworkInventory {
  readonly hosts: Rows<{
    id: string;
    displayName: string;
    hostname: string | null;
    vmName: string | null;
    hidden: boolean;
    missingSince: string | null;
    location: string | null;
    isVirtual: boolean;
    virtualizationServiceId: string | null;
    tagIds: string[];
    routingNeighbors: { hostId: string; protocol: 'Ospf' | 'Ospfv3' | 'Bgp' | 'IsIs'; state: string }[];
    fhrpStates: {
      state: 'Initialize' | 'Backup' | 'Master' | 'Learn' | 'Listen' | 'Speak' | 'Standby' | 'Active';
      virtualAddresses: string[];
    }[];
    accessPoints: { hostId: string; ssid: string | null; interfaceId: string | null }[];
  }>;
  readonly subnets: Rows<{
    id: string;
    name: string;
    cidr: string;
    subnetType: string;
    virtualizationServiceId: string | null;
    tagIds: string[];
  }>;
  readonly ipAddresses: Rows<{
    id: string;
    hostId: string;
    subnetId: string;
    ipAddress: string;
    position: number;
    macAddress: string | null;
  }>;
  readonly interfaces: Rows<{
    id: string;
    hostId: string;
    ifName: string | null;
    displayName: string;
    ifType: number | null;
    operStatus: string | null;
    ipAddressId: string | null;
    nativeVlanId: string | null;
    aggregateId: string | null;
    isStpBlocked: boolean;
    taggedVlanIds: string[];
    neighbors: {
      interfaceId: string | null;
      hostId: string;
      protocol: 'LLDP' | 'CDP';
      basis: 'FDB' | 'ARP' | 'Documented' | 'Manual' | null;
      downSince: string | null;
    }[];
    macAddress: string | null;
    learned: { macs: string; readAt: string | null; runId: string | null } | null;
  }>;
  readonly ports: Rows<{ id: string; hostId: string; number: number; protocol: 'Tcp' | 'Udp' }>;
  readonly bindings: Rows<{ id: string; serviceId: string; ipAddressId: string | null; portId: string | null }>;
  readonly services: Rows<{
    id: string;
    hostId: string;
    name: string;
    position: number;
    serviceDefinition: string;
    isContainer: boolean;
    composeProject: string | null;
    virtualizationServiceId: string | null;
    tagIds: string[];
  }>;
  readonly groups: Rows<{
    id: string;
    name: string;
    groupType: 'RequestPath' | 'HubAndSpoke';
    memberType: 'Services' | 'Bindings';
    memberIds: string[];
  }>;
  readonly vlans: Rows<{ id: string; vlanNumber: number; name: string }>;
  readonly tags: Rows<{ id: string; name: string; color: string; isApplication: boolean }>;
}

/** SQL expressions of a list's columns, by the names that the columns have in its rows. */
export type Columns = Readonly<Record<string, string>>;

const idList = (sql: string) => `ARRAY(${sql})`;

/** How the SQL of a list refers to tables: by the table name for the present, by a function for a past instant. */
export interface Source {
  /** SQL that names a table of which the statement looks up a few rows. */
  readonly few: (table: string) => string;
  /** SQL that names a table of which the statement reads all rows of the network or its organization. */
  readonly all: (table: string) => string;
  /** The column with a row's version; empty for a past instant. */
  readonly version: Columns;
  /**
   * SQL that reads the time and the discovery run of a port's forwarding table. Null for a past instant, because
   * neither has a history.
   */
  readonly tables: { readonly join: string; readonly readAt: string; readonly runId: string };
}
// After a tag was deleted, its assignments are deleted later by a job. The database view leaves them out.
const nowOf = (table: string) => (table === 'tag_assignments' ? 'tag_assignments_now' : table);
export const present: Source = {
  few: nowOf,
  all: nowOf,
  version: { version: 'r.xmin' },
  tables: {
    join: 'LEFT JOIN forwarding_evidence evidence ON evidence.network_id = $1 AND evidence.interface_id = r.id',
    readAt: 'evidence.read_at',
    runId: 'r.last_discovery_id',
  },
};
export const past: Source = {
  few: (table) => `${table}_at($4::timestamptz)`,
  all: (table) => `${table}_at($4::timestamptz, ARRAY[${ownerValue(table)}]::uuid[])`,
  version: {},
  tables: { join: '', readAt: 'NULL', runId: 'NULL' },
};

/**
 * Returns an SQL join that collects, for each row `r`, the rows of `table` whose `column` equals `r.id`. The aggregate
 * (`list`) of these rows becomes the column `name.list`.
 */
type Gather = (name: string, list: string, table: string, column: string) => string;
/** Joins by one lookup for each row of the table alias `r`, which is fastest if `r` has few rows. */
export const gatherEach =
  ({ few }: Source): Gather =>
  (name, list, table, column) =>
    `LEFT JOIN LATERAL (SELECT ${list} AS list FROM ${few(table)} x WHERE x.${column} = r.id) ${name} ON true`;
/** Joins by one read of all rows of the joined table in the network, which is fastest if `r` has many rows. */
export const gatherAll =
  ({ all }: Source): Gather =>
  (name, list, table, column) =>
    `LEFT JOIN (SELECT x.${column}, ${list} AS list FROM ${all(table)} x WHERE x.network_id = $1 GROUP BY x.${column}) ${name}
      ON ${name}.${column} = r.id`;

export type ListName = keyof NetworkInventory;

/** SQL parts that read one list: its table (alias `r`), its columns, and joins. */
export interface Listed {
  readonly table: string;
  readonly columns: Columns;
  readonly joins?: string;
}

export const columnsSql = (columns: Columns): string =>
  Object.entries(columns)
    .map(([name, expression]) => `${expression} AS "${name}"`)
    .join(', ');

const tagIdsOf = ({ few }: Source, column: string): string =>
  idList(`SELECT tag_id FROM ${few('tag_assignments')} a WHERE a.${column} = r.id ORDER BY tag_id`);

const interfaceList = ({ few, version, tables }: Source, gather: Gather): Listed => ({
  table: 'interfaces',
  columns: {
    ...{ id: 'r.id', ...version, hostId: 'r.host_id', ifName: 'r.if_name', displayName: interfaceDisplayNameSql('r') },
    ...{ ifType: 'r.if_type', operStatus: 'r.oper_status', ipAddressId: 'r.ip_address_id' },
    ...{ nativeVlanId: 'r.native_vlan_id', aggregateId: 'r.aggregate_id' },
    isStpBlocked: `coalesce(r.stp_state IN ('Blocking', 'Broken'), false)`,
    taggedVlanIds: `coalesce(tagged.list, '{}')`,
    neighbors: `coalesce(neighbors.list, '[]')`,
    macAddress: 'r.mac_address',
    learned: `CASE WHEN r.fdb_macs <> '{}' THEN json_build_object(
      'macs', array_to_string(r.fdb_macs, ' '), 'readAt', ${tables.readAt}, 'runId', ${tables.runId}) END`,
  },
  joins: `
  ${gather('tagged', 'array_agg(x.vlan_id ORDER BY x.vlan_id)', 'interface_vlans', 'interface_id')}
  ${gather(
    'neighbors',
    `json_agg(json_build_object(
      'interfaceId', x.remote_interface_id, 'protocol', x.protocol, 'basis', x.basis, 'downSince', x.down_since,
      'hostId', coalesce(
        x.remote_host_id, (SELECT host_id FROM ${few('interfaces')} far WHERE far.id = x.remote_interface_id))
    ) ORDER BY x.id)`,
    'interface_neighbors',
    'interface_id',
  )}
  ${tables.join}`,
});

const hostList = (source: Source, gather: Gather): Listed => {
  const { few, version } = source;
  return {
    table: 'hosts',
    columns: {
      ...{ id: 'r.id', ...version, displayName: hostDisplayNameSql('r', few('ip_addresses')) },
      ...{ hostname: `nullif(r.hostname, '')`, vmName: `nullif(r.vm_name, '')`, hidden: 'r.hidden' },
      ...{ missingSince: 'r.missing_since', location: `nullif(r.sys_location, '')` },
      isVirtual: 'r.virtualization_type IS NOT NULL OR r.virtualization_service_id IS NOT NULL',
      virtualizationServiceId: 'r.virtualization_service_id',
      tagIds: tagIdsOf(source, 'host_id'),
      routingNeighbors: `coalesce(routing.list, '[]')`,
      fhrpStates: `coalesce(fhrp.list, '[]')`,
      accessPoints: `coalesce(wireless.list, '[]')`,
    },
    joins: `
    ${gather(
      'routing',
      `json_agg(json_build_object('hostId', x.neighbor_host_id, 'protocol', x.protocol, 'state', x.state) ORDER BY x.id)
        FILTER (WHERE x.neighbor_host_id IS NOT NULL)`,
      'routing_neighbors',
      'host_id',
    )}
    ${gather(
      'fhrp',
      `json_agg(json_build_object('state', x.state, 'virtualAddresses', x.virtual_addresses) ORDER BY x.id)`,
      'fhrp_members',
      'host_id',
    )}
    ${gather(
      'wireless',
      `json_agg(json_build_object('hostId', x.access_point_host_id, 'ssid', x.ssid,
        'interfaceId', CASE WHEN x.host_id = x.access_point_host_id THEN x.interface_id END) ORDER BY x.id)
        FILTER (WHERE x.access_point_host_id IS NOT NULL)`,
      'wireless_associations',
      'client_host_id',
    )}`,
  };
};

/**
 * SQL of all lists of an inventory. While PostgreSQL produces a list, the previous list is parsed. So the longest list
 * is not the last one, which is parsed when PostgreSQL has finished.
 */
export const tableSources = (source: Source, gather: Gather): Readonly<Record<ListName, Listed>> => {
  const { few, version } = source;
  return {
    ipAddresses: {
      table: 'ip_addresses',
      columns: {
        ...{ id: 'r.id', ...version, hostId: 'r.host_id', subnetId: 'r.subnet_id', ipAddress: 'host(r.ip_address)' },
        ...{ position: 'r.position', macAddress: 'r.mac_address' },
      },
    },
    ports: {
      table: 'ports',
      columns: { id: 'r.id', ...version, hostId: 'r.host_id', number: 'r.number', protocol: 'r.protocol' },
    },
    bindings: {
      table: 'bindings',
      columns: { id: 'r.id', serviceId: 'r.service_id', ipAddressId: 'r.ip_address_id', portId: 'r.port_id' },
    },
    interfaces: interfaceList(source, gather),
    services: {
      table: 'services',
      columns: {
        ...{ id: 'r.id', ...version, hostId: 'r.host_id', name: 'r.name', position: 'r.position' },
        ...{ serviceDefinition: 'r.service_definition', isContainer: 'r.virtualization_type IS NOT NULL' },
        composeProject: `nullif(r.compose_project, '')`,
        virtualizationServiceId: 'r.virtualization_service_id',
        tagIds: tagIdsOf(source, 'service_id'),
      },
    },
    hosts: hostList(source, gather),
    subnets: {
      table: 'subnets',
      columns: {
        ...{ id: 'r.id', ...version, name: 'r.name', cidr: 'text(r.cidr)', subnetType: 'r.subnet_type' },
        ...{ virtualizationServiceId: 'r.virtualization_service_id', tagIds: tagIdsOf(source, 'subnet_id') },
      },
    },
    groups: {
      table: 'groups',
      columns: {
        ...{ id: 'r.id', name: 'r.name', groupType: 'r.group_type', memberType: 'r.member_type' },
        memberIds: idList(
          `SELECT coalesce(service_id, binding_id) FROM ${few('group_members')} x WHERE group_id = r.id ORDER BY position`,
        ),
      },
    },
    vlans: { table: 'vlans', columns: { id: 'r.id', ...version, vlanNumber: 'r.vlan_number', name: 'r.name' } },
    tags: {
      table: 'tags',
      columns: { id: 'r.id', ...version, name: 'r.name', color: 'r.color', isApplication: 'r.is_application' },
    },
  };
};

/**
 * SQL expression for the id that limits the rows of a table to one network or, if the table has no network, to its
 * organization. `network` is the row of the network.
 */
export const ownerExpression = (table: string): string =>
  ownerColumnOf(table) === 'network_id' ? 'network.id' : 'network.organization_id';
/** Like `ownerExpression`, but a statement parameter: `$1` is the network, `$2` its organization. */
export const ownerValue = (table: string): string => (ownerColumnOf(table) === 'network_id' ? '$1' : '$2');

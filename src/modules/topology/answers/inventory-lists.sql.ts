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

const idList = (sql: string) => `ARRAY(${sql})`;

/** How the SQL of a list refers to tables: by the table name for the present, by a function for a past instant. */
export interface Source {
  /** SQL that names a table of which the statement looks up a few rows. */
  readonly few: (table: string) => string;
  /** SQL that names a table of which the statement reads all rows of the network or its organization. */
  readonly all: (table: string) => string;
  /** SQL for the column with a row's version; empty for a past instant. */
  readonly version: string;
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
  version: 'r.xmin AS version, ',
  tables: {
    join: 'LEFT JOIN forwarding_evidence evidence ON evidence.network_id = $1 AND evidence.interface_id = r.id',
    readAt: 'evidence.read_at',
    runId: 'r.last_discovery_id',
  },
};
export const past: Source = {
  few: (table) => `${table}_at($4::timestamptz)`,
  all: (table) => `${table}_at($4::timestamptz, ARRAY[${ownerValue(table)}]::uuid[])`,
  version: '',
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
  readonly columns: string;
  readonly joins?: string;
}

const tagIdsOf = ({ few }: Source, column: string): string =>
  idList(`SELECT tag_id FROM ${few('tag_assignments')} a WHERE a.${column} = r.id ORDER BY tag_id`);

const interfaceList = ({ few, version, tables }: Source, gather: Gather): Listed => ({
  table: 'interfaces',
  columns: `r.id, ${version}r.host_id AS "hostId",
  r.if_name AS "ifName", ${interfaceDisplayNameSql('r')} AS "displayName",
  r.if_type AS "ifType", r.oper_status AS "operStatus", r.ip_address_id AS "ipAddressId",
  r.native_vlan_id AS "nativeVlanId", r.aggregate_id AS "aggregateId",
  coalesce(r.stp_state IN ('Blocking', 'Broken'), false) AS "isStpBlocked",
  coalesce(tagged.list, '{}') AS "taggedVlanIds", coalesce(neighbors.list, '[]') AS neighbors,
  r.mac_address AS "macAddress",
  CASE WHEN r.fdb_macs <> '{}' THEN json_build_object(
    'macs', array_to_string(r.fdb_macs, ' '), 'readAt', ${tables.readAt}, 'runId', ${tables.runId}) END AS learned`,
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
    columns: `r.id, ${version}${hostDisplayNameSql('r', few('ip_addresses'))} AS "displayName",
    nullif(r.hostname, '') AS hostname, nullif(r.vm_name, '') AS "vmName", r.hidden,
    r.missing_since AS "missingSince", nullif(r.sys_location, '') AS location,
    r.virtualization_type IS NOT NULL OR r.virtualization_service_id IS NOT NULL AS "isVirtual",
    r.virtualization_service_id AS "virtualizationServiceId", ${tagIdsOf(source, 'host_id')} AS "tagIds",
    coalesce(routing.list, '[]') AS "routingNeighbors", coalesce(fhrp.list, '[]') AS "fhrpStates",
    coalesce(wireless.list, '[]') AS "accessPoints"`,
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
      columns: `r.id, ${version}r.host_id AS "hostId", r.subnet_id AS "subnetId", host(r.ip_address) AS "ipAddress", r.position,
      r.mac_address AS "macAddress"`,
    },
    ports: { table: 'ports', columns: `r.id, ${version}r.host_id AS "hostId", r.number, r.protocol` },
    bindings: {
      table: 'bindings',
      columns: `r.id, r.service_id AS "serviceId", r.ip_address_id AS "ipAddressId", r.port_id AS "portId"`,
    },
    interfaces: interfaceList(source, gather),
    services: {
      table: 'services',
      columns: `r.id, ${version}r.host_id AS "hostId", r.name, r.position, r.service_definition AS "serviceDefinition",
      r.virtualization_type IS NOT NULL AS "isContainer", nullif(r.compose_project, '') AS "composeProject",
      r.virtualization_service_id AS "virtualizationServiceId", ${tagIdsOf(source, 'service_id')} AS "tagIds"`,
    },
    hosts: hostList(source, gather),
    subnets: {
      table: 'subnets',
      columns: `r.id, ${version}r.name, text(r.cidr) AS cidr, r.subnet_type AS "subnetType",
      r.virtualization_service_id AS "virtualizationServiceId", ${tagIdsOf(source, 'subnet_id')} AS "tagIds"`,
    },
    groups: {
      table: 'groups',
      columns: `r.id, r.name, r.group_type AS "groupType", r.member_type AS "memberType",
      ${idList(`SELECT coalesce(service_id, binding_id) FROM ${few('group_members')} x WHERE group_id = r.id ORDER BY position`)} AS "memberIds"`,
    },
    vlans: { table: 'vlans', columns: `r.id, ${version}r.vlan_number AS "vlanNumber", r.name` },
    tags: { table: 'tags', columns: `r.id, ${version}r.name, r.color, r.is_application AS "isApplication"` },
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

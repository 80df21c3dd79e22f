// Reads the whole inventory of a network by one statement, so that it is consistent. Each list is one row of the
// result.
import { ownerColumnOf } from '../../../data/model/model-fields';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { hostDisplayNameSql, interfaceDisplayNameSql } from '../../inventory';

/** Rows of the network, with the column names of the statement below. */
type Rows<T> = readonly (T & Versioned)[];
interface Versioned {
  /** The transaction that last wrote the row (xmin). Only present for current rows of lists to which nodes refer. */
  readonly version?: string;
}

/**
 * The statement's result; ids are UUIDs. Rows are ordered by id, as graphs need them: sorting a sorted list takes
 * almost no time.
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

/**
 * The change token. Changes only add marks, and old marks are only removed if no open transaction can add to them. So
 * no token occurs twice.
 */
const changeTokenSql = `
  SELECT coalesce(max(transaction_id), 0) || '-' || count(*) FROM network_changes WHERE network_id = network.id`;

/**
 * SQL columns that identify the state which a statement reads. The first parameters of a statement are the network, its
 * organization, and the networks within the viewer's reach.
 */
export const stateSql = `(${changeTokenSql}) AS "changeToken", pg_current_snapshot()::text AS snapshot,
    CASE current_setting('transaction_isolation') WHEN 'read committed' THEN pg_postmaster_start_time()::text END AS server`;
export const networkSql = `networks network
  WHERE network.id = $1 AND network.organization_id = $2 AND network.id = ANY($3::uuid[])`;

/** When a state was read, for finding later changes. */
export interface ReadMark {
  /** The PostgreSQL snapshot of the read. */
  readonly snapshot: string;
  /** Start time of the database server, which identifies it. Another server (a standby) may have seen less. */
  readonly server: string;
  /** The read saw all changes up to this instant. */
  readonly closed: Date;
}

const idList = (sql: string) => `ARRAY(${sql})`;

/** How a statement refers to tables: by name for the present, by a function for a past instant. */
interface Source {
  /** SQL for a table of which a few rows are looked up. */
  readonly few: (table: string) => string;
  /** SQL for a table of which all rows of the network are read; of its organization if the table has no network. */
  readonly all: (table: string) => string;
  /** SQL for the column with a row's version; empty for a past instant. */
  readonly version: string;
  /** SQL for when and by which run the forwarding table of a port was read, which has no history. */
  readonly tables: { readonly join: string; readonly readAt: string; readonly runId: string };
}
// Assignments are removed some time after their tag, so the view without such assignments is read.
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
const past: Source = {
  few: (table) => `${table}_at($4::timestamptz)`,
  all: (table) => `${table}_at($4::timestamptz, ARRAY[${ownerValue(table)}]::uuid[])`,
  version: '',
  tables: { join: '', readAt: 'NULL', runId: 'NULL' },
};

/**
 * Returns SQL that joins the rows of a table which belong to a row `r`, as one list `name.list`. The list is null or
 * empty if there are none.
 */
type Gather = (name: string, list: string, table: string, column: string) => string;
/** Looks up the rows for each row `r`. Best if there are few rows `r`. */
export const gatherEach: Gather = (name, list, table, column) =>
  `LEFT JOIN LATERAL (SELECT ${list} AS list FROM ${table} x WHERE x.${column} = r.id) ${name} ON true`;
/** Reads the rows once, for the whole network. */
const gatherAll =
  ({ all }: Source): Gather =>
  (name, list, table, column) =>
    `LEFT JOIN (SELECT x.${column}, ${list} AS list FROM ${all(table)} x WHERE x.network_id = $1 GROUP BY x.${column}) ${name}
      ON ${name}.${column} = r.id`;

export type ListName = keyof NetworkInventory;

/** How a list is read: its table (alias `r`), its columns, and joins. */
interface Listed {
  readonly table: string;
  readonly columns: string;
  readonly joins?: string;
}

/**
 * Each list is parsed while PostgreSQL produces the next one. So the longest list is in the middle, and short ones are
 * last.
 */
export const tableSources = ({ few, version, tables }: Source, gather: Gather): Readonly<Record<ListName, Listed>> => {
  const tagIdsOf = (column: string) =>
    idList(`SELECT tag_id FROM ${few('tag_assignments')} a WHERE a.${column} = r.id ORDER BY tag_id`);
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
    interfaces: {
      table: 'interfaces',
      columns: `r.id, ${version}r.host_id AS "hostId",
      ${interfaceDisplayNameSql('r')} AS "displayName",
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
    },
    services: {
      table: 'services',
      columns: `r.id, ${version}r.host_id AS "hostId", r.name, r.position, r.service_definition AS "serviceDefinition",
      r.virtualization_type IS NOT NULL AS "isContainer", nullif(r.compose_project, '') AS "composeProject",
      r.virtualization_service_id AS "virtualizationServiceId", ${tagIdsOf('service_id')} AS "tagIds"`,
    },
    hosts: {
      table: 'hosts',
      columns: `r.id, ${version}${hostDisplayNameSql('r', few('ip_addresses'))} AS "displayName",
      nullif(r.hostname, '') AS hostname, nullif(r.vm_name, '') AS "vmName", r.hidden,
      r.missing_since AS "missingSince", nullif(r.sys_location, '') AS location,
      r.virtualization_type IS NOT NULL OR r.virtualization_service_id IS NOT NULL AS "isVirtual",
      r.virtualization_service_id AS "virtualizationServiceId", ${tagIdsOf('host_id')} AS "tagIds",
      coalesce(routing.list, '[]') AS "routingNeighbors", coalesce(wireless.list, '[]') AS "accessPoints"`,
      joins: `
      ${gather(
        'routing',
        `json_agg(json_build_object('hostId', x.neighbor_host_id, 'protocol', x.protocol, 'state', x.state) ORDER BY x.id)
          FILTER (WHERE x.neighbor_host_id IS NOT NULL)`,
        'routing_neighbors',
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
    },
    subnets: {
      table: 'subnets',
      columns: `r.id, ${version}r.name, text(r.cidr) AS cidr, r.subnet_type AS "subnetType",
      r.virtualization_service_id AS "virtualizationServiceId", ${tagIdsOf('subnet_id')} AS "tagIds"`,
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
 * SQL for the id that owns the table's rows: the id of the network or of its organization, from the row of the network.
 */
export const ownerExpression = (table: string): string =>
  ownerColumnOf(table) === 'network_id' ? 'network.id' : 'network.organization_id';
/** SQL parameter with the id of the network or organization that owns the table's rows. */
const ownerValue = (table: string): string => (ownerColumnOf(table) === 'network_id' ? '$1' : '$2');

const inventorySqlOf = (source: Source): string => {
  const rowsOf = ([name, { table, columns, joins = '' }]: readonly [string, Listed]) => `
    SELECT '${name}', coalesce(json_agg(line), '[]') FROM (
      SELECT ${columns} FROM ${source.all(table)} r ${joins}
      WHERE r.${ownerColumnOf(table)} = ${ownerValue(table)} AND EXISTS (SELECT FROM ${networkSql}) ORDER BY r.id) line`;
  const lists = Object.entries(tableSources(source, gatherAll(source)));
  return `SELECT 'state' AS name, row_to_json(state) AS text FROM (SELECT ${stateSql} FROM ${networkSql}) state
    UNION ALL ${lists.map(rowsOf).join(' UNION ALL ')}`;
};
/**
 * Statement for the present. Its parameters are the network, its organization, and the networks within the viewer's
 * reach.
 */
export const presentSql = inventorySqlOf(present);
const pastSql = inventorySqlOf(past);

/** The inventory as texts, in which form it is passed between threads. */
export interface InventoryText {
  /** Identifies this state of the network. Every other state has another token. */
  readonly changeToken: string;
  /** A `NetworkInventory` as JSON, in memory that threads share. */
  readonly rows: Uint8Array;
  /** Null within a transaction, because its snapshot may be older than the statement. */
  readonly mark: ReadMark | null;
}

/** Called with each list of the inventory as it arrives. */
export type OnList = (changeToken: string, name: ListName, text: string) => void;

interface ReadOptions {
  /** The inventory contains all changes up to this instant. Undefined if the instant is unknown. */
  readonly closed?: Date;
  readonly onList?: OnList;
}

interface State {
  readonly changeToken: string;
  readonly snapshot: string;
  readonly server: string | null;
}

/**
 * All rows from which graphs of the network are built, now or at an instant; undefined if the network is out of the
 * viewer's reach.
 */
export async function readInventory(
  { queryTexts, viewer, at }: TenantSql,
  networkId: string,
  { closed, onList }: ReadOptions = {},
): Promise<InventoryText | undefined> {
  const reach = [networkId, viewer.organizationId, viewer.networkIds];
  const statement = at ? { text: pastSql, values: [...reach, at] } : { text: presentSql, values: reach };
  const pieces: Uint8Array[] = [];
  let state: State | undefined;
  let early: (readonly [ListName, string])[] = [];
  await queryTexts<{ name: ListName | 'state'; text: string }>(tenantSafeSql(viewer, statement), ({ name, text }) => {
    if (name === 'state') {
      const read = JSON.parse(text) as State;
      state = { ...read, changeToken: at ? tokenAt(at, read.changeToken) : read.changeToken };
    } else {
      pieces.push(Buffer.from(`${pieces.length === 0 ? '{' : ','}"${name}":`), Buffer.from(text));
      early.push([name, text]);
    }
    // Lists may arrive in any order, even before the state. Early lists are passed on after the state.
    if (!state || !onList) return;
    for (const list of early) onList(state.changeToken, ...list);
    early = [];
  });
  if (!state) return undefined;
  const { changeToken, snapshot, server } = state;
  return {
    changeToken,
    rows: toSharedBytes([...pieces, Buffer.from('}')]),
    mark: closed && server !== null ? { snapshot, server, closed } : null,
  };
}

function toSharedBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(new SharedArrayBuffer(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}

/**
 * Milliseconds; longer than any transaction takes, including imports. Changes older than this are visible to every
 * read.
 */
const settledMs = 180_000;

/** Token of a past instant. If the instant is old enough, no transaction can change its state any more. */
const tokenAt = (at: Date, token: string): string =>
  `${at.toISOString()}${at.getTime() < Date.now() - settledMs ? '' : ` ${token}`}`;

/**
 * The change token of the network, now or at an instant. An inventory that was read from the same state has the same
 * token.
 */
export async function readChangeToken(sql: TenantSql, networkId: string): Promise<string | undefined> {
  const token = await readPresentToken(sql, networkId);
  return token !== undefined && sql.at ? tokenAt(sql.at, token) : token;
}

/** The current change token. It depends on all rows that are read, including rows without history. */
export async function readPresentToken({ query, viewer }: TenantSql, networkId: string): Promise<string | undefined> {
  const text = `SELECT (${changeTokenSql}) AS token FROM networks network
    WHERE network.id = $1 AND network.organization_id = $2 AND network.id = ANY($3::uuid[])`;
  const values = [networkId, viewer.organizationId, viewer.networkIds];
  const [token] = await query<{ token: string }>(tenantSafeSql(viewer, { text, values }));
  return token?.token;
}

// The whole inventory of one network for its graphs: one statement, so that all of it is of one instant.
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { hostDisplayNameSql, interfaceDisplayNameSql } from '../../inventory';

/** A row of the network, with the members named as the statement below names them. */
type Rows<T> = readonly (T & Versioned)[];
interface Versioned {
  /** Which transaction has written the row last; of rows of the present, and only where nodes lead to them. */
  readonly version?: string;
}

/**
 * The statement's answer; ids are UUIDs. Rows and lists of a row are in the order of their ids: that is the order of
 * graphs, and sorting a sorted list takes next to nothing.
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
  }>;
  readonly subnets: Rows<{
    id: string;
    name: string;
    cidr: string;
    subnetType: string;
    virtualizationServiceId: string | null;
    tagIds: string[];
  }>;
  readonly ipAddresses: Rows<{ id: string; hostId: string; subnetId: string; ipAddress: string; position: number }>;
  readonly interfaces: Rows<{
    id: string;
    hostId: string;
    displayName: string;
    ifType: number | null;
    operStatus: string | null;
    ipAddressId: string | null;
    nativeVlanId: string | null;
    taggedVlanIds: string[];
    neighbors: {
      interfaceId: string | null;
      hostId: string;
      protocol: 'LLDP' | 'CDP';
      basis: 'FDB' | 'ARP' | 'Manual' | null;
      downSince: string | null;
    }[];
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

/** Changes of a network only add marks, and sweeping takes marks that no running transaction can join: no token comes twice. */
const changeTokenSql = `
  SELECT coalesce(max(transaction_id), 0) || '-' || count(*) FROM network_changes WHERE network_id = network.id`;

/** What names the state that a statement reads: the first values of each are the network, its organization, and the reach. */
export const stateSql = `(${changeTokenSql}) AS "changeToken", pg_current_snapshot()::text AS snapshot,
    CASE current_setting('transaction_isolation') WHEN 'read committed' THEN pg_postmaster_start_time()::text END AS server`;
export const networkSql = `networks network
  WHERE network.id = $1 AND network.organization_id = $2 AND network.id = ANY($3::uuid[])`;

/** When a state was read, for the one who asks what has changed since. */
export interface ReadMark {
  /** What was to be seen. */
  readonly snapshot: string;
  /** The server's start: another one may have seen less. */
  readonly server: string;
  /** All changes up to here were to be seen. */
  readonly closed: Date;
}

const idList = (sql: string) => `ARRAY(${sql})`;

/** What the statement calls a table: in the present by its name, in the past by the function that gives its rows. */
interface Source {
  /** Of which a few rows are looked up. */
  readonly few: (table: string) => string;
  /** All of the network's, or of its organization's for tags. */
  readonly all: (table: string) => string;
  /** Columns of the version of a row. */
  readonly version: string;
}
export const present: Source = { few: (table) => table, all: (table) => table, version: 'r.xmin AS version, ' };
const past: Source = {
  few: (table) => `${table}_at($4::timestamptz)`,
  all: (table) => `${table}_at($4::timestamptz, ARRAY[${table === 'tags' ? '$2' : '$1'}]::uuid[])`,
  version: '',
};

export type ListName = keyof NetworkInventory;

/** List → its table, and the columns of its rows in the answer. */
export const tablesOf = ({ few, version }: Source): Readonly<Record<ListName, readonly [string, string]>> => {
  const tagIdsOf = (column: string) =>
    idList(`SELECT tag_id FROM ${few('tag_assignments')} a WHERE a.${column} = r.id ORDER BY tag_id`);
  return {
    hosts: [
      'hosts',
      `r.id, ${version}${hostDisplayNameSql('r', few('ip_addresses'))} AS "displayName",
      nullif(r.hostname, '') AS hostname, nullif(r.vm_name, '') AS "vmName", r.hidden,
      r.missing_since AS "missingSince", nullif(r.sys_location, '') AS location,
      r.virtualization_type IS NOT NULL OR r.virtualization_service_id IS NOT NULL AS "isVirtual",
      r.virtualization_service_id AS "virtualizationServiceId", ${tagIdsOf('host_id')} AS "tagIds"`,
    ],
    subnets: [
      'subnets',
      `r.id, ${version}r.name, text(r.cidr) AS cidr, r.subnet_type AS "subnetType",
      r.virtualization_service_id AS "virtualizationServiceId", ${tagIdsOf('subnet_id')} AS "tagIds"`,
    ],
    ipAddresses: [
      'ip_addresses',
      `r.id, ${version}r.host_id AS "hostId", r.subnet_id AS "subnetId", host(r.ip_address) AS "ipAddress", r.position`,
    ],
    interfaces: [
      'interfaces',
      `r.id, ${version}r.host_id AS "hostId",
      ${interfaceDisplayNameSql('r')} AS "displayName",
      r.if_type AS "ifType", r.oper_status AS "operStatus", r.ip_address_id AS "ipAddressId",
      r.native_vlan_id AS "nativeVlanId",
      ${idList(`SELECT vlan_id FROM ${few('interface_vlans')} x WHERE interface_id = r.id ORDER BY vlan_id`)} AS "taggedVlanIds",
      coalesce((
        SELECT json_agg(json_build_object(
          'interfaceId', n.remote_interface_id, 'protocol', n.protocol, 'basis', n.basis, 'downSince', n.down_since,
          'hostId', coalesce(
            n.remote_host_id, (SELECT host_id FROM ${few('interfaces')} far WHERE far.id = n.remote_interface_id))
        ) ORDER BY n.id)
        FROM ${few('interface_neighbors')} n WHERE n.interface_id = r.id
      ), '[]') AS neighbors`,
    ],
    ports: ['ports', `r.id, ${version}r.host_id AS "hostId", r.number, r.protocol`],
    bindings: [
      'bindings',
      `r.id, r.service_id AS "serviceId", r.ip_address_id AS "ipAddressId", r.port_id AS "portId"`,
    ],
    services: [
      'services',
      `r.id, ${version}r.host_id AS "hostId", r.name, r.position, r.service_definition AS "serviceDefinition",
      r.virtualization_type IS NOT NULL AS "isContainer", nullif(r.compose_project, '') AS "composeProject",
      r.virtualization_service_id AS "virtualizationServiceId", ${tagIdsOf('service_id')} AS "tagIds"`,
    ],
    groups: [
      'groups',
      `r.id, r.name, r.group_type AS "groupType", r.member_type AS "memberType",
      ${idList(`SELECT coalesce(service_id, binding_id) FROM ${few('group_members')} x WHERE group_id = r.id ORDER BY position`)} AS "memberIds"`,
    ],
    vlans: ['vlans', `r.id, ${version}r.vlan_number AS "vlanNumber", r.name`],
    tags: ['tags', `r.id, ${version}r.name, r.color, r.is_application AS "isApplication"`],
  };
};

/** Tags are their organization's. */
export const ownerOf = (table: string): string => (table === 'tags' ? 'organization_id' : 'network_id');
/** The same column in the row of the network. */
export const ownerIn = (table: string): string => (table === 'tags' ? 'network.organization_id' : 'network.id');

const inventorySqlOf = (source: Source): string => {
  const rowsOf = ([table, columns]: readonly [string, string]) =>
    `(SELECT coalesce(json_agg(line), '[]') FROM (
      SELECT ${columns} FROM ${source.all(table)} r WHERE r.${ownerOf(table)} = ${ownerIn(table)} ORDER BY r.id) line)`;
  return `
  SELECT ${stateSql},
    ${Object.entries(tablesOf(source))
      .map(([name, table]) => `${rowsOf(table)} AS "${name}"`)
      .join(',\n    ')}
  FROM ${networkSql}`;
};
/** The statement of the present: its values are the network, its organization, and the networks within reach. */
export const presentSql = inventorySqlOf(present);
const pastSql = inventorySqlOf(past);

/** The inventory as it is sent from thread to thread. */
export interface InventoryText {
  /** Distinguishes this state of the network from every other one it has been in. */
  readonly changeToken: string;
  /** A `NetworkInventory` as JSON, in memory that threads share. */
  readonly rows: Uint8Array;
  /** Null inside of transactions, whose statements see what there was when these began. */
  readonly mark: ReadMark | null;
}

/** Everything that graphs of the network are built from, now or as of an instant; undefined beyond the viewer's reach. */
export async function readInventory(
  { queryTexts, viewer, at }: TenantSql,
  networkId: string,
  /** All changes up to here are seen; undefined: that is not known. */
  closed?: Date,
): Promise<InventoryText | undefined> {
  const reach = [networkId, viewer.organizationId, viewer.networkIds];
  const statement = at ? { text: pastSql, values: [...reach, at] } : { text: presentSql, values: reach };
  const [found] = await queryTexts<Record<string, string> & { server: string | null }>(
    tenantSafeSql(viewer, statement),
  );
  if (!found) return undefined;
  const { changeToken, snapshot, server, ...lists } = found;
  const members = Object.entries(lists).flatMap(([name, rows], index) => [
    `${index === 0 ? '{' : ','}"${name}":`,
    rows,
  ]);
  return {
    changeToken: at ? tokenAt(at, changeToken!) : changeToken!,
    rows: sharedText([...members, '}'] as string[]),
    mark: closed && server !== null ? { snapshot: snapshot!, server, closed } : null,
  };
}

function sharedText(pieces: readonly string[]): Uint8Array {
  const lengths = pieces.map((piece) => Buffer.byteLength(piece));
  const bytes = Buffer.from(new SharedArrayBuffer(lengths.reduce((sum, length) => sum + length, 0)));
  let at = 0;
  for (const piece of pieces) at += bytes.write(piece, at);
  return new Uint8Array(bytes.buffer);
}

/** Transactions last less: what they write with an earlier time is there for all to see. */
const settledMs = 60_000;

/** An instant is a state of its own, and once it is settled no change touches it. */
const tokenAt = (at: Date, token: string): string =>
  `${at.toISOString()}${at.getTime() < Date.now() - settledMs ? '' : ` ${token}`}`;

/** The token of the network's state, now or as of an instant: the same as that of an inventory read from it. */
export async function readChangeToken(sql: TenantSql, networkId: string): Promise<string | undefined> {
  const token = await readPresentToken(sql, networkId);
  return token !== undefined && sql.at ? tokenAt(sql.at, token) : token;
}

/** The present token, at any instant: it covers everything that is read, also rows that keep no history. */
export async function readPresentToken({ query, viewer }: TenantSql, networkId: string): Promise<string | undefined> {
  const text = `SELECT (${changeTokenSql}) AS token FROM networks network
    WHERE network.id = $1 AND network.organization_id = $2 AND network.id = ANY($3::uuid[])`;
  const values = [networkId, viewer.organizationId, viewer.networkIds];
  const [found] = await query<{ token: string }>(tenantSafeSql(viewer, { text, values }));
  return found?.token;
}

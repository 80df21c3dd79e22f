// Reads the data that checks need besides the inventory of a network, such as certificates. One statement reads it, now
// or at a past instant.
import { ownerColumnOf } from '../../../../data/model/model-fields';
import type { TenantSql } from '../../../../data/tenancy/scoped-sql';
import { tenantSafeSql } from '../../../../data/tenancy/tenant-sql';
import type { CableFacts } from '../../judging/facts';
import { past, present, type Source } from '../inventory-lists.sql';
import { networkSql } from '../network-inventory.sql';

/** SQL parts of a statement that reads one list, such as `certificates`. The alias of `table` is `r`. */
interface FactList {
  readonly table: string;
  readonly columns: string;
  readonly joins?: string;
  readonly condition?: string;
}

/** SQL for the time when a discovery run last saw a host; null for a host that was entered by hand. */
const seenSql = `CASE WHEN r.last_discovery_id IS NOT NULL OR r.source_type IN ('Discovery', 'DiscoveryWithMatch')
  THEN r.last_seen_at END`;

const factLists = (source: Source): Readonly<Record<string, FactList>> => {
  const isPast = source === past;
  return {
    hosts: {
      table: 'hosts',
      columns: `r.id, r.role, nullif(r.manufacturer, '') AS manufacturer, nullif(r.model, '') AS model,
        nullif(r.software_revision, '') AS "softwareRevision", r.created_at AS "createdAt",
        r.answers_default_community AS "answersDefaultCommunity",
        ${isPast ? 'NULL' : seenSql} AS "lastSeenAt"`,
    },
    ports: {
      table: 'interfaces',
      columns: `r.id, r.admin_status AS "adminStatus", r.speed_bps::text AS "speedBps", r.duplex, r.mtu,
        ${
          isPast
            ? 'NULL'
            : `CASE WHEN c.previous IS NOT NULL THEN json_build_object('readAt', c.read_at, 'latest', c.latest,
          'previousReadAt', c.previous_read_at, 'previous', c.previous) END`
        } AS counters`,
      joins: isPast ? '' : 'LEFT JOIN interface_counters c ON c.network_id = $1 AND c.interface_id = r.id',
    },
    subnets: { table: 'subnets', columns: `r.id, r.namespace, r.source_type = 'System' AS "isSystem"` },
    virtualAddresses: {
      table: 'fhrp_groups',
      columns: `address.text AS "ipAddress", r.namespace, ARRAY(
        SELECT DISTINCT m.host_id FROM ${source.few('fhrp_members')} m WHERE m.group_id = r.id ORDER BY m.host_id) AS "hostIds"`,
      joins: 'CROSS JOIN LATERAL unnest(r.virtual_addresses) AS address (text)',
    },
    nextHops: {
      table: 'routes',
      columns: `DISTINCT r.host_id AS "hostId", host(r.next_hop) AS "ipAddress"`,
      condition: 'r.next_hop IS NOT NULL',
    },
    reservations: {
      table: 'address_reservations',
      columns: `r.subnet_id AS "subnetId", host(r.first_address) AS "firstAddress", host(r.last_address) AS "lastAddress",
        r.until`,
    },
    certificates: {
      table: 'ports',
      columns: `r.id AS "portId", coalesce(r.certificate_subject, r.certificate_names[1], r.certificate_fingerprint) AS subject,
        r.certificate_not_before AS "notBefore", r.certificate_not_after AS "notAfter"`,
      condition: 'r.certificate_fingerprint IS NOT NULL',
    },
    answeringForOthers: { table: 'ip_addresses', columns: 'r.id', condition: 'r.answers_for_others' },
  };
};

const factsSqlOf = (source: Source): string =>
  Object.entries(factLists(source))
    .map(
      ([name, { table, columns, joins = '', condition = 'TRUE' }]) => `
    SELECT '${name}' AS name, coalesce(json_agg(line), '[]')::text AS text FROM (
      SELECT ${columns} FROM ${source.all(table)} r ${joins}
      WHERE r.${ownerColumnOf(table)} = $1 AND ${condition} AND EXISTS (SELECT FROM ${networkSql})) line`,
    )
    .join(' UNION ALL ');
const presentFactsSql = factsSqlOf(present);
const pastFactsSql = factsSqlOf(past);

/** The lists of facts as JSON texts, by the name of the list. Threads exchange the lists as texts. */
export type FactTexts = Readonly<Record<string, string>>;

/**
 * Reads the data of a network that its checks need besides the inventory, now or at the instant `at`. The lists are
 * empty if the viewer may not read the network. Call this in the transaction that reads the inventory.
 */
export async function readFacts({ query, viewer, at }: TenantSql, networkId: string): Promise<FactTexts> {
  const reach = [networkId, viewer.organizationId, viewer.networkIds];
  const statement = at ? { text: pastFactsSql, values: [...reach, at] } : { text: presentFactsSql, values: reach };
  const rows = await query<{ name: string; text: string }>(tenantSafeSql(viewer, statement));
  return Object.fromEntries(rows.map(({ name, text }) => [name, text]));
}

/**
 * Reads the cables of a network at the instants `$4`, for comparison with the present cables. An instant is skipped if
 * the network did not exist, or if its history is deleted and no snapshot of the instant exists.
 */
const baselinesSql = `
  SELECT instants.nth, coalesce(cables.list, '[]')::text AS text
  FROM networks network, unnest($4::timestamptz[]) WITH ORDINALITY AS instants (at, nth)
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('interfaceId', n.interface_id, 'hostId', near.host_id,
      'otherInterfaceId', n.remote_interface_id, 'otherHostId', coalesce(n.remote_host_id, far.host_id),
      'isDown', n.down_since IS NOT NULL)) AS list
    FROM interface_neighbors_at(instants.at, ARRAY[$1]::uuid[]) n
    JOIN interfaces_at(instants.at, ARRAY[$1]::uuid[]) near ON near.id = n.interface_id AND near.network_id = $1
    LEFT JOIN interfaces_at(instants.at, ARRAY[$1]::uuid[]) far
      ON far.id = n.remote_interface_id AND far.network_id = $1
    WHERE n.network_id = $1 AND (n.remote_host_id IS NOT NULL OR far.id IS NOT NULL)
  ) cables
  WHERE network.id = $1 AND network.organization_id = $2 AND network.id = ANY($3::uuid[])
    AND instants.at >= network.created_at AND instants.at <= now()
    AND (instants.at >= coalesce(network.history_kept_since, '-infinity')
      OR EXISTS (SELECT FROM snapshots s WHERE s.network_id = network.id AND s.taken_at = instants.at))`;

/**
 * The cables of the network at each of the `instants` (ISO 8601), by instant. Instants for which history is deleted are
 * missing.
 */
export async function readBaselines(
  { query, viewer }: TenantSql,
  networkId: string,
  instants: readonly string[],
): Promise<Readonly<Record<string, readonly CableFacts[]>>> {
  if (instants.length === 0) return {};
  const values = [networkId, viewer.organizationId, viewer.networkIds, instants];
  const rows = await query<{ nth: bigint | number; text: string }>(
    tenantSafeSql(viewer, { text: baselinesSql, values }),
  );
  return Object.fromEntries(
    rows.map(({ nth, text }) => [instants[Number(nth) - 1]!, JSON.parse(text) as readonly CableFacts[]]),
  );
}

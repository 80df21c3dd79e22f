// Reads former locations of a machine: the periods in which ports had learned its MAC addresses (history of forwarding
// tables), and its former MAC addresses (history of addresses and ports).
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { virtualTypes } from '../../../platform/text/interface-types';
import { interfaceDisplayNameSql } from '../shared/display-names';
import type { FormerMac, LearnedPeriod } from './stays';

/**
 * A port that had learned more MAC addresses counts as an uplink to other switches. Past states of uplinks are not
 * read, and the index interfaces_revisions_mac_keys_idx excludes them.
 */
export const mostLearned = 64;
/** Maximum number of periods that are read. If there are more, only the latest periods are read. */
export const mostPeriods = 200;
const mostFormerMacs = 100;

const scope = 'r.network_id = $1 AND r.network_id = ANY($2::uuid[])';
const hasBegun = (time: string) => `($3::timestamptz IS NULL OR ${time} <= $3::timestamptz)`;
const endedSql = 'CASE WHEN $3::timestamptz IS NULL OR r.valid_to <= $3::timestamptz THEN r.valid_to END';
const hasLearned = 'mac_keys(r.network_id, r.fdb_macs) && mac_keys($1, $4::text[]) AND r.fdb_macs && $4::text[]';

/**
 * Returns SQL for the end of a period. A period that has not ended extends to the requested instant ($3), or to
 * infinity if the request asks for the present.
 */
const endOf = (period: string) => `coalesce(${period}.ended, $3::timestamptz, 'infinity')`;

// A state in which the link was down leads to no device.
const linksSql = (table: string, ended: string) => `
    SELECT r.interface_id AS port, r.remote_interface_id AS far_port, r.remote_host_id AS far_host_id, r.valid_from,
      ${ended} AS valid_to FROM ${table} r
      WHERE ${scope} AND r.down_since IS NULL AND r.interface_id IN (SELECT port FROM own)
    UNION ALL SELECT r.remote_interface_id, r.interface_id, NULL, r.valid_from, ${ended}
      FROM ${table} r WHERE ${scope} AND r.down_since IS NULL AND r.remote_interface_id IN (SELECT port FROM own)`;

const nameSql = `coalesce(NULLIF(r.if_name, ''), NULLIF(r.if_descr, ''), ${interfaceDisplayNameSql('r')})`;

const periodsSql = `
  WITH state AS MATERIALIZED (
    SELECT r.id, r.host_id, r.fdb_macs, r.if_type, r.valid_from, NULL::timestamptz AS valid_to,
      ${nameSql} AS name
    FROM interfaces r WHERE ${scope} AND r.fdb_macs <> '{}' AND ${hasLearned} AND ${hasBegun('r.valid_from')}
    UNION ALL
    SELECT r.id, r.host_id, r.fdb_macs, r.if_type, r.valid_from, ${endedSql}, ${nameSql}
    FROM interfaces_revisions r WHERE ${scope} AND cardinality(r.fdb_macs) BETWEEN 1 AND ${mostLearned}
      AND ${hasLearned} AND ${hasBegun('r.valid_from')}
  ), period AS MATERIALIZED (
    SELECT id, host_id, mac, min(valid_from) AS began, (array_agg(name ORDER BY valid_from DESC))[1] AS name,
      CASE WHEN count(*) = count(valid_to) THEN max(valid_to) END AS ended
    FROM (
      SELECT *, count(*) FILTER (WHERE NOT continues) OVER (PARTITION BY id, mac ORDER BY valid_from) AS number
      FROM (
        SELECT state.*, mac,
          coalesce(lag(valid_to) OVER (PARTITION BY id, mac ORDER BY valid_from) = valid_from, false) AS continues
        FROM state JOIN unnest($4::text[]) mac ON mac = ANY(state.fdb_macs)
        WHERE NOT state.host_id = ANY($5::uuid[]) AND NOT coalesce(state.if_type = ANY($6::int[]), false)
      ) learned
    ) numbered GROUP BY id, host_id, mac, number
    ORDER BY ended DESC NULLS FIRST, began DESC, id, mac LIMIT ${mostPeriods}
  ), own AS MATERIALIZED (
    SELECT id, id AS port FROM period
    UNION SELECT r.aggregate_id, r.id FROM interfaces r
      WHERE ${scope} AND r.aggregate_id IN (SELECT id FROM period)
    UNION SELECT r.aggregate_id, r.id FROM interfaces_revisions r
      WHERE ${scope} AND r.aggregate_id IN (SELECT id FROM period)
  ), link AS MATERIALIZED (
    ${linksSql('interface_neighbors', 'NULL::timestamptz')} UNION ALL ${linksSql('interface_neighbors_revisions', 'r.valid_to')}
  ), far AS MATERIALIZED (
    SELECT DISTINCT period.id, period.mac, period.began, period.ended, other.host_id
    FROM period JOIN own USING (id) JOIN link ON link.port = own.port
      AND link.valid_from < ${endOf('period')} AND coalesce(link.valid_to, 'infinity') > period.began
    CROSS JOIN LATERAL (
      SELECT link.far_host_id AS host_id WHERE link.far_host_id IS NOT NULL
      UNION SELECT r.host_id FROM interfaces r WHERE ${scope} AND r.id = link.far_port
      UNION SELECT r.host_id FROM interfaces_revisions r WHERE ${scope} AND r.id = link.far_port
    ) other WHERE other.host_id <> ALL($5::uuid[])
  ), on_the_way AS (
    SELECT DISTINCT far.id, far.mac, far.began FROM far WHERE EXISTS (
      SELECT FROM interfaces r WHERE ${scope} AND r.host_id = far.host_id AND far.mac = ANY(r.fdb_macs)
        AND r.valid_from < ${endOf('far')}
    ) OR EXISTS (
      SELECT FROM interfaces_revisions r WHERE ${scope} AND r.host_id = far.host_id AND r.valid_to > far.began
        AND far.mac = ANY(r.fdb_macs) AND r.valid_from < ${endOf('far')}
    )
  )
  SELECT period.id AS "interfaceId", period.name AS "interfaceName", period.host_id AS "hostId",
    period.mac AS "macAddress", period.began AS "from", period.ended AS "until"
  FROM period LEFT JOIN on_the_way USING (id, mac, began) WHERE on_the_way.id IS NULL
  ORDER BY period.began, period.id, period.mac`;

/**
 * Resolves with at most 200 periods in which a port had learned one of the MAC addresses, earliest first. Ports on the
 * path to the machine are excluded: the device behind them had learned the MAC address too.
 */
export const readLearnedPeriods = (
  { query, viewer, at }: TenantSql,
  networkId: string,
  macAddresses: readonly string[],
  hostIds: readonly string[],
): Promise<LearnedPeriod[]> =>
  query<LearnedPeriod>(
    tenantSafeSql(viewer, {
      text: periodsSql,
      values: [networkId, viewer.networkIds, at ?? null, macAddresses, hostIds, [...virtualTypes]],
    }),
  );

const formerMacsSql = `
  SELECT mac_address AS "macAddress", min(valid_from) AS "from", max(valid_to) AS "until" FROM (
    SELECT r.mac_address, r.valid_from, r.valid_to FROM ip_addresses_revisions r
      WHERE ${scope} AND r.host_id = ANY($4::uuid[]) AND ($5::inet IS NULL OR r.ip_address = $5::inet)
    UNION ALL
    SELECT r.mac_address, r.valid_from, r.valid_to FROM interfaces_revisions r
      WHERE ${scope} AND r.host_id = ANY($4::uuid[]) AND $5::inet IS NULL
  ) former WHERE mac_address <> ALL($6::text[]) AND ${hasBegun('valid_from')}
  GROUP BY mac_address ORDER BY max(valid_to) DESC, mac_address LIMIT ${mostFormerMacs}`;

/**
 * Resolves with at most 100 MAC addresses that the hosts had before and no longer have, each with its period. If
 * `ipAddress` is not null, only MAC addresses that were stored with this IP address.
 */
export const readFormerMacs = (
  { query, viewer, at }: TenantSql,
  networkId: string,
  hostIds: readonly string[],
  ipAddress: string | null,
  presentMacs: readonly string[],
): Promise<FormerMac[]> =>
  query<FormerMac>(
    tenantSafeSql(viewer, {
      text: formerMacsSql,
      values: [networkId, viewer.networkIds, at ?? null, hostIds, ipAddress, presentMacs],
    }),
  );

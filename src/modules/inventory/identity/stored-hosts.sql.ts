// Finds the stored hosts of a network that have any of the requested evidence. One statement reads these hosts with all
// of their evidence.
import { Prisma } from '../../../generated/prisma/client';
import type { EntitySourceType } from '../../../generated/prisma/enums';
import type { Db } from '../../../data/tenancy/rows';
import { querySql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import { isDaemon } from '../../../data/tenancy/viewer';
import { isOfPeople } from '../shared/source-ranks';
import { isBridge } from '../shared/subnet-types';
import type { KnownHosts } from './known-hosts';

/**
 * Addresses that were seen in the last 10 minutes count as seen in the same discovery run, if no session of the daemon
 * is known.
 */
const minutesOfRun = 10;

interface StoredAddress {
  readonly id: string;
  readonly subnetId: string;
  readonly subnetType: string;
  readonly ipAddress: string;
  readonly macAddress: string | null;
  readonly isSeenInRun: boolean;
  readonly isVirtual: boolean;
  readonly answersForOthers: boolean;
}
interface Row {
  readonly answering: string[] | null;
  readonly virtual: string[] | null;
  readonly hostId: string | null;
  readonly createdAt: Date;
  readonly sourceType: EntitySourceType;
  readonly name: string;
  readonly hostname: string | null;
  readonly sysName: string | null;
  readonly sysObjectId: string | null;
  readonly serialNumber: string | null;
  readonly chassisId: string | null;
  readonly managementUrl: string | null;
  readonly runtimeId: string | null;
  readonly vmId: string | null;
  readonly addresses: StoredAddress[] | null;
  readonly portMacs: string[] | null;
  readonly formerMacs: string[];
  readonly daemonIds: string[] | null;
  readonly aliases: string[] | null;
  readonly apartFrom: string[] | null;
}

const withFormerMacs = (macs: readonly string[]): Prisma.Sql =>
  Prisma.sql`SELECT id FROM hosts WHERE former_macs && ${[...macs]}::text[] AND former_macs <> '{}'`;

/**
 * Resolves with the hosts that had one of the MAC addresses in the past, with an IP address that has since moved to
 * another host.
 */
export async function hostsWithFormerMacs(db: Db, networkId: string, macs: readonly string[]): Promise<string[]> {
  const statement = Prisma.sql`${withFormerMacs(macs)} AND network_id = ${networkId}::uuid`;
  const rows = await querySql<{ id: string }>(db, tenantSafeSql(viewerOf(db), statement));
  return rows.map(({ id }) => id);
}

/**
 * Searches the database for stored hosts that a report may describe. The caller holds the network's lock, so that no
 * host is added meanwhile. `areLocked` also locks the found rows, ordered by id to avoid deadlocks.
 */
// eslint-disable-next-line max-lines-per-function -- one statement, a part for each kind of evidence
export function storedHosts(tx: Db, networkId: string, { areLocked = false } = {}): KnownHosts {
  const lock = areLocked ? Prisma.sql`ORDER BY hosts.id FOR NO KEY UPDATE OF hosts` : Prisma.empty;
  return {
    // eslint-disable-next-line max-lines-per-function -- one statement, a part for each kind of evidence
    async candidates({ hostIds, ips, addressIds, macs, chassisIds, serialNumbers, sysNames, sysObjectId, machineId }) {
      const viewer = viewerOf(tx);
      const daemonId = typeof viewer === 'object' && isDaemon(viewer) ? (viewer.daemonId ?? null) : null;
      // The subquery hides the network id from the planner. With a literal id and without statistics, PostgreSQL
      // expects one row per network, and scans all rows of the network for each part of the statement.
      const network = Prisma.sql`network_id = (SELECT ${networkId}::uuid)`;
      const conditions: Prisma.Sql[] = [];
      const hostsWith = (condition: Prisma.Sql) =>
        conditions.push(Prisma.sql`SELECT id FROM hosts WHERE ${network} AND (${condition})`);
      const partsWith = (table: string, condition: Prisma.Sql) =>
        conditions.push(Prisma.sql`SELECT host_id FROM ${Prisma.raw(table)} WHERE ${network} AND ${condition}`);
      if (hostIds.length > 0) {
        hostsWith(Prisma.sql`id = ANY(${[...hostIds]}::uuid[])`);
        partsWith('host_merges', Prisma.sql`merged_host_id = ANY(${[...hostIds]}::uuid[])`);
      }
      if (ips.length > 0) partsWith('ip_addresses', Prisma.sql`ip_address = ANY(${[...ips]}::text[]::inet[])`);
      if (addressIds.length > 0) partsWith('ip_addresses', Prisma.sql`id = ANY(${[...addressIds]}::uuid[])`);
      if (macs.length > 0) {
        partsWith('ip_addresses', Prisma.sql`mac_address = ANY(${[...macs]}::text[]) AND NOT answers_for_others`);
        partsWith('interfaces', Prisma.sql`mac_address = ANY(${[...macs]}::text[])`);
        conditions.push(withFormerMacs(macs));
      }
      if (chassisIds.length > 0) hostsWith(Prisma.sql`chassis_id = ANY(${[...chassisIds]}::text[])`);
      if (serialNumbers.length > 0) hostsWith(Prisma.sql`serial_number = ANY(${[...serialNumbers]}::text[])`);
      if (sysNames.length > 0)
        hostsWith(Prisma.sql`sys_name = ANY(${[...sysNames]}::text[]) AND sys_object_id = ${sysObjectId}`);
      if (machineId)
        hostsWith(Prisma.sql`virtualization_service_id = ${machineId.runtimeId}::uuid AND vm_id = ${machineId.id}`);
      if (conditions.length === 0) return { hosts: [], answeringForOthers: new Set() };
      const statement = Prisma.sql`
        WITH run AS (
          SELECT coalesce(
            (SELECT min(created_at) FROM discovery_sessions WHERE ${network} AND daemon_id = ${daemonId}::uuid),
            now() - make_interval(mins => ${minutesOfRun})) AS since
        ), named (id) AS (${Prisma.join(conditions, ' UNION ')}),
        found AS MATERIALIZED (
          SELECT hosts.* FROM (SELECT DISTINCT id FROM named) named
          JOIN hosts ON hosts.id = named.id AND (hosts.${network}) IS TRUE ${lock}
        )
        SELECT answering.macs AS answering, virtual.places AS virtual, hosts.id::text AS "hostId", hosts.created_at AS "createdAt",
          hosts.source_type::text AS "sourceType", hosts.name, hosts.hostname, hosts.sys_name AS "sysName",
          hosts.sys_object_id AS "sysObjectId", hosts.serial_number AS "serialNumber", hosts.chassis_id AS "chassisId",
          hosts.management_url AS "managementUrl", hosts.virtualization_service_id::text AS "runtimeId", hosts.vm_id AS "vmId",
          addresses.rows AS addresses, ports.macs AS "portMacs", hosts.former_macs AS "formerMacs", daemons.ids AS "daemonIds",
          merges.ids AS aliases, apart.ids AS "apartFrom"
        FROM (SELECT array_agg(DISTINCT mac_address) AS macs FROM ip_addresses
          WHERE ${network} AND mac_address = ANY(${[...macs]}::text[]) AND answers_for_others) answering
        CROSS JOIN (SELECT array_agg(DISTINCT concat_ws(' ', subnets.id, named)) AS places
          FROM fhrp_groups groups CROSS JOIN LATERAL unnest(virtual_addresses) AS named
          JOIN subnets ON subnets.network_id = groups.network_id AND subnets.namespace = groups.namespace
          WHERE groups.${network} AND named = ANY(${[...ips]}::text[])) virtual
        LEFT JOIN found hosts ON true
        LEFT JOIN LATERAL (
          SELECT json_agg(json_build_object('id', ip_addresses.id, 'subnetId', subnet_id, 'subnetType', subnet_type,
            'ipAddress', host(ip_address), 'macAddress', mac_address, 'answersForOthers', answers_for_others,
            'isSeenInRun', ip_addresses.last_seen_at >= run.since,
            'isVirtual', EXISTS (SELECT FROM fhrp_groups groups WHERE groups.${network}
              AND groups.namespace = subnets.namespace AND host(ip_address) = ANY(groups.virtual_addresses)))) AS rows
          FROM run, ip_addresses JOIN subnets ON subnets.id = subnet_id WHERE host_id = hosts.id
        ) addresses ON true
        LEFT JOIN LATERAL (
          SELECT array_agg(DISTINCT mac_address) AS macs FROM interfaces WHERE host_id = hosts.id AND mac_address IS NOT NULL
        ) ports ON true
        LEFT JOIN LATERAL (SELECT array_agg(id::text) AS ids FROM daemons WHERE host_id = hosts.id) daemons ON true
        LEFT JOIN LATERAL (
          SELECT array_agg(merged_host_id::text) AS ids FROM host_merges
          WHERE host_id = hosts.id AND merged_host_id = ANY(${[...hostIds]}::uuid[])
        ) merges ON true
        LEFT JOIN LATERAL (
          SELECT array_agg(id::text) AS ids FROM (
            SELECT other_host_id AS id FROM identity_suggestions WHERE host_id = hosts.id
            UNION SELECT host_id FROM identity_suggestions WHERE other_host_id = hosts.id AND state = 'Refused') others
        ) apart ON true`;
      const rows = await querySql<Row>(tx, tenantSafeSql(viewer, statement));
      const hosts = rows.flatMap(({ hostId, sourceType, runtimeId, vmId, ...row }) => {
        if (hostId === null) return [];
        const addresses = (row.addresses ?? []).map((one) => ({ ...one, isOnBridge: isBridge(one) }));
        const daemonIds = row.daemonIds ?? [];
        return {
          ...{ ...row, hostId, addresses, daemonIds, portMacs: row.portMacs ?? [] },
          machineId: runtimeId !== null && vmId !== null ? { runtimeId, id: vmId } : null,
          isKept: daemonIds.length > 0 || isOfPeople(sourceType),
          apartFrom: row.apartFrom ?? [],
          aliases: row.aliases ?? [],
        };
      });
      return {
        hosts,
        answeringForOthers: new Set(rows[0]?.answering ?? []),
        virtualPlaces: new Set(rows[0]?.virtual ?? []),
      };
    },
  };
}

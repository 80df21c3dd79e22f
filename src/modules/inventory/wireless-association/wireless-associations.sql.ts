// Resolves the hosts of wireless clients and access points, moves associations when hosts are merged, and stores signal
// qualities.
import { Prisma } from '../../../generated/prisma/client';
import { canonicalMacAddress } from '../../../platform/text/addresses';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import type { Viewer } from '../../../data/tenancy/viewer';
import { addressOwners } from '../shared/address-owners.sql';
import type { HostRef } from '../shared/host-children';

/**
 * SQL condition: the client's MAC address is locally administered (IEEE 802, section 8.2.2), so software chose it. Its
 * second hexadecimal digit is 2, 6, a or e.
 */
const isChosenBySoftware = Prisma.sql`substr(r.client_mac, 2, 1) IN ('2', '6', 'a', 'e')`;

/**
 * Finds the hosts of wireless clients and access points by MAC address, for one host or a whole network. If several
 * hosts have it, the IP address decides. A locally administered (random) MAC address does not count if another host has
 * the client's IP address. Access points without a known MAC address are found by IP address.
 */
export async function resolveWirelessAssociations(tx: Db, networkId: string, hostId?: string): Promise<void> {
  const network = Prisma.sql`network_id = ${networkId}::uuid`;
  const ofHost = hostId === undefined ? Prisma.empty : Prisma.sql`AND r.host_id = ${hostId}::uuid`;
  const addresses = [Prisma.sql`r.access_point_address`];
  const macList = Prisma.sql`ARRAY(SELECT mac FROM wanted)`;
  const has = (host: Prisma.Sql, address: Prisma.Sql) => Prisma.sql`EXISTS (
    SELECT FROM ip_addresses a WHERE a.${network} AND a.host_id = ${host} AND a.ip_address = ${address})`;
  const statement = Prisma.sql`
    WITH ${addressOwners({ model: 'WirelessAssociation', addresses, networkId, hostId })},
    rows AS MATERIALIZED (SELECT r.* FROM wireless_associations r WHERE r.${network} ${ofHost}),
    wanted AS MATERIALIZED (
      SELECT client_mac AS mac FROM rows UNION SELECT access_point_mac FROM rows WHERE access_point_mac IS NOT NULL
    ),
    holders AS MATERIALIZED (
      SELECT mac_address AS mac, host_id FROM ip_addresses WHERE ${network} AND mac_address = ANY(${macList})
      UNION SELECT mac_address, host_id FROM interfaces WHERE ${network} AND mac_address = ANY(${macList})
      UNION SELECT lower(chassis_id), id FROM hosts
        WHERE ${network} AND chassis_id = ANY(${macList} || ARRAY(SELECT upper(mac) FROM wanted))
    ),
    single AS MATERIALIZED (
      SELECT mac, host_id FROM holders WHERE NOT EXISTS (
        SELECT FROM ip_addresses a WHERE a.${network} AND a.mac_address = holders.mac AND a.answers_for_others)
    ),
    clients AS (
      SELECT r.id, count(*) AS hosts, min(s.host_id::text)::uuid AS host_id,
        count(*) FILTER (WHERE ${has(Prisma.sql`s.host_id`, Prisma.sql`r.client_address`)}) AS confirmed,
        (min(s.host_id::text) FILTER (WHERE ${has(Prisma.sql`s.host_id`, Prisma.sql`r.client_address`)}))::uuid AS confirmed_id,
        bool_or(${isChosenBySoftware} AND EXISTS (
          SELECT FROM ip_addresses a WHERE a.${network} AND a.ip_address = r.client_address AND a.host_id <> s.host_id
        )) AS is_contradicted
      FROM rows r JOIN single s ON s.mac = r.client_mac GROUP BY r.id
    ),
    points AS (
      SELECT r.id, count(*) AS hosts, min(s.host_id::text)::uuid AS host_id, array_agg(s.host_id) AS host_ids
      FROM rows r JOIN single s ON s.mac = r.access_point_mac GROUP BY r.id
    ),
    placed_at AS (
      SELECT r.id, CASE
          WHEN r.is_own_radio THEN r.host_id
          WHEN points.hosts = 1 THEN points.host_id
          WHEN points.hosts IS NULL OR named.host_id = ANY(points.host_ids) THEN named.host_id
        END AS point_id
      FROM rows r LEFT JOIN points ON points.id = r.id LEFT JOIN owner ON owner.id = r.id
      CROSS JOIN LATERAL (SELECT CASE
        WHEN ${has(Prisma.sql`r.host_id`, Prisma.sql`r.access_point_address`)} THEN r.host_id ELSE owner.owner_id
      END AS host_id) named
    ),
    resolved AS (
      SELECT placed_at.id, placed_at.point_id, nullif(CASE
          WHEN clients.confirmed = 1 THEN clients.confirmed_id
          WHEN clients.hosts = 1 AND clients.confirmed = 0 AND NOT clients.is_contradicted THEN clients.host_id
        END, placed_at.point_id) AS client_id
      FROM placed_at LEFT JOIN clients ON clients.id = placed_at.id
    )
    UPDATE wireless_associations AS stored SET client_host_id = resolved.client_id,
      access_point_host_id = resolved.point_id, updated_at = clock_timestamp()
    FROM resolved WHERE stored.id = resolved.id
      AND (stored.client_host_id, stored.access_point_host_id) IS DISTINCT FROM (resolved.client_id, resolved.point_id)`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}

/**
 * When the host `otherId` is merged into the host `destinationId`: moves its wireless clients, unless the destination
 * has wireless clients of its own, and changes all references to the merged host.
 */
export async function moveWirelessAssociations(tx: Db, destinationId: string, otherId: string): Promise<void> {
  const [destination, other] = [Prisma.sql`${destinationId}::uuid`, Prisma.sql`${otherId}::uuid`];
  const movedColumn = (column: Prisma.Sql) =>
    Prisma.sql`CASE WHEN ${column} = ${other} THEN ${destination} ELSE ${column} END`;
  const point = movedColumn(Prisma.sql`access_point_host_id`);
  for (const statement of [
    Prisma.sql`
      UPDATE wireless_associations SET host_id = ${destination}, updated_at = clock_timestamp()
      WHERE host_id = ${other}
        AND NOT EXISTS (SELECT FROM wireless_associations there WHERE there.host_id = ${destination})`,
    Prisma.sql`
      UPDATE wireless_associations SET updated_at = clock_timestamp(), access_point_host_id = ${point},
        client_host_id = nullif(${movedColumn(Prisma.sql`client_host_id`)}, ${point})
      WHERE client_host_id = ${other} OR access_point_host_id = ${other}`,
  ])
    await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}

interface Heard {
  readonly clientMac: string;
  readonly signalDbm?: number | null;
  readonly snrDb?: number | null;
}

/**
 * Stores the signal qualities of wireless clients. A client without a signal quality in the report keeps the stored
 * signal quality.
 */
export async function storeSignals(
  tx: Db,
  viewer: Viewer,
  { id: hostId, networkId }: HostRef,
  signals: readonly Heard[],
  readAt: Date,
): Promise<void> {
  const rows = signals.flatMap(({ clientMac, signalDbm = null, snrDb = null }) =>
    signalDbm === null && snrDb === null
      ? []
      : [
          {
            mac: canonicalMacAddress('wirelessAssociations.clientMac', clientMac),
            signal_dbm: signalDbm,
            snr_db: snrDb,
          },
        ],
  );
  if (rows.length === 0) return;
  // If a report lists a client several times, its first row is stored, as in the table of wireless associations.
  const firsts = [...new Map([...rows].reverse().map((row) => [row.mac, row] as const)).values()];
  const statement = Prisma.sql`
    INSERT INTO wireless_signals AS stored (association_id, network_id, read_at, signal_dbm, snr_db)
      SELECT r.id, ${networkId}::uuid, ${readAt}::timestamptz, given.signal_dbm, given.snr_db
      FROM jsonb_to_recordset(${JSON.stringify(firsts)}::jsonb) AS given (mac text, signal_dbm int, snr_db int)
      JOIN wireless_associations r ON r.host_id = ${hostId}::uuid AND r.client_mac = given.mac
    ON CONFLICT (association_id) DO UPDATE SET read_at = EXCLUDED.read_at, signal_dbm = EXCLUDED.signal_dbm,
      snr_db = EXCLUDED.snr_db`;
  await executeSql(tx, tenantSafeSql(viewer, statement));
}

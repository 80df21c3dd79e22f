// Moves addresses to the host of the machine that responds at these addresses. Bindings are not moved.
import { Prisma } from '../../../../generated/prisma/client';
import type { Db } from '../../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../../data/tenancy/tenant-sql';
import type { Leave, Move } from '../../identity/moves';

/** Maximum number of former MAC addresses stored per host. */
const mostFormerMacs = 100;

/**
 * Moves addresses from their former hosts to the host. Deletes bindings of the former hosts to these addresses, and
 * clears address references of their interfaces. The caller has locked all of these hosts.
 */
export async function moveAddresses(tx: Db, hostId: string, moves: readonly Move[], at: Date): Promise<void> {
  const ids = moves.map(({ addressId }) => addressId);
  const moveRows = Prisma.sql`unnest(${ids}::uuid[], ${moves.map(({ reason }) => reason)}::text[]) AS moves (id, reason)`;
  const statement = Prisma.sql`
    WITH known AS (
      UPDATE hosts SET updated_at = ${at}::timestamptz,
        former_macs = (ARRAY(SELECT DISTINCT mac FROM unnest(lost.macs || former_macs) AS mac ORDER BY mac))[:${mostFormerMacs}]
      FROM (SELECT old.host_id, array_agg(moves.mac) AS macs
        FROM unnest(${ids}::uuid[], ${moves.map(({ formerMac }) => formerMac)}::text[]) AS moves (id, mac)
        JOIN ip_addresses old ON old.id = moves.id AND NOT old.answers_for_others
        WHERE moves.mac IS NOT NULL GROUP BY old.host_id) AS lost
      WHERE hosts.id = lost.host_id
    ),
    unbound AS (DELETE FROM bindings WHERE ip_address_id = ANY(${ids}::uuid[])),
    unlinked AS (UPDATE interfaces SET ip_address_id = NULL WHERE ip_address_id = ANY(${ids}::uuid[])),
    there AS (
      SELECT moves.id, moves.reason, row_number() OVER (PARTITION BY old.subnet_id, old.ip_address ORDER BY old.id) > 1
        OR EXISTS (SELECT FROM ip_addresses same WHERE same.host_id = ${hostId}::uuid
          AND same.subnet_id = old.subnet_id AND same.ip_address = old.ip_address) AS is_there
      FROM ${moveRows} JOIN ip_addresses old ON old.id = moves.id
    ),
    gone AS (DELETE FROM ip_addresses WHERE id IN (SELECT id FROM there WHERE is_there))
    UPDATE ip_addresses SET host_id = ${hostId}::uuid, mac_address = NULL, mac_address_source = NULL,
      answers_for_others = false, move_reason = there.reason, updated_at = ${at}::timestamptz, last_seen_at = ${at}::timestamptz
    FROM there WHERE ip_addresses.id = there.id AND NOT there.is_there`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}

/**
 * Deletes addresses that the machine no longer uses. Bindings and interfaces with a deleted address get the machine's
 * new address instead. The caller has locked the host.
 */
export async function leaveAddresses(tx: Db, leaves: readonly Leave[]): Promise<void> {
  const pairs = Prisma.sql`unnest(${leaves.map(({ addressId }) => addressId)}::uuid[],
    ${leaves.map(({ forAddressId }) => forAddressId)}::uuid[]) AS leaves (id, for_id)`;
  const follow = (table: string) =>
    Prisma.sql`UPDATE ${Prisma.raw(table)} SET ip_address_id = leaves.for_id FROM ${pairs} WHERE ip_address_id = leaves.id`;
  const viewer = viewerOf(tx);
  for (const table of ['bindings', 'interfaces']) await executeSql(tx, tenantSafeSql(viewer, follow(table)));
  const ids = leaves.map(({ addressId }) => addressId);
  await executeSql(tx, tenantSafeSql(viewer, Prisma.sql`DELETE FROM ip_addresses WHERE id = ANY(${ids}::uuid[])`));
}

/**
 * Removes MAC addresses from the lists of former MAC addresses of hosts, because a machine uses these MAC addresses
 * again.
 */
export async function forgetFormerMacs(
  tx: Db,
  hostIds: readonly string[],
  macs: readonly string[],
  at: Date,
): Promise<void> {
  const statement = Prisma.sql`UPDATE hosts SET updated_at = ${at}::timestamptz,
      former_macs = ARRAY(SELECT mac FROM unnest(former_macs) AS mac WHERE mac <> ALL(${[...macs]}::text[]) ORDER BY mac)
    WHERE id = ANY(${[...hostIds]}::uuid[])`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}

/**
 * Marks all IP addresses of the network that were seen with one of these MAC addresses, because the machine with this
 * MAC address answers ARP requests for many other machines.
 */
export async function markAnsweringForOthers(
  tx: Db,
  networkId: string,
  macs: ReadonlySet<string>,
  at: Date,
): Promise<void> {
  const statement = Prisma.sql`UPDATE ip_addresses SET answers_for_others = true, updated_at = ${at}::timestamptz
    WHERE network_id = ${networkId}::uuid AND mac_address = ANY(${[...macs]}::text[]) AND NOT answers_for_others`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}

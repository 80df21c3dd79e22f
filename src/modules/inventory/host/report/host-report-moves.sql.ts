// Addresses that a machine answers for leave the hosts that had them before: what was bound to them there stays behind.
import { Prisma } from '../../../../generated/prisma/client';
import type { Db } from '../../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../../data/tenancy/tenant-sql';
import type { Move } from '../../identity/moves';

/** Gives the host the addresses; what is bound to them, and ports that have them, stay with the host before. All are locked. */
export async function moveAddresses(tx: Db, hostId: string, moves: readonly Move[], at: Date): Promise<void> {
  const ids = moves.map(({ addressId }) => addressId);
  const moved = Prisma.sql`unnest(${ids}::uuid[], ${moves.map(({ reason }) => reason)}::text[]) AS moves (id, reason)`;
  const statement = Prisma.sql`
    WITH unbound AS (DELETE FROM bindings WHERE ip_address_id = ANY(${ids}::uuid[])),
    unlinked AS (UPDATE interfaces SET ip_address_id = NULL WHERE ip_address_id = ANY(${ids}::uuid[])),
    there AS (
      SELECT moves.id, moves.reason, row_number() OVER (PARTITION BY old.subnet_id, old.ip_address ORDER BY old.id) > 1
        OR EXISTS (SELECT FROM ip_addresses same WHERE same.host_id = ${hostId}::uuid
          AND same.subnet_id = old.subnet_id AND same.ip_address = old.ip_address) AS is_there
      FROM ${moved} JOIN ip_addresses old ON old.id = moves.id
    ),
    gone AS (DELETE FROM ip_addresses WHERE id IN (SELECT id FROM there WHERE is_there))
    UPDATE ip_addresses SET host_id = ${hostId}::uuid, mac_address = NULL, answers_for_others = false,
      move_reason = there.reason, updated_at = ${at}::timestamptz, last_seen_at = ${at}::timestamptz
    FROM there WHERE ip_addresses.id = there.id AND NOT there.is_there`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}

/** All addresses of the network with one of these MAC addresses are marked: they answer for many machines. */
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

// Finds active address reservations that would overlap after a restore.
import { ask, type Place } from './past-rows.sql';
import type { ModelRow } from './plan-writes';
import type { Overlap } from './settle-writes';

/**
 * Resolves with the reservations that would overlap a restored reservation: stored reservations, and reservations of
 * the same restore. Expired reservations do not count. `images` are the rows as they will be after the restore.
 */
export async function readOverlaps(
  place: Place,
  images: readonly ModelRow[],
  deletes: readonly ModelRow[],
): Promise<Overlap[]> {
  const reservations = (rows: readonly ModelRow[]) =>
    rows.filter(({ model }) => model === 'AddressReservation').map(({ row }) => row);
  const restored = reservations(images).map(({ id, network_id, subnet_id, first_address, last_address, until }) => ({
    ...{ id, network_id, subnet_id, first_address, last_address, until },
  }));
  if (restored.length === 0) return [];
  const text = `WITH w AS (SELECT * FROM jsonb_populate_recordset(NULL::address_reservations, $1::jsonb)),
    t AS (
      SELECT id, network_id, subnet_id, first_address, last_address, until FROM w
      UNION ALL SELECT id, network_id, subnet_id, first_address, last_address, until FROM address_reservations
      WHERE subnet_id IN (SELECT subnet_id FROM w) AND id NOT IN (SELECT id FROM w) AND id <> ALL($2::uuid[])
    )
    SELECT w.id::text, t.id::text AS "otherId", host(t.first_address) AS first, host(t.last_address) AS last
    FROM w JOIN t ON t.subnet_id = w.subnet_id AND t.network_id = w.network_id AND t.id <> w.id
      AND t.first_address <= w.last_address AND t.last_address >= w.first_address
    WHERE (w.until IS NULL OR w.until > now()) AND (t.until IS NULL OR t.until > now())
    ORDER BY w.id, t.first_address, t.id`;
  return ask<Overlap>(place, text, [JSON.stringify(restored), reservations(deletes).map(({ id }) => id)]);
}

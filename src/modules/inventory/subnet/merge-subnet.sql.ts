// Merges a subnet into a subnet whose prefix contains it: the addresses and reservations move, discovery jobs scan the
// remaining subnet, and the merged subnet is deleted.
import { deleteVisible, requireVisible, type Db } from '../../../data/tenancy/rows';
import { executeSql, querySql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import { AppError } from '../../../errors';
import { Prisma } from '../../../generated/prisma/client';
import { isPrefixInside } from '../../../platform/text/addresses';
import { lockSubnets } from '../address-reservation/address-reservation-locks.sql';
import { lockHostWrites, lockNetwork } from '../shared/host-locks.sql';
import { containerBridges } from '../shared/subnet-types';

const mergeError = (reason: string): AppError => new AppError('subnets_merge_failed', { reason });

const select = { id: true, networkId: true, namespace: true, cidr: true, subnetType: true, sourceType: true } as const;
type MergedSubnet = Prisma.SubnetGetPayload<{ select: typeof select }>;

/**
 * Merges the subnet `id` into the subnet `intoId`. Call this function in a transaction. Throws 400
 * `subnets_merge_failed` unless both subnets are in one network and namespace, the prefix of `intoId` contains the
 * prefix of `id`, and no active reservation of one subnet overlaps an active reservation of the other.
 */
export async function mergeSubnet(tx: Db, id: string, intoId: string): Promise<void> {
  const { networkId } = await requireVisible(tx, 'Subnet', id, { select });
  await requireVisible(tx, 'Subnet', intoId, { select: { id: true } });
  // The exclusive lock keeps reports from giving a host an address in the subnet while the addresses of the subnet
  // move.
  await lockHostWrites(tx, networkId, { isAlone: true });
  await lockNetwork(tx, networkId);
  await lockSubnets(tx, [id, intoId]);
  const merged = await requireVisible(tx, 'Subnet', id, { select });
  const into = await requireVisible(tx, 'Subnet', intoId, { select });
  assertMergeable(merged, into);
  await assertReservationsApart(tx, merged.id, into.id);
  for (const statement of moves(merged, into)) await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
  await deleteVisible(tx, 'Subnet', id);
}

function assertMergeable(merged: MergedSubnet, into: MergedSubnet): void {
  if (merged.id === into.id) throw mergeError('both ids are of one subnet');
  if (merged.networkId !== into.networkId) throw mergeError('they are in different networks');
  if (merged.namespace !== into.namespace) throw mergeError('they are in different namespaces');
  for (const { sourceType, subnetType } of [merged, into]) {
    if (sourceType === 'System') throw mergeError('a System subnet is never merged');
    if (containerBridges.includes(subnetType)) throw mergeError('a container bridge is never merged');
  }
  if (!isPrefixInside(merged.cidr, into.cidr)) throw mergeError(`${into.cidr} does not contain ${merged.cidr}`);
}

/**
 * Throws if an active reservation of one subnet overlaps an active reservation of the other, because reservations of
 * one subnet do not overlap. Reservations that overlap within one of the subnets are ignored: the merge does not change
 * that.
 */
async function assertReservationsApart(tx: Db, mergedId: string, intoId: string): Promise<void> {
  const active = (subnetId: string) => Prisma.sql`(
    SELECT first_address, last_address FROM address_reservations
    WHERE subnet_id = ${subnetId}::uuid AND (until IS NULL OR until > clock_timestamp()))`;
  const statement = Prisma.sql`
    SELECT host(r.first_address) AS first, host(r.last_address) AS last FROM ${active(mergedId)} r
    JOIN ${active(intoId)} other ON r.first_address <= other.last_address AND r.last_address >= other.first_address
    ORDER BY r.first_address, r.last_address LIMIT 1`;
  const [overlap] = await querySql<{ first: string; last: string }>(tx, tenantSafeSql(viewerOf(tx), statement));
  if (!overlap) return;
  const { first, last } = overlap;
  throw mergeError(`both have a reservation with an address of ${first === last ? first : `${first}-${last}`}`);
}

/** Returns the statement by which discovery jobs that scan the merged subnet scan the remaining one. */
function jobsOf(merged: MergedSubnet, into: MergedSubnet): Prisma.Sql {
  const distinctIds = Prisma.sql`
    SELECT jsonb_agg(id ORDER BY place) FROM (
      SELECT CASE id WHEN ${merged.id}::text THEN ${into.id}::text ELSE id END AS id, min(place) AS place
      FROM jsonb_array_elements_text(discovery_details->'subnet_ids') WITH ORDINALITY AS named (id, place)
      GROUP BY 1
    ) ids`;
  return Prisma.sql`
    UPDATE discoveries SET updated_at = clock_timestamp(),
      discovery_details = jsonb_set(discovery_details, '{subnet_ids}', (${distinctIds}))
    WHERE network_id = ${merged.networkId}::uuid AND run_type <> 'Historical'
      AND discovery_details->'subnet_ids' @> to_jsonb(${merged.id}::text)`;
}

/**
 * Returns the statements that move all rows from the merged subnet to the other one. If a host has the same address in
 * both subnets, only its row in the remaining subnet stays, and gets the bindings and interfaces of both.
 */
function moves(merged: MergedSubnet, into: MergedSubnet): Prisma.Sql[] {
  const [from, to] = [Prisma.sql`${merged.id}::uuid`, Prisma.sql`${into.id}::uuid`];
  const twins = Prisma.sql`
    SELECT moved.id AS moved_id, kept.id AS kept_id FROM ip_addresses moved
    JOIN ip_addresses kept ON kept.host_id = moved.host_id AND kept.ip_address = moved.ip_address
      AND kept.subnet_id = ${to}
    WHERE moved.subnet_id = ${from}`;
  const place = Prisma.sql`subnet_id = ${to}, subnet_cidr = ${into.cidr}::inet, updated_at = clock_timestamp()`;
  return [
    // Moves bindings to the remaining address, except a binding that would equal or contradict one of its bindings.
    // Such a binding is deleted with the merged address.
    Prisma.sql`
      UPDATE bindings AS b SET ip_address_id = twins.kept_id, updated_at = clock_timestamp() FROM (${twins}) twins
      WHERE b.ip_address_id = twins.moved_id AND NOT EXISTS (
        SELECT FROM bindings other WHERE other.service_id = b.service_id AND other.ip_address_id = twins.kept_id
          AND (other.port_id IS NOT DISTINCT FROM b.port_id OR (other.port_id IS NULL) <> (b.port_id IS NULL)))`,
    Prisma.sql`
      UPDATE interfaces AS i SET ip_address_id = twins.kept_id, updated_at = clock_timestamp() FROM (${twins}) twins
      WHERE i.ip_address_id = twins.moved_id`,
    Prisma.sql`DELETE FROM ip_addresses WHERE id IN (SELECT moved_id FROM (${twins}) twins)`,
    Prisma.sql`UPDATE ip_addresses SET ${place} WHERE subnet_id = ${from}`,
    Prisma.sql`UPDATE address_reservations SET ${place} WHERE subnet_id = ${from}`,
    Prisma.sql`
      INSERT INTO daemon_subnets (daemon_id, subnet_id, network_id)
      SELECT daemon_id, ${to}, network_id FROM daemon_subnets WHERE subnet_id = ${from} ON CONFLICT DO NOTHING`,
    jobsOf(merged, into),
  ];
}

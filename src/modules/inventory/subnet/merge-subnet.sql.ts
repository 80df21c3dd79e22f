// Merges a subnet into a subnet whose prefix contains it: the addresses and reservations move, and the subnet is
// deleted.
import { deleteVisible, requireVisible, type Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import { AppError } from '../../../errors';
import { Prisma } from '../../../generated/prisma/client';
import { isPrefixInside } from '../../../platform/text/addresses';
import { lockHostWrites, lockNetwork } from '../shared/host-locks.sql';
import { containerBridges } from '../shared/subnet-types';

const mergeError = (reason: string): AppError => new AppError('subnets_merge_failed', { reason });

const select = { id: true, networkId: true, namespace: true, cidr: true, subnetType: true, sourceType: true } as const;
type MergedSubnet = Prisma.SubnetGetPayload<{ select: typeof select }>;

/**
 * Merges the subnet `id` into the subnet `intoId`. Call this function in a transaction. Throws 400
 * `subnets_merge_failed` unless both subnets are in one network and namespace, and the prefix of `intoId` contains the
 * prefix of `id`.
 */
export async function mergeSubnet(tx: Db, id: string, intoId: string): Promise<void> {
  const { networkId } = await requireVisible(tx, 'Subnet', id, { select });
  await requireVisible(tx, 'Subnet', intoId, { select: { id: true } });
  // The exclusive lock keeps reports from giving a host an address in the subnet while the addresses of the subnet
  // move.
  await lockHostWrites(tx, networkId, { isAlone: true });
  await lockNetwork(tx, networkId);
  const merged = await requireVisible(tx, 'Subnet', id, { select });
  const into = await requireVisible(tx, 'Subnet', intoId, { select });
  assertMergeable(merged, into);
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
  ];
}

// A daemon that was set up anew on a machine that is known: its new host, which has nothing yet, gives way to the known one.
import { type Host, Prisma } from '../../../../generated/prisma/client';
import { lockHostToDelete } from '../../../../data/tenancy/row-locks';
import { deleteVisible, type Db } from '../../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../../data/tenancy/tenant-sql';
import { isVirtualRouter } from '../../../../platform/text/addresses';

interface Address {
  readonly subnetId: string;
  readonly ipAddress?: string;
  readonly macAddress?: string | null;
}

/**
 * The known host that a report of this one is about: where it is as a daemon's registration has made it, never reported and
 * with nothing on it, and another host has an address of the report in the same subnet and with the same MAC; of several the
 * oldest. Bridges of containers have the same addresses on many machines, but not the same MACs.
 */
export async function knownTwin(tx: Db, made: Host, addresses: readonly Address[]): Promise<string | undefined> {
  const { id, networkId, createdAt, lastSeenAt, sourceType } = made;
  if (sourceType !== 'Discovery' || lastSeenAt.getTime() !== createdAt.getTime()) return undefined;
  const same = addresses.flatMap(({ subnetId, ipAddress, macAddress }) =>
    ipAddress === undefined || macAddress == null || isVirtualRouter(macAddress)
      ? []
      : [{ subnetId, ipAddress, macAddress }],
  );
  const none = { none: {} };
  const parts = { ipAddresses: none, ports: none, services: none, interfaces: none };
  const untouched = { id, daemons: { some: {} }, ...parts, linkDecisions: none };
  if (same.length === 0 || (await tx.host.count({ where: untouched })) === 0) return undefined;
  if (await hasWhatDaemonsDoNotSee(tx, made)) return undefined;
  const host = { select: { id: true } };
  const oldest = [{ host: { createdAt: 'asc' as const } }, { hostId: 'asc' as const }];
  const found = await tx.ipAddress.findFirst({ where: { networkId, OR: same }, orderBy: oldest, select: { host } });
  return found?.host.id;
}

/** People have given the host a tag or a credential. */
async function hasWhatDaemonsDoNotSee(tx: Db, { id, networkId }: Host): Promise<boolean> {
  const statement = Prisma.sql`
    SELECT FROM hosts WHERE id = ${id}::uuid AND network_id = ${networkId}::uuid AND (
      EXISTS (SELECT FROM tag_assignments_now WHERE host_id = ${id}::uuid)
      OR EXISTS (SELECT FROM host_credentials WHERE host_id = ${id}::uuid))`;
  return (await executeSql(tx, tenantSafeSql(viewerOf(tx), statement))) > 0;
}

/** Its daemon, and that daemon's jobs, go on with the known host. Runs under the lock of the network. */
export async function giveWay(tx: Db, untouchedId: string, knownId: string): Promise<void> {
  await lockHostToDelete(tx, untouchedId);
  const jobs = await tx.discovery.findMany({
    where: { daemon: { is: { hostId: untouchedId } }, runType: { not: 'Historical' } },
    select: { id: true, discoveryDetails: true },
  });
  for (const { id, discoveryDetails } of jobs) {
    const data = { discoveryDetails: { ...(discoveryDetails as object), host_id: knownId } };
    await tx.discovery.update({ where: { id }, data, select: { id: true } });
  }
  await tx.daemon.updateMany({ where: { hostId: untouchedId }, data: { hostId: knownId } });
  await deleteVisible(tx, 'Host', untouchedId);
}

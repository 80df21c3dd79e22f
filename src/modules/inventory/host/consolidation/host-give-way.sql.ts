// Replaces the empty host that was created for a new daemon by the existing host of the same machine.
import { type Host, Prisma } from '../../../../generated/prisma/client';
import type { Db } from '../../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../../data/tenancy/tenant-sql';
import { isStationMac } from '../../../../platform/text/identifiers';
import { addressPlace, type IdentityAddress, type MachineEvidence } from '../../identity/identity';
import type { Candidate, ReasonedHost } from '../../identity/judge';

/**
 * Whether the host is the empty host that was created when a daemon registered: it has no parts and is unchanged since.
 * If the daemon's first report matches an existing host, that host replaces the empty host.
 */
export async function isPlaceholder(tx: Db, candidates: readonly Candidate[], id: string): Promise<boolean> {
  const placeholder = candidates.find(({ hostId }) => hostId === id);
  if (
    !placeholder ||
    (placeholder.daemonIds ?? []).length === 0 ||
    placeholder.addresses.length > 0 ||
    candidates.length === 1
  )
    return false;
  const none = { none: {} };
  const parts = { ipAddresses: none, ports: none, services: none, interfaces: none };
  const untouchedHost = await tx.host.findFirst({
    where: { id, sourceType: 'Discovery', ...parts, linkDecisions: none },
    select: { id: true, networkId: true, createdAt: true, lastSeenAt: true },
  });
  if (!untouchedHost || untouchedHost.lastSeenAt.getTime() !== untouchedHost.createdAt.getTime()) return false;
  return !(await hasWhatDaemonsDoNotSee(tx, untouchedHost));
}

/**
 * Whether the existing host is the reported machine, by decisive evidence, or by the same MAC address at the same IP
 * address. An equal IP address alone is not enough: container bridges on many machines have the same IP addresses, but
 * different MAC addresses.
 */
export function isSameMachine(
  { hostId, reasons }: ReasonedHost,
  { addresses }: MachineEvidence,
  candidates: readonly Candidate[],
): boolean {
  if (reasons.some(({ strength }) => strength === 'Decides')) return true;
  const candidate = candidates.find((one) => one.hostId === hostId)!;
  const withMac = (one: IdentityAddress) => `${addressPlace(one)} ${one.macAddress}`;
  const placesWithMac = new Set(candidate.addresses.map(withMac));
  return addresses.some((one) => isStationMac(one.macAddress) && placesWithMac.has(withMac(one)));
}

/**
 * Whether the host has tags or credentials. The statement is SQL, because daemons may not read tags and credentials.
 */
async function hasWhatDaemonsDoNotSee(tx: Db, { id, networkId }: Pick<Host, 'id' | 'networkId'>): Promise<boolean> {
  const statement = Prisma.sql`
    SELECT FROM hosts WHERE id = ${id}::uuid AND network_id = ${networkId}::uuid AND (
      EXISTS (SELECT FROM tag_assignments_now WHERE host_id = ${id}::uuid)
      OR EXISTS (SELECT FROM host_credentials WHERE host_id = ${id}::uuid))`;
  return (await executeSql(tx, tenantSafeSql(viewerOf(tx), statement))) > 0;
}

/** Moves the daemons of the host `fromHostId`, with their discovery jobs, to the host `toHostId`. */
export async function followDaemons(tx: Db, fromHostId: string, toHostId: string): Promise<void> {
  const where = { hostId: fromHostId };
  const daemons = await tx.daemon.findMany({ where, select: { id: true } });
  if (daemons.length === 0) return;
  const jobs = await tx.discovery.findMany({
    where: { daemon: { is: where }, runType: { not: 'Historical' } },
    select: { id: true, discoveryDetails: true },
  });
  for (const { id, discoveryDetails } of jobs) {
    const details = discoveryDetails as Record<string, unknown>;
    if (details.host_id !== fromHostId) continue;
    const data = { discoveryDetails: { ...details, host_id: toHostId } };
    await tx.discovery.update({ where: { id }, data, select: { id: true } });
  }
  await tx.daemon.updateMany({ where, data: { hostId: toHostId } });
}

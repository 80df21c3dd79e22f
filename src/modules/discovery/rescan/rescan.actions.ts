// Starts new scans of hosts: chooses a daemon that can reach each host, and creates or updates the daemon's job for
// rescans.
import { AppError } from '../../../errors';
import { lockDaemon } from '../run-locks.sql';
import { requireFound, type Db } from '../../../data/tenancy/rows';
import { findSurvivors } from '../../inventory';
import { canRescan } from '../protocol/daemon-version';
import { startSession } from '../runs/sessions';

/** Maximum number of hosts in a call, and of IP addresses in a run. */
export const bounds = { hosts: 100, addresses: 1_000 } as const;

/**
 * Types of subnets that only exist inside one machine, or on every machine. Only a daemon on the machine itself can
 * reach IP addresses in them.
 */
const inside = ['DockerBridge', 'PodmanBridge', 'Loopback'] as const;

const hostQuery = {
  select: {
    id: true,
    networkId: true,
    lastDiscovery: { select: { daemonId: true } },
    ipAddresses: {
      where: { subnet: { subnetType: { notIn: [...inside] } } },
      select: { ipAddress: true, subnetId: true },
      orderBy: [{ position: 'asc' as const }, { id: 'asc' as const }],
      take: bounds.addresses,
    },
  },
};

interface Target {
  readonly hostIds: string[];
  readonly addresses: string[];
}

/**
 * Starts new scans of hosts, and resolves with the ids of the sessions, one for each daemon. A host is scanned by the
 * daemon that saw it last, otherwise by a daemon with an interface in one of its subnets. Throws 409 `rescan_no_daemon`
 * if there is no such daemon, and 409 `discovery_session_active` while the daemon runs another rescan. Call this
 * function in a transaction.
 */
export async function startRescans(tx: Db, hostIds: readonly string[]): Promise<string[]> {
  const survivors = await findSurvivors(tx, hostIds);
  const ids = [...new Set(hostIds.map((id) => survivors.get(id) ?? id))];
  const hosts = await tx.host.findMany({ ...hostQuery, where: { id: { in: ids } }, orderBy: { id: 'asc' } });
  requireFound('Host', ids, hosts);
  const daemons = await tx.daemon.findMany({
    where: { networkId: { in: hosts.map(({ networkId }) => networkId) } },
    select: {
      id: true,
      networkId: true,
      hostId: true,
      version: true,
      interfacedSubnets: { select: { subnetId: true } },
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const able = daemons.filter(({ version }) => canRescan(version));
  const targets = new Map<(typeof able)[number], Target>();
  for (const { id, networkId, lastDiscovery, ipAddresses } of hosts) {
    const hostsOfNetwork = able.filter((one) => one.networkId === networkId);
    const subnets = new Set(ipAddresses.map(({ subnetId }) => subnetId));
    const daemon =
      hostsOfNetwork.find((one) => one.id === lastDiscovery?.daemonId) ??
      hostsOfNetwork.find(({ interfacedSubnets }) => interfacedSubnets.some(({ subnetId }) => subnets.has(subnetId)));
    if (!daemon || ipAddresses.length === 0) throw new AppError('rescan_no_daemon', { id });
    const target = targets.get(daemon) ?? { hostIds: [], addresses: [] };
    target.hostIds.push(id);
    target.addresses.push(...ipAddresses.map(({ ipAddress }) => ipAddress));
    targets.set(daemon, target);
  }
  const sessions: string[] = [];
  // Daemons are locked in the order of their ids, as in all other transactions, to avoid deadlocks.
  for (const [daemon, target] of [...targets].sort(([a], [b]) => (a.id < b.id ? -1 : 1)))
    sessions.push(await startSession(tx, await jobOf(tx, daemon, target)));
  return sessions;
}

/**
 * Stores which hosts the daemon's job for rescans scans, and resolves with the id of the job. Creates the job if there
 * is none.
 */
async function jobOf(
  tx: Db,
  { id: daemonId, networkId, hostId }: { readonly id: string; readonly networkId: string; readonly hostId: string },
  { hostIds, addresses }: Target,
): Promise<string> {
  await lockDaemon(tx, daemonId);
  const discoveryDetails = {
    host_id: hostId,
    target_host_ids: hostIds,
    ips: [...new Set(addresses)].slice(0, bounds.addresses),
    subnet_ids: null,
    scan_settings: {},
  };
  const where = { daemonId, discoveryType: 'Rescan' as const, runType: 'AdHoc' as const };
  const rescanDiscovery = await tx.discovery.findFirst({
    where,
    select: { id: true, activeSession: { select: { sessionId: true } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  if (rescanDiscovery?.activeSession)
    throw new AppError('discovery_session_active', { id: rescanDiscovery.activeSession.sessionId });
  if (!rescanDiscovery) {
    const data = { ...where, networkId, name: 'Hosts again', discoveryDetails };
    return (await tx.discovery.create({ data, select: { id: true } })).id;
  }
  await tx.discovery.updateMany({
    where: { id: rescanDiscovery.id },
    data: { discoveryDetails, updatedAt: new Date() },
  });
  return rescanDiscovery.id;
}

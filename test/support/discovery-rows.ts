// Creates rows directly in the database for suites about daemons and their runs.
import { randomUUID } from 'node:crypto';
import type { Prisma } from '../../src/generated/prisma/client';
import type { World } from './world';

type Fields<M extends 'Daemon' | 'Discovery' | 'DiscoverySession'> = Partial<
  Prisma.TypeMap['model'][M]['operations']['createMany']['args'] extends { data: infer D }
    ? D extends readonly (infer R)[]
      ? R
      : D
    : never
>;

/** Adds a daemon with a host of its own. */
export async function addDaemon(
  { prisma, organizationId }: World,
  networkId: string,
  fields: Fields<'Daemon'> = {},
): Promise<{ id: string; hostId: string }> {
  const host = await prisma.host.create({ data: { name: 'daemon host', networkId } });
  const data = { name: 'daemon', networkId, organizationId, hostId: host.id, mode: 'daemon_poll' as const, url: '' };
  const { id } = await prisma.daemon.create({ data: { ...data, ...fields } });
  return { id, hostId: host.id };
}

/** Adds a discovery job of the daemon, of type AdHoc by default. */
export async function addDiscovery(
  { prisma }: Pick<World, 'prisma'>,
  daemonId: string,
  networkId: string,
  fields: Fields<'Discovery'> = {},
): Promise<string> {
  const { hostId } = await prisma.daemon.findUniqueOrThrow({ where: { id: daemonId } });
  const discoveryDetails = { host_id: hostId, subnet_ids: null, host_naming_fallback: 'Ip', scan_settings: {} };
  const data = { name: 'job', networkId, daemonId, discoveryType: 'Unified' as const, runType: 'AdHoc' as const };
  return (await prisma.discovery.create({ data: { ...data, discoveryDetails, ...fields } })).id;
}

/** Adds the record of a finished run. */
export const addFinishedRun = (world: World, daemonId: string, networkId: string): Promise<string> =>
  addDiscovery(world, daemonId, networkId, {
    name: 'Unified — North',
    runType: 'Historical',
    sessionId: randomUUID(),
    results: { phase: 'Complete', hosts_discovered: 3 },
  });

/** Adds a session of the discovery, in state Pending by default. */
export async function addSession(
  { prisma }: Pick<World, 'prisma'>,
  discoveryId: string,
  fields: Fields<'DiscoverySession'> = {},
): Promise<string> {
  const discovery = await prisma.discovery.findUniqueOrThrow({ where: { id: discoveryId } });
  const { networkId, daemonId, discoveryType } = discovery;
  const discoveryDetails = discovery.discoveryDetails as object;
  const data = { networkId, daemonId, discoveryId, discoveryType, discoveryDetails };
  return (await prisma.discoverySession.create({ data: { ...data, ...fields } })).id;
}

// The first job of a new daemon: a weekly scan of its network, whose first run starts immediately.
import type { Daemon } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { computeNextRun } from './schedule';
import { startSession } from './sessions';

const weekly = { cronSchedule: '0 0 0 * * 0', timezone: null };

/** Adds the first job of a new daemon, in the transaction that creates the daemon. */
export async function addDefaultJobs(
  tx: Db,
  { id: daemonId, networkId, hostId }: Pick<Daemon, 'id' | 'networkId' | 'hostId'>,
): Promise<void> {
  const { id } = await tx.discovery.create({
    data: {
      // The name says what is scanned and not when, because users change the schedule.
      name: 'Scan of all subnets',
      networkId,
      daemonId,
      discoveryType: 'Unified',
      discoveryDetails: {
        host_id: hostId,
        subnet_ids: null,
        host_naming_fallback: 'BestService',
        scan_settings: {},
      },
      runType: 'Scheduled',
      ...weekly,
      scheduleEnabled: true,
      nextRun: computeNextRun(weekly, new Date()),
    },
    select: { id: true },
  });
  await startSession(tx, id);
}

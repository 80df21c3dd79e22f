// Checks the inputs of a discovery: the daemon with its host and subnets, and the schedule.
import { findSurvivors } from '../../inventory';
import { computeNextRun, computeNextRuns } from '../runs/schedule';
import { AppError } from '../../../errors';
import type { Discovery } from '../../../generated/prisma/client';
import type { DiscoveryType, RunType } from '../../../generated/prisma/enums';
import { referenceInvalid, requireInNetwork } from '../../../data/tenancy/references';
import { requireAllVisible, type Db } from '../../../data/tenancy/rows';
import { assertLength } from '../../../platform/text/validation';

/**
 * Limits of a discovery: its number of subnets, and the lengths (in characters) of its cron expression and of its scan
 * settings as JSON.
 */
export const bounds = { subnets: 1_000, cronSchedule: 100, scanSettings: 10_000 } as const;

export interface TypeInput {
  readonly type: DiscoveryType;
  readonly hostId: string;
  readonly subnetIds?: readonly string[] | null;
  readonly hostNamingFallback?: 'Ip' | 'BestService' | null;
  readonly scanSettings?: unknown;
}
export interface RunInput {
  readonly type: RunType;
  readonly cronSchedule?: string | null;
  readonly enabled?: boolean | null;
  readonly timezone?: string | null;
}
export interface DiscoveryInput {
  readonly name?: string | null;
  readonly networkId?: string | null;
  readonly daemonId?: string | null;
  readonly discoveryType?: TypeInput | null;
  readonly runType?: RunInput | null;
  readonly forceFullScan?: boolean | null;
  readonly tagIds?: readonly string[] | null;
}

/**
 * Checks a discovery's type of scan and resolves with its columns. The daemon, its host and the subnets must be in the
 * network and visible to the viewer.
 */
export async function checkedType(db: Db, networkId: string, daemonId: string, input: TypeInput) {
  const { type, hostNamingFallback, scanSettings } = input;
  const hostId = (await findSurvivors(db, [input.hostId])).get(input.hostId) ?? input.hostId;
  const daemon = await requireInNetwork<{ hostId: string }>(db, 'Daemon', daemonId, networkId, { hostId: true });
  await requireInNetwork(db, 'Host', hostId, networkId);
  const subnetIds = input.subnetIds && (await checkedSubnets(db, networkId, input.subnetIds));
  if (hostId !== daemon!.hostId) throw referenceInvalid('Host', 'discoveryType.hostId');
  return {
    discoveryType: type,
    discoveryDetails: {
      host_id: hostId,
      subnet_ids: subnetIds ?? null,
      host_naming_fallback: hostNamingFallback ?? 'BestService',
      scan_settings: scanSettings ?? {},
    },
  };
}

/**
 * Resolves with the subnet ids in their order, without duplicates. Throws 400 `discovery_subnet_network_mismatch` for a
 * subnet of another network.
 */
async function checkedSubnets(db: Db, networkId: string, subnetIds: readonly string[]): Promise<string[]> {
  const ids = [...new Set(subnetIds)];
  await requireAllVisible(db, 'Subnet', ids);
  const elsewhere = await db.subnet.findFirst({
    where: { id: { in: ids }, networkId: { not: networkId } },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  if (elsewhere) throw new AppError('discovery_subnet_network_mismatch', { subnet: elsewhere.id });
  return ids;
}

/** Throws unless the type is `Unified`, the only type that callers can create. */
export function assertUnified(field: string, type: DiscoveryType): void {
  if (type !== 'Unified') throw new AppError('validation_invalid_format', { field });
}

export function assertScanSettings(field: string, settings: unknown): void {
  if (typeof settings !== 'object' || Array.isArray(settings))
    throw new AppError('validation_invalid_format', { field });
  assertLength(field, JSON.stringify(settings), 0, bounds.scanSettings);
}

/**
 * Limits for the API field that computes the next runs of a schedule: maximum and default number of runs, and the
 * field's cost in points.
 */
export const nextRuns = { most: 20, usual: 5, cost: 50 } as const;

/**
 * Returns the times of the next `count` runs of a schedule. Throws 400 `validation_invalid_format` for an invalid
 * expression.
 */
export function previewRuns(cronSchedule: string, timezone: string | null, count: number): Date[] {
  const runs = computeNextRuns({ cronSchedule, timezone }, new Date(), count);
  if (!runs) throw new AppError('validation_invalid_format', { field: 'cronSchedule' });
  return runs;
}

/** Returns the times of the next `count` runs of a stored schedule; empty if the schedule is not active. */
export function upcomingRuns(
  { cronSchedule, timezone, scheduleEnabled }: Pick<Discovery, 'cronSchedule' | 'timezone' | 'scheduleEnabled'>,
  count: number,
): Date[] {
  if (cronSchedule === null || scheduleEnabled !== true) return [];
  return computeNextRuns({ cronSchedule, timezone }, new Date(), count) ?? [];
}

type StoredRun = Pick<Discovery, 'cronSchedule' | 'timezone' | 'scheduleEnabled' | 'nextRun'>;

/**
 * Checks whether a discovery runs manually or on a schedule, and returns its columns. If the schedule does not change,
 * the stored time of the next run stays.
 */
export function checkedRun({ type, ...schedule }: RunInput, storedRun?: StoredRun) {
  if (type === 'Historical') throw new AppError('discovery_historical_read_only');
  if (type === 'AdHoc') {
    for (const [name, value] of Object.entries(schedule))
      if (value != null) throw new AppError('validation_invalid_format', { field: `runType.${name}` });
    return { runType: type, cronSchedule: null, scheduleEnabled: null, timezone: null, nextRun: null };
  }
  const { cronSchedule, enabled, timezone = null } = schedule;
  if (cronSchedule == null) throw new AppError('validation_required', { field: 'runType.cronSchedule' });
  const isSame =
    storedRun?.scheduleEnabled &&
    storedRun.cronSchedule === cronSchedule &&
    storedRun.timezone === timezone &&
    storedRun.nextRun;
  const nextRun = isSame ? storedRun.nextRun : computeNextRun({ cronSchedule, timezone }, new Date());
  const isEnabled = (enabled ?? true) && nextRun !== null;
  return { runType: type, cronSchedule, scheduleEnabled: isEnabled, timezone, nextRun: isEnabled ? nextRun : null };
}

// The daemon of a network, its key, its jobs and the records of its finished runs.
import { completeOptions } from '../../modules/topology/options';
import type { HostDraft } from './host-draft';
import type { NetworkDraft } from './network-draft';
import type { SubnetDraft } from './network-parts';
import { at, type Run } from './timeline';

export interface DaemonSpec {
  readonly host: HostDraft;
  readonly name: string;
  readonly version: string;
  readonly mode: 'server_poll' | 'daemon_poll';
  readonly maintainerId: string;
  readonly isUnreachable?: boolean;
  readonly key: { readonly keyHash: string; readonly keyPrefix: string };
  readonly timezone: string;
}

const minute = 60_000;
const day = 24 * 60 * minute;

export function addDaemon(
  network: NetworkDraft,
  title: string,
  spec: DaemonSpec,
  subnets: readonly SubnetDraft[],
): void {
  const { rows, timeline, scope } = network;
  const { organizationId, networkId } = scope;
  const { host, isUnreachable = false } = spec;
  const daemonId = network.id('daemon');
  const keyId = network.id('daemon-key');
  const createdAt = at(timeline.beginning);
  const lastSeen = at(isUnreachable ? timeline.lastRun.finishedAt + 5 * 60 * minute : timeline.now - 21_000);
  rows.daemon_api_keys.push({
    id: keyId,
    createdAt,
    updatedAt: createdAt,
    networkId,
    name: `${spec.name} key`,
    ...spec.key,
    isEnabled: true,
    expiresAt: null,
    lastUsed: lastSeen,
  });
  rows.daemons.push({
    id: daemonId,
    createdAt,
    updatedAt: lastSeen,
    organizationId,
    networkId,
    hostId: host.id,
    userId: spec.maintainerId,
    apiKeyId: keyId,
    name: spec.name,
    mode: spec.mode,
    url: `http://${host.firstAddress.ipAddress}:60073`,
    version: spec.version,
    lastSeen,
    isUnreachable,
    pollFailures: isUnreachable ? 5 : 0,
    standby: false,
  });
  host.addService('custom', {
    name: 'Netloom daemon',
    definition: 'netloom-daemon',
    ports: ['60073'],
    confidence: 'Certain',
    tags: ['Monitoring'],
  });
  for (const { id: subnetId } of subnets) rows.daemon_subnets.push({ createdAt, daemonId, subnetId, networkId });
  addDiscoveries(network, title, daemonId, spec);
}

function addDiscoveries(network: NetworkDraft, title: string, daemonId: string, spec: DaemonSpec): void {
  const job = jobColumns(network, daemonId, spec);
  addJobs(network, title, spec, job);
  addRuns(network, title, spec, job);
}

type Job = ReturnType<typeof jobColumns>;

/** The columns that all discoveries of the daemon have. */
function jobColumns({ timeline, scope: { networkId } }: NetworkDraft, daemonId: string, spec: DaemonSpec) {
  const details = { host_id: spec.host.id, subnet_ids: null, host_naming_fallback: 'BestService', scan_settings: {} };
  return {
    createdAt: at(timeline.beginning + minute),
    updatedAt: at(timeline.lastRun.finishedAt),
    networkId,
    daemonId,
    discoveryType: 'Unified' as const,
    discoveryDetails: details,
    cronSchedule: null as string | null,
    scheduleEnabled: null as boolean | null,
    timezone: null as string | null,
    lastRun: null as string | null,
    results: undefined as object | undefined,
    sessionId: null as string | null,
    forceFullScan: false,
    scanCount: 0,
  };
}

const jobIds = (network: NetworkDraft) => ({
  scheduled: network.id('discovery/nightly'),
  byHand: network.id('discovery/by-hand'),
});

function addJobs(network: NetworkDraft, title: string, spec: DaemonSpec, job: Job): void {
  const { rows, timeline } = network;
  const { scheduled, byHand } = jobIds(network);
  const scheduledRuns = timeline.runs.filter((run) => run.kind === 'scheduled');
  rows.discoveries.push({
    ...job,
    id: scheduled,
    name: `${title}, every night`,
    runType: 'Scheduled',
    cronSchedule: '0 0 2 * * *',
    scheduleEnabled: true,
    timezone: 'UTC',
    lastRun: at(timeline.lastRun.startedAt),
    scanCount: scheduledRuns.length,
  });
  rows.discoveries.push({
    ...job,
    id: network.id('discovery/weekly'),
    name: `${title}, thorough`,
    runType: 'Scheduled',
    cronSchedule: '0 0 0 * * 0',
    scheduleEnabled: false,
    timezone: spec.timezone,
    forceFullScan: true,
  });
  const adHocRuns = timeline.runs.filter((run) => run.kind === 'ad hoc');
  rows.discoveries.push({
    ...job,
    id: byHand,
    name: 'After the last change',
    runType: 'AdHoc',
    createdAt: at(adHocRuns[0]!.startedAt - 4 * minute),
    lastRun: at(adHocRuns.at(-1)!.startedAt),
    scanCount: adHocRuns.length,
  });
  network.tag('discoveryId', scheduled, 'Production');
}

/** Adds a record for each run of the network's discovery jobs. */
function addRuns(network: NetworkDraft, title: string, { version }: DaemonSpec, job: Job): void {
  const { rows, timeline } = network;
  const { scheduled, byHand } = jobIds(network);
  const complete = timeline.runs.filter((run) => run.phase === 'Complete');
  const total = network.hosts.length;
  for (const run of timeline.runs) {
    const age = complete.indexOf(run);
    const foundCount =
      run.phase === 'Complete'
        ? Math.round(total * (0.85 + 0.15 * ((age + 1) / complete.length)))
        : Math.round(total * 0.2);
    rows.discoveries.push({
      ...job,
      id: run.id,
      createdAt: at(run.finishedAt),
      updatedAt: at(run.finishedAt),
      name: `Unified — ${title}`,
      runType: 'Historical',
      results: resultsOf(run, job, run.kind === 'scheduled' ? scheduled : byHand, foundCount, version),
      sessionId: run.sessionId,
    });
  }
}

function resultsOf(
  run: Run,
  { daemonId, networkId, discoveryType, discoveryDetails }: Job,
  discoveryId: string,
  foundCount: number,
  version: string,
) {
  return {
    session_id: run.sessionId,
    discovery_id: discoveryId,
    daemon_id: daemonId,
    network_id: networkId,
    phase: run.phase,
    discovery_type: { type: discoveryType, ...discoveryDetails },
    progress: run.phase === 'Complete' ? 100 : 27,
    reason: run.phase === 'Cancelled' ? 'Cancelled by a user' : null,
    error: run.phase === 'Failed' ? 'No update for five minutes' : null,
    warnings: run.phase === 'Complete' ? ['A neighbour was reported that no scan has seen'] : [],
    hosts_discovered: foundCount,
    estimated_remaining_secs: null,
    started_at: at(run.startedAt),
    last_update_at: at(run.finishedAt),
    finished_at: at(run.finishedAt),
    daemon_version: version,
  };
}

/** Adds snapshots and, with `isShared`, shares of the network's topology. */
export function addViews(
  network: NetworkDraft,
  title: string,
  userId: string,
  passwordHash: string,
  {
    snapshotRuns,
    isShared,
  }: { readonly snapshotRuns: readonly (readonly [run: number, name: string])[]; readonly isShared: boolean },
): void {
  const { rows, timeline, scope } = network;
  const { organizationId, networkId } = scope;
  const createdAt = at(timeline.beginning - 10 * minute);
  const live = network.id('topology/live');
  // A snapshot stores all options of the topology, even those that are defaults.
  const options = completeOptions(live, {}) as object;
  rows.topologies.push({ id: live, createdAt, updatedAt: createdAt, networkId, snapshotId: null, options: {} });
  snapshotRuns.forEach(([run, name], index) => {
    const takenAt = at(timeline.runs[run]!.finishedAt + 7 * 60 * minute);
    const snapshotId = network.id(index === 0 ? 'snapshot' : `snapshot/${run}`);
    const snapshotColumns = { createdAt: takenAt, updatedAt: takenAt, networkId };
    rows.snapshots.push({ ...snapshotColumns, id: snapshotId, organizationId, name, takenAt, createdByUserId: userId });
    const id = network.id(index === 0 ? 'topology/pinned' : `topology/pinned/${run}`);
    rows.topologies.push({ ...snapshotColumns, id, snapshotId, options });
  });
  if (!isShared) return;
  const takenAt = rows.snapshots[0]!.createdAt;
  const share = {
    createdAt: takenAt,
    updatedAt: takenAt,
    networkId,
    organizationId,
    topologyId: live,
    createdBy: userId,
    isEnabled: true,
    expiresAt: null as string | null,
    allowedDomains: [] as string[],
    showInspectPanel: true,
    showZoomControls: true,
    showExportButton: true,
    enabledViews: [] as ('L2Physical' | 'L3Logical')[],
    passwordHash: null as string | null,
  };
  rows.shares.push({
    ...share,
    id: network.id('share/screen'),
    name: `Screen in the office, ${title}`,
    allowedDomains: ['status.netloom.example'],
    showExportButton: false,
    enabledViews: ['L2Physical', 'L3Logical'],
  });
  rows.shares.push({
    ...share,
    id: network.id('share/contractor'),
    name: 'Cabling contractor',
    expiresAt: at(timeline.now + 30 * day),
    passwordHash,
  });
}

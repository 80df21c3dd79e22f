// One poll of a daemon by the service: reads the daemon's status, findings and progress, and offers the next work to
// the daemon.
import { version as serverVersion } from '../../../../package.json';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { AppError } from '../../../errors';
import { isOlder, versionPolicy, daemonVersionStatus } from '../protocol/daemon-version';
import { isObject, toObjects, type Json } from '../protocol/generations/protocol-versions';
import type { DaemonClient } from './daemon-client';

/** Runs the REST routes that daemons call, with the rights of the polled daemon. */
export interface DaemonDoor {
  call(call: DoorCall, version: string | null, body: Json): Promise<unknown>;
}
export type DoorCall = 'startup' | 'request-work' | 'update' | 'hosts/discovery' | 'subnets';

export interface PolledDaemon {
  readonly daemonId: string;
  readonly networkId: string;
  readonly name: string;
  readonly version: string | null;
  /** Whether the daemon has ever responded. */
  readonly isKnown: boolean;
}
export interface Round {
  readonly daemon: PolledDaemon;
  readonly client: DaemonClient;
  readonly door: DaemonDoor;
  /** Database client with the access of the daemon. */
  readonly db: ScopedDb;
  readonly onContact: () => Promise<void>;
  /** Called for each part of a poll's response that the service refuses. The other parts are accepted. */
  readonly onRefusal: (call: DoorCall, error: AppError) => void;
}

/**
 * First daemon version that the service polls. Older daemons send their reports themselves; the service calls them only
 * to start and cancel runs, without an API key.
 */
const firstPolledVersion = '0.14.0';
/** First daemon version that reports correctly whether the daemon is idle. */
const firstHonestVersion = '0.14.17';
/**
 * Maximum time for storing the hosts and subnets of one poll, in milliseconds. What is not stored in this time is not
 * confirmed, so the daemon sends it again.
 */
const longestTakingMs = 30_000;

/** Whether the service polls daemons of this version. A text that is not a version counts as a recent version. */
export const isPolled = (version: string | null): boolean =>
  daemonVersionStatus(version).status === 'Unknown' || !isOlder(version!, firstPolledVersion);

export async function pollDaemon(round: Round): Promise<void> {
  const { daemon, client, door } = round;
  const cancelled = await cancelRequested(round);
  if (!isPolled(daemon.version)) return pushWork(round, cancelled);
  const status = await statusOf(round);
  const version = textOf(status.version) ?? daemon.version;
  if (version !== null && (version !== daemon.version || !daemon.isKnown))
    await door.call('startup', version, { daemon_version: version, ...(status.os !== undefined && { os: status.os }) });
  const { progress, entities } = await client.poll();
  const takenEntities = await takeEntities(round, version, isObject(entities) ? entities : {});
  // A daemon reports the end of a run only once. So the progress is stored before any further call of the daemon, which
  // may fail.
  if (isObject(progress)) await callService(round, 'update', version, progress);
  if (takenEntities.hosts.length + takenEntities.subnets.length > 0) await client.confirm(takenEntities);
  if (status.ready_for_work === true && version !== null && !isOlder(version, firstHonestVersion))
    await failRestarted(round, version, progress);
  await offerWork(round, version, { ...status, version: version ?? undefined }, cancelled);
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

async function statusOf({ daemon, client, onContact }: Round): Promise<Json> {
  if (daemon.isKnown) return client.status();
  const status = await client.firstContact({
    daemon_id: daemon.daemonId,
    server_capabilities: {
      server_version: serverVersion,
      minimum_daemon_version: versionPolicy.minimum,
      deprecation_warnings: [],
    },
    network_id: daemon.networkId,
    name: daemon.name,
  });
  await onContact();
  return status;
}

const runningOf = ({ db, daemon: { daemonId } }: Round) =>
  db.discoverySession.findMany({
    where: { daemonId, phase: { in: ['Started', 'Scanning'] } },
    select: { sessionId: true, progress: true, cancelRequested: true },
  });

/** Cancels runs whose cancellation a user has requested. Resolves with whether there were such runs. */
async function cancelRequested(round: Round): Promise<boolean> {
  const running = (await runningOf(round)).filter((session) => session.cancelRequested);
  for (const { sessionId } of running) await round.client.cancel(sessionId);
  return running.length > 0;
}

/**
 * Resolves with the result of a REST route that is called for the daemon; undefined if the service refused the call.
 */
async function callService(round: Round, call: DoorCall, version: string | null, body: Json): Promise<unknown> {
  try {
    return await round.door.call(call, version, body);
  } catch (error) {
    // If the service refuses one part of the response, the other parts are stored nevertheless. Any other error ends
    // the poll.
    if (!(error instanceof AppError) || error.code === 'service_unavailable') throw error;
    round.onRefusal(call, error);
    return undefined;
  }
}

/** A row that the service has stored, after the id by which the daemon knows it. */
type TakenRow = readonly [pendingId: string, storedRow: Json];
interface TakenEntities {
  readonly hosts: readonly TakenRow[];
  readonly subnets: readonly TakenRow[];
}

/**
 * Stores the hosts and subnets that a daemon has found. Resolves with those that are stored. Subnets are stored first,
 * because the hosts still refer to them by ids that the daemon generated.
 */
async function takeEntities(round: Round, version: string | null, { hosts, subnets }: Json): Promise<TakenEntities> {
  const end = Date.now() + longestTakingMs;
  const takeAll = async (
    call: 'subnets' | 'hosts/discovery',
    foundRows: readonly Json[],
    idOf: (one: Json) => unknown,
  ): Promise<TakenRow[]> => {
    const takenRows: TakenRow[] = [];
    for (const one of foundRows) {
      const pendingId = textOf(idOf(one));
      if (pendingId === undefined || Date.now() > end) continue;
      const storedRow = await callService(round, call, version, one);
      if (isObject(storedRow)) takenRows.push([pendingId, storedRow]);
    }
    return takenRows;
  };
  const takenSubnets = await takeAll('subnets', toObjects(subnets) ?? [], ({ id }) => id);
  const subnetIds = new Map(takenSubnets.map(([pendingId, { id }]) => [pendingId, id]));
  const renamedHosts = (toObjects(hosts) ?? []).map((one) => withSubnets(one, subnetIds));
  const takenHosts = await takeAll('hosts/discovery', renamedHosts, ({ host }) => isObject(host) && host.id);
  return { hosts: takenHosts, subnets: takenSubnets };
}

/**
 * Returns a host report in which stored ids of subnets replace ids that the daemon generated. Depending on the protocol
 * generation, `ip_addresses` or `interfaces` contains the IP addresses.
 */
function withSubnets(report: Json, ids: ReadonlyMap<string, unknown>): Json {
  const withRenamedIds = (list: unknown) =>
    Array.isArray(list)
      ? list.map((one: unknown) =>
          isObject(one) && ids.has(one.subnet_id as string)
            ? { ...one, subnet_id: ids.get(one.subnet_id as string) }
            : one,
        )
      : list;
  const lists = ['ip_addresses', 'interfaces'].filter((name) => name in report);
  return { ...report, ...Object.fromEntries(lists.map((name) => [name, withRenamedIds(report[name])])) };
}

/**
 * Ends runs as failed if the daemon has lost them in a restart: the daemon is idle although the runs should be in
 * progress.
 */
async function failRestarted(round: Round, version: string, progress: unknown): Promise<void> {
  const { daemonId, networkId } = round.daemon;
  const reportedSession = isObject(progress) ? progress.session_id : undefined;
  for (const session of await runningOf(round)) {
    if (session.sessionId === reportedSession) continue;
    await callService(round, 'update', version, {
      session_id: session.sessionId,
      daemon_id: daemonId,
      network_id: networkId,
      phase: 'Failed',
      progress: session.progress,
      error: 'The daemon has restarted',
    });
  }
}

/**
 * Offers the next work to a daemon, as if the daemon had requested work. The name and URL that the daemon reports are
 * ignored, because a user has set them. A daemon that does not report whether it is busy gets the offer too, and can
 * refuse it.
 */
async function offerWork(round: Round, version: string | null, status: Json, cancelled: boolean): Promise<void> {
  const { client, daemon, door } = round;
  const daemonState = {
    name: daemon.name,
    mode: 'server_poll',
    url: undefined,
    ready_for_work: status.ready_for_work !== false,
  };
  const body = { ...status, ...daemonState };
  const [work, cancel] = (await door.call('request-work', version, body)) as [Json | null, boolean];
  if (work) return client.initiate(work);
  if (!cancel || cancelled) return;
  const running = await runningOf(round);
  for (const { sessionId } of running) await client.cancel(sessionId);
  if (running.length === 0) await cancelEnded(round);
}

/** Cancels the daemon's newest run that has ended here. The daemon still works on it if it failed for silence. */
async function cancelEnded({ client, daemon: { daemonId }, db }: Round): Promise<void> {
  const record = await db.discovery.findFirst({
    where: { daemonId, runType: 'Historical', sessionId: { not: null } },
    select: { sessionId: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  if (record?.sessionId != null) await client.cancel(record.sessionId);
}

async function pushWork(round: Round, cancelled: boolean): Promise<void> {
  const { db, daemon } = round;
  const where = { daemonId: daemon.daemonId, phase: 'Pending' as const };
  const pending = await db.discoverySession.count({ where });
  if (pending > 0) await offerWork(round, daemon.version, { version: daemon.version }, cancelled);
}

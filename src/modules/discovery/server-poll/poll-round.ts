// One call on a daemon by the service: its state, what it has found, how far it is, and what it is to do next.
import { version as serverVersion } from '../../../../package.json';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { AppError } from '../../../errors';
import { isOlder, versionPolicy, daemonVersionStatus } from '../protocol/daemon-version';
import { isObject, toObjects, type Json } from '../protocol/generations/protocol-versions';
import type { DaemonClient } from './daemon-client';

/** The REST routes that a daemon would call, run in its name. */
export interface DaemonDoor {
  call(call: DoorCall, version: string | null, body: Json): Promise<unknown>;
}
export type DoorCall = 'startup' | 'request-work' | 'update' | 'hosts/discovery' | 'subnets';

export interface PolledDaemon {
  readonly daemonId: string;
  readonly networkId: string;
  readonly name: string;
  readonly version: string | null;
  /** It has answered before. */
  readonly isKnown: boolean;
}
export interface Round {
  readonly daemon: PolledDaemon;
  readonly client: DaemonClient;
  readonly door: DaemonDoor;
  /** The daemon's own. */
  readonly db: ScopedDb;
  readonly onContact: () => Promise<void>;
  /** A part that is refused costs that part alone. */
  readonly onRefusal: (call: DoorCall, error: AppError) => void;
}

/** Older daemons report by themselves, and are called without a key, to begin and to give up alone. */
const firstPolledVersion = '0.14.0';
/** From this version on daemons say truly whether they are idle. */
const firstHonestVersion = '0.14.17';
/** What a daemon has found is taken in for so long; the rest is not confirmed, and comes again. */
const longestTakingMs = 30_000;

/** A text that is no version says nothing of its age. */
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
  await takeEntities(round, version, isObject(entities) ? entities : {});
  if (isObject(progress)) await callService(round, 'update', version, progress);
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

/** Before all else: people wait for it. */
async function cancelRequested(round: Round): Promise<boolean> {
  const running = (await runningOf(round)).filter((session) => session.cancelRequested);
  for (const { sessionId } of running) await round.client.cancel(sessionId);
  return running.length > 0;
}

/** Nothing where the part was refused. */
async function callService(round: Round, call: DoorCall, version: string | null, body: Json): Promise<unknown> {
  try {
    return await round.door.call(call, version, body);
  } catch (error) {
    // A part that the service fails on, which it has logged, must not keep the others from being taken.
    if (!(error instanceof AppError) || error.code === 'service_unavailable') throw error;
    round.onRefusal(call, error);
    return undefined;
  }
}

/** Subnets come first: hosts name them, as long as nothing is confirmed by the ids that the daemon drew. */
async function takeEntities(round: Round, version: string | null, { hosts, subnets }: Json): Promise<void> {
  const end = Date.now() + longestTakingMs;
  const takeAll = async (
    call: 'subnets' | 'hosts/discovery',
    foundRows: readonly Json[],
    idOf: (one: Json) => unknown,
  ): Promise<[string, Json][]> => {
    const takenRows: [string, Json][] = [];
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
  if (takenHosts.length + takenSubnets.length === 0) return;
  await round.client.confirm({ hosts: takenHosts, subnets: takenSubnets });
}

/** Addresses in the subnets by their stored ids. Both names of the list are those of addresses in some generation. */
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

/** A daemon that is idle while a run of it goes on has lost the run. */
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
 * As if it had asked for work. Its name and address are those that it was provisioned with, whatever it says. One that says
 * nothing of being idle is taken for it: while it is busy it refuses work.
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
  for (const { sessionId } of await runningOf(round)) await client.cancel(sessionId);
}

async function pushWork(round: Round, cancelled: boolean): Promise<void> {
  const { db, daemon } = round;
  const where = { daemonId: daemon.daemonId, phase: 'Pending' as const };
  const pending = await db.discoverySession.count({ where });
  if (pending > 0) await offerWork(round, daemon.version, { version: daemon.version }, cancelled);
}

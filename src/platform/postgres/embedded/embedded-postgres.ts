// The embedded PostgreSQL server. It is started on its data folder, or taken over from a killed process, and stopped
// when this process ends.
import { setTimeout as pause } from 'node:timers/promises';
import { type DataFolderLock, type LockMode, tryLock } from './data-folder-lock';
import { type Cluster, openCluster, ownName } from './cluster';
import { isUsedElsewhere, startHeartbeat } from './folder-heartbeat';
import { findPostmaster, hasLockFile, isAlive, type Postmaster, startPostmaster, stopPostmaster } from './postmaster';
import { type Report, StartError } from '../start-error';

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  /** Whether acknowledged writes survive a power failure; false in tests only. */
  readonly durable?: boolean;
  /** 'shared' lets several processes use one folder (in tests). The last of these processes stops the server. */
  readonly mode?: LockMode;
  readonly report?: Report;
}

export interface EmbeddedPostgres {
  readonly url: string;
  /** Whether the server was already running, because a killed process left it or another process shares it. */
  readonly adopted: boolean;
  /** Calls back once, with a line for the operator, if the database is lost permanently. */
  onLost(listener: (reason: string) => void): void;
  stop(): Promise<void>;
}

const retryMs = 50;
// Maximum wait in milliseconds for the lock that another process holds: `ofLiving` while that process runs, `ofKilled`
// after it was killed. A killed process loses the lock when the server notices the closed connection.
const lockPatienceMs = { ofLiving: 500, ofKilled: 5000 };
// Maximum number of milliseconds that a start may take. Crash recovery reads everything written since the last
// checkpoint.
const startPatienceMs = 120_000;

const urlFor = (cluster: Cluster, port: number) =>
  `postgresql://${ownName}:${cluster.password}@127.0.0.1:${port}/${ownName}`;

interface AcquiredPostgres {
  readonly lock: DataFolderLock;
  readonly postmaster: Postmaster;
  readonly adopted: boolean;
}

async function acquire(cluster: Cluster, dataDir: string, options: EmbeddedPostgresOptions): Promise<AcquiredPostgres> {
  const { durable = true, mode = 'alone', report = () => undefined } = options;
  const deadline = performance.now() + startPatienceMs;
  let takenSince: number | undefined;
  let startedPid: number | undefined;
  let timeoutReason = 'its server did not become ready';
  while (performance.now() < deadline) {
    const running = findPostmaster(cluster.dir);
    if (!running) {
      const outcome = await startPostmaster(cluster, durable);
      if (typeof outcome === 'object') {
        throw new StartError(`The embedded PostgreSQL did not start: ${outcome.failure} (more in ${cluster.logFile}).`);
      }
      if (outcome === 'ready') startedPid = findPostmaster(cluster.dir)?.pid;
      else await pause(retryMs);
      continue;
    }
    if (running.status === 'ready') {
      const outcome = await tryLock(urlFor(cluster, running.port), mode);
      if (outcome.kind === 'held') {
        const adopted = startedPid !== running.pid;
        if (adopted && mode === 'alone')
          report('PostgreSQL was still running from a start that was killed: going on with it.');
        return { lock: outcome.lock, postmaster: running, adopted };
      }
      if (outcome.kind === 'taken') {
        takenSince ??= performance.now();
        const isLiving = outcome.by !== undefined && isAlive(outcome.by);
        const patience = isLiving ? lockPatienceMs.ofLiving : lockPatienceMs.ofKilled;
        if (performance.now() > takenSince + patience && mode === 'alone') {
          const holder = outcome.by === undefined ? '' : ` (process ${outcome.by})`;
          throw new StartError(`Netloom is already running on the data folder ${dataDir}${holder}.`);
        }
      } else timeoutReason = outcome.reason;
    }
    await pause(retryMs);
  }
  throw new StartError(`The embedded PostgreSQL cannot be used: ${timeoutReason} (more in ${cluster.logFile}).`);
}

/**
 * Throws if a process in another container or on another machine uses the folder. Its server cannot be seen from here,
 * and a second server would destroy the data. Call it before `findPostmaster`, which deletes the file `postmaster.pid`
 * if the process id in it belongs to another program here.
 */
export async function refuseSecondServer(cluster: Cluster, dataDir: string): Promise<void> {
  if (!hasLockFile(cluster.dir) || !(await isUsedElsewhere(dataDir))) return;
  throw new StartError(
    `Netloom is already running on the data folder ${dataDir}, in another container or on another machine.`,
  );
}

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, durable = true, mode = 'alone', report = () => undefined } = options;
  const cluster = await openCluster(dataDir, durable, report);
  await refuseSecondServer(cluster, dataDir);
  // The heartbeat begins before the server, because crash recovery can take minutes.
  const stopHeartbeat = startHeartbeat(dataDir);
  const { postmaster, adopted, ...held } = await acquire(cluster, dataDir, options).catch((error: unknown) => {
    stopHeartbeat();
    throw error;
  });
  let { lock } = held;
  const url = urlFor(cluster, postmaster.port);
  let stopping = false;
  let reportLost: (reason: string) => void = () => undefined;

  // Waits until the server accepts connections again. After a crash of one of its processes, the server drops all
  // connections, recovers, and continues on the same port.
  const regain = async (): Promise<void> => {
    while (!stopping) {
      const running = findPostmaster(cluster.dir);
      if (running?.pid !== postmaster.pid) return reportLost(`PostgreSQL stopped (see ${cluster.logFile}).`);
      const outcome = await tryLock(url, mode);
      if (outcome.kind === 'taken') return reportLost(`Another start took over the data folder ${dataDir}.`);
      if (outcome.kind === 'held') {
        lock = outcome.lock;
        if (stopping) return lock.release();
        return lock.onLost(() => void regain());
      }
      await pause(retryMs);
    }
  };
  lock.onLost(() => void regain());

  const isOurs = async () => mode === 'alone' || (await lock.isLast().catch(() => false));

  return {
    url,
    adopted,
    onLost: (listener) => (reportLost = listener),
    stop: async () => {
      if (stopping) return;
      stopping = true;
      const last = await isOurs();
      // The lock is held until the server has stopped, so that no process takes over a stopping server.
      if (last) await stopPostmaster(postmaster, cluster.dir);
      await lock.release();
      stopHeartbeat();
    },
  };
}

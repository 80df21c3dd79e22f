// Starts and stops all parts of the cluster, and reports the state of its members.
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { inProject, report } from '../project.mjs';
import {
  etcdArguments,
  haproxyConfiguration,
  netloomSettings,
  patroniConfiguration,
  unavailableAnswer,
} from './configurations.mjs';
import { database, etcdNames, netloomNames, nodeNames } from './layout.mjs';
import { isListening, pidOf, startPart, stopPart, until } from './processes.mjs';

/** Writes a file that only the account of the cluster's programs can read, because the file may contain passwords. */
function writeOwn(layout, name, text) {
  const file = layout.at(name);
  writeFileSync(file, text, { mode: 0o600 });
  chownToAccount(layout, file);
  return file;
}

function chownToAccount({ account }, file) {
  if (account) chownSync(file, account.uid, account.gid);
}

function ownFolder(layout, name) {
  mkdirSync(layout.at(name), { recursive: true, mode: 0o700 });
  chownToAccount(layout, layout.at(name));
}

/** The state of a member, from Patroni's REST API; undefined if Patroni does not respond. */
export async function memberState({ ports }, name) {
  const options = { signal: AbortSignal.timeout(2_000) };
  return fetch(`http://127.0.0.1:${ports.patroni[name]}/patroni`, options).then(
    (answer) => answer.json().catch(() => undefined),
    () => undefined,
  );
}

/** The names of the members by role: `primary`, and `replicas` that receive the stream of the primary. */
export async function findRoles(layout) {
  const states = await Promise.all(nodeNames.map(async (name) => [name, await memberState(layout, name)]));
  const running = states.filter(([, state]) => state?.state === 'running');
  return {
    primary: running.find(([, { role }]) => role === 'master' || role === 'primary')?.[0],
    replicas: running.filter(([, { role }]) => role === 'replica').map(([name]) => name),
    standby: running.find(([, { sync_standby: isSynchronous }]) => isSynchronous)?.[0],
  };
}

export function startEtcd(layout, name) {
  ownFolder(layout, name);
  return startPart(layout, name, layout.programs.etcd, etcdArguments(layout, name));
}

export function startNode(layout, name) {
  ownFolder(layout, name);
  // Patroni reads YAML, and every JSON document is valid YAML.
  const file = writeOwn(layout, `${name}.json`, JSON.stringify(patroniConfiguration(layout, name), null, 2));
  return startPart(layout, name, layout.programs.patroni, [file]);
}

export const startRedis = (layout) =>
  startPart(layout, 'redis', layout.programs.redis, [
    ...['--bind', '127.0.0.1', '--port', String(layout.ports.redis), '--save', '', '--appendonly', 'no'],
    ...['--dir', layout.at('redis')],
  ]);

export function startHaproxy(layout) {
  writeOwn(layout, 'unavailable.http', unavailableAnswer);
  const file = writeOwn(layout, 'haproxy.cfg', haproxyConfiguration(layout));
  return startPart(layout, 'haproxy', layout.programs.haproxy, ['-db', '-f', file]);
}

export const startNetloom = (layout, name, settings) =>
  startPart(layout, name, process.execPath, [inProject('scripts', 'start.mjs')], {
    ...{ env: netloomSettings(layout, name, settings), cwd: inProject(), asRoot: true },
  });

export const isAnswering = (url) =>
  fetch(`${url}/api/health`, { signal: AbortSignal.timeout(3_000) }).then(({ status }) => status === 200);

/** Creates the service's database on the primary, unless it exists. */
async function createDatabase(layout) {
  const url = `postgresql://postgres:${layout.passwords.postgres}@127.0.0.1:${layout.ports.primary}/postgres`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${database} OWNER netloom`);
    return true;
  } finally {
    await client.end();
  }
}

/** Starts every part that is not running. Resolves when the cluster responds. */
export async function startCluster(layout, { settings = {}, withNetloom = true } = {}) {
  ownFolder(layout, 'redis');
  for (const name of etcdNames) startEtcd(layout, name);
  startRedis(layout);
  const hasAnswer = (name) =>
    fetch(`http://127.0.0.1:${layout.ports.etcd[name]}/health`).then(
      async (answer) => (await answer.json()).health === 'true',
    );
  await until('etcd has a majority', async () => (await Promise.all(etcdNames.map(hasAnswer))).every(Boolean));
  // Only one member can initialize a new cluster, so the other members are started when that member runs.
  const isNew = !nodeNames.some((name) => existsSync(layout.at(name, 'data', 'PG_VERSION')));
  if (isNew) {
    startNode(layout, nodeNames[0]);
    await until('the first member is the primary', async () => (await findRoles(layout)).primary);
  }
  for (const name of nodeNames) startNode(layout, name);
  startHaproxy(layout);
  await untilWhole(layout);
  await until('the database exists', () => createDatabase(layout));
  if (!withNetloom) return;
  for (const name of netloomNames) startNetloom(layout, name, settings);
  for (const name of netloomNames)
    await until(`${name} answers`, () => isAnswering(`http://127.0.0.1:${layout.ports[name]}`), 120);
  await until('HAProxy has Netloom', () => isAnswering(layout.url));
}

/** Resolves when there is a primary with two replicas, one of them synchronous, and HAProxy reaches the primary. */
export async function untilWhole(layout, seconds = 90) {
  await until(
    'a primary with two replicas',
    async () => {
      const { primary, replicas, standby } = await findRoles(layout);
      return primary && replicas.length === nodeNames.length - 1 && standby;
    },
    seconds,
  );
  await until('HAProxy reaches the primary', () => isListening(layout.ports.primary));
}

/** Stops all parts. Patroni is stopped before etcd, because Patroni needs etcd to release the primary's lease. */
export async function stopCluster(layout, { keepsData = false } = {}) {
  await Promise.all(netloomNames.map((name) => stopPart(layout, name)));
  await stopPart(layout, 'haproxy');
  const { primary } = await findRoles(layout);
  // The primary is stopped after the replicas, so that no replica is promoted.
  await Promise.all(nodeNames.filter((name) => name !== primary).map((name) => stopNode(layout, name)));
  if (primary) await stopNode(layout, primary);
  await Promise.all([...etcdNames, 'redis'].map((name) => stopPart(layout, name)));
  if (!keepsData) rmSync(layout.folder, { recursive: true, force: true });
}

/**
 * Stops Patroni and PostgreSQL of a member. PostgreSQL keeps running if Patroni was killed, so it is stopped
 * separately.
 */
export async function stopNode(layout, name) {
  await stopPart(layout, name, 30);
  const pid = postmasterOf(layout, name);
  if (!pid) return;
  process.kill(pid, 'SIGINT');
  await until(`PostgreSQL of ${name} has ended`, () => !postmasterOf(layout, name), 30);
}

/** The process id of the PostgreSQL server of a member; undefined if the server does not run. */
export function postmasterOf(layout, name) {
  const folder = layout.at(name, 'data');
  try {
    const pid = Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    // After a crash, the process id in the file may belong to a different program by now.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder) ? pid : undefined;
  } catch {
    return undefined;
  }
}

export function reportParts(layout) {
  const names = [...etcdNames, ...nodeNames, 'haproxy', 'redis', ...netloomNames];
  for (const name of names) {
    const pid = pidOf(layout, name);
    report(`${name.padEnd(10)} ${pid ? `process ${pid}` : 'does not run'}`);
  }
}

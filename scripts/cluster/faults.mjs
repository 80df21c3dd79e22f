// Kills parts of the cluster, switches over, and brings killed parts back.
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../project.mjs';
import { etcdNames, netloomNames, nodeNames } from './layout.mjs';
import {
  findRoles,
  isAnswering,
  memberState,
  postmasterOf,
  startEtcd,
  startNetloom,
  startNode,
  startRedis,
  untilWhole,
} from './parts.mjs';
import { pidOf, signalPart, stopPart, until } from './processes.mjs';

/**
 * The names of the cluster members by role. Waits up to 15 s for a primary, because Patroni responds late on a busy
 * machine.
 */
async function roles(layout) {
  const hasPrimary = async () => {
    const clusterRoles = await findRoles(layout);
    return clusterRoles.primary && clusterRoles;
  };
  return until('The cluster has a primary (npm run cluster -- up)', hasPrimary, 15);
}

function killPostmaster(layout, name) {
  const pid = postmasterOf(layout, name);
  if (pid) process.kill(pid, 'SIGKILL');
}

/**
 * Kills Patroni and PostgreSQL of a member, as if its machine were lost. Patroni is killed first, because a running
 * Patroni would hand over to a replica.
 */
function killNode(layout, name) {
  signalPart(layout, name, 'SIGKILL');
  killPostmaster(layout, name);
}

const kills = {
  async primary(layout) {
    const { primary } = await roles(layout);
    killPostmaster(layout, primary);
    return `killed the postmaster of the primary ${primary}`;
  },
  async node(layout) {
    const { primary } = await roles(layout);
    killNode(layout, primary);
    return `killed the node ${primary} of the primary`;
  },
  async replica(layout) {
    const { standby, replicas } = await roles(layout);
    const name = standby ?? replicas[0];
    if (!name) throw new Failure('The cluster has no replica.');
    killNode(layout, name);
    return `killed the node ${name} of the synchronous replica`;
  },
  etcd(layout) {
    const lost = etcdNames.slice(1);
    for (const name of lost) signalPart(layout, name, 'SIGKILL');
    return `killed ${lost.join(' and ')}: etcd has no majority`;
  },
  netloom(layout) {
    const name = netloomNames.find((each) => pidOf(layout, each));
    if (!name) throw new Failure('No Netloom process runs.');
    signalPart(layout, name, 'SIGKILL');
    return `killed ${name}`;
  },
  redis(layout) {
    signalPart(layout, 'redis', 'SIGKILL');
    return 'killed Redis';
  },
};

/** Faults that kill no process: the primary is switched over, or the Netloom processes are restarted. */
const changes = {
  switchover: (layout) => switchOver(layout),
  restart: (layout, settings) => restartNetloom(layout, settings),
};
export const killKinds = Object.keys(kills);
export const faultKinds = [...killKinds, ...Object.keys(changes)];

export const killPart = (layout, kind) => kills[kind](layout);

/**
 * Causes a fault of this kind: kills a part, switches over or restarts. Resolves with a line that says what was done.
 */
export const causeFault = (layout, kind, settings) => (kills[kind] ?? changes[kind])(layout, settings);

/** Makes the synchronous replica the primary, as an administrator does before maintenance of the primary. */
export async function switchOver(layout) {
  const { primary, standby } = await roles(layout);
  if (!standby) throw new Failure('The cluster has no synchronous replica to switch over to.');
  const answer = await fetch(`http://127.0.0.1:${layout.ports.patroni[primary]}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: primary, candidate: standby }),
  });
  if (answer.status !== 200) throw new Failure(`Patroni refuses the switchover: ${await answer.text()}`);
  await until('the replica is the primary', async () => (await findRoles(layout)).primary === standby);
  return `switched over from ${primary} to ${standby}`;
}

/**
 * Restarts the Netloom processes one after another. Waits between two restarts until HAProxy uses the restarted
 * process.
 */
export async function restartNetloom(layout, settings) {
  for (const name of netloomNames) {
    await stopPart(layout, name, 40);
    startNetloom(layout, name, settings);
    await until(`${name} answers`, () => isAnswering(`http://127.0.0.1:${layout.ports[name]}`));
    // HAProxy checks once a second whether a process responds, so after the pause it uses the restarted process.
    await pause(2_000);
  }
  return `restarted ${netloomNames.join(' and ')}`;
}

/** Starts every part that was killed. Resolves when all members of the cluster run and respond. */
export async function repair(layout, settings) {
  for (const name of etcdNames) startEtcd(layout, name);
  startRedis(layout);
  for (const name of nodeNames) {
    // If only Patroni was killed, PostgreSQL keeps running, and the new Patroni process manages it.
    startNode(layout, name);
  }
  for (const name of netloomNames) startNetloom(layout, name, settings);
  await untilWhole(layout, 120);
  await until('every Patroni answers', async () =>
    (await Promise.all(nodeNames.map((name) => memberState(layout, name)))).every(Boolean),
  );
  for (const name of netloomNames)
    await until(`${name} answers`, () => isAnswering(`http://127.0.0.1:${layout.ports[name]}`), 60);
}

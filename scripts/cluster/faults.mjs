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

/** The members by their role. Waits for a primary, because a busy machine answers late. */
async function roles(layout) {
  const hasPrimary = async () => {
    const found = await findRoles(layout);
    return found.primary && found;
  };
  return until('The cluster has a primary (npm run cluster -- up)', hasPrimary, 15);
}

function killPostmaster(layout, name) {
  const pid = postmasterOf(layout, name);
  if (pid) process.kill(pid, 'SIGKILL');
}

/** Kills Patroni and PostgreSQL of a member, as when its machine is lost. Patroni first, which would hand over. */
function killNode(layout, name) {
  signalPart(layout, name, 'SIGKILL');
  killPostmaster(layout, name);
}

/** What each kind of kill does; each function returns a line about it. */
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

/** Kinds that are no kill, but must not fail a request either. */
const changes = {
  switchover: (layout) => switchOver(layout),
  restart: (layout, settings) => restartNetloom(layout, settings),
};
export const killKinds = Object.keys(kills);
export const faultKinds = [...killKinds, ...Object.keys(changes)];

export const killPart = (layout, kind) => kills[kind](layout);

/** Kills a part of this kind, or runs this change. Resolves with a line about it. */
export const causeFault = (layout, kind, settings) => (kills[kind] ?? changes[kind])(layout, settings);

/** Makes the synchronous replica the primary, as before maintenance of the primary. */
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

/** Restarts one Netloom process after the other. The next one stops only when HAProxy uses the one before it. */
export async function restartNetloom(layout, settings) {
  for (const name of netloomNames) {
    await stopPart(layout, name, 40);
    startNetloom(layout, name, settings);
    await until(`${name} answers`, () => isAnswering(`http://127.0.0.1:${layout.ports[name]}`));
    // HAProxy checks once a second.
    await pause(2_000);
  }
  return `restarted ${netloomNames.join(' and ')}`;
}

/** Starts every part that was killed, and resolves when the cluster is whole. */
export async function repair(layout, settings) {
  for (const name of etcdNames) startEtcd(layout, name);
  startRedis(layout);
  for (const name of nodeNames) {
    // A postmaster whose Patroni was killed alone goes on, and a new Patroni takes it over.
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

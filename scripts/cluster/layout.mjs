// The parts of the cluster: their names, folders, ports, and the programs that they need.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure, inProject, load } from '../project.mjs';

export const defaultPort = 16_400;
export const database = 'netloom';
export const etcdNames = ['etcd1', 'etcd2', 'etcd3'];
export const nodeNames = ['node1', 'node2', 'node3'];
export const netloomNames = ['netloom1', 'netloom2'];

/** The programs that the cluster needs, each with its Debian package and the paths where it may be installed. */
const programs = {
  etcd: { package: 'etcd-server', paths: ['/usr/bin/etcd', '/usr/local/bin/etcd'] },
  patroni: { package: 'patroni', paths: ['/usr/bin/patroni'] },
  haproxy: { package: 'haproxy', paths: ['/usr/sbin/haproxy'] },
  redis: { package: 'redis-server', paths: ['/usr/bin/redis-server', '/usr/local/bin/redis-server'] },
  postgres: {
    package: 'postgresql-15',
    paths: [18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin/postgres`),
  },
};

/** Finds the paths of all programs. Throws a Failure that names the missing Debian packages. */
export function findPrograms() {
  const programPaths = Object.entries(programs).map(([name, { paths }]) => [
    name,
    paths.find((file) => existsSync(file)),
  ]);
  const missing = programPaths.filter(([, file]) => !file).map(([name]) => programs[name].package);
  if (missing.length > 0)
    throw new Failure(
      `The cluster needs Debian packages: apt-get install --no-install-recommends ${[...new Set(missing)].join(' ')}`,
    );
  return Object.fromEntries(programPaths);
}

/** The ports of all parts of the cluster, numbered upwards from the port `first`. */
function portsFrom(first) {
  const numbered = (names, offset) => Object.fromEntries(names.map((name, index) => [name, first + offset + index]));
  return {
    ...{ web: first, primary: first + 1, replicas: first + 2, redis: first + 3 },
    ...numbered(netloomNames, 11),
    ...numbered(nodeNames, 21),
    patroni: numbered(nodeNames, 31),
    etcd: numbered(etcdNames, 41),
    etcdPeers: numbered(etcdNames, 51),
  };
}

/**
 * The account that runs PostgreSQL, because PostgreSQL refuses to run as root; undefined if the current account is
 * used.
 */
async function accountFor(folder) {
  const { chooseAccount } = await load('src', 'platform', 'postgres', 'embedded', 'account.ts');
  return chooseAccount(folder);
}

/**
 * Reads the passwords of the cluster, or creates them. They are random, because other accounts of the machine can reach
 * the ports.
 */
function readPasswords(file) {
  if (!existsSync(file)) {
    const fresh = () => randomBytes(18).toString('base64url');
    const passwords = { postgres: fresh(), replicator: fresh(), rewind: fresh(), netloom: fresh() };
    writeFileSync(file, JSON.stringify({ ...passwords, secretsKey: randomBytes(32).toString('base64') }));
    chmodSync(file, 0o600);
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** All constants of a cluster: folder, ports, programs, passwords and URLs. */
export async function layoutOf({ port = defaultPort, folder = inProject('.data', 'cluster') } = {}) {
  const programPaths = findPrograms();
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const passwords = readPasswords(path.join(folder, 'passwords.json'));
  const ports = portsFrom(port);
  const urlOf = (at) => `postgresql://netloom:${passwords.netloom}@127.0.0.1:${at}/${database}`;
  return {
    ...{ folder, ports, passwords, programs: programPaths, account: await accountFor(folder) },
    url: `http://127.0.0.1:${ports.web}`,
    databaseUrl: urlOf(ports.primary),
    readUrls: nodeNames.map((name) => urlOf(ports[name])),
    redisUrl: `redis://127.0.0.1:${ports.redis}`,
    at: (...parts) => path.join(folder, ...parts),
  };
}

// Tests the service on a cluster of PostgreSQL under Patroni. Parts of the cluster are killed under load, and no write
// may be lost or repeated, and no response may be wrong. The variable KILLS sets the number of faults of each kind.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Child } from '../start/child';
import { postgresBinaries } from '../support/replicated-postgres';
import { redisBinary } from '../support/redis-server';
import { requirement } from '../support/requirement';

const programs = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy'];
const isInstalled = programs.every((file) => existsSync(file)) && Boolean(postgresBinaries && redisBinary);
const { describe: describeWithCluster } = requirement('patroni, etcd, haproxy, redis and postgresql', isInstalled);

describeWithCluster('a cluster under load', () => {
  const options = ['--port', '15400', '--folder', path.join(tmpdir(), `netloom-cluster-${process.pid}`)];
  const cluster = (...args: string[]) => new Child(['scripts/cluster.mjs', ...args, ...options]);

  afterAll(async () => {
    await cluster('down').ended;
    await rm(options.at(-1)!, { recursive: true, force: true });
  });

  const count = Number(process.env.KILLS ?? 1);
  const quickKinds = ['primary', 'etcd', 'netloom', 'redis', 'switchover'];
  const kinds = count > 1 ? [...quickKinds, 'node', 'replica', 'restart'] : quickKinds;
  test(`faults lose and double nothing, ${count} of each kind: ${kinds.join(', ')}`, async () => {
    const kills = cluster('kills', String(count), '--kinds', kinds.join(','), '--pace', '150');
    const ending = await kills.ended;
    const survived = [...kills.output.matchAll(/^(\w+) \d+ of \d+: survived/gm)].map(([, kind]) => kind!);
    const expected = Array.from({ length: count }, () => kinds).flat();
    expect([survived.sort(), ending.code, kills.output]).toEqual([expected.sort(), 0, kills.output]);
  }, 1_800_000);
});

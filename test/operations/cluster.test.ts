// Tests the service on a cluster of PostgreSQL under Patroni: parts of the cluster are killed under load, and nothing may
// be lost, doubled or answered wrongly. `npm run cluster -- kills N` does the same with all kinds of faults.
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

  const kinds = ['primary', 'etcd', 'netloom', 'redis', 'switchover'];
  test(`one fault of each kind loses and doubles nothing: ${kinds.join(', ')}`, async () => {
    const kills = cluster('kills', '1', '--kinds', kinds.join(','));
    const ending = await kills.ended;
    const survived = [...kills.output.matchAll(/^(\w+) 1 of 1: survived/gm)].map(([, kind]) => kind);
    expect([survived.sort(), ending.code, kills.output]).toEqual([kinds.toSorted(), 0, kills.output]);
  }, 600_000);
});

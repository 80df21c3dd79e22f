// Tests the service behind pgbouncer in transaction mode. The service works if prepared statements are off. With
// prepared statements, the service refuses to start, and the error says which setting to change.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../support/eventually';
import { freePort, isListening } from '../support/redis-server';
import { kill, register, startReplica, unready, type Replica } from './replica';
import { createOwnDatabase, type OwnDatabase } from '../support/own-database';
import { requirement } from '../support/requirement';

const pgbouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => existsSync(file));
const { describe: describeWithPooler } = requirement('pgbouncer', pgbouncer !== undefined);

describeWithPooler('behind PgBouncer in transaction mode, with fewer connections than the replicas ask for', () => {
  let database: OwnDatabase;
  let folder: string;
  let pooler: ChildProcess;
  let replicas: Replica[] = [];
  let settings: NodeJS.ProcessEnv;

  beforeAll(async () => {
    database = await createOwnDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'netloom-pooler-'));
    const { hostname, port, username, password, pathname } = new URL(database.url);
    const target = [
      `host=${hostname}`,
      `port=${port || 5432}`,
      `user=${decodeURIComponent(username)}`,
      password && `password=${decodeURIComponent(password)}`,
    ];
    const ownPort = await freePort();
    const configuration = path.join(folder, 'pgbouncer.ini');
    await writeFile(
      configuration,
      [
        '[databases]',
        `* = ${target.filter(Boolean).join(' ')}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${ownPort}`,
        'unix_socket_dir =',
        'auth_type = any',
        'pool_mode = transaction',
        'default_pool_size = 3',
      ].join('\n'),
    );
    // pgbouncer gives up the rights of root at its start, and must still be able to read this folder.
    await chmod(folder, 0o755);
    const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    pooler = spawn(pgbouncer!, [...account, configuration], { stdio: 'ignore' });
    await eventually(() => isListening(ownPort));
    const url = Object.assign(new URL(`postgresql://127.0.0.1:${ownPort}${pathname}`), { username });
    settings = { DATABASE_URL: url.href, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };
  });

  afterAll(async () => {
    await kill(replicas);
    pooler?.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
    await database?.drop();
  });

  test('a pooler without prepared statements is refused at the start, with one line that says what to do', async () => {
    const refusedChild = unready(settings);
    expect(await refusedChild.ended).toEqual({ code: 1, signal: null });
    expect(refusedChild.output).toMatch(
      /^Netloom cannot start: The database is behind a pooler in transaction mode .*: set PREPARED_STATEMENTS=off\.$/m,
    );
  });

  test('with prepared statements off, two replicas migrate, read and write through the pooler', async () => {
    const off = { ...settings, PREPARED_STATEMENTS: 'off' };
    replicas = await Promise.all([startReplica(off), startReplica(off)]);
    const account = await register(replicas[0]!);
    const { networkId: network_id, organizationId: organization_id } = account;
    const callers = replicas.map((replica) => replica.as(account));
    const createdReplies = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        callers[n % 2]!.rest.post('/vlans', { name: `VLAN ${n + 1}`, vlan_number: n + 1, network_id, organization_id }),
      ),
    );
    expect(createdReplies.filter(({ status }) => status !== 200)).toEqual([]);
    const reads = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        n % 3 === 0
          ? callers[n % 2]!.query('{ vlans { totalCount } }').then((data) => data.vlans.totalCount as number)
          : callers[n % 2]!.rest.get('/vlans?limit=0').then(({ body }) => (body.data as unknown[]).length),
      ),
    );
    expect(new Set(reads)).toEqual(new Set([60]));
    const takenReplies = await Promise.all(callers.map((caller) => caller.rest.post('/snapshots', { network_id })));
    expect(takenReplies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replicas.map((replica) => replica.logLines())).toEqual([[], []]);
  });
});

// Tests the point-in-time restore of docs/operating.md: pgBackRest restores a primary as it was before a mistake, a new
// replica follows it, and the service works with it.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { migrate } from '../../src/platform/postgres/migrate';
import { projectDir } from '../start/child';
import { eventually } from '../support/eventually';
import { postgresBinaries, startReplicatedPostgres, type ReplicatedPostgres } from '../support/replicated-postgres';
import { requirement } from '../support/requirement';
import { createWorld, serve, type RunningServer, type World } from '../support/world';
import { createClient } from '../support/client';

const pgbackrest = '/usr/bin/pgbackrest';
const { describe: describeWithBackRest } = requirement(
  "Debian's postgresql and pgbackrest",
  postgresBinaries !== undefined && existsSync(pgbackrest),
);

/**
 * The command lines of pgBackRest in docs/operating.md, without `sudo -u postgres`, and the SQL statements of the same
 * page.
 */
async function documentedCommands() {
  const text = await readFile(path.join(projectDir, 'docs', 'operating.md'), 'utf8');
  const commands = [...text.matchAll(/^sudo -u postgres (pgbackrest --stanza=.*)$/gm)].map(([, line]) => line!);
  const statements = [...text.matchAll(/^(ALTER SYSTEM RESET .*);$/gm)].map(([, line]) => line!);
  return { commands, statements };
}

describeWithBackRest('a point-in-time restore', () => {
  let postgres: ReplicatedPostgres;
  let world: World;
  let restored: RunningServer | undefined;

  /** Runs pgBackRest with the arguments of a documented command line. */
  const run = (args: readonly string[], more: readonly string[] = []) =>
    postgres.run(pgbackrest, `--config=${postgres.root}/pgbackrest.conf`, ...more, ...args);

  beforeAll(async () => {
    postgres = await startReplicatedPostgres(1, {
      settingsIn: (root) => ({
        archive_mode: 'on',
        archive_command: `${pgbackrest} --config=${root}/pgbackrest.conf --stanza=netloom archive-push %p`,
        unix_socket_directories: root,
      }),
    });
    const { root, primary } = postgres;
    await writeFile(
      path.join(root, 'pgbackrest.conf'),
      [
        ...['[global]', `repo1-path=${root}/repository`, 'repo1-retention-full=2', 'start-fast=y'],
        ...['log', 'lock', 'spool'].map((name) => `${name}-path=${root}/${name}`),
        ...['log-level-console=warn', '[netloom]', `pg1-path=${primary.folder}`, `pg1-port=${primary.port}`],
        ...[`pg1-socket-path=${root}`, 'pg1-user=postgres', ''],
      ].join('\n'),
    );
    await migrate(primary.url);
    world = await createWorld({ DATABASE_URL: primary.url });
  });
  afterAll(async () => {
    await restored?.stop();
    await world?.stop();
    await postgres?.close();
  });

  test('has every write before the instant and none after it, a replica follows it, and the service writes to it', async () => {
    const { primary } = postgres;
    const { commands, statements } = await documentedCommands();
    const names = commands.map((line) =>
      line.split(' ').find((word) => /^(stanza-create|check|backup|restore)$/.test(word)),
    );
    expect(names).toEqual(['stanza-create', 'check', 'backup', 'restore']);
    const argumentsOf = (at: number) => commands[at]!.split(' ').slice(1);
    for (const at of [0, 1, 2]) run(argumentsOf(at));
    const second = async () =>
      (await primary.query<{ now: number }>('SELECT floor(extract(epoch FROM clock_timestamp()))::int AS now'))[0]!.now;
    // pgBackRest compares the target time with the second in which the backup ended. So the test waits for the next
    // second.
    const ended = await second();
    await eventually(async () => (await second()) > ended);
    const tag = (name: string) => ({ name, organization_id: world.organizationId, color: 'Blue' });
    expect((await world.key.rest.post('/tags', tag('before'))).status).toBe(200);
    const [instant] = await primary.query<{ at: string }>('SELECT clock_timestamp()::text AS at');
    expect((await world.key.rest.post('/tags', tag('after'))).status).toBe(200);
    expect((await world.owner.rest.delete(`/networks/${world.otherNetworkId}`)).status).toBe(200);
    // The segment of PostgreSQL's log (WAL) with these writes must be archived before the server is killed. A server
    // that keeps running archives it by itself.
    const [segment] = await primary.query<{ name: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS name');
    await eventually(async () => {
      const [archived] = await primary.query<{ done: boolean }>(
        'SELECT last_archived_wal >= $1 AS done FROM pg_stat_archiver',
        [segment!.name],
      );
      return archived!.done;
    });
    await primary.kill();

    const another = await postgres.add('restored');
    postgres.run('/bin/mkdir', '-m', '700', another.folder);
    const restore = argumentsOf(3)
      .join(' ')
      .replace(/"?--target=[^"]*"/, '--target=INSTANT')
      .split(' ');
    run(
      restore.map((word) => (word === '--target=INSTANT' ? `--target=${instant!.at}` : word)),
      [`--pg1-path=${another.folder}`],
    );
    await another.start();
    await eventually(async () => {
      const [state] = await another.query<{ done: boolean }>('SELECT NOT pg_is_in_recovery() AS done');
      return state!.done;
    });
    expect(await another.query(`SELECT name FROM tags WHERE name IN ('before', 'after')`)).toEqual([
      { name: 'before' },
    ]);
    for (const statement of statements) await another.query(statement);
    const replica = await postgres.addReplica(another, 'replica-of-restored');
    restored = await serve({ DATABASE_URL: another.url });
    const caller = createClient(restored.url, world.key.credential);
    expect((await caller.rest.get(`/networks/${world.otherNetworkId}`)).status).toBe(200);
    expect((await caller.rest.post('/tags', tag('afterwards'))).status).toBe(200);
    await eventually(async () => (await replica.query(`SELECT FROM tags WHERE name = 'afterwards'`)).length === 1);
  });
});

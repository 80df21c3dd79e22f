// Tests the service behind pgbouncer in transaction mode. The service works if prepared statements are off. With
// prepared statements, the service refuses to start, and the error says which setting to change.
import { kill, register, startReplica, unready, type Replica } from './replica';
import { createOwnDatabase, type OwnDatabase } from '../support/own-database';
import { pgbouncer, startPooler, type Pooler } from '../support/pooler';
import { requirement } from '../support/requirement';

const { describe: describeWithPooler } = requirement('pgbouncer', pgbouncer !== undefined);

describeWithPooler('behind PgBouncer in transaction mode, with fewer connections than the replicas ask for', () => {
  let database: OwnDatabase;
  let pooler: Pooler;
  let replicas: Replica[] = [];
  let settings: NodeJS.ProcessEnv;

  beforeAll(async () => {
    database = await createOwnDatabase();
    pooler = await startPooler([database.url], 3);
    settings = { DATABASE_URL: pooler.urls[0], RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };
  });

  afterAll(async () => {
    await kill(replicas);
    await pooler?.stop();
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

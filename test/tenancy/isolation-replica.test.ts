/**
 * Runs suites about tenant isolation with a service that reads from a database replica. By default only
 * isolation-entities runs; `REPLICA_SUITES=isolation,isolation-filters` runs these two suites instead. The suites load
 * their own modules, because they use a separate database server.
 * @own-modules
 */
import { migrate } from '../../src/platform/postgres/migrate';
import { eventually } from '../support/eventually';
import { postgresBinaries, startReplicatedPostgres, type ReplicatedPostgres } from '../support/replicated-postgres';
import { requirement } from '../support/requirement';
import { failedReads } from '../support/test-replica';

const { describe: describeWithPostgres } = requirement("Debian's postgresql", postgresBinaries !== undefined);
const suites = (process.env.REPLICA_SUITES ?? 'isolation-entities').split(',');

describeWithPostgres('through a replica', () => {
  let postgres: ReplicatedPostgres;
  const { TEST_DATABASE_URL: usualUrl } = process.env;

  beforeAll(async () => {
    postgres = await startReplicatedPostgres(1, { isSynchronous: true });
    await migrate(postgres.primary.url);
    await postgres.primary.query('CREATE DATABASE netloom_template TEMPLATE netloom', [], 'postgres');
    process.env.TEST_DATABASE_URL = postgres.primary.url;
    process.env.TEST_READ_SERVER = new URL(postgres.replicas[0]!.url).host;
  });
  afterAll(async () => {
    process.env.TEST_DATABASE_URL = usualUrl;
    delete process.env.TEST_READ_SERVER;
    await postgres?.close();
  });

  describe.each(suites)('%s', (suite) => {
    jest.requireActual(`./${suite}.test`);
  });

  test('the replica has answered the reads, and failed none', async () => {
    expect(failedReads).toEqual([]);
    const [replica] = postgres.replicas;
    // PostgreSQL may count the transactions of a connection only when it ends, so the connections of the service are
    // ended.
    await replica!.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'netloom'`);
    const answered = async () => {
      const [row] = await replica!.query<{ count: string }>('SELECT sum(xact_commit) AS count FROM pg_stat_database');
      return Number(row!.count);
    };
    await eventually(async () => (await answered()) > 1_000 || undefined);
  });
});

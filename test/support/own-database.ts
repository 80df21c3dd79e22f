// Creates a database for one suite, on the server of the tests. Suites that lock, break or count whole databases need
// their own.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { dropDatabase } from './drop-database';

export interface OwnDatabase {
  readonly name: string;
  readonly url: string;
  /** Runs one statement on a connection of its own. */
  query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

async function onServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

const query = <Row extends object>(url: string, sql: string, values?: unknown[]): Promise<Row[]> =>
  onServer(url, async (client) => (await client.query<Row>(sql, values)).rows);

/** Creates a database for one suite. Without a template the database is empty and has neither tables nor migrations. */
export async function createOwnDatabase({
  template,
  locale,
}: { template?: { name: string }; locale?: 'C' } = {}): Promise<OwnDatabase> {
  const serverUrl = process.env.TEST_DATABASE_URL!;
  // The name has the form of the test runner's databases, so that the runner drops it if this run is killed.
  const name = `netloom_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const options = [
    ...(template ? [`TEMPLATE ${template.name}`] : []),
    ...(locale ? [`TEMPLATE template0 LOCALE_PROVIDER libc LOCALE '${locale}'`] : []),
  ];
  await query(serverUrl, `CREATE DATABASE ${name} ${options.join(' ')}`);
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  return {
    ...{ name, url },
    query: (sql, values) => query(url, sql, values),
    drop: () => onServer(serverUrl, (server) => dropDatabase(server, name)),
  };
}

/** A database with all tables of the service, copied from the template database that the test run has created. */
export const createMigratedDatabase = (): Promise<OwnDatabase> =>
  createOwnDatabase({ template: { name: `${new URL(process.env.TEST_DATABASE_URL!).pathname.slice(1)}_template` } });

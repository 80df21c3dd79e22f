// Creates a migrated database for one test run, and drops it at the end.
import { randomBytes } from 'node:crypto';
import { inProject, load, report } from './project.mjs';

const prefix = 'netloom_test';
/**
 * Suffix of the name of the template database, which is migrated once. The database of each test run is a copy of the
 * template.
 */
const templateEnding = '_template';

async function withConnection(url, work) {
  const { openConnection } = await load('src', 'platform', 'postgres', 'connect.ts');
  const client = await openConnection(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function dropDatabase(client, name) {
  const drop = await load('test', 'support', 'drop-database.ts');
  await drop.dropDatabase(client, name);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Drops databases of test runs that were killed. The name of a test database contains the process id of its run. */
async function dropLeftOvers(client) {
  const { rows } = await client.query(`SELECT datname FROM pg_database WHERE datname ~ '^${prefix}_[0-9]+_'`);
  for (const { datname } of rows) {
    if (!isAlive(Number(datname.split('_')[2]))) await dropDatabase(client, datname);
  }
}

/** Creates a test database, passes its URL to `work`, and drops the database afterwards. */
export async function withTestDatabase(work) {
  const configuredUrl = process.env.TEST_DATABASE_URL;
  const { startEmbeddedPostgres } = await load('src', 'platform', 'postgres', 'embedded', 'embedded-postgres.ts');
  const { migrate } = await load('src', 'platform', 'postgres', 'migrate.ts');
  const dataDir = inProject('.data', 'test');
  const postgres = configuredUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir, durable: false, mode: 'shared', report });
  const serverUrl = configuredUrl ?? postgres.url;
  const name = `${prefix}_${process.pid}_${randomBytes(3).toString('hex')}`;
  const template = name + templateEnding;
  const urlOf = (database) => Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href;
  try {
    await withConnection(serverUrl, async (client) => {
      if (postgres) await dropLeftOvers(client);
      await client.query(`CREATE DATABASE ${template}`);
    });
    try {
      await migrate(urlOf(template));
      await withConnection(serverUrl, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
      return await work(urlOf(name));
    } finally {
      await withConnection(serverUrl, async (client) => {
        for (const one of [name, template]) await dropDatabase(client, one);
      });
    }
  } finally {
    await postgres?.stop();
  }
}

// Runs the embedded PostgreSQL server, for tests that kill processes. Usage: node embedded-runner.mjs FOLDER
// [hold|write|share|command]. `write` inserts rows without end, `share` lets several runners use one server, and
// `command` opens the database as a command does.
import pg from 'pg';
import { loadBuilt } from '../../../scripts/prepare.mjs';

const [dataDir = '', task = 'hold'] = process.argv.slice(2);

async function runCommand() {
  const { openForCommand } = await loadBuilt('platform', 'postgres', 'embedded', 'open-for-command.js');
  const { url, close } = await openForCommand({ kind: 'embedded', dataDir }, (line) => console.log(line));
  console.log(`opened url=${url}`);
  await close();
}

async function run() {
  if (task === 'command') return runCommand();
  const { startEmbeddedPostgres } = await loadBuilt('platform', 'postgres', 'embedded', 'embedded-postgres.js');
  const postgres = await startEmbeddedPostgres({
    dataDir,
    durable: task !== 'share',
    mode: task === 'share' ? 'shared' : 'alone',
    report: (line) => console.log(line),
  });
  postgres.onLost((reason) => {
    console.log(`lost: ${reason}`);
    process.exit(3);
  });
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('CREATE TABLE IF NOT EXISTS written (number int PRIMARY KEY)');
  const { rows } = await client.query('SELECT count(*)::int AS count FROM written');
  process.on('SIGTERM', () => {
    void client
      .end()
      .then(() => postgres.stop())
      .then(() => process.exit(0));
  });
  console.log(`ready adopted=${postgres.adopted} written=${rows[0].count} url=${postgres.url}`);
  for (let number = rows[0].count; task === 'write'; number += 1) {
    await client.query('INSERT INTO written VALUES ($1)', [number]);
    console.log(`acknowledged ${number + 1}.`);
  }
}

run().catch((error) => {
  console.log(`${error.name}: ${error.message}`);
  process.exitCode = 1;
});

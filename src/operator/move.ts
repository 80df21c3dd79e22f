// `npm run move`: copies an installation with the embedded database into an empty PostgreSQL database of one's own.
import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from '../config';
import { openConnection } from '../platform/postgres/connect';
import { startEmbeddedPostgres } from '../platform/postgres/embedded/embedded-postgres';
import { readSecretsKey } from '../platform/postgres/embedded/secrets-key-file';
import { describeCopy } from './copy/describe';
import { databaseSource } from './copy/source';
import { inCopyTransaction } from './copy/tables.sql';
import { copyInto } from './copy/target.sql';

const usage = 'Usage: npm run move -- --to DATABASE_URL';

export function readTarget(argv: readonly string[]): string {
  try {
    const { to } = parseArgs({ args: [...argv], options: { to: { type: 'string' } } }).values;
    const url = loadConfig({ DATABASE_URL: to ?? '' }).database;
    if (url.kind === 'external') return url.url;
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${usage}`);
  }
  throw new ConfigError(usage);
}

export async function runMoveCommand(argv: readonly string[]): Promise<void> {
  const to = readTarget(argv);
  const { database, secretsKeys } = loadConfig();
  if (database.kind === 'external')
    throw new ConfigError('DATABASE_URL is set: npm run move copies the embedded database, which is used without it.');
  const { dataDir } = database;
  const say = (line: string) => process.stderr.write(`${line}\n`);
  // Throws if the service is running, because its later writes would be missing in the copy.
  const postgres = await startEmbeddedPostgres({ dataDir, report: say });
  try {
    const client = await openConnection(postgres.url);
    try {
      const counts = await inCopyTransaction(client, 'ISOLATION LEVEL REPEATABLE READ READ ONLY', async () => {
        const source = await databaseSource(client);
        return copyInto(to, source, { from: [readSecretsKey(dataDir)], to: secretsKeys }, say);
      });
      process.stdout.write(
        `${describeCopy(counts)}\nNext: start Netloom with DATABASE_URL and this SECRETS_KEY. The data folder ${dataDir} is as it was.\n`,
      );
    } finally {
      await client.end().catch(() => undefined);
    }
  } finally {
    await postgres.stop();
  }
}

// `npm run backup`: saves all rows of an installation in one file, while the service runs.
import { createWriteStream, existsSync } from 'node:fs';
import { link, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Config, ConfigError, loadConfig } from '../config';
import { openConnection } from '../platform/postgres/connect';
import { openForCommand } from '../platform/postgres/embedded/open-for-command';
import { secretsKeysOf } from '../platform/postgres/embedded/secrets-key-file';
import { archiveText } from './copy/archive';
import { databaseSource } from './copy/source';
import { inCopyTransaction } from './copy/tables.sql';

const usage = 'Usage: npm run backup -- FILE';

export interface Saved {
  readonly tableCount: number;
  readonly rowCount: number;
}

/**
 * Writes a backup of the database to a new file that only its owner may read. If `secretsKey` is given, the file
 * contains this key. All rows are of the instant at which the backup began. An interrupted backup leaves no file.
 */
export async function saveBackup(url: string, file: string, secretsKey: Buffer | undefined): Promise<Saved> {
  if (existsSync(file)) throw new ConfigError(`${file} exists: name a new file.`);
  const client = await openConnection(url);
  client.on('error', () => undefined);
  const draft = `${file}.${process.pid}.part`;
  let [tableCount, rowCount] = [0, 0];
  try {
    await inCopyTransaction(client, 'ISOLATION LEVEL REPEATABLE READ READ ONLY', async () => {
      const text = archiveText(await databaseSource(client), secretsKey, ({ digest }) => {
        tableCount += 1;
        rowCount += Number(digest.count);
      });
      await pipeline(text, createGzip(), createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
    });
    // `link` fails if another process has created `file` in the meantime, where `rename` would overwrite it.
    await link(draft, file);
  } finally {
    await rm(draft, { force: true });
    await client.end().catch(() => undefined);
  }
  return { tableCount, rowCount };
}

/**
 * The key of the stored secrets, to be included in the backup: a file in the data folder, which may be lost together
 * with the database. Undefined if the operator keeps the key in SECRETS_KEY.
 */
const keyInFolder = (config: Config): Buffer | undefined =>
  config.secretsKeys.length === 0 ? secretsKeysOf(config)[0] : undefined;

export async function runBackupCommand(argv: readonly string[]): Promise<void> {
  const [file, ...others] = argv;
  if (file === undefined || file.startsWith('-') || others.length > 0) throw new ConfigError(usage);
  const config = loadConfig();
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const database = await openForCommand(config.database, say);
  try {
    const secretsKey = keyInFolder(config);
    const { tableCount, rowCount } = await saveBackup(database.url, file, secretsKey);
    const { size } = await stat(file);
    const keyNote = secretsKey
      ? 'It contains the key of the stored secrets, so keep it as safe as the data folder.'
      : 'Its secrets are encrypted with SECRETS_KEY, which it does not contain.';
    process.stdout.write(
      `Saved ${rowCount} rows of ${tableCount} tables in ${file} (${Math.ceil(size / 1024)} KiB). ${keyNote}\n`,
    );
  } finally {
    await database.close();
  }
}

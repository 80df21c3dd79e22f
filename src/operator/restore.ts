// `npm run restore`: loads a backup into the empty database of an installation that is not running.
import { ConfigError, loadConfig } from '../config';
import { startEmbeddedPostgres } from '../platform/postgres/embedded/embedded-postgres';
import { secretsKeysOf } from '../platform/postgres/embedded/secrets-key-file';
import { openArchive } from './copy/archive';
import { describeCopy } from './copy/describe';
import { copyInto } from './copy/target.sql';

const usage = 'Usage: npm run restore -- FILE';

export async function runRestoreCommand(argv: readonly string[]): Promise<void> {
  const [file, ...others] = argv;
  if (file === undefined || file.startsWith('-') || others.length > 0) throw new ConfigError(usage);
  const { database, secretsKeys } = loadConfig();
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const archive = await openArchive(file);
  try {
    const postgres =
      database.kind === 'embedded'
        ? await startEmbeddedPostgres({ dataDir: database.dataDir, report: say })
        : { url: database.url, stop: () => Promise.resolve() };
    try {
      const to = secretsKeysOf({ secretsKeys, database });
      const from = archive.secretsKey ? [archive.secretsKey] : [];
      process.stdout.write(
        `${describeCopy(await copyInto(postgres.url, archive, { from, to }, say))}\nNext: npm start\n`,
      );
    } finally {
      await postgres.stop();
    }
  } finally {
    archive.close();
  }
}

// The key that seals secrets in the embedded database: a file beside the database, made once, for its owner's eyes only.
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { keyBytes } from '../../text/sealed-secrets';
import { StartError } from '../start-error';

const encoding = 'base64';

/** The key of a data folder, 32 bytes. A file that holds none is a StartError: a new one would open nothing. */
export function secretsKeyOf(dataDir: string): Buffer {
  const file = path.join(dataDir, 'secrets.key');
  try {
    if (!existsSync(file)) makeKey(file);
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), encoding);
    if (key.length !== keyBytes) throw new Error('it is not 32 bytes in base64');
    return key;
  } catch (error) {
    throw new StartError(
      `${file} cannot be used as the key of the stored secrets (${(error as Error).message}): restore it, or move it away to give up the secrets.`,
    );
  }
}

/** Written beside its place and linked there: an interrupted start leaves no half of one, and two make one. */
function makeKey(file: string): void {
  const draft = `${file}.${randomBytes(4).toString('hex')}.new`;
  try {
    const opened = openSync(draft, 'wx', 0o600);
    writeSync(opened, `${randomBytes(keyBytes).toString(encoding)}\n`);
    fsyncSync(opened);
    closeSync(opened);
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

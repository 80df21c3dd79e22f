// The key that encrypts secrets if the embedded database is used: a file in the data folder, created once and readable
// by its owner only.
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { keyBytes } from '../../text/sealed-secrets';
import { StartError } from '../start-error';

const encoding = 'base64';

/**
 * The keys that encrypt stored secrets: those that the operator has configured or, if there are none and the database
 * is embedded, the key in its data folder.
 */
export const secretsKeysOf = ({
  secretsKeys,
  database,
}: {
  readonly secretsKeys: readonly Buffer[];
  readonly database: { readonly kind: 'embedded'; readonly dataDir: string } | { readonly kind: 'external' };
}): readonly Buffer[] =>
  secretsKeys.length === 0 && database.kind === 'embedded' ? [readSecretsKey(database.dataDir)] : secretsKeys;

/**
 * The 32-byte key of a data folder. Throws a StartError if the file is malformed, because a new key could not decrypt
 * anything.
 */
export function readSecretsKey(dataDir: string): Buffer {
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

/**
 * Writes the key to a temporary file and links that file to the key's name. So an interrupted start leaves no partial
 * key, and concurrent starts create only one key.
 */
function makeKey(file: string): void {
  const draft = `${file}.${randomBytes(4).toString('hex')}.new`;
  try {
    const fileHandle = openSync(draft, 'wx', 0o600);
    writeSync(fileHandle, `${randomBytes(keyBytes).toString(encoding)}\n`);
    fsyncSync(fileHandle);
    closeSync(fileHandle);
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

// Tests encrypted secrets. A secret can be decrypted only with its key and for its row, former keys still decrypt, and
// the key file is created once.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSecretsKey } from '../../../src/platform/postgres/embedded/secrets-key-file';
import { StartError } from '../../../src/platform/postgres/start-error';
import { createSecretBox } from '../../../src/platform/text/sealed-secrets';

const [first, second] = [randomBytes(32), randomBytes(32)];
const secrets = { community: 'public' };
const row = '11111111-1111-4111-8111-11111111111a';

test('a sealed secret can be opened only for its row, whatever the letter case of the id', () => {
  const box = createSecretBox([first]);
  const sealed = box.seal(row, secrets);
  expect(box.open(row.toUpperCase(), sealed)).toEqual(secrets);
  expect(box.open(row.replace('a', 'b'), sealed)).toBeUndefined();
  expect(Buffer.from(sealed).includes('public')).toBe(false);
});

test('no two sealed texts are equal, and a changed byte makes them unreadable', () => {
  const box = createSecretBox([first]);
  const sealed = box.seal(row, secrets);
  expect(Buffer.from(box.seal(row, secrets)).equals(sealed)).toBe(false);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Uint8Array.from(sealed);
    changed[at]! ^= 1;
    expect(box.open(row, changed)).toBeUndefined();
    expect(box.open(row, sealed.subarray(0, at))).toBeUndefined();
  }
});

test('the first key seals, every key opens, and secrets of a removed key cannot be opened', () => {
  const old = createSecretBox([first]).seal(row, secrets);
  const both = createSecretBox([second, first]);
  expect(both.open(row, old)).toEqual(secrets);
  expect(createSecretBox([second]).open(row, both.seal(row, secrets))).toEqual(secrets);
  expect(createSecretBox([second]).open(row, old)).toBeUndefined();
});

test('without a key nothing can be sealed or opened', () => {
  const box = createSecretBox([]);
  expect(() => box.seal(row, secrets)).toThrow(expect.objectContaining({ code: 'secrets_key_missing' }));
  expect(box.open(row, createSecretBox([first]).seal(row, secrets))).toBeUndefined();
});

describe('the key file', () => {
  let dataDir: string;
  beforeEach(() => (dataDir = mkdtempSync(path.join(tmpdir(), 'netloom-key-'))));
  afterEach(() => rmSync(dataDir, { recursive: true }));

  test('the key file is created once, readable by its owner only, and reused at the next start', () => {
    const key = readSecretsKey(dataDir);
    expect(key).toHaveLength(32);
    expect(readSecretsKey(dataDir).equals(key)).toBe(true);
    expect(readdirSync(dataDir)).toEqual(['secrets.key']);
    const file = path.join(dataDir, 'secrets.key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toBe(`${key.toString('base64')}\n`);
  });

  test('a file without a key ends the start with a line that names the file, but not its contents', () => {
    const file = path.join(dataDir, 'secrets.key');
    writeFileSync(file, 'c2hvcnQ=\n');
    const refused = () => readSecretsKey(dataDir);
    expect(refused).toThrow(StartError);
    expect(refused).toThrow(file);
    expect(refused).not.toThrow('c2hvcnQ');
    expect(readFileSync(file, 'utf8')).toBe('c2hvcnQ=\n');
  });
});

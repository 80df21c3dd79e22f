// Enrolment: exchanges a one-time code for the daemon's key, and keeps the key in a file of mode 600 for later starts.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { Failure } from './failure';
import { assertPrivate, writePrivate } from './private-file';
import { createJsonClient, Outage, Refusal } from './protocol/json-client';
import { lockFolder } from './protocol/state';

const form = z.object({
  server: z.string(),
  key: z.string().min(1),
  /** SHA-256 of the enrolment code that was exchanged for the key. */
  codeHash: z.string(),
});
export type KeyFile = z.infer<typeof form>;

export const keyFileOf = (folder: string): string => path.join(folder, 'key.json');
const hashCode = (code: string): string => createHash('sha256').update(code).digest('hex');

/** Reads the key that an earlier enrolment has stored. Throws a usage Failure if other users can read the file. */
export function readKeyFile(folder: string): KeyFile | undefined {
  const file = keyFileOf(folder);
  if (!existsSync(file)) return undefined;
  assertPrivate(file);
  try {
    return form.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new Failure('usage', `${file} has no key: delete it, and enrol with a new code.`);
  }
}

/** Returns the stored key of this server. Throws a usage Failure if the folder has no key for this server. */
export function requireStoredKey(folder: string, server: URL): string {
  const stored = readKeyFile(folder);
  if (stored?.server === server.href) return stored.key;
  const reason = stored ? `is for ${stored.server}, not for ${server.href}` : 'does not exist';
  throw new Failure('usage', `The stored key ${keyFileOf(folder)} ${reason}: pass --enrol CODE or --key KEY.`);
}

export interface EnrolmentOptions {
  readonly server: URL;
  readonly ca?: string;
  readonly state: string;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/**
 * Exchanges the enrolment code for a key, stores the key and returns it. If this folder already has the key of this
 * code, returns that key, so that a command can be repeated. The folder is locked and tested for write access before
 * the code is sent, because a code can be exchanged only once.
 */
export async function enrol(code: string, { server, ca, state, signal, say }: EnrolmentOptions): Promise<string> {
  const unlock = lockFolder(state);
  try {
    const codeHash = hashCode(code);
    const stored = readKeyFile(state);
    if (stored?.codeHash === codeHash && stored.server === server.href) return stored.key;
    const key = await exchange(code, { server, signal, ...(ca !== undefined && { ca }) });
    writePrivate(keyFileOf(state), `${JSON.stringify({ server: server.href, key, codeHash } satisfies KeyFile)}\n`);
    say(`Enrolled at ${server.origin}. The key is stored in ${keyFileOf(state)}; later starts need no code.`);
    return key;
  } finally {
    unlock();
  }
}

const key = z.string().regex(/^nlm_d_\w+$/);

async function exchange(code: string, { server, ca, signal }: Pick<EnrolmentOptions, 'server' | 'ca' | 'signal'>) {
  const json = createJsonClient({ server, ...(ca !== undefined && { ca }) });
  try {
    const path_ = '/api/v1/enrolment-codes/exchange';
    const read = key.safeParse((await json.send({ method: 'POST', path: path_, body: { code }, signal })).data);
    if (!read.success) throw new Failure('refused', `${server.origin} answers without a key: check the address.`);
    return read.data;
  } catch (error) {
    throw toFailure(error, server);
  } finally {
    json.close();
  }
}

const newCode = 'Create a new one on the page of the network.';
const refusalTexts: Readonly<Record<string, string>> = {
  enrolment_code_used: `The code was used already, and is good for one agent. ${newCode}`,
  enrolment_code_invalid: `The code is unknown or was revoked. Check that it is complete. ${newCode}`,
  entity_expired: `The code has expired: it is good for 15 minutes. ${newCode}`,
  route_not_found: 'This Netloom is too old for enrolment codes: use --key KEY.',
};

function toFailure(error: unknown, server: URL): unknown {
  if (error instanceof Refusal)
    return new Failure(
      'refused',
      `${server.origin} refuses the enrolment: ${refusalTexts[error.code] ?? `${error.message} (${error.code}).`}`,
    );
  if (!(error instanceof Outage)) return error;
  const next = error.isUntrusted
    ? "Its certificate is not trusted: pass the authority's certificate with --ca FILE."
    : 'Check the address, and whether this machine may reach it; then run the command again.';
  return new Failure('unreachable', `${error.message}. ${next}`);
}

// Passwords: the rules for a new one, and how it is stored and checked (argon2id).
import { availableParallelism } from 'node:os';
import { AppError } from '../errors';
import { createLane, type Lane } from '../platform/limits/lane';
import { hash, verify } from './hashing-processes';
import { assertLength } from '../platform/text/validation';

const minLength = 10;
const maxLength = 256;

// The library's default algorithm is argon2id; 19 MiB, two passes and one lane are OWASP's advice for it.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Refuses a new password that is too short, too long, or lacks upper case, lower case or a digit. */
export function assertPasswordPolicy(field: string, password: string): void {
  assertLength(field, password, 0, maxLength);
  if ([...password].length < minLength) throw new AppError('validation_min_length', { field, min: minLength });
  const hasAll = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u].every((kind) => kind.test(password));
  if (!hasAll) throw new AppError('validation_invalid_format', { field });
}

// The same letters typed on two systems can differ in bytes.
const normalized = (password: string): string => password.normalize('NFKC');

// Each takes a core and 19 MiB: a crowd that signs in has half of the cores at most.
const atOnce = Math.min(3, Math.max(1, Math.floor(availableParallelism() / 2)));
const maxWaiting = 500;
/** By then most of those who wait are through. */
const fullSeconds = 15;
const hashing = createLane(atOnce, maxWaiting);
/** Sign-ins as a whole: one is read and written while another is hashed, and no crowd asks the database all at once. */
const signingIn = createLane(atOnce + 1, maxWaiting);

async function inTurn<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
  const done = await lane.run(async () => ({ result: await work() }));
  if (!done) throw new AppError('rate_limit_exceeded', {}, fullSeconds);
  return done.result;
}

export const hashPassword = (password: string): Promise<string> =>
  inTurn(hashing, () => hash(normalized(password), options));

/** Runs a sign-in by password when its turn comes. */
export const inTurnToSignIn = <T>(signIn: () => Promise<T>): Promise<T> => inTurn(signingIn, signIn);

let decoy: Promise<string> | undefined;

const decoyHash = (): Promise<string> =>
  (decoy ??= hash('no account has this password', options).catch((error: unknown) => {
    decoy = undefined;
    throw error;
  }));

/**
 * Whether the password is the stored one. Without a stored hash it takes the same time to say no, so that the answer's
 * delay does not reveal whether the account exists.
 */
export async function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const isPlausible = password.length <= maxLength * 4;
  const matches = await inTurn(hashing, async () =>
    verify(passwordHash ?? (await decoyHash()), isPlausible ? normalized(password) : ''),
  );
  return matches && isPlausible && passwordHash != null;
}

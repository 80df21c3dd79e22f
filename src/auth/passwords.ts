// Password rules, and hashing and checking of passwords with argon2id.
import { availableParallelism } from 'node:os';
import { AppError } from '../errors';
import { createLane, type Lane } from '../platform/limits/lane';
import { hash, verify } from './hashing-processes';
import { assertLength } from '../platform/text/validation';

const minLength = 10;
const maxLength = 256;

// OWASP's recommendation for argon2id (the library's default algorithm): 19 MiB, 2 iterations, parallelism 1.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Throws for a password that is too short or too long, or that lacks an upper case letter, a lower case letter or a
 * digit.
 */
export function assertPasswordPolicy(field: string, password: string): void {
  assertLength(field, password, 0, maxLength);
  if ([...password].length < minLength) throw new AppError('validation_min_length', { field, min: minLength });
  const hasAll = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u].every((kind) => kind.test(password));
  if (!hasAll) throw new AppError('validation_invalid_format', { field });
}

// Normalizes to NFKC, because the same password can have different code points on two systems.
const normalize = (password: string): string => password.normalize('NFKC');

// Maximum number of concurrent hashes: half the number of cores, but at most 3. Each hash takes a core and 19 MiB.
const atOnce = Math.min(3, Math.max(1, Math.floor(availableParallelism() / 2)));
const maxWaiting = 500;
/** Retry-After in seconds when the queue is full. Most of the waiting jobs finish within that time. */
const fullSeconds = 15;
const hashingLane = createLane(atOnce, maxWaiting);
/**
 * Limits the sign-ins that run at once: one more than passwords can be hashed at once, so that one sign-in can read and
 * write rows while the others hash passwords.
 */
const signInLane = createLane(atOnce + 1, maxWaiting);

async function runInLane<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
  const outcome = await lane.run(async () => ({ result: await work() }));
  if (!outcome) throw new AppError('rate_limit_exceeded', {}, fullSeconds);
  return outcome.result;
}

export const hashPassword = (password: string): Promise<string> =>
  runInLane(hashingLane, () => hash(normalize(password), options));

/** Runs a sign-in by password with limited concurrency. Throws `rate_limit_exceeded` when the queue is full. */
export const runSignIn = <T>(signIn: () => Promise<T>): Promise<T> => runInLane(signInLane, signIn);

let decoy: Promise<string> | undefined;

const decoyHash = (): Promise<string> =>
  (decoy ??= hash('no account has this password', options).catch((error: unknown) => {
    decoy = undefined;
    throw error;
  }));

/**
 * Whether the password matches the stored hash. Without a stored hash the check takes the same time, so that its
 * duration does not reveal whether the account exists.
 */
export async function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const isPlausible = password.length <= maxLength * 4;
  const matches = await runInLane(hashingLane, async () =>
    verify(passwordHash ?? (await decoyHash()), isPlausible ? normalize(password) : ''),
  );
  return matches && isPlausible && passwordHash != null;
}

// Passwords: the rules for a new one, and how it is stored and checked (argon2id).
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../errors';
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

export const hashPassword = (password: string): Promise<string> => hash(normalized(password), options);

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the stored one. Without a stored hash it takes the same time to say no, so that the answer's
 * delay does not reveal whether the account exists.
 */
export async function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const isPlausible = password.length <= maxLength * 4;
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(passwordHash ?? (await decoy), isPlausible ? normalized(password) : '');
  return matches && isPlausible && passwordHash != null;
}

// Codes of second factors: TOTP (RFC 6238) and recovery codes.
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { hashToken } from '../../../auth/tokens';
import { AppError } from '../../../errors';

/** Parameters of TOTP that every authenticator app supports. */
const form = { issuer: 'Netloom', algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
/** Number of time steps by which the clock of a phone may be wrong (RFC 6238, 5.2). */
const stepsAway = 1;

const recoveryCodeCount = 10;
// Crockford's Base32 alphabet, without letters that look like digits.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/**
 * Number of letters of a recovery code. 16 letters have 80 random bits, which is enough to store the code with a plain
 * hash.
 */
const recoveryLetters = 16;

export const newSecret = (): string => new Secret({ size: secretBytes }).base32;

const totpOf = (secret: string, label = '') => new TOTP({ ...form, label, secret: Secret.fromBase32(secret) });

/** Returns the otpauth:// address that an authenticator app reads from a QR code. */
export const addressForApp = (secret: string, email: string): string => totpOf(secret, email).toString();

/**
 * Returns the time step of a TOTP code (RFC 6238); undefined if the code matches no time step close to the current one.
 */
export function findTotpStep(secret: string, code: string, now = Date.now()): number | undefined {
  const stepOffset = totpOf(secret).validate({ token: code, timestamp: now, window: stepsAway });
  return stepOffset === null ? undefined : Math.floor(now / (form.period * 1000)) + stepOffset;
}

/** A code that a user entered: `app` is a code of an authenticator app, `recoveryHash` the hash of a recovery code. */
export type GivenCode = { readonly app: string } | { readonly recoveryHash: string };

/**
 * Parses a code that a user entered. Six digits are a code of an authenticator app; sixteen letters are a recovery
 * code.
 */
export function readCode(field: string, text: string): GivenCode {
  const plain = text.length > 100 ? '' : text.toLowerCase().replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(plain)) return { app: plain };
  // As Crockford's Base32 requires, O is read as 0, and I and L as 1.
  const letters = plain.replaceAll('o', '0').replace(/[il]/g, '1');
  if (letters.length === recoveryLetters && [...letters].every((letter) => alphabet.includes(letter)))
    return { recoveryHash: hashToken(letters) };
  throw new AppError('validation_invalid_format', { field });
}

/** Creates ten recovery codes with their hashes. The user sees the codes once; the database stores only the hashes. */
export function newRecoveryCodes(): { readonly codes: string[]; readonly hashes: string[] } {
  const letters = Array.from({ length: recoveryCodeCount }, () =>
    [...randomBytes(recoveryLetters)].map((byte) => alphabet[byte % alphabet.length]!).join(''),
  );
  return { codes: letters.map((code) => code.match(/.{4}/g)!.join('-')), hashes: letters.map(hashToken) };
}

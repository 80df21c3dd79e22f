// Codes of a second factor: those of an authenticator app (TOTP, RFC 6238), and recovery codes for when the app is lost.
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { hashToken } from '../../../auth/tokens';
import { AppError } from '../../../errors';

/** What every authenticator app takes. */
const form = { issuer: 'Netloom', algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
/** The clock of a telephone may be a step away (RFC 6238, 5.2). */
const stepsAway = 1;

const recoveryCodeCount = 10;
// Crockford's Base32: no letter in it is taken for a digit.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** 80 random bits: of what cannot be guessed a plain hash is kept. */
const recoveryLetters = 16;

export const newSecret = (): string => new Secret({ size: secretBytes }).base32;

const totpOf = (secret: string, label = '') => new TOTP({ ...form, label, secret: Secret.fromBase32(secret) });

/** The address that an app reads from a QR code. */
export const addressForApp = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The time step that the code is of; undefined: of none that is near. */
export function stepOf(secret: string, code: string, now = Date.now()): number | undefined {
  const away = totpOf(secret).validate({ token: code, timestamp: now, window: stepsAway });
  return away === null ? undefined : Math.floor(now / (form.period * 1000)) + away;
}

/** A code as a person gave it. */
export type GivenCode = { readonly app: string } | { readonly recoveryHash: string };

/** What it is follows from its form. */
export function readCode(field: string, text: string): GivenCode {
  const plain = text.length > 100 ? '' : text.toLowerCase().replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(plain)) return { app: plain };
  // As Crockford has them read.
  const letters = plain.replaceAll('o', '0').replace(/[il]/g, '1');
  if (letters.length === recoveryLetters && [...letters].every((letter) => alphabet.includes(letter)))
    return { recoveryHash: hashToken(letters) };
  throw new AppError('validation_invalid_format', { field });
}

/** Ten, as they are shown once, with the hashes that are kept. */
export function newRecoveryCodes(): { readonly codes: string[]; readonly hashes: string[] } {
  const letters = Array.from({ length: recoveryCodeCount }, () =>
    [...randomBytes(recoveryLetters)].map((byte) => alphabet[byte % alphabet.length]!).join(''),
  );
  return { codes: letters.map((code) => code.match(/.{4}/g)!.join('-')), hashes: letters.map(hashToken) };
}

// Keys and session tokens: generating them, hashing them for storage, and redacting them.
import { createHash, randomBytes } from 'node:crypto';

export type KeyKind = 'user' | 'daemon';
/** Keys, and the codes that agents exchange for keys. */
type TokenKind = KeyKind | 'enrolment';

const fixedPrefix: Record<TokenKind, string> = { user: 'nlm_u_', daemon: 'nlm_d_', enrolment: 'nlm_e_' };
const keyForm: Record<TokenKind, RegExp> = {
  user: /^nlm_u_[0-9A-Za-z]{32}$/,
  daemon: /^nlm_d_[0-9A-Za-z]{32}$/,
  enrolment: /^nlm_e_[0-9A-Za-z]{32}$/,
};
const sessionForm = /^[0-9A-Za-z_-]{43}$/;
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefixCharacters = 6;

export interface NewKey {
  /** The token is shown once and never stored. */
  readonly token: string;
  readonly keyHash: string;
  readonly keyPrefix: string;
}

/** SHA-256 suffices: tokens are random, so they cannot be guessed and a slow hash would add nothing. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export function generateKey(kind: TokenKind): NewKey {
  const secret = randomBase62(32);
  const token = fixedPrefix[kind] + secret;
  return { token, keyHash: hashToken(token), keyPrefix: secret.slice(0, prefixCharacters) };
}

/** 256 random bits, the value of the session cookie. */
export const generateSessionToken = (): string => randomBytes(32).toString('base64url');

/**
 * A stored key as its owner sees it: the fixed prefix of its kind, the first characters of its secret (`keyPrefix`),
 * and an ellipsis.
 */
export const redactedKey = (kind: KeyKind, keyPrefix: string): string => `${fixedPrefix[kind]}${keyPrefix}…`;

/** A token for logs, cut to its first 8 characters. */
export const redactToken = (token: string): string => `${token.slice(0, 8)}…`;

/** Whether the token has the form of its kind; checked before the database is queried. */
export const isKeyForm = (kind: TokenKind, token: string): boolean => keyForm[kind].test(token);
export const isSessionForm = (token: string): boolean => sessionForm.test(token);

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    // Discards bytes of 248 and more (248 is a multiple of 62), so that all characters are equally frequent.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += base62[byte % 62];
  }
  return text;
}

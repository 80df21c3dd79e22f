// Secrets that callers carry: how they are made, which part of them is stored, and how little of them may be shown.
import { createHash, randomBytes } from 'node:crypto';

export type KeyKind = 'user' | 'daemon';

const fixedPrefix: Record<KeyKind, string> = { user: 'nlm_u_', daemon: 'nlm_d_' };
const keyForm: Record<KeyKind, RegExp> = { user: /^nlm_u_[0-9A-Za-z]{32}$/, daemon: /^nlm_d_[0-9A-Za-z]{32}$/ };
const sessionForm = /^[0-9A-Za-z_-]{43}$/;
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shownCharacters = 6;

export interface NewKey {
  /** Shown once, never stored. */
  readonly token: string;
  readonly keyHash: string;
  readonly keyPrefix: string;
}

/** SHA-256 is enough for these: they are random, so there is nothing to guess that a slow hash would protect. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export function generateKey(kind: KeyKind): NewKey {
  const secret = randomBase62(32);
  const token = fixedPrefix[kind] + secret;
  return { token, keyHash: hashToken(token), keyPrefix: secret.slice(0, shownCharacters) };
}

/** 256 random bits: the value of the session cookie. */
export const generateSessionToken = (): string => randomBytes(32).toString('base64url');

/** What a stored key looks like to its owner, from its stored prefix. */
export const redactedKey = (kind: KeyKind, keyPrefix: string): string => `${fixedPrefix[kind]}${keyPrefix}…`;

/** A token as a log may show it: at most eight characters. */
export const redactToken = (token: string): string => `${token.slice(0, 8)}…`;

/** Whether it could be one of ours at all; asked before the database is. */
export const isKeyForm = (kind: KeyKind, token: string): boolean => keyForm[kind].test(token);
export const isSessionForm = (token: string): boolean => sessionForm.test(token);

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    // Bytes from 248 on are thrown away, else the first characters of the alphabet would come more often.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += base62[byte % 62];
  }
  return text;
}

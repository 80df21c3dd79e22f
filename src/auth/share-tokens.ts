// Tokens of visitors who knew a share's password: signed with the stored hash, so that a new password ends them.
import { createHmac, timingSafeEqual } from 'node:crypto';

const lifetimeSeconds = 3600;
const tokenForm = /^(\d{1,12})\.([0-9A-Za-z_-]{43})$/;

interface Guarded {
  readonly id: string;
  /** Argon2id with a random salt; null = no password, whose tokens open nothing that is not open. */
  readonly passwordHash: string | null;
}

const nowInSeconds = () => Math.floor(Date.now() / 1000);

function signatureOf({ id, passwordHash }: Guarded, expiresAt: number): string {
  return createHmac('sha256', `share ${passwordHash ?? ''}`)
    .update(`${id} ${expiresAt}`)
    .digest('base64url');
}

/** A token for one hour; nothing of it is stored. */
export function issueShareToken(share: Guarded): string {
  const expiresAt = nowInSeconds() + lifetimeSeconds;
  return `${expiresAt}.${signatureOf(share, expiresAt)}`;
}

/** Whether the token is of this share, under its present password, and its hour is not over. */
export function isShareToken(share: Guarded, token: string): boolean {
  const [, expiry, signature] = tokenForm.exec(token) ?? [];
  if (expiry === undefined || signature === undefined) return false;
  const expected = Buffer.from(signatureOf(share, Number(expiry)));
  return timingSafeEqual(expected, Buffer.from(signature)) && Number(expiry) > nowInSeconds();
}

// Tokens for visitors who entered a share's password. They are signed with the hash of the password, so a new password
// invalidates them.
import { createHmac, timingSafeEqual } from 'node:crypto';

const lifetimeSeconds = 3600;
const tokenForm = /^(\d{1,12})\.([0-9A-Za-z_-]{43})$/;

interface TokenSubject {
  readonly id: string;
  /** Argon2id with a random salt; null for a share without a password. */
  readonly passwordHash: string | null;
}

const nowInSeconds = () => Math.floor(Date.now() / 1000);

function signatureOf({ id, passwordHash }: TokenSubject, expiresAt: number): string {
  return createHmac('sha256', `share ${passwordHash ?? ''}`)
    .update(`${id} ${expiresAt}`)
    .digest('base64url');
}

/** Creates a token that is valid for one hour. Nothing is stored. */
export function issueShareToken(share: TokenSubject): string {
  const expiresAt = nowInSeconds() + lifetimeSeconds;
  return `${expiresAt}.${signatureOf(share, expiresAt)}`;
}

/** Whether the token was issued for this share under its current password and has not expired. */
export function isShareToken(share: TokenSubject, token: string): boolean {
  const [, expiry, signature] = tokenForm.exec(token) ?? [];
  if (expiry === undefined || signature === undefined) return false;
  const expected = Buffer.from(signatureOf(share, Number(expiry)));
  return timingSafeEqual(expected, Buffer.from(signature)) && Number(expiry) > nowInSeconds();
}

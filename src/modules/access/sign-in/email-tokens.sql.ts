// Stores the links that are mailed to users. A user has at most one link for each purpose. The database stores only the
// hash of a link's token.
import { generateSessionToken, hashToken } from '../../../auth/tokens';
import type { Db } from '../../../data/tenancy/rows';
import { systemScope, executeSql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { Prisma } from '../../../generated/prisma/client';
import { linkLifetimeMs, type LinkPurpose } from './link-tokens';

/**
 * Creates a link, which replaces the user's previous link for the same purpose. Resolves with the token of the link.
 */
export async function renewEmailToken(db: Db, userId: string, purpose: LinkPurpose, email: string): Promise<string> {
  const token = generateSessionToken();
  const expiresAt = new Date(Date.now() + linkLifetimeMs[purpose]);
  const statement = Prisma.sql`
    INSERT INTO email_tokens (user_id, purpose, email, token_hash, expires_at)
    VALUES (${userId}::uuid, ${purpose}, ${email}, ${hashToken(token)}, ${expiresAt}::timestamptz)
    ON CONFLICT (user_id, purpose) DO UPDATE
    SET email = excluded.email, token_hash = excluded.token_hash, expires_at = excluded.expires_at`;
  await executeSql(db, tenantSafeSql(systemScope, statement));
  return token;
}

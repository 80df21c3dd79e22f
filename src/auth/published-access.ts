// The demo's published password and keys. Once an organization other than the demo exists, only local requests may use
// the published password and keys.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PrismaClient } from '../generated/prisma/client';
import { directSqlOf } from '../data/client';
import { passwordMatches } from './passwords';
import { hashToken } from './tokens';

export interface DemoAccess {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
}

/**
 * The password and key are published, so that the commands printed by `npm start` work in every installation with a
 * demo.
 */
export const demoAccess: DemoAccess = {
  email: 'demo@netloom.example',
  password: 'Netloom-Demo-1',
  apiKey: 'nlm_u_NetloomDemoKeyForLocalUseOnly000',
};
/**
 * The organization created by the first start. `npm run demo` creates further organizations with random passwords and
 * keys.
 */
export const demoOrganizationId = '83c76999-b4d4-5f8f-8f02-168e4aba9356';

/** Names of further demo keys. `deriveKey` computes each of them from the published API key, so they are public too. */
export const demoKeyNames = ['reports', 'script'] as const;
export const deriveKey = (apiKey: string, name: (typeof demoKeyNames)[number]): string =>
  `nlm_u_${createHash('sha256').update(`${apiKey} ${name}`).digest('hex').slice(0, 32)}`;

const { apiKey } = demoAccess;
const publishedKeyHashes = new Set([apiKey, ...demoKeyNames.map((name) => deriveKey(apiKey, name))].map(hashToken));

/**
 * Maximum number of cached comparisons of stored hashes with the published password. The demo has fewer than 100 users.
 */
const maxHashes = 100;

export interface PublishedAccess {
  /** Whether the key is published, and an organization other than the demo exists. */
  refusesKey(keyHash: string): Promise<boolean>;
  /** Whether the password that the user entered is published, and an organization other than the demo exists. */
  refusesPassword(user: { readonly organizationId: string }, password: string): Promise<boolean>;
  /** Whether the session's user still has the published password, and an organization other than the demo exists. */
  refusesSession(user: { readonly organizationId: string; readonly userId: string }): Promise<boolean>;
}

/** Creates the checks for published passwords and keys. Requests from the local machine do not need these checks. */
export function createPublishedAccess(prisma: PrismaClient): PublishedAccess {
  const matchesByHash = new LRUCache<string, boolean>({ max: maxHashes });

  const isPublished = async (passwordHash: string): Promise<boolean> => {
    const cached = matchesByHash.get(passwordHash);
    if (cached !== undefined) return cached;
    const matches = await passwordMatches(passwordHash, demoAccess.password);
    matchesByHash.set(passwordHash, matches);
    return matches;
  };

  /** Whether an organization other than the demo exists. */
  const isInUse = async (): Promise<boolean> => {
    const sql = 'SELECT EXISTS (SELECT FROM organizations WHERE id <> $1::uuid) AS found';
    const [row] = await directSqlOf(prisma).query<{ found: boolean }>(sql, [demoOrganizationId]);
    return row!.found;
  };

  return {
    refusesKey: async (keyHash) => publishedKeyHashes.has(keyHash) && isInUse(),
    refusesPassword: async ({ organizationId }, password) =>
      organizationId === demoOrganizationId && password === demoAccess.password && isInUse(),
    async refusesSession({ organizationId, userId }) {
      if (organizationId !== demoOrganizationId || !(await isInUse())) return false;
      const user = await prisma.user.findUnique({ where: { id: userId }, select: { passwordHash: true } });
      return user?.passwordHash != null && isPublished(user.passwordHash);
    },
  };
}

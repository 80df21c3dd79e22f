// The demo's way in, which everyone knows: from where it works once the service holds more than the demo.
import { createHash } from 'node:crypto';
import type { PrismaClient } from '../generated/prisma/client';
import { directSqlOf } from '../data/client';
import { passwordMatches } from './passwords';
import { hashToken } from './tokens';

export interface DemoAccess {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
}

/** Publicly known, so that the line which a start prints works in every installation with a demo. */
export const demoAccess: DemoAccess = {
  email: 'demo@netloom.example',
  password: 'Netloom-Demo-1',
  apiKey: 'nlm_u_NetloomDemoKeyForLocalUseOnly000',
};
/** The organization that the first start makes; `npm run demo` makes others, whose ways in are drawn by chance. */
export const demoOrganizationId = '83c76999-b4d4-5f8f-8f02-168e4aba9356';

/** The names of the demo's further keys, which follow from the first one and are as secret as that. */
export const demoKeyNames = ['reports', 'script'] as const;
export const keyDerivedFrom = (apiKey: string, name: (typeof demoKeyNames)[number]): string =>
  `nlm_u_${createHash('sha256').update(`${apiKey} ${name}`).digest('hex').slice(0, 32)}`;

const { apiKey } = demoAccess;
const publishedKeyHashes = new Set(
  [apiKey, ...demoKeyNames.map((name) => keyDerivedFrom(apiKey, name))].map(hashToken),
);

/** Stored hashes that have been compared with the published password; there are as many as the demo has people. */
const mostHashes = 100;

export interface PublishedAccess {
  /** Whether the key is one that everyone knows and must not be used from elsewhere. */
  refusesKey(keyHash: string): Promise<boolean>;
  /** The same of a password that the user has just given. */
  refusesPassword(user: { readonly organizationId: string }, password: string): Promise<boolean>;
  /** The same of a session of a user who still has the published password. */
  refusesSession(user: { readonly organizationId: string; readonly userId: string }): Promise<boolean>;
}

/** For requests that do not come from this machine. All others ask for nothing here. */
export function publishedAccess(prisma: PrismaClient): PublishedAccess {
  const compared = new Map<string, boolean>();

  const isPublished = async (passwordHash: string): Promise<boolean> => {
    const known = compared.get(passwordHash);
    if (known !== undefined) return known;
    const matches = await passwordMatches(passwordHash, demoAccess.password);
    if (compared.size >= mostHashes) compared.clear();
    compared.set(passwordHash, matches);
    return matches;
  };

  /** An organization of someone's own: from then on the demo's password opens the way to a service that holds real data. */
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

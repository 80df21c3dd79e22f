// Checks user API keys: reads the key with its owner and builds the viewer.
import { directSqlOf } from '../data/client';
import { frozen, lesserPermissions, type Permissions } from '../data/tenancy/viewer';
import { credentialWrites, positionColumns, type PositionRow } from '../data/replicas/write-positions.sql';
import type { PrismaClient } from '../generated/prisma/client';
import { isFromLoopback } from '../platform/http/loopback';
import { hasMoved, movedSql, notAuthenticated, rejection, type CredentialCheck } from './authentication';
import { batchedLookup } from './batched-lookup';
import type { KeyUsage } from './key-usage';
import type { PublishedAccess } from './published-access';

/**
 * Returns a function that takes the hash of a user API key and checks the key. The function also disables an expired
 * key.
 */
export function createUserKeyCheck(prisma: PrismaClient, published: PublishedAccess, usage: KeyUsage): CredentialCheck {
  const keys = batchedLookup((hashes) => findKeys(prisma, hashes));
  return async (keyHash, req, isUsed) => {
    const key = isUsed ? (await findKeys(prisma, [keyHash])).get(keyHash) : await keys.load(keyHash);
    if (!key) return notAuthenticated();
    if (key.has_moved) return hasMoved();
    if (key.is_expired) {
      if (key.is_enabled) await prisma.userApiKey.updateMany({ where: { id: key.id }, data: { isEnabled: false } });
      return rejection('entity_expired', { entity: 'UserApiKey' });
    }
    if (!key.is_enabled) return rejection('entity_disabled', { entity: 'UserApiKey' });
    if (!key.api_access_enabled) return rejection('auth_api_access_disabled');
    if (!isFromLoopback(req) && (await published.refusesKey(keyHash))) return rejection('auth_demo_local_only');
    if (isUsed) usage.record(key.id);
    return {
      writes: credentialWrites(key),
      viewer: frozen({
        via: 'userApiKey',
        userId: key.user_id,
        organizationId: key.organization_id,
        permissions: lesserPermissions(key.key_permissions, key.owner_permissions),
        isNarrowed: key.network_ids.length < key.network_count,
        networkIds: key.network_ids,
        credentialId: key.id,
      }),
    };
  };
}

interface KeyRow extends PositionRow {
  readonly key_hash: string;
  readonly id: string;
  readonly user_id: string;
  readonly organization_id: string;
  readonly key_permissions: Permissions;
  readonly owner_permissions: Permissions;
  readonly is_enabled: boolean;
  readonly is_expired: boolean;
  readonly api_access_enabled: boolean;
  /** Whether the organization has been moved to another database. */
  readonly has_moved: boolean;
  readonly network_ids: string[];
  /** Number of the organization's networks. */
  readonly network_count: number;
}

/**
 * Finds keys by their hashes. The subquery hides the number of hashes from the planner, which would otherwise plan each
 * request anew.
 */
async function findKeys(prisma: PrismaClient, hashes: readonly string[]): Promise<ReadonlyMap<string, KeyRow>> {
  const rows = await directSqlOf(prisma).query<KeyRow>(
    `
    SELECT k.key_hash, k.id, k.user_id, k.organization_id, k.is_enabled, o.api_access_enabled,
      ${movedSql('o.id')} AS has_moved,
      k.permissions::text AS key_permissions, u.permissions::text AS owner_permissions,
      coalesce(k.expires_at <= now(), false) AS is_expired,
      ARRAY(
        SELECT own.network_id FROM user_api_key_networks own
        WHERE own.user_api_key_id = k.id AND (u.permissions >= 'Admin' OR EXISTS (
          SELECT FROM user_networks owners WHERE owners.user_id = u.id AND owners.network_id = own.network_id))
      ) AS network_ids,
      (SELECT count(*) FROM networks n WHERE n.organization_id = k.organization_id)::integer AS network_count,
      ${positionColumns},
      extract(epoch FROM now() - greatest(k.created_at, u.created_at))::double precision AS age_seconds
    FROM user_api_keys k
    LEFT JOIN write_positions written ON written.credential_id = k.id
    JOIN users u ON u.id = k.user_id
    JOIN organizations o ON o.id = k.organization_id
    WHERE k.key_hash = ANY((SELECT $1::text[])::text[])`,
    [hashes],
  );
  return new Map(rows.map((row) => [row.key_hash, row]));
}

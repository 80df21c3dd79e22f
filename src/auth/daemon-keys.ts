// Daemon keys: reads the stored key and the daemon that a request names, and builds the viewer from both.
import { directSqlOf } from '../data/client';
import type { PrismaClient } from '../generated/prisma/client';
import { isUuid, nilId } from '../platform/text/validation';
import { hasMoved, movedSql, notAuthenticated, rejection, type CredentialCheck } from './authentication';
import type { KeyUsage } from './key-usage';
import { frozen, type DaemonIdentity, type DaemonViewer } from '../data/tenancy/viewer';

interface DaemonKeyRow {
  readonly id: string;
  readonly network_id: string;
  readonly organization_id: string;
  readonly is_enabled: boolean;
  readonly is_expired: boolean;
  /** Whether the organization has been moved to another database. */
  readonly has_moved: boolean;
  /**
   * Id of the daemon that `X-Daemon-ID` names. Null, like the columns below, if the organization has no such daemon.
   */
  readonly daemon_id: string | null;
  readonly daemon_network_id: string | null;
  readonly daemon_key_id: string | null;
  readonly version: string | null;
  readonly standby: boolean | null;
}
interface DaemonKey extends DaemonKeyRow {
  readonly namedDaemonId: string | undefined;
}

/**
 * Returns a function that takes the hash of a daemon key, and checks the key and the daemon that `X-Daemon-ID` names.
 * The function also disables an expired key.
 */
export function createDaemonKeyCheck(prisma: PrismaClient, usage: KeyUsage): CredentialCheck {
  return async (keyHash, req) => {
    const key = await findDaemonKey(prisma, keyHash, req.headers['x-daemon-id']);
    if (!key) return notAuthenticated();
    if (key.has_moved) return hasMoved();
    if (key.is_expired) {
      if (key.is_enabled) await prisma.daemonApiKey.updateMany({ where: { id: key.id }, data: { isEnabled: false } });
      return rejection('entity_expired', { entity: 'DaemonApiKey' });
    }
    if (!key.is_enabled) return rejection('entity_disabled', { entity: 'DaemonApiKey' });
    usage.record(key.id);
    return { viewer: daemonViewer(key) };
  };
}

/**
 * Reads the key with this hash, and the daemon that `X-Daemon-ID` names. Undefined if there is no such key. A daemon
 * that does not know its id sends the nil id, which stands for the only daemon of the key.
 */
async function findDaemonKey(prisma: PrismaClient, keyHash: string, daemonId: unknown): Promise<DaemonKey | undefined> {
  const namedDaemonId = daemonId === undefined ? undefined : String(daemonId).trim().toLowerCase();
  const rows = await directSqlOf(prisma).query<DaemonKeyRow>(
    `
    SELECT k.id, k.network_id, n.organization_id, k.is_enabled, coalesce(k.expires_at <= now(), false) AS is_expired,
      d.id AS daemon_id, d.network_id AS daemon_network_id, d.api_key_id AS daemon_key_id,
      d.version, d.standby, ${movedSql('n.organization_id')} AS has_moved
    FROM daemon_api_keys k
    JOIN networks n ON n.id = k.network_id
    LEFT JOIN daemons d ON d.organization_id = n.organization_id AND d.id = CASE
      WHEN $2::uuid = $3::uuid
      THEN (SELECT min(own.id::text)::uuid FROM daemons own WHERE own.api_key_id = k.id HAVING count(*) = 1)
      ELSE $2::uuid END
      -- Those of a deleted network are still being removed.
      AND EXISTS (SELECT FROM networks WHERE networks.id = d.network_id)
    WHERE k.key_hash = $1`,
    [keyHash, isUuid(namedDaemonId) ? namedDaemonId : null, nilId],
  );
  return rows[0] && { ...rows[0], namedDaemonId };
}

function daemonViewer(key: DaemonKey): DaemonViewer {
  const { namedDaemonId, daemon_id: daemonId } = key;
  const identity = identityOf(key);
  return frozen({
    via: 'daemonApiKey',
    organizationId: key.organization_id,
    networkIds: [key.network_id],
    credentialId: key.id,
    identity,
    ...(isUuid(namedDaemonId) && namedDaemonId !== nilId && { namedDaemonId }),
    ...(identity === 'own' && daemonId !== null && { daemonId }),
    ...(identity === 'own' && key.version !== null && { version: key.version }),
    isOnStandby: key.standby === true,
  });
}

function identityOf(key: DaemonKey): DaemonIdentity {
  if (key.namedDaemonId === undefined) return 'absent';
  if (key.daemon_id === null) return 'unknown';
  if (key.daemon_network_id !== key.network_id) return 'otherNetwork';
  // The daemon exists but has no key yet. The daemon must register first, which assigns the key to the daemon.
  if (key.daemon_key_id === null) return 'unknown';
  return key.daemon_key_id === key.id ? 'own' : 'otherKey';
}

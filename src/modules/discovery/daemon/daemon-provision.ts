// Provisions a daemon with its host, key and first jobs. Confirms a daemon that registered itself.
import { generateKey } from '../../../auth/tokens';
import { recordAuditEvent } from '../../../data/tenancy/audit-events';
import { requireVisible, type Db } from '../../../data/tenancy/rows';
import type { UserViewer, Viewer } from '../../../data/tenancy/viewer';
import type { Outbound } from '../../../platform/http/outbound';
import type { SecretBox } from '../../../platform/text/sealed-secrets';
import { addDefaultJobs } from '../runs/default-jobs';
import { addPoll } from '../poll-rows';
import { lockNetwork } from '../../inventory/writes';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { checkedDaemonFields } from './daemon.fields';

interface NewDaemon {
  readonly name: string;
  readonly networkId: string;
  readonly url: string;
}

/**
 * Creates a daemon that the service polls, with its host, API key and first jobs. Resolves with the daemon's id and the
 * token of the key. The service calls the daemon with this token, so an encrypted copy is stored; throws 409
 * `secrets_key_missing` if encryption is not configured. The caller has checked that the viewer may access the network.
 */
export async function provisionDaemon(
  db: ScopedDb,
  { userId, organizationId }: UserViewer,
  { secretBox, outbound }: { readonly secretBox: SecretBox; readonly outbound: Outbound },
  { name, networkId, url }: NewDaemon,
): Promise<{ id: string; token: string }> {
  checkedDaemonFields({ name, mode: 'server_poll', url });
  outbound.assertAllowed('url', url);
  const { token, keyHash, keyPrefix } = generateKey('daemon');
  return db.$transaction(async (tx) => {
    await lockNetwork(tx, networkId);
    const select = { id: true } as const;
    const host = await tx.host.create({ data: { name, networkId, sourceType: 'System' }, select });
    const key = await tx.daemonApiKey.create({ data: { name, networkId, keyHash, keyPrefix }, select });
    const daemon = await tx.daemon.create({
      data: {
        name,
        networkId,
        organizationId,
        userId,
        hostId: host.id,
        apiKeyId: key.id,
        mode: 'server_poll',
        url,
        confirmedAt: new Date(),
      },
      select: { id: true, networkId: true, hostId: true },
    });
    await addPoll(tx, secretBox, { daemonId: daemon.id, networkId, url, token });
    await addDefaultJobs(tx, daemon);
    return { id: daemon.id, token };
  });
}

/**
 * Marks a daemon as confirmed by a user, and writes the audit event. Does nothing if the daemon is already confirmed.
 */
export async function confirmDaemon(tx: Db, { organizationId }: Viewer, id: string): Promise<void> {
  const where = { id, confirmedAt: null };
  const { count } = await tx.daemon.updateMany({ where, data: { confirmedAt: new Date() } });
  if (count === 0) return;
  const { name } = await requireVisible(tx, 'Daemon', id, { select: { name: true } });
  const subject = { subjectType: 'Daemon', subjectId: id, subjectName: name } as const;
  await recordAuditEvent(tx, { eventType: 'DaemonConfirmed', organizationId, ...subject });
}

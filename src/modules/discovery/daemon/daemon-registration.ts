// Registering: an unknown daemon gets its host and its first jobs; a known one updates its own description.
import type { DaemonViewer } from '../../../data/tenancy/viewer';
import { addDefaultJobs } from '../runs/default-jobs';
import { AppError } from '../../../errors';
import { requireAllInNetwork } from '../../../data/tenancy/references';
import { lockNetwork } from '../../../data/tenancy/row-locks';
import { withoutUndefined, type Db } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { checkedDaemonFields, type DaemonFields } from './daemon.fields';

interface Registration extends DaemonFields {
  readonly daemonId: string;
  readonly networkId: string;
  readonly name: string;
  readonly mode: 'daemon_poll' | 'server_poll';
  readonly userId?: string | null;
  readonly interfacedSubnetIds?: readonly string[] | null;
}

/** Of a daemon that knows no more than its key: it is told its network by the answer. */
const nilId = '00000000-0000-0000-0000-000000000000';

/**
 * Another network than the key's: 403 `daemon_network_mismatch`; the id of another key's daemon, or not the one that the
 * header names: 403 `daemon_identity_mismatch`; a new `server_poll` daemon: 403 `auth_daemon_not_provisioned`.
 */
export async function registerDaemon(db: ScopedDb, viewer: DaemonViewer, input: Registration): Promise<void> {
  const { daemonId: id, interfacedSubnetIds } = input;
  const { organizationId, credentialId: apiKeyId, namedDaemonId } = viewer;
  const networkId = input.networkId === nilId ? viewer.networkIds[0]! : input.networkId;
  if (!viewer.networkIds.includes(networkId)) throw new AppError('daemon_network_mismatch');
  if (namedDaemonId !== undefined && namedDaemonId !== id.toLowerCase()) throw new AppError('daemon_identity_mismatch');
  const fields = checkedDaemonFields(input);
  const now = new Date();
  const columns = { ...fields, apiKeyId, userId: input.userId ?? undefined, lastSeen: now, updatedAt: now };
  const write = async (tx: Db) => {
    await lockNetwork(tx, networkId);
    const stored = await tx.daemon.findUnique({ where: { id }, select: { apiKeyId: true } });
    if (stored && stored.apiKeyId !== null && stored.apiKeyId !== apiKeyId)
      throw new AppError('daemon_identity_mismatch');
    await requireAllInNetwork(tx, 'Subnet', interfacedSubnetIds ?? [], networkId);
    // The first key of a daemon without one may be another agent's than the one that was confirmed.
    const confirmedAt = stored?.apiKeyId === null ? null : undefined;
    if (stored)
      await tx.daemon.update({
        where: { id },
        data: withoutUndefined({ ...columns, confirmedAt }),
        select: { id: true },
      });
    else {
      if (input.mode === 'server_poll') throw new AppError('auth_daemon_not_provisioned');
      const { name, mode } = input;
      // It has sent no address yet; its later report of itself names this host by its id.
      const host = { networkId, name, sourceType: 'Discovery' as const };
      const { id: hostId } = await tx.host.create({ data: host, select: { id: true } });
      const made = { id, networkId, organizationId, hostId, name, mode, url: '' };
      await tx.daemon.create({ data: { ...made, ...withoutUndefined(columns) }, select: { id: true } });
      await addDefaultJobs(tx, made);
    }
    if (interfacedSubnetIds) await replaceInterfacedSubnets(tx, id, networkId, interfacedSubnetIds);
  };
  try {
    await db.$transaction(write);
  } catch (error) {
    // A daemon sees no users: the database says that this is none of the organization.
    const isUser =
      error instanceof AppError && error.code === 'entity_reference_invalid' && error.params.entity === 'User';
    throw isUser ? new AppError('entity_not_found', { entity: 'User', id: input.userId }) : error;
  }
}

/** Runs in a transaction, after the subnets were found in the daemon's network. */
export async function replaceInterfacedSubnets(
  tx: Db,
  daemonId: string,
  networkId: string,
  subnetIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(subnetIds)];
  await tx.daemonSubnet.deleteMany({ where: { daemonId, subnetId: { notIn: wanted } } });
  if (wanted.length === 0) return;
  await tx.daemonSubnet.createMany({
    data: wanted.map((subnetId) => ({ daemonId, subnetId, networkId })),
    skipDuplicates: true,
  });
}

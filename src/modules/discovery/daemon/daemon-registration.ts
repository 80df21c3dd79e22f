// Registers daemons. A new daemon gets a host and its first jobs. For a known daemon, its name, mode, URL and version
// are updated.
import { randomUUID } from 'node:crypto';
import type { DaemonViewer } from '../../../data/tenancy/viewer';
import { addDefaultJobs } from '../runs/default-jobs';
import { isIdTaken } from '../../../data/tenancy/constraints';
import { AppError } from '../../../errors';
import { lockNetwork } from '../../inventory/writes';
import type { Db } from '../../../data/tenancy/rows';
import { withoutUndefined } from '../../../platform/text/members';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { nilId } from '../../../platform/text/validation';
import { checkedDaemonFields, type DaemonFields } from './daemon.fields';
import { firstOwner } from './daemon-owner.sql';
import { isOlder } from '../protocol/daemon-version';
import { replaceInterfacedSubnets } from './interfaced-subnets';

interface Registration extends DaemonFields {
  readonly daemonId: string;
  readonly networkId: string;
  readonly name: string;
  readonly mode: 'daemon_poll' | 'server_poll';
  readonly userId?: string | null;
  readonly interfacedSubnetIds?: readonly string[] | null;
  readonly hasDockerSocket?: boolean | null;
}

/**
 * The service polls `server_poll` daemons of this and later versions. A user must provision such a daemon before the
 * daemon registers.
 */
const firstProvisioned = '0.14.0';

/**
 * Registers a daemon and resolves with its id. Throws 403 `daemon_network_mismatch` if the API key belongs to another
 * network, 403 `daemon_identity_mismatch` if the id belongs to a daemon with another key, and 403
 * `auth_daemon_not_provisioned` if a user must provision the daemon first.
 */
export async function registerDaemon(db: ScopedDb, viewer: DaemonViewer, input: Registration): Promise<string> {
  const { interfacedSubnetIds } = input;
  const { organizationId, credentialId: apiKeyId, namedDaemonId } = viewer;
  const wantedId = input.daemonId === nilId ? (namedDaemonId ?? nilId) : input.daemonId;
  const networkId = input.networkId === nilId ? viewer.networkIds[0]! : input.networkId;
  if (!viewer.networkIds.includes(networkId)) throw new AppError('daemon_network_mismatch');
  if (namedDaemonId !== undefined && namedDaemonId !== wantedId.toLowerCase())
    throw new AppError('daemon_identity_mismatch');
  const fields = checkedDaemonFields(input);
  const now = new Date();
  const seenColumns = { lastSeen: now, updatedAt: now };
  const daemonColumns = { ...fields, ...seenColumns, apiKeyId, hasDockerSocket: input.hasDockerSocket ?? undefined };
  const write = async (tx: Db) => {
    await lockNetwork(tx, networkId);
    const id = wantedId === nilId ? await idOfKey(tx, apiKeyId) : wantedId;
    const storedDaemon = await tx.daemon.findUnique({ where: { id }, select: { apiKeyId: true, userId: true } });
    if (storedDaemon && storedDaemon.apiKeyId !== null && storedDaemon.apiKeyId !== apiKeyId)
      throw new AppError('daemon_identity_mismatch');
    const userId = input.userId ?? storedDaemon?.userId ?? (await firstOwner(tx, organizationId));
    const columns = { ...daemonColumns, userId };
    // A daemon without an API key gets the key of this request. It may be another agent than the one that a user
    // confirmed, so the confirmation is removed.
    const confirmedAt = storedDaemon?.apiKeyId === null ? null : undefined;
    if (storedDaemon)
      await tx.daemon.update({
        where: { id },
        data: withoutUndefined({ ...columns, confirmedAt }),
        select: { id: true },
      });
    else {
      if (input.mode === 'server_poll' && input.version != null && !isOlder(input.version, firstProvisioned))
        throw new AppError('auth_daemon_not_provisioned');
      const { name, mode } = input;
      // The host is stored without an IP address or MAC address. The daemon's first report about its own machine
      // contains this host's id, and so adds them to this host.
      const host = { networkId, name, sourceType: 'Discovery' as const };
      const { id: hostId } = await tx.host.create({ data: host, select: { id: true } });
      const newDaemon = { id, networkId, organizationId, hostId, name, mode, url: '' };
      await tx.daemon.create({ data: { ...newDaemon, ...withoutUndefined(columns) }, select: { id: true } });
      await addDefaultJobs(tx, newDaemon);
    }
    if (interfacedSubnetIds) await replaceInterfacedSubnets(tx, { daemonId: id, networkId }, interfacedSubnetIds);
    return id;
  };
  try {
    return await db.$transaction(write);
  } catch (error) {
    // If a daemon of another network has the id, the error is the same as for a daemon of this network with another
    // key.
    if (isIdTaken(error)) throw new AppError('daemon_identity_mismatch');
    // Daemons may not read users, so the maintainer is not checked before the insert. The database reports an error if
    // the user belongs to another organization.
    const isUser =
      error instanceof AppError && error.code === 'entity_reference_invalid' && error.params.entity === 'User';
    throw isUser ? new AppError('entity_not_found', { entity: 'User', id: input.userId }) : error;
  }
}

/**
 * Resolves with the id of the key's daemon if the key has exactly one daemon, otherwise with a new id. The caller has
 * locked the network.
 */
async function idOfKey(tx: Db, apiKeyId: string): Promise<string> {
  const daemonsOfKey = await tx.daemon.findMany({ where: { apiKeyId }, select: { id: true }, take: 2 });
  return daemonsOfKey.length === 1 ? daemonsOfKey[0]!.id : randomUUID();
}

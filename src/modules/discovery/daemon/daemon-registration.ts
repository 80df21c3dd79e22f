// Registers daemons. A new daemon gets its host and first jobs; a known one updates its description.
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
 * First daemon version that the server calls for more than starting and cancelling runs. Daemons of such versions that
 * are polled by the server must be provisioned first.
 */
const firstProvisioned = '0.14.0';

/**
 * Resolves with the daemon's id. A daemon that sends the nil id learns its id from the response. Throws 403
 * `daemon_network_mismatch` for another network than the key's. Throws 403 `daemon_identity_mismatch` for the id of a
 * daemon with another key, in any network, or for an id that differs from the header's. Throws 403
 * `auth_daemon_not_provisioned` for a new `server_poll` daemon, unless its version is older than 0.14.
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
    // A daemon without a key gets its first one. A different agent than the one that a user confirmed may use this key,
    // so the confirmation is cleared.
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
      // The host has no address yet. The daemon's first report about its own machine contains this host's id.
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
    // An id that a daemon out of reach has gives the same error as that of a daemon with another key in this network.
    if (isIdTaken(error)) throw new AppError('daemon_identity_mismatch');
    // Daemons cannot read users, so the insert itself shows whether the maintainer exists: the database reports an
    // error if that user belongs to another organization.
    const isUser =
      error instanceof AppError && error.code === 'entity_reference_invalid' && error.params.entity === 'User';
    throw isUser ? new AppError('entity_not_found', { entity: 'User', id: input.userId }) : error;
  }
}

/** The id of the key's daemon if the key has exactly one, otherwise a new id. Locks the network. */
async function idOfKey(tx: Db, apiKeyId: string): Promise<string> {
  const daemonsOfKey = await tx.daemon.findMany({ where: { apiKeyId }, select: { id: true }, take: 2 });
  return daemonsOfKey.length === 1 ? daemonsOfKey[0]!.id : randomUUID();
}

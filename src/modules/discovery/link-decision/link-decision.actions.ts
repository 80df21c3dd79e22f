// Creates and deletes users' decisions on links. The same transaction resolves the links of the network again.
import { referenceInvalid, requireInNetwork } from '../../../data/tenancy/references';
import { lockHostWrites, lockNetwork } from '../../inventory/writes';
import { deleteAllVisible, deleteVisible, requireScope, requireVisible, type Db } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { userOf, type Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import type { LinkVerdict } from '../../../generated/prisma/enums';
import { resolveNow } from '../runs/neighbors.sql';

export interface NewDecision {
  readonly networkId: string;
  readonly interfaceId: string;
  readonly remoteInterfaceId?: string | null;
  readonly remoteHostId?: string | null;
  readonly verdict: LinkVerdict;
}

/**
 * Creates a user's decision that a link exists or does not exist, and resolves with its id. Throws 400 unless it names
 * exactly one far end, on another host. Throws 409 if there is already a decision on these two ends.
 */
export async function decideLink(db: ScopedDb, viewer: Viewer, input: NewDecision): Promise<string> {
  const { networkId, interfaceId, verdict } = input;
  const { organizationId, userId: createdByUserId } = userOf(viewer);
  const [remoteInterfaceId, remoteHostId] = [input.remoteInterfaceId ?? null, input.remoteHostId ?? null];
  requireScope(viewer, input);
  const ends = { interfaceId, remoteInterfaceId, remoteHostId };
  return db.$transaction(async (tx) => {
    await lockLinks(tx, [networkId]);
    await requireEnds(tx, networkId, ends);
    const data = { ...ends, networkId, organizationId, verdict, createdByUserId };
    const { id } = await tx.linkDecision.create({ data, select: { id: true } });
    await resolveNow(tx, networkId);
    return id;
  });
}

async function requireEnds(
  tx: Db,
  networkId: string,
  {
    interfaceId,
    remoteInterfaceId,
    remoteHostId,
  }: Record<'interfaceId', string> & Record<'remoteInterfaceId' | 'remoteHostId', string | null>,
): Promise<void> {
  const hostOf = { hostId: true };
  const near = await requireInNetwork(tx, 'Interface', interfaceId, networkId, hostOf);
  const far = await requireInNetwork(tx, 'Interface', remoteInterfaceId, networkId, hostOf);
  await requireInNetwork(tx, 'Host', remoteHostId, networkId);
  if (!far && remoteHostId === null) throw new AppError('validation_required', { field: 'remoteInterfaceId' });
  const second = far && remoteHostId;
  if (second || remoteHostId === near!.hostId) throw referenceInvalid('Host', 'remoteHostId');
  if (far?.hostId === near!.hostId) throw referenceInvalid('Interface', 'remoteInterfaceId');
}

/** Locks the networks against writes of hosts, so that no host is merged or created while links are resolved. */
async function lockLinks(tx: Db, networkIds: readonly string[]): Promise<void> {
  const inOrder = [...networkIds].sort();
  for (const id of inOrder) await lockHostWrites(tx, id);
  for (const id of inOrder) await lockNetwork(tx, id);
}

export async function takeBack(db: ScopedDb, id: string): Promise<void> {
  const { networkId } = await requireVisible(db, 'LinkDecision', id, { select: { networkId: true } });
  await db.$transaction(async (tx) => {
    await lockLinks(tx, [networkId]);
    await deleteVisible(tx, 'LinkDecision', id);
    await resolveNow(tx, networkId);
  });
}

/** Deletes users' decisions on links. Resolves with the number of deleted decisions. */
export async function takeAllBack(db: ScopedDb, ids: readonly string[]): Promise<number> {
  const where = { id: { in: [...new Set(ids)] } };
  const decisions = await db.linkDecision.findMany({ where, select: { networkId: true }, distinct: ['networkId'] });
  const networkIds = decisions.map(({ networkId }) => networkId);
  if (networkIds.length === 0) return 0;
  return db.$transaction(async (tx) => {
    await lockLinks(tx, networkIds);
    const count = await deleteAllVisible(tx, 'LinkDecision', ids);
    for (const networkId of networkIds) await resolveNow(tx, networkId);
    return count;
  });
}

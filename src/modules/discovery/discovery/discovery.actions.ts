// Creates and updates a discovery with its tags in one transaction.
import type { Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import type { Discovery } from '../../../generated/prisma/client';
import { assertTaggable, releaseTags, replaceTags } from '../../../data/tenancy/entity-tags';
import { requireInNetwork } from '../../../data/tenancy/references';
import { requireAllVisible, updateVisible, type Db } from '../../../data/tenancy/rows';
import { withoutUndefined } from '../../../platform/text/members';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { checkedRun, checkedType, type DiscoveryInput, type RunInput, type TypeInput } from './discovery.fields';

interface NewDiscovery extends DiscoveryInput {
  readonly name: string;
  readonly networkId: string;
  readonly daemonId: string;
  readonly discoveryType: TypeInput;
  readonly runType: RunInput;
}

/** Creates a discovery and resolves with its id. The caller has checked that the viewer may access the network. */
export async function createDiscovery(db: ScopedDb, viewer: Viewer, input: NewDiscovery): Promise<string> {
  const { name, networkId, daemonId } = input;
  await requireTags(db, input);
  const type = await checkedType(db, networkId, daemonId, input.discoveryType);
  // Null means the default, like an omitted value.
  const forceFullScan = input.forceFullScan ?? false;
  const data = { name, networkId, daemonId, forceFullScan, ...type, ...checkedRun(input.runType) };
  return db.$transaction(async (tx) => {
    const { id } = await tx.discovery.create({ data, select: { id: true } });
    await replaceTags(tx, viewer, 'Discovery', { id, networkId }, input.tagIds ?? []);
    return id;
  });
}

/**
 * Updates a discovery. The caller has checked that the viewer may access its network. Null removes all tags; undefined
 * leaves the tags unchanged.
 */
export async function updateDiscovery(
  db: ScopedDb,
  viewer: Viewer,
  storedDiscovery: Discovery,
  input: DiscoveryInput,
  expectedUpdatedAt: Date | null | undefined,
): Promise<void> {
  if (storedDiscovery.runType === 'Historical') throw new AppError('discovery_historical_read_only');
  const { id } = storedDiscovery;
  const networkId = input.networkId ?? storedDiscovery.networkId;
  const daemonId = input.daemonId ?? storedDiscovery.daemonId;
  await requireTags(db, input);
  const type = input.discoveryType
    ? await checkedType(db, networkId, daemonId, input.discoveryType)
    : await keptType(db, storedDiscovery, networkId, daemonId);
  const { name, forceFullScan } = input;
  const places = { networkId: input.networkId, daemonId: input.daemonId };
  const data = {
    name,
    forceFullScan,
    ...places,
    ...type,
    ...(input.runType && checkedRun(input.runType, storedDiscovery)),
  };
  await db.$transaction(async (tx) => {
    const query = { select: { id: true } };
    // This update locks the discovery's row, so that concurrent requests replace the discovery's tags one after the
    // other.
    await updateVisible(tx, 'Discovery', id, { updatedAt: new Date() }, { expectedUpdatedAt, query });
    const releasedTags = networkId === storedDiscovery.networkId ? undefined : await releaseTags(tx, 'Discovery', id);
    await updateVisible(tx, 'Discovery', id, withoutUndefined(data), { query });
    const tagIds = input.tagIds === undefined ? releasedTags : (input.tagIds ?? []);
    if (tagIds) await replaceTags(tx, viewer, 'Discovery', { id, networkId }, tagIds);
  });
}

/**
 * Throws unless the viewer may read the tags. Call this function before other values are checked: an error about
 * another value would show that the tags exist.
 */
async function requireTags(db: Db, { tagIds }: DiscoveryInput): Promise<void> {
  assertTaggable('tagIds', tagIds ?? []);
  await requireAllVisible(db, 'Tag', tagIds ?? []);
}

/**
 * For an update that omits `discoveryType`: the stored type stays. Throws 400 `validation_required` if the update
 * changes the daemon or the network, because the stored type contains ids of hosts and subnets that belong to the
 * former daemon and network.
 */
async function keptType(db: Db, storedDiscovery: Discovery, networkId: string, daemonId: string): Promise<object> {
  if (networkId === storedDiscovery.networkId && daemonId === storedDiscovery.daemonId) return {};
  await requireInNetwork(db, 'Daemon', daemonId, networkId);
  throw new AppError('validation_required', { field: 'discoveryType' });
}

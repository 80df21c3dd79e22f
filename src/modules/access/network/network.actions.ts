// Creates and updates a network with its default credentials and tags in one transaction.
import { userOf, type Viewer } from '../../../data/tenancy/viewer';
import { networkCredentialTypes } from '../network-credential-types';
import { createNetwork, grantToMaker } from './create-network.sql';
import { replaceTags } from '../../../data/tenancy/entity-tags';
import { assertGrowth, assertRoom, listLimits } from '../../../data/tenancy/list-limits';
import { referenceInvalid } from '../../../data/tenancy/references';
import { requireAllVisible, updateVisible, type Db } from '../../../data/tenancy/rows';
import { requireAssignable } from '../../../data/tenancy/shared-rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';

interface Links {
  readonly tagIds?: readonly string[] | null;
  readonly credentialIds?: readonly string[] | null;
}

/**
 * Creates a network with its default credentials and tags. The viewer and the client must already have access to the id
 * of the new network; function `reaching` gives this access.
 */
export async function createNetworkWithLinks(
  db: ScopedDb,
  viewer: Viewer,
  network: { readonly id: string; readonly name: string; readonly staleAfterHours?: number | null },
  links: Links,
): Promise<void> {
  const { id } = network;
  const { organizationId } = viewer;
  await db.$transaction(async (tx) => {
    await assertRoom(tx, 'Network', { organizationId }, 'networks', listLimits.networks);
    await createNetwork(tx, { ...network, organizationId });
    await grantToMaker(tx, viewer, id);
    await writeLinks(tx, viewer, id, links);
  });
}

export async function updateNetworkWithLinks(
  db: ScopedDb,
  viewer: Viewer,
  id: string,
  data: object,
  links: Links,
  expectedUpdatedAt: Date | null | undefined,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const query = { select: { id: true } };
    // `updatedAt` is written even if no column of the network changes, because changed tags or credentials count as a
    // change of the network.
    await updateVisible(tx, 'Network', id, { ...data, updatedAt: new Date() }, { query, expectedUpdatedAt });
    await writeLinks(tx, viewer, id, links);
  });
}

/**
 * Replaces a network's tags and default credentials. Null removes all tags or all credentials; undefined leaves them
 * unchanged.
 */
async function writeLinks(tx: Db, viewer: Viewer, networkId: string, { tagIds, credentialIds }: Links): Promise<void> {
  if (tagIds !== undefined) await replaceTags(tx, viewer, 'Network', { id: networkId, networkId }, tagIds ?? []);
  if (credentialIds === undefined) return;
  const distinctIds = [...new Set(credentialIds)];
  await requireAllVisible(tx, 'Credential', distinctIds);
  await assertNetworkTypes(tx, distinctIds);
  await requireAssignable(tx, viewer, distinctIds, { networkId }, { isHeld: true });
  if (distinctIds.length > listLimits.credentials) {
    const linkCount = await tx.networkCredential.count({ where: { networkId } });
    assertGrowth('credentialIds', linkCount, distinctIds.length, listLimits.credentials);
  }
  await tx.networkCredential.deleteMany({ where: { networkId, credentialId: { notIn: distinctIds } } });
  const { organizationId, userId: assignedBy } = userOf(viewer);
  // A credential that is already assigned keeps the user who assigned it.
  await tx.networkCredential.createMany({
    data: distinctIds.map((credentialId) => ({ networkId, credentialId, organizationId, assignedBy })),
    skipDuplicates: true,
  });
}

/** Throws if one of the credentials has a type that only single hosts may have, such as a secret of one controller. */
async function assertNetworkTypes(tx: Db, credentialIds: readonly string[]): Promise<void> {
  if (credentialIds.length === 0) return;
  const where = { id: { in: [...credentialIds] }, credentialType: { notIn: [...networkCredentialTypes] } };
  if ((await tx.credential.count({ where })) > 0) throw referenceInvalid('Credential', 'credentialIds');
}

// Creating and changing a network: its row, what comes with it, its default credentials and its tags, all or nothing.
import { randomUUID } from 'node:crypto';
import type { Viewer } from '../../../data/tenancy/viewer';
import { createNetwork, extendReach, grantToMaker, type NewNetwork } from './create-network.sql';
import { replaceTags } from '../../../data/tenancy/entity-tags';
import { requireAllVisible, updateVisible, type Db } from '../../../data/tenancy/rows';
import type { Network } from '../../../generated/prisma/client';
import type { Change, Creation } from '../../../graphql/entity/entity';

interface Links {
  readonly tagIds?: readonly string[] | null;
  readonly credentialIds?: readonly string[] | null;
}

type Columns = Omit<NewNetwork, 'id'>;

/** Answers the id of the new network. */
export async function createNetworkWithLinks(creation: Creation<Columns, Links>): Promise<string> {
  const { db, viewer, input, columns } = creation;
  const id = randomUUID();
  extendReach(viewer, id);
  await db.$transaction(async (tx) => {
    await createNetwork(tx, { ...columns, id });
    await grantToMaker(tx, viewer, id);
    await writeLinks(tx, viewer, id, input);
  });
  return id;
}

export async function updateNetworkWithLinks(change: Change<Network, Links>): Promise<void> {
  const { db, viewer, stored, input, columns, expectedUpdatedAt } = change;
  const { id } = stored;
  await db.$transaction(async (tx) => {
    // The time is written in any case: a change of its tags or credentials is a change of the network.
    const query = { select: { id: true } };
    await updateVisible(tx, 'Network', id, { ...columns, updatedAt: new Date() }, { query, expectedUpdatedAt });
    await writeLinks(tx, viewer, id, input);
  });
}

/** Null clears, undefined keeps. */
async function writeLinks(tx: Db, viewer: Viewer, networkId: string, { tagIds, credentialIds }: Links): Promise<void> {
  if (tagIds !== undefined) await replaceTags(tx, viewer, 'Network', { id: networkId, networkId }, tagIds ?? []);
  if (credentialIds === undefined) return;
  const wanted = [...new Set(credentialIds)];
  await requireAllVisible(tx, 'Credential', wanted);
  await tx.networkCredential.deleteMany({ where: { networkId, credentialId: { notIn: wanted } } });
  const { organizationId } = viewer;
  await tx.networkCredential.createMany({
    data: wanted.map((credentialId) => ({ networkId, credentialId, organizationId })),
    skipDuplicates: true,
  });
}

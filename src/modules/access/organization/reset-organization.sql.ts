// Resetting an organization: everything in it goes but itself, its users and their sessions; one statement per table.
import { randomUUID } from 'node:crypto';
import { Prisma, type PrismaClient } from '../../../generated/prisma/client';
import type { Viewer } from '../../../data/tenancy/viewer';
import { tellEvent } from '../../../data/tenancy/audit-events';
import { createNetwork, extendReach } from '../network/create-network.sql';
import { ownStatement, type ScopedDb } from '../../../data/tenancy/scoped-db';

/** What an organization owns directly, the keys of all its users included; the rest goes along with its network. */
const owned = ['networks', 'tags', 'credentials', 'invites', 'user_api_keys'] as const;

/** Runs in one transaction; afterwards there is one new network, as after registration. */
export async function resetOrganization(db: ScopedDb, viewer: Viewer): Promise<void> {
  const { organizationId } = viewer;
  const organization = Prisma.sql`${organizationId}::uuid`;
  const id = randomUUID();
  extendReach(viewer, id);
  await db.$transaction(async (tx) => {
    const raw = tx as unknown as PrismaClient;
    // Not even rows that only refer to the organization can be made meanwhile.
    await raw.$executeRaw(ownStatement(Prisma.sql`SELECT FROM organizations WHERE id = ${organization} FOR UPDATE`));
    for (const table of owned) {
      const statement = Prisma.sql`DELETE FROM ${Prisma.raw(table)} WHERE organization_id = ${organization}`;
      await raw.$executeRaw(ownStatement(statement));
    }
    await createNetwork(tx, { id, organizationId, name: 'My network' });
    const { name } = await tx.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { name: true } });
    const subject = { subjectType: 'Organization', subjectId: organizationId, subjectName: name } as const;
    await tellEvent(tx, { eventType: 'OrganizationReset', organizationId, ...subject });
  });
}

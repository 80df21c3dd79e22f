// Resets an organization: deletes everything except its users and their sessions, one statement per table.
import { Prisma } from '../../../generated/prisma/client';
import type { Viewer } from '../../../data/tenancy/viewer';
import { recordAuditEvent } from '../../../data/tenancy/audit-events';
import { createNetwork } from '../network/create-network.sql';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { executeSql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';

/**
 * Tables from which a reset deletes all rows of the organization, including the API keys of all users. Rows of other
 * tables are deleted with their network. A trigger creates the built-in mail rules again.
 */
const ownedTables = [
  ...(['networks', 'tags', 'credentials', 'invites', 'user_api_keys', 'idempotent_answers'] as const),
  ...(['checks', 'webhooks', 'mail_rules'] as const),
] as const;

/**
 * Resets the organization in one transaction. Afterwards the organization has one new network, as after registration.
 * The viewer must already have access to the id of the new network.
 */
export async function resetOrganization(db: ScopedDb, viewer: Viewer, newNetworkId: string): Promise<void> {
  const { organizationId } = viewer;
  const organization = Prisma.sql`${organizationId}::uuid`;
  await db.$transaction(async (tx) => {
    const run = (statement: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewer, statement));
    // FOR UPDATE also blocks writes of rows that only refer to the organization.
    await run(Prisma.sql`SELECT FROM organizations WHERE id = ${organization} FOR UPDATE`);
    for (const table of ownedTables)
      await run(Prisma.sql`DELETE FROM ${Prisma.raw(table)} WHERE organization_id = ${organization}`);
    await createNetwork(tx, { id: newNetworkId, organizationId, name: 'My network' });
    const { name } = await tx.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { name: true } });
    const subject = { subjectType: 'Organization', subjectId: organizationId, subjectName: name } as const;
    await recordAuditEvent(tx, { eventType: 'OrganizationReset', organizationId, ...subject });
  });
}

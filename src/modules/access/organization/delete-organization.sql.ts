// Deletes an organization with its users, in one transaction. Background jobs remove the rows of its networks and the
// assignments of its tags.
import { withoutStatementTimeout } from '../../../platform/postgres/time-limits';
import { Prisma } from '../../../generated/prisma/client';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { executeSql, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import type { Viewer } from '../../../data/tenancy/viewer';

/**
 * Maximum duration of a deletion in milliseconds. The transaction also deletes all audit events of the organization.
 */
const longestMs = 120_000;

/** An organization that has just been deleted, with the numbers of its users and networks before the deletion. */
export interface DeletedOrganization {
  readonly id: string;
  readonly name: string;
  readonly userCount: number;
  readonly networkCount: number;
}

/**
 * Deletes the viewer's organization with its networks, tags, users, sessions, keys, invites, shares and audit events.
 * The rows of the networks, such as hosts, are removed later, but nobody can read them any more. Resolves with
 * undefined if another request has deleted the organization.
 */
export function deleteOrganization(db: ScopedDb, viewer: Viewer): Promise<DeletedOrganization | undefined> {
  const id = Prisma.sql`${viewer.organizationId}::uuid`;
  const safe = (statement: Prisma.Sql) => tenantSafeSql(viewer, statement);
  // The deletion waits only for transactions that write this organization, so its statements need no time limit.
  return withoutStatementTimeout(() =>
    db.$transaction(
      async (tx) => {
        // FOR UPDATE also blocks writes of rows that only refer to the organization.
        const lock = Prisma.sql`
          SELECT id, name FROM organizations WHERE id = ${id} FOR UPDATE`;
        const [organization] = await querySql<{ id: string; name: string }>(tx, safe(lock));
        if (!organization) return undefined;
        const remove = (table: string) =>
          executeSql(tx, safe(Prisma.sql`DELETE FROM ${Prisma.raw(table)} WHERE organization_id = ${id}`));
        // Sent mails stay, because limits count them: a deletion must not allow more mails to an address.
        await executeSql(tx, safe(Prisma.sql`UPDATE mails SET organization_id = NULL WHERE organization_id = ${id}`));
        // Networks and tags are deleted before the organization, because their triggers read the organization.
        const networkCount = await remove('networks');
        await remove('tags');
        const userCount = await remove('users');
        await executeSql(tx, safe(Prisma.sql`DELETE FROM organizations WHERE id = ${id}`));
        return { ...organization, userCount, networkCount };
      },
      { timeout: longestMs },
    ),
  );
}

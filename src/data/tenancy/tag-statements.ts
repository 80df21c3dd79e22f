// One tag on many entities of one kind: a single statement either way, limited to the rows the viewer reaches.
import { Prisma } from '../../generated/prisma/client';
import type { TaggableEntityType } from '../../generated/prisma/enums';
import { userOf, type Viewer } from './viewer';
import { columnOf, tableOf } from '../model/model-fields';
import { isForeignKeyViolation } from './constraints';
import { tagColumns } from './entity-tags';
import { assertGrowth, listLimits } from './list-limits';
import type { Db } from './rows';
import { executeSql, querySql, tenantSafeSql } from './tenant-sql';

interface Taggable {
  /** SQL for: which rows of the table, aliased e, the viewer reaches. */
  reach: (viewer: Viewer) => Prisma.Sql;
  networkId: Prisma.Sql;
  userId: Prisma.Sql;
}

const none = Prisma.sql`NULL::uuid`;
const networks = ({ networkIds }: Viewer) => Prisma.sql`${[...networkIds]}::uuid[]`;
const inNetworks: Taggable = {
  reach: (viewer) => Prisma.sql`e.network_id = ANY(${networks(viewer)})`,
  networkId: Prisma.sql`e.network_id`,
  userId: none,
};

/** Column of tag_assignments that points to the entity. */
const columnFor = (entityType: TaggableEntityType) =>
  Prisma.raw(columnOf('TagAssignment', tagColumns[entityType]).sqlName);

const taggables: Record<TaggableEntityType, Taggable> = {
  Host: inNetworks,
  Service: inNetworks,
  Subnet: inNetworks,
  Group: inNetworks,
  Discovery: inNetworks,
  Daemon: inNetworks,
  DaemonApiKey: inNetworks,
  Network: {
    reach: (viewer) => Prisma.sql`e.id = ANY(${networks(viewer)})`,
    networkId: Prisma.sql`e.id`,
    userId: none,
  },
  UserApiKey: {
    reach: (viewer) => Prisma.sql`e.user_id = ${userOf(viewer).userId}::uuid`,
    networkId: none,
    userId: Prisma.sql`e.user_id`,
  },
};

/**
 * Adds the tag where it is missing, and answers how many rows got it; missing and unreachable ids count nothing. One that
 * has as many tags as it may: 400, and none gets it. The caller has checked that the tag is visible.
 */
export async function addTag(
  db: Db,
  viewer: Viewer,
  tagId: string,
  entityType: TaggableEntityType,
  entityIds: readonly string[],
): Promise<number> {
  const { reach, networkId, userId } = taggables[entityType];
  const column = columnFor(entityType);
  const most = await mostTagsWithout(db, viewer, tagId, entityType, entityIds);
  assertGrowth('entityIds', most, most + 1, listLimits.tags);
  // Rows are locked in id order, so that two writers of overlapping sets wait for each other instead of deadlocking.
  const statement = Prisma.sql`
    INSERT INTO tag_assignments (organization_id, network_id, user_id, tag_id, ${column})
    SELECT t.organization_id, ${networkId}, ${userId}, t.id, e.id
    FROM ${Prisma.raw(tableOf(entityType))} e, tags t
    WHERE t.id = ${tagId}::uuid AND t.organization_id = ${viewer.organizationId}::uuid
      AND e.id = ANY(${[...entityIds]}::uuid[]) AND ${reach(viewer)}
    ORDER BY e.id
    ON CONFLICT DO NOTHING`;
  return againIfDeleted(() => executeSql(db, tenantSafeSql(viewer, statement)));
}

/** How many tags the one of the entities has that has the most of those without this one. */
async function mostTagsWithout(
  db: Db,
  viewer: Viewer,
  tagId: string,
  entityType: TaggableEntityType,
  entityIds: readonly string[],
): Promise<number> {
  const column = columnFor(entityType);
  const statement = Prisma.sql`
    SELECT count(*)::int AS count FROM tag_assignments_now
    WHERE organization_id = ${viewer.organizationId}::uuid AND ${column} = ANY(${[...entityIds]}::uuid[])
      AND ${inReachOf(viewer, entityType)}
    GROUP BY ${column} HAVING bool_and(tag_id <> ${tagId}::uuid)
    ORDER BY 1 DESC LIMIT 1`;
  const [most] = await querySql<{ count: number }>(db, tenantSafeSql(viewer, statement));
  return most?.count ?? 0;
}

// An assignment names its entity's network or user, which foreign keys see to. A join with the entities would look
// through all the ids for each of them where PostgreSQL does not know yet how many rows there are.
const inReachOf = (viewer: Viewer, entityType: TaggableEntityType): Prisma.Sql =>
  entityType === 'UserApiKey'
    ? Prisma.sql`user_id = ${userOf(viewer).userId}::uuid`
    : Prisma.sql`network_id = ANY(${networks(viewer)})`;

/** Takes the tag off where it is set, and answers of how many rows. */
export function removeTag(
  db: Db,
  viewer: Viewer,
  tagId: string,
  entityType: TaggableEntityType,
  entityIds: readonly string[],
): Promise<number> {
  const statement = Prisma.sql`
    DELETE FROM tag_assignments
    WHERE tag_id = ${tagId}::uuid AND organization_id = ${viewer.organizationId}::uuid
      AND ${columnFor(entityType)} = ANY(${[...entityIds]}::uuid[]) AND ${inReachOf(viewer, entityType)}`;
  return executeSql(db, tenantSafeSql(viewer, statement));
}

/** A row that is deleted between being found and being tagged fails the whole statement; the next try misses it silently. */
async function againIfDeleted(statement: () => Promise<number>): Promise<number> {
  for (let triesLeft = 3; ; triesLeft -= 1) {
    try {
      return await statement();
    } catch (error) {
      if (triesLeft === 0 || !isForeignKeyViolation(error)) throw error;
    }
  }
}

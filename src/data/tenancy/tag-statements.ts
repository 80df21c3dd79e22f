// Adds or removes one tag on many entities of one kind by one statement, limited to entities that the viewer can
// access.
import { Prisma } from '../../generated/prisma/client';
import type { TaggableEntityType } from '../../generated/prisma/enums';
import { userOf, type Viewer } from './viewer';
import { columnOf, tableOf } from '../model/model-fields';
import { isForeignKeyViolation } from './constraints';
import { tagColumns } from './entity-tags';
import { assertGrowth, listLimits } from './list-limits';
import type { Db } from './rows';
import type { ScopedDb } from './scoped-db';
import { executeSql, querySql, tenantSafeSql } from './tenant-sql';

interface Taggable {
  /** SQL condition for rows of the table, with alias e, that the viewer can access. */
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

/** The column of tag_assignments that refers to the entity. */
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
 * Entities that can get at most this number of further tags are locked while a tag is added. Otherwise, concurrent
 * requests could exceed the maximum.
 */
const nearBound = 100;

/**
 * Adds the tag to entities without it. Returns the number of entities that got the tag; ids of missing or inaccessible
 * entities are ignored. If an entity has the maximum number of tags, throws 400 and adds no tag. The caller must have
 * checked that the tag is visible.
 */
export async function addTag(
  db: ScopedDb,
  viewer: Viewer,
  tagId: string,
  entityType: TaggableEntityType,
  entityIds: readonly string[],
): Promise<number> {
  const { reach, networkId, userId } = taggables[entityType];
  const table = Prisma.raw(tableOf(entityType));
  const column = columnFor(entityType);
  const ids = Prisma.sql`${[...entityIds]}::uuid[]`;
  const counts = (having: Prisma.Sql) => Prisma.sql`
    SELECT ${column} AS id, count(*)::int AS count FROM tag_assignments_now
    WHERE organization_id = ${viewer.organizationId}::uuid AND ${column} = ANY(${ids}) AND ${inReachOf(viewer, entityType)}
    GROUP BY ${column} HAVING ${having}`;
  const lock = Prisma.sql`
    SELECT FROM ${table} e WHERE e.id IN (
      SELECT id FROM (${counts(Prisma.sql`count(*) >= ${listLimits.tags - nearBound}::int`)}) near)
    ORDER BY e.id FOR NO KEY UPDATE`;
  // Rows are locked in the order of their ids. So of two requests that tag the same entities, one waits for the other,
  // instead of both waiting for each other (deadlock).
  const add = Prisma.sql`
    WITH most AS MATERIALIZED (
      SELECT coalesce(max(count), 0) AS count FROM (${counts(Prisma.sql`bool_and(tag_id <> ${tagId}::uuid)`)}) counts
    ), added AS (
      INSERT INTO tag_assignments (organization_id, network_id, user_id, tag_id, ${column})
      SELECT t.organization_id, ${networkId}, ${userId}, t.id, e.id
      FROM ${table} e, tags t, most
      WHERE t.id = ${tagId}::uuid AND t.organization_id = ${viewer.organizationId}::uuid
        AND e.id = ANY(${ids}) AND ${reach(viewer)} AND most.count < ${listLimits.tags}::int
      ORDER BY e.id
      ON CONFLICT DO NOTHING RETURNING 1
    )
    SELECT most.count AS most, (SELECT count(*)::int FROM added) AS added FROM most`;
  const { most, added } = await againIfDeleted(() =>
    db.$transaction(async (tx) => {
      await executeSql(tx, tenantSafeSql(viewer, lock));
      const [answer] = await querySql<{ most: number; added: number }>(tx, tenantSafeSql(viewer, add));
      return answer!;
    }),
  );
  assertGrowth('entityIds', most, most + 1, listLimits.tags);
  return added;
}

// Tag assignments store the network (or user) of their entity, so no join with the entity's table is needed. In a join,
// PostgreSQL without statistics would scan all ids for each assignment.
const inReachOf = (viewer: Viewer, entityType: TaggableEntityType): Prisma.Sql =>
  entityType === 'UserApiKey'
    ? Prisma.sql`user_id = ${userOf(viewer).userId}::uuid`
    : Prisma.sql`network_id = ANY(${networks(viewer)})`;

/** Removes the tag from entities. Returns the number of entities that had it. */
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

/**
 * Runs the statement, and repeats it up to three times if a foreign key is violated: an entity was deleted between
 * finding and locking it. The repeated statement no longer finds the entity.
 */
async function againIfDeleted<T>(statement: () => Promise<T>): Promise<T> {
  for (let triesLeft = 3; ; triesLeft -= 1) {
    try {
      return await statement();
    } catch (error) {
      if (triesLeft === 0 || !isForeignKeyViolation(error)) throw error;
    }
  }
}

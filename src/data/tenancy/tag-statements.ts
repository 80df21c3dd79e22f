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
  /** The rows in whose lists clients read and write the entity, as a table and the entity's column with their ids. */
  owner?: { readonly table: Prisma.Sql; readonly id: Prisma.Sql };
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
  Service: { ...inNetworks, owner: { table: Prisma.sql`hosts`, id: Prisma.sql`e.host_id` } },
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
 * Locks the entities among `ids` whose tags the request changes, after their owners and in the order of their ids. So
 * of two requests that tag the same entities, one waits for the other, instead of both waiting for each other
 * (deadlock). The lock also keeps concurrent requests from exceeding the maximum number of tags.
 */
async function lockEntities(
  tx: Db,
  viewer: Viewer,
  tagId: string,
  entityType: TaggableEntityType,
  ids: Prisma.Sql,
  { areTagged }: { readonly areTagged: boolean },
): Promise<void> {
  const column = columnFor(entityType);
  const taggedIds = Prisma.sql`
    SELECT ${column} FROM tag_assignments
    WHERE tag_id = ${tagId}::uuid AND organization_id = ${viewer.organizationId}::uuid AND ${column} = ANY(${ids})`;
  const untaggedIds = Prisma.sql`SELECT unnest(${ids}) EXCEPT ${taggedIds}`;
  // The subquery is an array instead of a join, because in a join PostgreSQL without statistics would scan all
  // assignments of the tag for each entity.
  const entities = Prisma.sql`
    FROM ${Prisma.raw(tableOf(entityType))} e
    WHERE e.id = ANY(ARRAY(${areTagged ? taggedIds : untaggedIds})) AND ${taggables[entityType].reach(viewer)}`;
  const { owner } = taggables[entityType];
  const lockOwners =
    owner &&
    Prisma.sql`SELECT FROM ${owner.table} o WHERE o.id = ANY(ARRAY(SELECT ${owner.id} ${entities}))
      ORDER BY o.id FOR NO KEY UPDATE`;
  if (lockOwners) await executeSql(tx, tenantSafeSql(viewer, lockOwners));
  await executeSql(tx, tenantSafeSql(viewer, Prisma.sql`SELECT ${entities} ORDER BY e.id FOR NO KEY UPDATE`));
}

/**
 * Table expressions that set `updatedAt` of the entities whose ids the table expression `changed` returns, and of their
 * owners. So a client that read a row before its tags changed does not overwrite the change: its `expectedUpdatedAt`
 * differs.
 */
function touch(entityType: TaggableEntityType): Prisma.Sql {
  const table = Prisma.raw(tableOf(entityType));
  const { owner } = taggables[entityType];
  const entities = Prisma.sql`touched AS (
    UPDATE ${table} e SET updated_at = clock_timestamp() FROM changed WHERE e.id = changed.id)`;
  if (!owner) return entities;
  return Prisma.sql`${entities}, touched_owners AS (
    UPDATE ${owner.table} o SET updated_at = clock_timestamp()
    WHERE o.id IN (SELECT ${owner.id} FROM ${table} e JOIN changed ON changed.id = e.id))`;
}

/**
 * Sets `updatedAt` of the row in whose lists clients read and write the entity, such as the host of a service. Call
 * this function before the entity is locked.
 */
export async function touchOwner(
  tx: Db,
  viewer: Viewer,
  entityType: TaggableEntityType,
  entityId: string,
): Promise<void> {
  const { owner, reach } = taggables[entityType];
  if (!owner) return;
  const statement = Prisma.sql`
    UPDATE ${owner.table} o SET updated_at = clock_timestamp() FROM ${Prisma.raw(tableOf(entityType))} e
    WHERE e.id = ${entityId}::uuid AND o.id = ${owner.id} AND ${reach(viewer)}`;
  await executeSql(tx, tenantSafeSql(viewer, statement));
}

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
  const add = Prisma.sql`
    WITH most AS MATERIALIZED (
      SELECT coalesce(max(count), 0) AS count FROM (${counts(Prisma.sql`bool_and(tag_id <> ${tagId}::uuid)`)}) counts
    ), changed AS (
      INSERT INTO tag_assignments (organization_id, network_id, user_id, tag_id, ${column})
      SELECT t.organization_id, ${networkId}, ${userId}, t.id, e.id
      FROM ${table} e, tags t, most
      WHERE t.id = ${tagId}::uuid AND t.organization_id = ${viewer.organizationId}::uuid
        AND e.id = ANY(${ids}) AND ${reach(viewer)} AND most.count < ${listLimits.tags}::int
      ORDER BY e.id
      ON CONFLICT DO NOTHING RETURNING ${column} AS id
    ), ${touch(entityType)}
    SELECT most.count AS most, (SELECT count(*)::int FROM changed) AS added FROM most`;
  const { most, added } = await againIfDeleted(() =>
    db.$transaction(async (tx) => {
      await lockEntities(tx, viewer, tagId, entityType, ids, { areTagged: false });
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
  db: ScopedDb,
  viewer: Viewer,
  tagId: string,
  entityType: TaggableEntityType,
  entityIds: readonly string[],
): Promise<number> {
  const column = columnFor(entityType);
  const ids = Prisma.sql`${[...entityIds]}::uuid[]`;
  const remove = Prisma.sql`
    WITH changed AS (
      DELETE FROM tag_assignments
      WHERE tag_id = ${tagId}::uuid AND organization_id = ${viewer.organizationId}::uuid
        AND ${column} = ANY(${ids}) AND ${inReachOf(viewer, entityType)}
      RETURNING ${column} AS id
    ), ${touch(entityType)}
    SELECT count(*)::int AS removed FROM changed`;
  return db.$transaction(async (tx) => {
    await lockEntities(tx, viewer, tagId, entityType, ids, { areTagged: true });
    const [answer] = await querySql<{ removed: number }>(tx, tenantSafeSql(viewer, remove));
    return answer!.removed;
  });
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

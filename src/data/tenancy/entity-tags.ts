// Replaces the tags of one entity when the entity is created, updated or tagged.
import { marks } from '../../generated/model-facts';
import { Prisma } from '../../generated/prisma/client';
import type { TaggableEntityType } from '../../generated/prisma/enums';
import { isDaemon, userOf, type Viewer } from './viewer';
import { AppError } from '../../errors';
import { assertGrowth, listLimits } from './list-limits';
import { requireFound, type Db } from './rows';
import { querySql, tenantSafeSql } from './tenant-sql';

/** Maximum number of ids in one tagging request. */
export const maximumTagged = 10_000;

/** The column of a tag assignment that refers to the tagged entity, by entity type. */
export const tagColumns: Readonly<Record<TaggableEntityType, string>> = marks.taggable;

/** An entity and its network; a user API key belongs to no network. */
export interface TaggedEntity {
  readonly id: string;
  readonly networkId: string | null;
  /** Whether this request creates the entity, so that it has no tags yet. */
  readonly isNew?: boolean;
}

/**
 * Replaces the tags of an entity; duplicates are ignored. The transaction must have written the entity's row before, so
 * that concurrent replacements wait for each other. Throws 404 for a tag that the viewer cannot access, and 400 for
 * more tags than allowed, unless the entity already had that many.
 */
export async function replaceTags(
  tx: Db,
  viewer: Viewer,
  entityType: TaggableEntityType,
  { id, networkId, isNew = false }: TaggedEntity,
  tagIds: readonly string[],
): Promise<void> {
  assertTaggable('tagIds', tagIds);
  const uniqueTagIds = [...new Set(tagIds)];
  await requireTags(tx, viewer, uniqueTagIds);
  const column = tagColumns[entityType];
  if (uniqueTagIds.length > listLimits.tags)
    assertGrowth('tagIds', await countTags(tx, { [column]: id }), uniqueTagIds.length, listLimits.tags);
  if (!isNew) await tx.tagAssignment.deleteMany({ where: { [column]: id, tagId: { notIn: uniqueTagIds } } });
  if (uniqueTagIds.length === 0) return;
  const owner = {
    organizationId: viewer.organizationId,
    networkId,
    userId: networkId === null ? userOf(viewer).userId : null,
  };
  await tx.tagAssignment.createMany({
    data: uniqueTagIds.map((tagId) => ({ ...owner, tagId, [column]: id })),
    skipDuplicates: true,
  });
}

const countTags = (tx: Db, where: object): Promise<number> => tx.tagAssignment.count({ where });

/**
 * Removes all tags of an entity before it moves to another network, because tag assignments name the network. Returns
 * the tag ids, which `replaceTags` must add again after the move. The transaction must have written the entity's row
 * before.
 */
export async function releaseTags(tx: Db, entityType: TaggableEntityType, id: string): Promise<string[]> {
  const where = { [tagColumns[entityType]]: id };
  const tagIds = (await tx.tagAssignment.findMany({ where, select: { tagId: true } })).map(({ tagId }) => tagId);
  await tx.tagAssignment.deleteMany({ where });
  return tagIds;
}

/** Throws 400 for more than `maximumTagged` ids. */
export function assertTaggable(field: string, ids: readonly string[]): void {
  if (ids.length > maximumTagged) throw new AppError('validation_out_of_range', { field, min: 0, max: maximumTagged });
}

/** Throws 404 for the first tag that is missing. Locks the tags against deletion until the transaction ends. */
export async function requireTags(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // Daemons see no tags. With null, the statement finds no tag, and the result is a 404.
  const organizationId = isDaemon(viewer) ? null : viewer.organizationId;
  const statement = Prisma.sql`SELECT id::text FROM tags WHERE id = ANY(${[...ids]}::uuid[])
    AND organization_id = ${organizationId}::uuid ORDER BY id FOR KEY SHARE`;
  const rows = await querySql<{ id: string }>(tx, tenantSafeSql(viewer, statement));
  requireFound('Tag', ids, rows);
}

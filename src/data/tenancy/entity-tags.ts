// The tags of one entity, replaced as a whole: the rule that creating, updating and tagging share.
import { marks } from '../../generated/model-facts';
import { Prisma } from '../../generated/prisma/client';
import type { TaggableEntityType } from '../../generated/prisma/enums';
import { isDaemon, userOf, type Viewer } from './viewer';
import { AppError } from '../../errors';
import { assertGrowth, listLimits } from './list-limits';
import { requireFound, type Db } from './rows';
import { querySql, tenantSafeSql } from './tenant-sql';

/** Most ids that one tagging call takes. */
export const maximumTagged = 10_000;

/** The field of an assignment that names the tagged entity. */
export const tagColumns: Readonly<Record<TaggableEntityType, string>> = marks.taggable;

/** Where the entity lives; a user API key lives in no network. */
export interface TaggedEntity {
  readonly id: string;
  readonly networkId: string | null;
  /** Made by this request: no tag is on it yet. */
  readonly isNew?: boolean;
}

/**
 * Runs in a transaction that has written the entity's row before: that lock is what keeps two replacements from mixing.
 * A tag out of reach: 404; more tags than an entity may have, unless it had as many: 400. Duplicates are dropped; an empty list clears.
 */
export async function replaceTags(
  tx: Db,
  viewer: Viewer,
  entityType: TaggableEntityType,
  { id, networkId, isNew = false }: TaggedEntity,
  tagIds: readonly string[],
): Promise<void> {
  assertTaggable('tagIds', tagIds);
  const wanted = [...new Set(tagIds)];
  await requireTags(tx, viewer, wanted);
  const column = tagColumns[entityType];
  if (wanted.length > listLimits.tags)
    assertGrowth('tagIds', await countTags(tx, { [column]: id }), wanted.length, listLimits.tags);
  if (!isNew) await tx.tagAssignment.deleteMany({ where: { [column]: id, tagId: { notIn: wanted } } });
  if (wanted.length === 0) return;
  const owner = {
    organizationId: viewer.organizationId,
    networkId,
    userId: networkId === null ? userOf(viewer).userId : null,
  };
  await tx.tagAssignment.createMany({
    data: wanted.map((tagId) => ({ ...owner, tagId, [column]: id })),
    skipDuplicates: true,
  });
}

const countTags = (tx: Db, where: object): Promise<number> => tx.tagAssignment.count({ where });

/**
 * Takes all tags off an entity that is about to move to another network, which its assignments name, and answers their
 * ids. Runs in a transaction that has written the entity's row before, like `replaceTags`, which puts them on again.
 */
export async function releaseTags(tx: Db, entityType: TaggableEntityType, id: string): Promise<string[]> {
  const where = { [tagColumns[entityType]]: id };
  const tagIds = (await tx.tagAssignment.findMany({ where, select: { tagId: true } })).map(({ tagId }) => tagId);
  await tx.tagAssignment.deleteMany({ where });
  return tagIds;
}

/** At most `maximumTagged` ids, else 400. */
export function assertTaggable(field: string, ids: readonly string[]): void {
  if (ids.length > maximumTagged) throw new AppError('validation_out_of_range', { field, min: 0, max: maximumTagged });
}

/** Nothing, or 404 for the first tag that is missing: those that are there stay until the transaction ends. */
export async function requireTags(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  // Daemons see no tags.
  const organizationId = isDaemon(viewer) ? null : viewer.organizationId;
  const statement = Prisma.sql`SELECT id::text FROM tags WHERE id = ANY(${[...ids]}::uuid[])
    AND organization_id = ${organizationId}::uuid ORDER BY id FOR KEY SHARE`;
  const rows = await querySql<{ id: string }>(tx, tenantSafeSql(viewer, statement));
  requireFound('Tag', ids, rows);
}

// Creates and updates a group with its ordered members and tags in one transaction.
import { AppError } from '../../../errors';
import type { Group, Prisma } from '../../../generated/prisma/client';
import type { GroupMemberType } from '../../../generated/prisma/enums';
import { releaseTags, replaceTags } from '../../../data/tenancy/entity-tags';
import { networkMismatch, referenceInvalid } from '../../../data/tenancy/references';
import { requireAllVisible, updateVisible, type Db } from '../../../data/tenancy/rows';
import type { Change, Creation } from '../../../graphql/entity/entity';

type Columns = Omit<Prisma.GroupUncheckedCreateInput, 'memberType'>;

interface MembersInput {
  readonly type: GroupMemberType;
  readonly serviceIds?: readonly string[] | null;
  readonly bindingIds?: readonly string[] | null;
}
interface Links {
  readonly members?: MembersInput | null;
  readonly tagIds?: readonly string[] | null;
}
interface Members {
  readonly type: GroupMemberType;
  readonly ids: readonly string[];
}

const kinds = {
  Services: { list: 'serviceIds', column: 'serviceId', model: 'Service' },
  Bindings: { list: 'bindingIds', column: 'bindingId', model: 'Binding' },
} as const;

/**
 * Resolves with the member ids from the list of services or bindings that `type` selects. Throws unless the viewer may
 * read the members, and the members are in the network and unique. Null means no members.
 */
async function checkedMembers(db: Db, input: MembersInput | null, networkId: string): Promise<Members> {
  if (input === null) return { type: 'Services', ids: [] };
  for (const { list, model } of Object.values(kinds)) {
    const ids = input[list] ?? [];
    await requireAllVisible(db, model, ids);
  }
  const { list, model } = kinds[input.type];
  const other = kinds[input.type === 'Services' ? 'Bindings' : 'Services'].list;
  const ids = input[list];
  if (ids == null) throw new AppError('validation_required', { field: `members.${list}` });
  if (input[other] != null && input[other].length > 0)
    throw new AppError('validation_invalid_format', { field: `members.${other}` });
  if (new Set(ids).size < ids.length) throw referenceInvalid(model, `members.${list}`);
  const where = { id: { in: [...ids] }, networkId: { not: networkId } };
  const elsewhere = await (model === 'Service' ? db.service.count({ where }) : db.binding.count({ where }));
  if (elsewhere > 0) throw networkMismatch(model);
  return { type: input.type, ids };
}

async function addMembers(tx: Db, groupId: string, networkId: string, { type, ids }: Members): Promise<void> {
  if (ids.length === 0) return;
  const { column } = kinds[type];
  await tx.groupMember.createMany({
    data: ids.map((id, position) => ({ groupId, networkId, position, [column]: id })),
  });
}

/** Creates a group and resolves with its id. */
export async function createGroup(creation: Creation<Columns, Links>): Promise<string> {
  const { db, viewer, input, columns } = creation;
  const { networkId } = columns;
  const members = await checkedMembers(db, input.members ?? null, networkId);
  return db.$transaction(async (tx) => {
    const { id } = await tx.group.create({ data: { ...columns, memberType: members.type }, select: { id: true } });
    await addMembers(tx, id, networkId, members);
    await replaceTags(tx, viewer, 'Group', { id, networkId }, input.tagIds ?? []);
    return id;
  });
}

/** Updates a group. Null removes all members or tags; undefined leaves them unchanged. */
export async function updateGroup(change: Change<Group, Links>): Promise<void> {
  const { db, viewer, storedRow, input, columns, expectedUpdatedAt } = change;
  const { id } = storedRow;
  const { networkId } = { ...storedRow, ...columns };
  const isMoved = networkId !== storedRow.networkId;
  const members = input.members === undefined ? undefined : await checkedMembers(db, input.members, networkId);
  await db.$transaction(async (tx) => {
    // This update locks the row, so that two concurrent updates cannot mix their members. The foreign keys of members
    // contain the group's network and kind, so the old members are deleted before these columns change.
    await updateVisible(
      tx,
      'Group',
      id,
      { updatedAt: new Date() },
      { expectedUpdatedAt, query: { select: { id: true } } },
    );
    if (members) await tx.groupMember.deleteMany({ where: { groupId: id } });
    else if (isMoved) await assertNoMembers(tx, id);
    const releasedTags = isMoved ? await releaseTags(tx, 'Group', id) : undefined;
    const data = { ...columns, memberType: members?.type };
    await updateVisible(tx, 'Group', id, data, { query: { select: { id: true } } });
    if (members) await addMembers(tx, id, networkId, members);
    const tagIds = input.tagIds === undefined ? releasedTags : (input.tagIds ?? []);
    if (tagIds) await replaceTags(tx, viewer, 'Group', { id, networkId }, tagIds);
  });
}

/**
 * Throws if the group has members. A group with members can move to another network only with a new list of members.
 */
async function assertNoMembers(tx: Db, groupId: string): Promise<void> {
  const member = await tx.groupMember.findFirst({ where: { groupId }, select: { memberType: true } });
  if (member) throw networkMismatch(kinds[member.memberType].model);
}

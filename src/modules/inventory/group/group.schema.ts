// Groups in GraphQL: ordered services or bindings, drawn as request paths or hubs with spokes; list, create, update, delete.
import type { Group, GroupMember } from '../../../generated/prisma/client';
import { builder } from '../../../graphql/builder';
import { list, notNull, text } from '../../../graphql/plugin/bounds';
import { baseFields, historyFields, optionalTexts, sourceField, tagFields } from '../../../graphql/common-fields';
import { defineDeletes } from '../../../graphql/deletes';
import { enumRef } from '../../../graphql/enums';
import { anyOfTags } from '../../../graphql/lists/filter';
import { defineGetter } from '../../../graphql/getter';
import { defineList, defineRootList } from '../../../graphql/lists/list';
import { requireScope, requireVisible } from '../../../data/tenancy/rows';
import { createGroup, updateGroup } from './group.actions';

const inOrder = [{ position: 'asc' as const }, { id: 'asc' as const }];

builder.prismaObject('GroupMember', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...historyFields(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    groupId: t.expose('groupId', { type: 'UUID' }),
    group: t.relation('group'),
    position: t.exposeInt('position'),
    type: t.expose('memberType', { type: enumRef('GroupMemberType') }),
    serviceId: t.expose('serviceId', { type: 'UUID', nullable: true }),
    service: t.relation('service', { nullable: true }),
    bindingId: t.expose('bindingId', { type: 'UUID', nullable: true }),
    binding: t.relation('binding', { nullable: true }),
  }),
});

type MemberIds = Pick<Group, 'memberType'> & { members: Pick<GroupMember, 'serviceId' | 'bindingId'>[] };
const memberIds = builder.objectRef<MemberIds>('GroupMemberIds').implement({
  description: 'The members of a group by id, in order; one of the two lists, as `type` says.',
  fields: (t) => ({
    type: t.field({ type: enumRef('GroupMemberType'), resolve: ({ memberType }) => memberType }),
    serviceIds: t.field({
      type: ['UUID'],
      nullable: true,
      resolve: ({ memberType, members }) =>
        memberType === 'Services' ? members.map(({ serviceId }) => serviceId!) : null,
    }),
    bindingIds: t.field({
      type: ['UUID'],
      nullable: true,
      resolve: ({ memberType, members }) =>
        memberType === 'Bindings' ? members.map(({ bindingId }) => bindingId!) : null,
    }),
  }),
});

builder.prismaObject('Group', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...historyFields(t),
    ...sourceField(t),
    ...tagFields(t, 'Group'),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    name: t.exposeString('name'),
    ...optionalTexts(t, 'description'),
    groupType: t.expose('groupType', { type: enumRef('GroupType') }),
    color: t.expose('color', { type: enumRef('Color') }),
    edgeStyle: t.expose('edgeStyle', { type: enumRef('EdgeStyle') }),
    memberType: t.expose('memberType', { type: enumRef('GroupMemberType') }),
    members: t.relation('members', { query: { orderBy: inOrder } }),
    memberIds: t.field({
      type: memberIds,
      select: {
        memberType: true,
        members: { orderBy: inOrder, select: { id: true, serviceId: true, bindingId: true } },
      },
      resolve: (row) => row,
    }),
  }),
});

defineList('Group', {
  isNetworkLevel: true,
  filter: {
    columns: [
      'id',
      'networkId',
      'name',
      'description',
      'groupType',
      'memberType',
      'color',
      'edgeStyle',
      'sourceType',
      'createdAt',
      'updatedAt',
    ],
    relations: {
      network: true,
      services: ['members', 'service'],
      bindings: ['members', 'binding'],
      tags: ['tagAssignments', 'tag'],
    },
    computed: {
      tagIds: anyOfTags,
    },
  },
  order: ['name', 'groupType', 'color', 'networkId', 'createdAt', 'updatedAt'],
});
defineRootList('groups', 'Group', { description: 'Groups, oldest first unless ordered otherwise.' });
defineGetter('group', 'Group');

/** Most members of one group. */
const maximumMembers = 1_000;
const membersInput = builder.inputType('GroupMembersInput', {
  description: `The members in order, each once, at most ${maximumMembers}; only the list that \`type\` names.`,
  fields: (t) => ({
    type: t.field({ type: enumRef('GroupMemberType'), required: true }),
    serviceIds: t.field({
      type: ['UUID'],
      ...list(maximumMembers),
      description: 'For Services. The first is the hub of a HubAndSpoke.',
    }),
    bindingIds: t.field({
      type: ['UUID'],
      ...list(maximumMembers),
      description: 'For Bindings. The first is the hub of a HubAndSpoke.',
    }),
  }),
});
const members = 'Exactly these. Left out: none on create, unchanged on update.';
const tagIds = 'Tags of the group: exactly these. Left out: none on create, unchanged on update.';

const createInput = builder.inputType('CreateGroupInput', {
  fields: (t) => ({
    name: t.string({ required: true, ...text(1, 100) }),
    networkId: t.field({ type: 'UUID', required: true }),
    groupType: t.field({ type: enumRef('GroupType'), required: true }),
    color: t.field({ type: enumRef('Color'), required: true }),
    description: t.string(text(0, 500)),
    members: t.field({ type: membersInput, description: members }),
    edgeStyle: t.field({ type: enumRef('EdgeStyle'), description: 'SmoothStep if left out.' }),
    tagIds: t.field({ type: ['UUID'], description: tagIds }),
  }),
});
const updateInput = builder.inputType('UpdateGroupInput', {
  description: 'Fields left out keep their value; a null description clears it.',
  fields: (t) => ({
    name: t.string(notNull(text(1, 100))),
    networkId: t.field({ type: 'UUID', ...notNull(), description: "All members must be the new network's." }),
    groupType: t.field({ type: enumRef('GroupType'), ...notNull() }),
    color: t.field({ type: enumRef('Color'), ...notNull() }),
    description: t.string(text(0, 500)),
    members: t.field({ type: membersInput, description: members }),
    edgeStyle: t.field({ type: enumRef('EdgeStyle') }),
    tagIds: t.field({ type: ['UUID'], description: tagIds }),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Refuse with `entity_changed` if the row changed since.',
    }),
  }),
});

builder.mutationField('createGroup', (t) =>
  t.prismaField({
    type: 'Group',
    authScopes: { action: 'createGroup' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer }) => {
      requireScope(viewer, input);
      return requireVisible(db, 'Group', await createGroup(db, viewer, input), query);
    },
  }),
);

builder.mutationField('updateGroup', (t) =>
  t.prismaField({
    type: 'Group',
    authScopes: { action: 'updateGroup' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer }) => {
      const stored = await requireVisible(db, 'Group', id);
      requireScope(viewer, input);
      await updateGroup(db, viewer, stored, input, input.expectedUpdatedAt);
      return requireVisible(db, 'Group', id, query);
    },
  }),
);

defineDeletes('Group', { effect: 'with its memberships' });

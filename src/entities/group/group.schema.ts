// Groups in GraphQL: ordered services or bindings, drawn as request paths or hubs with spokes.
import type { Group, GroupMember } from '../../generated/prisma/client';
import { builder } from '../../graphql/builder';
import { baseFields, historyFields, optionalTexts, sourceField, tagFields } from '../../graphql/common-fields';
import { enumRef } from '../../graphql/enums';
import { anyOfTags } from '../../graphql/filter';
import { defineGetter } from '../../graphql/getter';
import { defineList, defineRootList } from '../../graphql/list';

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

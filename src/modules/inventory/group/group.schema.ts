// Groups in GraphQL: ordered services or bindings, drawn as request paths or hubs with spokes.
import type { Group, GroupMember } from '../../../generated/prisma/client';
import { builder } from '../../../graphql/builder';
import { baseFields, historyFields } from '../../../graphql/common-fields';
import { entity } from '../../../graphql/entity/entity';
import { tagIds } from '../../../graphql/entity/mixins';
import { choice, defaulted, id, of, optional, shown, text } from '../../../graphql/entity/sheet-fields';
import { enumRef } from '../../../graphql/enums';
import { list } from '../../../graphql/plugin/bounds';
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
entity('Group', {
  mixins: ['history', 'source', 'tags'],
  fields: {
    name: text(1, 100),
    networkId: id('All members are of it.'),
    groupType: choice('GroupType'),
    color: choice('Color'),
    description: optional(text(0, 500)),
    edgeStyle: defaulted(choice('EdgeStyle', 'SmoothStep if left out on create.'), 'SmoothStep'),
    memberType: shown(choice('GroupMemberType')),
  },
  inputs: {
    members: optional(
      of(membersInput, { description: 'Exactly these. Left out: none on create, unchanged on update.' }),
    ),
    tagIds,
  },
  list: { name: 'groups', description: 'Groups, oldest first unless ordered otherwise.' },
  getter: { name: 'group' },
  filter: { network: true, services: ['members', 'service'], bindings: ['members', 'binding'] },
  order: ['name', 'groupType', 'color', 'networkId'],
  deletes: { effect: 'with its memberships' },
  write: { create: createGroup, update: updateGroup },
});

builder.prismaObjectFields('Group', (t) => ({
  members: t.relation('members', { query: { orderBy: inOrder } }),
  memberIds: t.field({
    type: memberIds,
    select: {
      memberType: true,
      members: { orderBy: inOrder, select: { id: true, serviceId: true, bindingId: true } },
    },
    resolve: (row) => row,
  }),
}));

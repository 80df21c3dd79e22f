// GraphQL type, queries and mutations of groups. A group is an ordered list of services or bindings, which is drawn as
// a request path or as a hub with spokes.
import type { Group, GroupMember } from '../../../generated/prisma/client';
import { builder } from '../../../graphql/builder';
import { baseFields, historyFields } from '../../../graphql/common-fields';
import { entity } from '../../../graphql/entity/entity';
import { tagIds } from '../../../graphql/entity/mixins';
import { choice, withDefault, id, of, optional, readOnly, text } from '../../../graphql/entity/sheet-fields';
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
  description: 'Ids of the members of a group, in order, in the list that `type` names.',
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

/** Maximum number of members of a group. */
const maximumMembers = 1_000;
const membersInput = builder.inputType('GroupMembersInput', {
  description: `Members of a group, in order, each once, at most ${maximumMembers}, in the list that \`type\` names.`,
  fields: (t) => ({
    type: t.field({ type: enumRef('GroupMemberType'), required: true }),
    serviceIds: t.field({
      type: ['UUID'],
      ...list(maximumMembers),
      description: 'Ids of services. The first is the hub of a HubAndSpoke.',
    }),
    bindingIds: t.field({
      type: ['UUID'],
      ...list(maximumMembers),
      description: 'Ids of bindings. The first is the hub of a HubAndSpoke.',
    }),
  }),
});
entity('Group', {
  mixins: ['history', 'source', 'tags'],
  fields: {
    name: text(1, 100),
    networkId: id('Id of the network of all members.'),
    groupType: choice('GroupType'),
    color: choice('Color'),
    description: optional(text(0, 500)),
    edgeStyle: withDefault(
      choice('EdgeStyle', 'Line style of its edges; SmoothStep if left out on create.'),
      'SmoothStep',
    ),
    memberType: readOnly(choice('GroupMemberType')),
  },
  inputs: {
    members: optional(
      of(membersInput, {
        description: 'Its members, the complete list. Left out: none on create, unchanged on update.',
      }),
    ),
    tagIds,
  },
  list: { name: 'groups', description: 'Groups, oldest first by default.' },
  getter: { name: 'group' },
  filter: { network: true, services: ['members', 'service'], bindings: ['members', 'binding'] },
  order: ['name', 'groupType', 'color', 'networkId'],
  deletes: { effect: 'Its memberships are deleted too.' },
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

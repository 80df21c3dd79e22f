// GraphQL types and queries of first hop redundancy groups: routers with a shared virtual address.
import { builder } from '../../../graphql/builder';
import { baseFields, historyFields } from '../../../graphql/common-fields';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { choice, of } from '../../../graphql/entity/sheet-fields';
import { enumRef } from '../../../graphql/enums';
import { defineList, relatedList } from '../../../graphql/lists/list';
import { holds } from '../../../graphql/plugin/bounds';

const byHost = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
const mostVirtualAddresses = 1_000;

builder.prismaObject('FhrpMember', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...historyFields(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    groupId: t.expose('groupId', { type: 'UUID' }),
    group: t.relation('group', { nullable: true }),
    hostId: t.expose('hostId', { type: 'UUID' }),
    host: t.relation('host', { nullable: true }),
    interfaceId: t.expose('interfaceId', { type: 'UUID', nullable: true }),
    interface: t.relation('interface', { nullable: true, description: 'The interface that is in the group.' }),
    state: t.expose('state', { type: enumRef('FhrpState') }),
    priority: t.exposeInt('priority', { nullable: true }),
    virtualAddresses: t.exposeStringList('virtualAddresses', holds(mostVirtualAddresses)),
  }),
});

listedEntity('FhrpGroup', {
  mixins: ['history'],
  fields: { namespace: of('String'), protocol: choice('FhrpProtocol'), groupNumber: of('Int') },
  list: { name: 'fhrpGroups', description: 'First hop redundancy groups (VRRP, HSRP), oldest first by default.' },
  getter: { name: 'fhrpGroup' },
  filter: {
    network: true,
    members: true,
    virtualAddress: {
      type: 'String',
      maxLength: 45,
      description: 'Has this virtual IP address.',
      where: (address: string) => ({ virtualAddresses: { has: address } }),
    },
    hostId: {
      type: ['UUID'],
      description: 'Has one of these hosts as a member.',
      where: (hostIds: string[]) => ({ members: { some: { hostId: { in: hostIds } } } }),
    },
  },
  order: ['protocol', 'groupNumber', 'namespace'],
});

builder.prismaObjectFields('FhrpGroup', (t) => ({
  virtualAddresses: t.exposeStringList('virtualAddresses', holds(mostVirtualAddresses)),
  members: t.relation('members', { description: 'Routers in the group.', query: { orderBy: byHost } }),
}));

defineList('FhrpMember', {
  isNetworkLevel: true,
  filter: {
    columns: ['id', 'networkId', 'groupId', 'hostId', 'interfaceId', 'state', 'priority', 'createdAt', 'updatedAt'],
    relations: { network: true, group: true, host: true, interface: true },
  },
  order: ['state', 'priority', 'hostId', 'createdAt', 'updatedAt'],
});

builder.prismaObjectFields('Host', (t) => ({
  fhrpMemberships: relatedList(t, 'fhrpMemberships', 'Host', { description: 'First hop redundancy groups it is in.' }),
}));

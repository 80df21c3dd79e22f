// Bindings in GraphQL: on which address and port a service listens.
import { builder } from '../../graphql/builder';
import { baseFields, historyFields, seenFields } from '../../graphql/common-fields';
import { connectionThrough } from '../../graphql/connection-through';
import { defineGetter } from '../../graphql/getter';
import { defineList, defineRootList } from '../../graphql/list';

const bindingType = builder.enumType('BindingType', {
  description: 'What a service is bound to: a whole address, or a port on one or on every address.',
  values: ['IPAddress', 'Port'] as const,
});

builder.prismaObject('Binding', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...historyFields(t),
    ...seenFields(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    hostId: t.expose('hostId', { type: 'UUID' }),
    host: t.relation('host'),
    serviceId: t.expose('serviceId', { type: 'UUID' }),
    service: t.relation('service'),
    type: t.field({
      type: bindingType,
      select: { portId: true },
      resolve: ({ portId }) => (portId ? ('Port' as const) : ('IPAddress' as const)),
    }),
    ipAddressId: t.expose('ipAddressId', { type: 'UUID', nullable: true }),
    ipAddress: t.relation('ipAddress', { nullable: true }),
    portId: t.expose('portId', { type: 'UUID', nullable: true }),
    port: t.relation('port', { nullable: true }),
    groups: connectionThrough(t, 'Binding', 'groupMemberships', 'group', {
      description: 'Groups that it is a member of.',
    }),
  }),
});

defineList('Binding', {
  isNetworkLevel: true,
  filter: {
    columns: [
      'id',
      'networkId',
      'hostId',
      'serviceId',
      'ipAddressId',
      'portId',
      'createdAt',
      'updatedAt',
      'lastSeenAt',
      'firstDiscoveryId',
      'lastDiscoveryId',
    ],
    relations: {
      network: true,
      host: true,
      service: true,
      ipAddress: true,
      port: true,
      groups: ['groupMemberships', 'group'],
    },
  },
  order: ['hostId', 'serviceId', 'createdAt', 'updatedAt', 'lastSeenAt'],
});
defineRootList('bindings', 'Binding', { description: 'Bindings, oldest first unless ordered otherwise.' });
defineGetter('binding', 'Binding');

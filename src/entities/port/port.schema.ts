// Transport ports in GraphQL: type, list, getter.
import { builder } from '../../graphql/builder';
import { baseFields, historyFields, seenFields } from '../../graphql/common-fields';
import { enumRef } from '../../graphql/enums';
import { defineGetter } from '../../graphql/getter';
import { defineList, defineRootList } from '../../graphql/list';
import { portTypeOf } from './port-names';

builder.prismaObject('Port', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...historyFields(t),
    ...seenFields(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    hostId: t.expose('hostId', { type: 'UUID' }),
    host: t.relation('host'),
    number: t.exposeInt('number'),
    protocol: t.expose('protocol', { type: enumRef('TransportProtocol') }),
    type: t.string({
      description: 'Its well-known name, such as `HTTPS`, or `Custom`.',
      select: { number: true, protocol: true },
      resolve: ({ number, protocol }) => portTypeOf(number, protocol),
    }),
    bindings: t.relation('bindings', { query: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } }),
  }),
});

defineList('Port', {
  isNetworkLevel: true,
  filter: {
    columns: [
      'id',
      'networkId',
      'hostId',
      'number',
      'protocol',
      'createdAt',
      'updatedAt',
      'lastSeenAt',
      'firstDiscoveryId',
      'lastDiscoveryId',
    ],
    relations: { network: true, host: true, bindings: true },
  },
  order: ['number', 'protocol', 'hostId', 'createdAt', 'updatedAt', 'lastSeenAt'],
});
defineRootList('ports', 'Port', { description: 'Transport ports, oldest first unless ordered otherwise.' });
defineGetter('port', 'Port');

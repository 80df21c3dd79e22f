// IP addresses in GraphQL: type, list, getter.
import { builder } from '../../graphql/builder';
import { baseFields, historyFields, optionalTexts, seenFields } from '../../graphql/common-fields';
import { defineGetter } from '../../graphql/getter';
import { defineList, defineRootList } from '../../graphql/list';

const byAge = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];

builder.prismaObject('IpAddress', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...historyFields(t),
    ...seenFields(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    hostId: t.expose('hostId', { type: 'UUID' }),
    host: t.relation('host'),
    subnetId: t.expose('subnetId', { type: 'UUID' }),
    subnet: t.relation('subnet'),
    ipAddress: t.exposeString('ipAddress'),
    position: t.exposeInt('position'),
    ...optionalTexts(t, 'name', 'macAddress'),
    interfaces: t.relation('interfaces', { query: { orderBy: byAge } }),
    bindings: t.relation('bindings', {
      description: 'Bindings to this address; those to every address of the host are not among them.',
      query: { orderBy: byAge },
    }),
  }),
});

defineList('IpAddress', {
  isNetworkLevel: true,
  filter: {
    columns: [
      'id',
      'networkId',
      'hostId',
      'subnetId',
      'ipAddress',
      'name',
      'macAddress',
      'position',
      'createdAt',
      'updatedAt',
      'lastSeenAt',
      'firstDiscoveryId',
      'lastDiscoveryId',
    ],
    relations: { network: true, host: true, subnet: true, interfaces: true, bindings: true },
  },
  order: ['ipAddress', 'name', 'macAddress', 'position', 'hostId', 'subnetId', 'createdAt', 'updatedAt', 'lastSeenAt'],
});
defineRootList('ipAddresses', 'IpAddress', { description: 'IP addresses, oldest first unless ordered otherwise.' });
defineGetter('ipAddress', 'IpAddress');

// GraphQL type, queries and mutations of IP addresses.
import { builder } from '../../../graphql/builder';
import { entity } from '../../../graphql/entity/entity';
import { id } from '../../../graphql/entity/sheet-fields';
import { filterToWhere } from '../../../graphql/lists/filter';
import { relatedList } from '../../../graphql/lists/list';
import { ipAddressFields } from '../shared/ip-address-fields';
import { createIpAddress, updateIpAddress } from './ip-address.actions';
import { touchOwnersOfParts } from '../shared/host-locks.sql';

entity('IpAddress', {
  mixins: ['history', 'seen'],
  fields: { hostId: id(), subnetId: id(), ...ipAddressFields },
  list: { name: 'ipAddresses', description: 'IP addresses, oldest first by default.' },
  getter: { name: 'ipAddress' },
  filter: {
    network: true,
    host: true,
    subnet: true,
    interfaces: true,
    bindings: true,
    namespace: {
      type: 'String',
      maxLength: 100,
      description: 'Namespace of its subnet.',
      where: (namespace: string) => ({ subnet: filterToWhere('Subnet', { namespace: { eq: namespace } }) }),
    },
  },
  order: ['ipAddress', 'name', 'macAddress', 'position', 'hostId', 'subnetId'],
  update: 'Updates an address. It can move to another host only if no binding or port refers to it.',
  deletes: {
    effect: 'Its bindings are deleted too, and it is removed from its ports.',
    before: (tx, viewer, ids) => touchOwnersOfParts(tx, viewer, 'IpAddress', ids),
  },
  write: { create: createIpAddress, update: updateIpAddress },
});

const byAge = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];

builder.prismaObjectFields('IpAddress', (t) => ({
  answersForOthers: t.exposeBoolean('answersForOthers'),
  macAddressSource: t.exposeString('macAddressSource', { nullable: true }),
  moveReason: t.exposeString('moveReason', { nullable: true }),
  host: t.relation('host', { nullable: true }),
  subnet: t.relation('subnet', { nullable: true }),
  namespace: t.string({
    description: 'Namespace of its subnet; empty for the usual one.',
    select: { subnet: { select: { namespace: true } } },
    // In a query for a past instant, the subnet of the address may be missing.
    resolve: ({ subnet }: { subnet: { namespace: string } | null }) => subnet?.namespace ?? '',
  }),
  interfaces: t.relation('interfaces', { query: { orderBy: byAge } }),
  bindings: t.relation('bindings', {
    description: 'Bindings to this address, without those to all addresses of the host.',
    query: { orderBy: byAge },
  }),
  interfacesConnection: relatedList(t, 'interfaces', 'IpAddress', { description: 'Its interfaces, page by page.' }),
  bindingsConnection: relatedList(t, 'bindings', 'IpAddress', {
    description: 'Bindings to this address page by page, without those to all addresses of the host.',
  }),
}));

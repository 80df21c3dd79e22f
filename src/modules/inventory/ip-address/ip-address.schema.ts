// IP addresses in GraphQL.
import { builder } from '../../../graphql/builder';
import { entity } from '../../../graphql/entity/entity';
import { id } from '../../../graphql/entity/sheet-fields';
import { ipAddressFields } from '../shared/ip-address-fields';
import { createIpAddress, updateIpAddress } from './ip-address.actions';

entity('IpAddress', {
  mixins: ['history', 'seen'],
  fields: { hostId: id(), subnetId: id(), ...ipAddressFields },
  list: { name: 'ipAddresses', description: 'IP addresses, oldest first unless ordered otherwise.' },
  getter: { name: 'ipAddress' },
  filter: {
    network: true,
    host: true,
    subnet: true,
    interfaces: true,
    bindings: true,
    firstDiscoveryId: true,
    lastDiscoveryId: true,
  },
  order: ['ipAddress', 'name', 'macAddress', 'position', 'hostId', 'subnetId'],
  update: 'Moves to another host only while no binding and no port refers to it.',
  deletes: { effect: 'its bindings with it, and takes it off the ports that carry it' },
  write: { create: createIpAddress, update: updateIpAddress },
});

const byAge = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];

builder.prismaObjectFields('IpAddress', (t) => ({
  host: t.relation('host', { nullable: true }),
  subnet: t.relation('subnet', { nullable: true }),
  interfaces: t.relation('interfaces', { query: { orderBy: byAge } }),
  bindings: t.relation('bindings', {
    description: 'Bindings to this address; those to every address of the host are not among them.',
    query: { orderBy: byAge },
  }),
}));

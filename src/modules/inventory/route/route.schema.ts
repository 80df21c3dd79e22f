// Routes in GraphQL: the routing tables of hosts, and which routers serve a subnet.
import { isIPv6 } from 'node:net';
import { builder } from '../../../graphql/builder';
import { baseFields, historyFields } from '../../../graphql/common-fields';
import { enumRef } from '../../../graphql/enums';
import { defineGetter } from '../../../graphql/getter';
import { defineList, defineRootList, relatedList } from '../../../graphql/lists/list';

/** PostgreSQL prints the prefix of a single address without its length. */
const withPrefixLength = (cidr: string): string => (cidr.includes('/') ? cidr : `${cidr}/${isIPv6(cidr) ? 128 : 32}`);

builder.prismaObject('Route', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...historyFields(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    hostId: t.expose('hostId', { type: 'UUID' }),
    host: t.relation('host', { nullable: true }),
    destination: t.string({
      description: 'IPv4 or IPv6 prefix in CIDR notation; `0.0.0.0/0` or `::/0` for a default route.',
      select: { destination: true },
      resolve: ({ destination }) => withPrefixLength(destination),
    }),
    subnetId: t.expose('subnetId', { type: 'UUID', nullable: true }),
    subnet: t.relation('subnet', { nullable: true, description: 'The subnet with the CIDR of the destination.' }),
    nextHop: t.exposeString('nextHop', {
      nullable: true,
      description: 'IP address of the next router; null for a destination that is reached directly.',
    }),
    nextHopHostId: t.expose('nextHopHostId', { type: 'UUID', nullable: true }),
    nextHopHost: t.relation('nextHopHost', {
      nullable: true,
      description: 'The host that has the address of the next hop; null if that is none or several.',
    }),
    interfaceId: t.expose('interfaceId', { type: 'UUID', nullable: true }),
    interface: t.relation('interface', { nullable: true, description: 'The interface that packets leave by.' }),
    protocol: t.expose('protocol', { type: enumRef('RouteProtocol'), description: 'Origin of the route.' }),
    type: t.expose('type', { type: enumRef('RouteType'), description: 'What becomes of the packets.' }),
    metric: t.exposeInt('metric', { nullable: true }),
  }),
});

defineList('Route', {
  isNetworkLevel: true,
  filter: {
    columns: [
      ...['id', 'networkId', 'hostId', 'subnetId', 'destination', 'nextHop', 'nextHopHostId', 'interfaceId'],
      ...['protocol', 'type', 'metric', 'createdAt', 'updatedAt'],
    ],
    relations: { network: true, host: true, subnet: true, nextHopHost: true, interface: true },
  },
  order: ['destination', 'nextHop', 'protocol', 'type', 'metric', 'hostId', 'createdAt', 'updatedAt'],
  defaultOrder: [
    { field: 'destination', direction: 'asc' },
    { field: 'nextHop', direction: 'asc' },
  ],
});
defineRootList('routes', 'Route', { description: 'Routes of hosts, by destination by default.' });
defineGetter('route', 'Route');

builder.prismaObjectFields('Host', (t) => ({
  routes: relatedList(t, 'routes', 'Host', { description: 'Its routes, by destination by default.' }),
  nextHopOf: relatedList(t, 'nextHopOf', 'Host', { description: 'Routes of other hosts that lead over it.' }),
}));
builder.prismaObjectFields('Interface', (t) => ({
  routes: relatedList(t, 'routes', 'Interface', { description: 'Routes of its host that lead out of it.' }),
}));
builder.prismaObjectFields('Subnet', (t) => ({
  routes: relatedList(t, 'routes', 'Subnet', { description: 'Routes with its CIDR as destination.' }),
}));

// GraphQL type and queries of IP routes: the routing tables of hosts.
import { builder } from '../../../graphql/builder';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { choice, id, of, optional } from '../../../graphql/entity/sheet-fields';
import { relatedList } from '../../../graphql/lists/list';
import { withPrefixLength } from '../../../platform/text/addresses';

listedEntity('Route', {
  mixins: ['history'],
  fields: {
    hostId: id(),
    subnetId: optional(id()),
    nextHop: optional(of('String')),
    nextHopHostId: optional(id()),
    interfaceId: optional(id()),
    protocol: choice('RouteProtocol'),
    type: choice('RouteType'),
    metric: optional(of('Int')),
  },
  list: {
    name: 'routes',
    description: 'Routes of hosts, by destination by default.',
    defaultOrder: [
      { field: 'destination', direction: 'asc' },
      { field: 'nextHop', direction: 'asc' },
    ],
  },
  getter: { name: 'route' },
  filter: { destination: true, network: true, host: true, subnet: true, nextHopHost: true, interface: true },
  order: ['destination', 'nextHop', 'protocol', 'type', 'metric', 'hostId'],
});

builder.prismaObjectFields('Route', (t) => ({
  destination: t.string({
    description: 'IPv4 or IPv6 prefix in CIDR notation; `0.0.0.0/0` or `::/0` for a default route.',
    select: { destination: true },
    resolve: ({ destination }) => withPrefixLength(destination),
  }),
  host: t.relation('host', { nullable: true }),
  subnet: t.relation('subnet', { nullable: true, description: 'The subnet with the CIDR of the destination.' }),
  nextHopHost: t.relation('nextHopHost', {
    nullable: true,
    description: 'The host that has the address of the next hop; null if that is none or several.',
  }),
  interface: t.relation('interface', { nullable: true, description: 'The interface that packets leave by.' }),
}));

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

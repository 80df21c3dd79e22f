// GraphQL type and queries of routing neighbors: the OSPF, BGP and IS-IS neighbors of a router, with their state.
import { builder } from '../../../graphql/builder';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { choice, id, of, optional } from '../../../graphql/entity/sheet-fields';
import { relatedList } from '../../../graphql/lists/list';

listedEntity('RoutingNeighbor', {
  mixins: ['history'],
  fields: {
    hostId: id(),
    interfaceId: optional(id()),
    protocol: choice('RoutingProtocol'),
    neighborAddress: optional(of('String')),
    neighborRouterId: optional(of('String')),
    neighborHostId: optional(id()),
    state: choice('RoutingNeighborState'),
    remoteAs: optional(of('BigInt')),
  },
  list: {
    name: 'routingNeighbors',
    description: 'Neighbours that hosts have by routing protocols, oldest first by default.',
  },
  getter: { name: 'routingNeighbor' },
  filter: { network: true, host: true, interface: true, neighborHost: true },
  order: ['protocol', 'neighborAddress', 'state', 'remoteAs', 'hostId'],
});

builder.prismaObjectFields('RoutingNeighbor', (t) => ({
  host: t.relation('host', { nullable: true }),
  interface: t.relation('interface', { nullable: true, description: 'The interface that the neighbour is on.' }),
  neighborHost: t.relation('neighborHost', {
    nullable: true,
    description: 'The host that has the address or, as an address, the router ID; null if that is none or several.',
  }),
}));
builder.prismaObjectFields('Host', (t) => ({
  routingNeighbors: relatedList(t, 'routingNeighbors', 'Host', { description: 'Its neighbours by routing protocols.' }),
  routingNeighborOf: relatedList(t, 'routingNeighborOf', 'Host', {
    description: 'Records of other hosts that it is a neighbour of by a routing protocol.',
  }),
}));

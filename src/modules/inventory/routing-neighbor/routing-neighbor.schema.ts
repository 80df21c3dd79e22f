// Routing neighbours in GraphQL: who a router speaks OSPF, BGP or IS-IS with, and in which state.
import { builder } from '../../../graphql/builder';
import { baseFields, historyFields } from '../../../graphql/common-fields';
import { enumRef } from '../../../graphql/enums';
import { defineGetter } from '../../../graphql/getter';
import { defineList, defineRootList, relatedList } from '../../../graphql/lists/list';

builder.prismaObject('RoutingNeighbor', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...historyFields(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    hostId: t.expose('hostId', { type: 'UUID' }),
    host: t.relation('host', { nullable: true }),
    interfaceId: t.expose('interfaceId', { type: 'UUID', nullable: true }),
    interface: t.relation('interface', { nullable: true, description: 'The interface that the neighbour is on.' }),
    protocol: t.expose('protocol', { type: enumRef('RoutingProtocol'), description: 'Routing protocol.' }),
    neighborAddress: t.exposeString('neighborAddress', { nullable: true, description: 'IP address of the neighbour.' }),
    neighborRouterId: t.exposeString('neighborRouterId', { nullable: true }),
    neighborHostId: t.expose('neighborHostId', { type: 'UUID', nullable: true }),
    neighborHost: t.relation('neighborHost', {
      nullable: true,
      description: 'The host that has the address or, as an address, the router ID; null if that is none or several.',
    }),
    state: t.expose('state', { type: enumRef('RoutingNeighborState') }),
    remoteAs: t.expose('remoteAs', { type: 'BigInt', nullable: true }),
  }),
});

defineList('RoutingNeighbor', {
  isNetworkLevel: true,
  filter: {
    columns: [
      ...['id', 'networkId', 'hostId', 'interfaceId', 'protocol', 'neighborAddress', 'neighborRouterId'],
      ...['neighborHostId', 'state', 'remoteAs', 'createdAt', 'updatedAt'],
    ],
    relations: { network: true, host: true, interface: true, neighborHost: true },
  },
  order: ['protocol', 'neighborAddress', 'state', 'remoteAs', 'hostId', 'createdAt', 'updatedAt'],
});
defineRootList('routingNeighbors', 'RoutingNeighbor', {
  description: 'Neighbours that hosts have by routing protocols, oldest first by default.',
});
defineGetter('routingNeighbor', 'RoutingNeighbor');

builder.prismaObjectFields('Host', (t) => ({
  routingNeighbors: relatedList(t, 'routingNeighbors', 'Host', { description: 'Its neighbours by routing protocols.' }),
  routingNeighborOf: relatedList(t, 'routingNeighborOf', 'Host', {
    description: 'Records of other hosts that it is a neighbour of by a routing protocol.',
  }),
}));

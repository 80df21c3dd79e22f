// Bindings in GraphQL: on which address and port a service listens.
import { builder } from '../../../graphql/builder';
import { entity } from '../../../graphql/entity/entity';
import { id, of, optional, shown } from '../../../graphql/entity/sheet-fields';
import { connectionThrough } from '../../../graphql/lists/connection-through';
import { bindingTypeRef } from '../shared/service-input';
import { createBinding, updateBinding } from './binding.actions';

const addressOfPort =
  'Of an address binding: the address. Of a port binding: the one address, or null for every one. An address of the ' +
  "service's host. A new type takes nothing over from the old one.";

entity('Binding', {
  mixins: ['history', 'seen'],
  fields: {
    hostId: shown(id()),
    serviceId: id('On update a service of the same host.'),
    networkId: id("The service's network."),
    ipAddressId: optional(id(addressOfPort)),
    portId: optional(id("Of a port binding only: a port of the service's host.")),
  },
  inputs: { type: of(bindingTypeRef) },
  list: { name: 'bindings', description: 'Bindings, oldest first unless ordered otherwise.' },
  getter: { name: 'binding' },
  filter: {
    network: true,
    host: true,
    service: true,
    ipAddress: true,
    port: true,
    groups: ['groupMemberships', 'group'],
    firstDiscoveryId: true,
    lastDiscoveryId: true,
  },
  order: ['hostId', 'serviceId'],
  create:
    'Binds a service. On every address, the binding takes the place of those of the service to that port on one address.',
  deletes: { effect: 'with its group memberships' },
  write: { create: createBinding, update: updateBinding },
});

builder.prismaObjectFields('Binding', (t) => ({
  host: t.relation('host', { nullable: true }),
  service: t.relation('service', { nullable: true }),
  type: t.field({
    type: bindingTypeRef,
    select: { portId: true },
    resolve: ({ portId }) => (portId ? ('Port' as const) : ('IPAddress' as const)),
  }),
  ipAddress: t.relation('ipAddress', { nullable: true }),
  port: t.relation('port', { nullable: true }),
  groups: connectionThrough(t, 'Binding', 'groupMemberships', 'group', {
    description: 'Groups that it is a member of.',
  }),
}));

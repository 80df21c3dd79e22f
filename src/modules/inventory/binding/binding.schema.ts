// GraphQL type, queries and mutations of bindings. A binding is the address and port on which a service listens.
import { builder } from '../../../graphql/builder';
import { entity } from '../../../graphql/entity/entity';
import { id, of, optional, readOnly } from '../../../graphql/entity/sheet-fields';
import { joinConnection } from '../../../graphql/lists/connection-through';
import { addressOfHost, reachableAddress, endpointSelection, withPort } from '../shared/endpoints';
import { bindingTypeRef } from '../shared/service-input';
import { createBinding, updateBinding } from './binding.actions';
import { touchOwnersOfParts } from '../shared/host-locks.sql';

const addressOfPort =
  'Id of an address of the host: required for an address binding; null for a port on all addresses.';

entity('Binding', {
  mixins: ['history', 'seen'],
  fields: {
    hostId: readOnly(id()),
    serviceId: id('Id of its service; on update one of the same host.'),
    networkId: id('Id of the network of the service.'),
    ipAddressId: optional(id(addressOfPort)),
    portId: optional(id('Id of a port of the host; port bindings only.')),
  },
  inputs: { type: of(bindingTypeRef) },
  list: { name: 'bindings', description: 'Bindings, oldest first by default.' },
  getter: { name: 'binding' },
  filter: {
    network: true,
    host: true,
    service: true,
    ipAddress: true,
    port: true,
    groups: ['groupMemberships', 'group'],
  },
  order: ['hostId', 'serviceId'],
  create:
    'Binds a service to an address or port. A binding to all addresses replaces those of the service to the same port on single addresses.',
  deletes: {
    effect: 'Its group memberships are deleted too.',
    before: (tx, viewer, ids) => touchOwnersOfParts(tx, viewer, 'Binding', ids),
  },
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
  endpoint: t.string({
    nullable: true,
    description:
      'Where to connect to the service: address and port as `10.0.0.1:80` or `[2001:db8::1]:80`; bound to all addresses, that of `endpoint` of the host. Null without a port, and for loopback, link-local and container bridge addresses.',
    select: {
      ipAddressId: true,
      port: { select: { id: true, number: true } },
      ipAddress: { select: endpointSelection.select },
      hostId: true,
    },
    resolve: async ({ ipAddressId, port, ipAddress, hostId }, _args, context) => {
      // At a past instant at which the port was being deleted, the binding may exist without its port.
      if (!port) return null;
      const address =
        ipAddressId === null ? await addressOfHost(context, hostId) : reachableAddress(ipAddress ? [ipAddress] : []);
      return address === undefined ? null : withPort(address, port.number);
    },
  }),
  groups: joinConnection(t, 'Binding', 'groupMemberships', 'group', {
    description: 'Groups that have it as a member.',
  }),
}));

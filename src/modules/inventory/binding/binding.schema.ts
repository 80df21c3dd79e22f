// Bindings in GraphQL: on which address and port a service listens; list, create, update, delete.
import { builder } from '../../../graphql/builder';
import { notNull } from '../../../graphql/plugin/bounds';
import { baseFields, historyFields, seenFields } from '../../../graphql/common-fields';
import { connectionThrough } from '../../../graphql/lists/connection-through';
import { defineDeletes } from '../../../graphql/deletes';
import { defineGetter } from '../../../graphql/getter';
import { defineList, defineRootList } from '../../../graphql/lists/list';
import { bindingTypeRef } from '../shared/service-input';
import { requireScope, requireVisible } from '../../../data/tenancy/rows';
import { createBinding, updateBinding } from './binding.actions';

builder.prismaObject('Binding', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...historyFields(t),
    ...seenFields(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    hostId: t.expose('hostId', { type: 'UUID' }),
    host: t.relation('host', { nullable: true }),
    serviceId: t.expose('serviceId', { type: 'UUID' }),
    service: t.relation('service', { nullable: true }),
    type: t.field({
      type: bindingTypeRef,
      select: { portId: true },
      resolve: ({ portId }) => (portId ? ('Port' as const) : ('IPAddress' as const)),
    }),
    ipAddressId: t.expose('ipAddressId', { type: 'UUID', nullable: true }),
    ipAddress: t.relation('ipAddress', { nullable: true }),
    portId: t.expose('portId', { type: 'UUID', nullable: true }),
    port: t.relation('port', { nullable: true }),
    groups: connectionThrough(t, 'Binding', 'groupMemberships', 'group', {
      description: 'Groups that have it as a member.',
    }),
  }),
});

defineList('Binding', {
  isNetworkLevel: true,
  filter: {
    columns: [
      'id',
      'networkId',
      'hostId',
      'serviceId',
      'ipAddressId',
      'portId',
      'createdAt',
      'updatedAt',
      'lastSeenAt',
      'firstDiscoveryId',
      'lastDiscoveryId',
    ],
    relations: {
      network: true,
      host: true,
      service: true,
      ipAddress: true,
      port: true,
      groups: ['groupMemberships', 'group'],
    },
  },
  order: ['hostId', 'serviceId', 'createdAt', 'updatedAt', 'lastSeenAt'],
});
defineRootList('bindings', 'Binding', { description: 'Bindings, oldest first by default.' });
defineGetter('binding', 'Binding');

const addressOfPort =
  'Id of an address of the host: required for an address binding; null for a port on all addresses.';
const createInput = builder.inputType('CreateBindingInput', {
  fields: (t) => ({
    serviceId: t.field({ type: 'UUID', required: true }),
    networkId: t.field({ type: 'UUID', required: true, description: 'Id of the network of the service.' }),
    type: t.field({ type: bindingTypeRef, required: true }),
    ipAddressId: t.field({ type: 'UUID', description: `${addressOfPort} An address of the service's host.` }),
    portId: t.field({ type: 'UUID', description: 'Id of a port of the host; port bindings only.' }),
  }),
});
const updateInput = builder.inputType('UpdateBindingInput', {
  description: 'Fields left out keep their value. A change of the type needs the ids of the new type.',
  fields: (t) => ({
    serviceId: t.field({ type: 'UUID', ...notNull(), description: 'Id of a service of the same host.' }),
    networkId: t.field({ type: 'UUID', ...notNull(), description: 'Id of the network of the service.' }),
    type: t.field({ type: bindingTypeRef, ...notNull() }),
    ipAddressId: t.field({ type: 'UUID', description: addressOfPort }),
    portId: t.field({ type: 'UUID', description: 'Id of a port of the host; port bindings only.' }),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Expected `updatedAt` of the stored row; if it differs: `entity_changed`.',
    }),
  }),
});

builder.mutationField('createBinding', (t) =>
  t.prismaField({
    type: 'Binding',
    description:
      'Binds a service to an address or port. A binding to all addresses replaces those of the service to the same port on single addresses.',
    authScopes: { action: 'createBinding' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer }) => {
      requireScope(viewer, input);
      return requireVisible(db, 'Binding', await createBinding(db, input), query);
    },
  }),
);

builder.mutationField('updateBinding', (t) =>
  t.prismaField({
    type: 'Binding',
    authScopes: { action: 'updateBinding' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer }) => {
      const stored = await requireVisible(db, 'Binding', id);
      requireScope(viewer, input);
      await updateBinding(db, stored, input, input.expectedUpdatedAt);
      return requireVisible(db, 'Binding', id, query);
    },
  }),
);

defineDeletes('Binding', { effect: 'Its group memberships are deleted too.' });

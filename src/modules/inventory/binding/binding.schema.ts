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
      description: 'Groups that it is a member of.',
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
defineRootList('bindings', 'Binding', { description: 'Bindings, oldest first unless ordered otherwise.' });
defineGetter('binding', 'Binding');

const addressOfPort = 'Of an address binding: the address. Of a port binding: the one address, or null for every one.';
const createInput = builder.inputType('CreateBindingInput', {
  fields: (t) => ({
    serviceId: t.field({ type: 'UUID', required: true }),
    networkId: t.field({ type: 'UUID', required: true, description: "The service's network." }),
    type: t.field({ type: bindingTypeRef, required: true }),
    ipAddressId: t.field({ type: 'UUID', description: `${addressOfPort} An address of the service's host.` }),
    portId: t.field({ type: 'UUID', description: "Of a port binding only: a port of the service's host." }),
  }),
});
const updateInput = builder.inputType('UpdateBindingInput', {
  description: 'Fields left out keep their value; a new type takes nothing over from the old one.',
  fields: (t) => ({
    serviceId: t.field({ type: 'UUID', ...notNull(), description: 'A service of the same host.' }),
    networkId: t.field({ type: 'UUID', ...notNull(), description: "The service's network." }),
    type: t.field({ type: bindingTypeRef, ...notNull() }),
    ipAddressId: t.field({ type: 'UUID', description: addressOfPort }),
    portId: t.field({ type: 'UUID', description: 'Of a port binding only.' }),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Refuse with `entity_changed` if the row changed since.',
    }),
  }),
});

builder.mutationField('createBinding', (t) =>
  t.prismaField({
    type: 'Binding',
    description:
      'Binds a service. On every address, the binding takes the place of those of the service to that port on one address.',
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

defineDeletes('Binding', { effect: 'with its group memberships' });

// Services in GraphQL: the software on hosts, with its definition, category and bindings; list, create, update, delete.
import type { Prisma, Service } from '../../../generated/prisma/client';
import { builder } from '../../../graphql/builder';
import { integer, notNull, text } from '../../../graphql/plugin/bounds';
import { baseFields, historyFields, seenFields, sourceField, tagFields } from '../../../graphql/common-fields';
import { connectionThrough } from '../../../graphql/lists/connection-through';
import { defineDeletes } from '../../../graphql/deletes';
import { enumRef } from '../../../graphql/enums';
import { anyOfTags } from '../../../graphql/lists/filter';
import { defineGetter } from '../../../graphql/getter';
import { defineList, defineRootList, relatedList } from '../../../graphql/lists/list';
import { staleRows } from '../../../graphql/lists/stale-filter';
import { serviceInputFields } from '../shared/service-input';
import type { ServiceCategory } from '../shared/service-categories';
import { requireScope, requireVisible } from '../../../data/tenancy/rows';
import { createService, updateService } from './service.actions';
import { serviceCategoryRef, serviceDefinitionRef } from './service-definition.schema';
import { serviceDefinitionOf, serviceDefinitions } from '../shared/service-definitions';

type Virtualization = Pick<Service, 'virtualizationType' | 'containerName' | 'containerId' | 'composeProject'>;
const virtualizationDetails = builder.objectRef<Virtualization>('ServiceVirtualizationDetails').implement({
  fields: (t) => ({
    containerName: t.exposeString('containerName', { nullable: true }),
    containerId: t.exposeString('containerId', { nullable: true }),
    composeProject: t.exposeString('composeProject', {
      nullable: true,
      description: 'Compose project the container belongs to; one box per project in drawings.',
    }),
  }),
});
const virtualizationMetadata = builder.objectRef<Virtualization>('ServiceVirtualization').implement({
  description: 'What a containerized service is on its runtime.',
  fields: (t) => ({
    type: t.field({ type: enumRef('ServiceVirtualizationType'), resolve: (row) => row.virtualizationType as never }),
    details: t.field({ type: virtualizationDetails, resolve: (row) => row }),
  }),
});

builder.prismaObject('Service', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...historyFields(t),
    ...seenFields(t),
    ...sourceField(t),
    ...tagFields(t, 'Service'),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    hostId: t.expose('hostId', { type: 'UUID' }),
    host: t.relation('host', { nullable: true }),
    name: t.exposeString('name'),
    serviceDefinition: t.exposeString('serviceDefinition'),
    definition: t.field({
      type: serviceDefinitionRef,
      description: 'The known software; an id that is not in the registry counts as custom.',
      select: { serviceDefinition: true },
      resolve: (row) => serviceDefinitionOf(row.serviceDefinition),
    }),
    category: t.field({
      type: serviceCategoryRef,
      description: 'Follows from the definition.',
      select: { serviceDefinition: true },
      resolve: (row) => serviceDefinitionOf(row.serviceDefinition).category,
    }),
    position: t.exposeInt('position'),
    virtualizationMetadata: t.field({
      type: virtualizationMetadata,
      nullable: true,
      description: 'Null when it runs on the host itself.',
      select: { virtualizationType: true, containerName: true, containerId: true, composeProject: true },
      resolve: (row) => (row.virtualizationType ? row : null),
    }),
    virtualizationServiceId: t.expose('virtualizationServiceId', { type: 'UUID', nullable: true }),
    virtualizationService: t.relation('virtualizationService', { nullable: true }),
    bindings: t.relation('bindings', { query: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } }),
    virtualizedHosts: relatedList(t, 'virtualizedHosts', 'Service'),
    containerizedServices: relatedList(t, 'containerizedServices', 'Service'),
    virtualizedSubnets: relatedList(t, 'virtualizedSubnets', 'Service'),
    groups: connectionThrough(t, 'Service', 'groupMemberships', 'group', {
      description: 'Groups that it is itself a member of.',
    }),
  }),
});

/** Services whose definition is of these categories; an id that is not in the registry is Custom. */
function inCategories(categories: ServiceCategory[]): Prisma.ServiceWhereInput {
  const ids = serviceDefinitions.filter(({ category }) => categories.includes(category)).map(({ id }) => id);
  const listed = { serviceDefinition: { in: ids } };
  if (!categories.includes('Custom')) return listed;
  return { OR: [listed, { serviceDefinition: { notIn: serviceDefinitions.map(({ id }) => id) } }] };
}

defineList('Service', {
  isNetworkLevel: true,
  filter: {
    columns: [
      'id',
      'networkId',
      'hostId',
      'name',
      'serviceDefinition',
      'position',
      'sourceType',
      'sourceConfidence',
      'virtualizationType',
      'containerName',
      'containerId',
      'composeProject',
      'virtualizationServiceId',
      'createdAt',
      'updatedAt',
      'lastSeenAt',
      'firstDiscoveryId',
      'lastDiscoveryId',
    ],
    relations: {
      network: true,
      host: true,
      bindings: true,
      virtualizationService: true,
      virtualizedHosts: true,
      containerizedServices: true,
      virtualizedSubnets: true,
      groups: ['groupMemberships', 'group'],
      tags: ['tagAssignments', 'tag'],
    },
    computed: {
      tagIds: anyOfTags,
      stale: staleRows,
      categories: { type: [serviceCategoryRef], description: 'Is of one of these categories.', where: inCategories },
    },
  },
  order: [
    'name',
    'serviceDefinition',
    'hostId',
    'networkId',
    'position',
    'sourceType',
    'sourceConfidence',
    'virtualizationType',
    'virtualizationServiceId',
    'createdAt',
    'updatedAt',
    'lastSeenAt',
  ],
  relatedOrder: { host: ['host', 'name'], containerizedBy: ['virtualizationService', 'name'] },
});
defineRootList('services', 'Service', { description: 'Services, oldest first unless ordered otherwise.' });
defineGetter('service', 'Service');

const definition = 'Id of a known software, or one of your own; 1 to 255 characters.';
const tagIds = 'Tags of the service: exactly these. Left out: none on create, unchanged on update.';

const createInput = builder.inputType('CreateServiceInput', {
  fields: (t) => ({
    hostId: t.field({ type: 'UUID', required: true, description: 'The host that it runs on.' }),
    networkId: t.field({ type: 'UUID', required: true, description: "The host's network." }),
    name: t.string({ required: true, ...text(0, 100) }),
    serviceDefinition: t.string({ required: true, ...text(1, 255), description: definition }),
    position: t.int(integer(0, undefined, 'Order on the host; last if left out.')),
    ...serviceInputFields(t),
    tagIds: t.field({ type: ['UUID'], description: tagIds }),
  }),
});
const updateInput = builder.inputType('UpdateServiceInput', {
  description: 'Fields left out keep their value; null clears virtualization, bindings and tags.',
  fields: (t) => ({
    hostId: t.field({
      type: 'UUID',
      ...notNull(),
      description: 'A service that goes to another host leaves its bindings: say which it has there, or none.',
    }),
    networkId: t.field({ type: 'UUID', ...notNull(), description: "The host's network." }),
    name: t.string(notNull(text(0, 100))),
    serviceDefinition: t.string({ ...notNull(text(1, 255)), description: definition }),
    position: t.int(notNull(integer(0, undefined, 'Order on the host.'))),
    ...serviceInputFields(t),
    tagIds: t.field({ type: ['UUID'], description: tagIds }),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Refuse with `entity_changed` if the row changed since.',
    }),
  }),
});

builder.mutationField('createService', (t) =>
  t.prismaField({
    type: 'Service',
    authScopes: { action: 'createService' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer }) => {
      requireScope(viewer, input);
      return requireVisible(db, 'Service', await createService(db, viewer, input), query);
    },
  }),
);

builder.mutationField('updateService', (t) =>
  t.prismaField({
    type: 'Service',
    description: 'Bindings that are given replace those of the service exactly; left out, they stay.',
    authScopes: { action: 'updateService' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer }) => {
      const stored = await requireVisible(db, 'Service', id);
      requireScope(viewer, input);
      await updateService(db, viewer, stored, input, input.expectedUpdatedAt);
      return requireVisible(db, 'Service', id, query);
    },
  }),
);

defineDeletes('Service', {
  effect: 'its bindings and group memberships with it, and what it runs without a runtime or hypervisor',
});

// GraphQL type, queries and mutations of services: the software on hosts, with its definition, category and bindings.
import type { Service } from '../../../generated/prisma/client';
import { builder } from '../../../graphql/builder';
import { entity } from '../../../graphql/entity/entity';
import { tagIds } from '../../../graphql/entity/mixins';
import { id } from '../../../graphql/entity/sheet-fields';
import { joinConnection } from '../../../graphql/lists/connection-through';
import { enumRef } from '../../../graphql/enums';
import { relatedList } from '../../../graphql/lists/list';
import { staleRows } from '../../../graphql/lists/stale-filter';
import { requireServiceDefinition } from '../shared/service-definitions';
import { serviceFields, serviceInputs } from '../shared/service-input';
import { serviceListFilters } from './service-list-filters';
import { createService, updateService } from './service.actions';
import { serviceCategoryRef, serviceDefinitionRef } from './service-definition.schema';
import { touchOwnersOfParts } from '../shared/host-locks.sql';

entity('Service', {
  mixins: ['history', 'seen', 'source', 'tags'],
  fields: {
    hostId: id('Id of its host. On a change of the host give the new `bindings`, or an empty list.'),
    networkId: id('Id of the network of the host.'),
    ...serviceFields,
  },
  inputs: { ...serviceInputs, tagIds },
  list: {
    name: 'services',
    description: 'Services, oldest first by default.',
    relatedOrder: { host: ['host', 'name'], containerizedBy: ['virtualizationService', 'name'] },
  },
  getter: { name: 'service' },
  filter: {
    sourceConfidence: true,
    virtualizationType: true,
    containerName: true,
    containerId: true,
    composeProject: true,
    network: true,
    host: true,
    bindings: true,
    virtualizationService: true,
    virtualizedHosts: true,
    containerizedServices: true,
    virtualizedSubnets: true,
    groups: ['groupMemberships', 'group'],
    stale: staleRows,
    ...serviceListFilters,
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
  ],
  update: 'Updates a service. Bindings replace the stored ones; left out, they stay.',
  deletes: {
    effect: 'Its bindings and group memberships are deleted too; its containers and virtual machines stay, without it.',
    before: (tx, viewer, ids) => touchOwnersOfParts(tx, viewer, 'Service', ids),
  },
  write: { create: createService, update: updateService },
});

type Virtualization = Pick<Service, 'virtualizationType' | 'containerName' | 'containerId' | 'composeProject'>;
const virtualizationDetails = builder.objectRef<Virtualization>('ServiceVirtualizationDetails').implement({
  fields: (t) => ({
    containerName: t.exposeString('containerName', { nullable: true }),
    containerId: t.exposeString('containerId', { nullable: true }),
    composeProject: t.exposeString('composeProject', {
      nullable: true,
      description: 'Compose project of the container; drawn as one box.',
    }),
  }),
});
const virtualizationMetadata = builder.objectRef<Virtualization>('ServiceVirtualization').implement({
  description: 'A container on its runtime.',
  fields: (t) => ({
    type: t.field({ type: enumRef('ServiceVirtualizationType'), resolve: (row) => row.virtualizationType! }),
    details: t.field({ type: virtualizationDetails, resolve: (row) => row }),
  }),
});

builder.prismaObjectFields('Service', (t) => ({
  host: t.relation('host', { nullable: true }),
  definition: t.field({
    type: serviceDefinitionRef,
    description: 'The known software; an id that is not registered counts as custom.',
    select: { serviceDefinition: true },
    resolve: (row) => requireServiceDefinition(row.serviceDefinition),
  }),
  category: t.field({
    type: serviceCategoryRef,
    description: 'Category of its software.',
    select: { serviceDefinition: true },
    resolve: (row) => requireServiceDefinition(row.serviceDefinition).category,
  }),
  virtualizationMetadata: t.field({
    type: virtualizationMetadata,
    nullable: true,
    description: 'Container on its runtime; null if the service runs directly on the host.',
    select: { virtualizationType: true, containerName: true, containerId: true, composeProject: true },
    resolve: (row) => (row.virtualizationType ? row : null),
  }),
  virtualizationService: t.relation('virtualizationService', { nullable: true }),
  bindings: t.relation('bindings', { query: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } }),
  bindingsConnection: relatedList(t, 'bindings', 'Service', { description: 'Its bindings, page by page.' }),
  virtualizedHosts: relatedList(t, 'virtualizedHosts', 'Service'),
  containerizedServices: relatedList(t, 'containerizedServices', 'Service'),
  virtualizedSubnets: relatedList(t, 'virtualizedSubnets', 'Service'),
  groups: joinConnection(t, 'Service', 'groupMemberships', 'group', {
    description: 'Groups that have the service as a member.',
  }),
}));

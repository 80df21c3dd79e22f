// GraphQL type and queries of the registry of known software.
import { AppError, shortenText } from '../../../errors';
import { builder } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';
import { identify } from '../../../graphql/node/identities';
import { serviceCategories } from '../shared/service-categories';
import {
  isInfrastructure,
  serviceDefinitions,
  type ServiceDefinition,
  type UsualPort,
} from '../shared/service-definitions';

export const serviceCategoryRef = builder.enumType('ServiceCategory', {
  description: 'Categories of software.',
  values: serviceCategories,
});

const usualPort = builder.objectRef<UsualPort>('UsualPort').implement({
  fields: (t) => ({
    number: t.exposeInt('number'),
    protocol: t.field({ type: enumRef('TransportProtocol'), resolve: ({ protocol }) => protocol }),
  }),
});

export const serviceDefinitionRef = builder.objectRef<ServiceDefinition>('ServiceDefinition').implement({
  description: 'A known software.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'Value of `serviceDefinition` of a service.' }),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    category: t.field({ type: serviceCategoryRef, resolve: ({ category }) => category }),
    icon: t.exposeString('icon', { description: 'Key of its logo or icon.' }),
    ports: t.field({
      type: [usualPort],
      description: 'Default ports.',
      resolve: ({ ports }) => [...ports],
    }),
    isInfrastructure: t.boolean({
      description: 'Whether it is infrastructure, never part of an application.',
      resolve: isInfrastructure,
    }),
    isGeneric: t.exposeBoolean('isGeneric', { description: 'Whether a host can have several services of it.' }),
    isGateway: t.exposeBoolean('isGateway', {
      description: 'Whether it routes traffic out of its subnet; at most one per host.',
    }),
    isHypervisor: t.exposeBoolean('isHypervisor', { description: 'Whether it runs virtual machines.' }),
    isContainerRuntime: t.exposeBoolean('isContainerRuntime', { description: 'Whether it runs containers.' }),
    isOpenPorts: t.exposeBoolean('isOpenPorts', {
      description: 'Whether it stands for open ports without a service; at most one per host.',
    }),
  }),
});

// The query `node` finds definitions by these functions, because they are not rows of the database.
identify('ServiceDefinition', {
  keyOf: (definition) => (definition as ServiceDefinition).id,
  keyOfId: (id) => id,
  find: ({ keys }) =>
    Promise.resolve(
      keys.map(
        (key) =>
          serviceDefinitions.find(({ id }) => id === key) ??
          new AppError('entity_not_found', { entity: 'ServiceDefinition', id: shortenText(key) }),
      ),
    ),
});

builder.queryField('serviceDefinitions', (t) =>
  t.field({
    type: [serviceDefinitionRef],
    description: 'Known software, by category.',
    args: { categories: t.arg({ type: [serviceCategoryRef], description: 'Only these categories.' }) },
    resolve: (_root, { categories }) =>
      serviceDefinitions.filter(({ category }) => !categories || categories.includes(category)),
  }),
);

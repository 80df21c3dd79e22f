// The registry of known software in GraphQL.
import { builder } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';
import { serviceCategories } from '../shared/service-categories';
import {
  isInfrastructure,
  serviceDefinitions,
  type ServiceDefinition,
  type UsualPort,
} from '../shared/service-definitions';

export const serviceCategoryRef = builder.enumType('ServiceCategory', {
  description: 'What a software is for.',
  values: serviceCategories,
});

const usualPort = builder.objectRef<UsualPort>('UsualPort').implement({
  fields: (t) => ({
    number: t.exposeInt('number'),
    protocol: t.field({ type: enumRef('TransportProtocol'), resolve: ({ protocol }) => protocol }),
  }),
});

export const serviceDefinitionRef = builder.objectRef<ServiceDefinition>('ServiceDefinition').implement({
  description: 'A known software, or one of your own under an id that is not in the registry.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'What `serviceDefinition` of a service holds.' }),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    category: t.field({ type: serviceCategoryRef, resolve: ({ category }) => category }),
    icon: t.exposeString('icon', { description: 'Key of its logo or icon.' }),
    ports: t.field({
      type: [usualPort],
      description: 'Ports it listens on unless configured otherwise.',
      resolve: ({ ports }) => [...ports],
    }),
    isInfrastructure: t.boolean({ description: 'Never relevant to an application.', resolve: isInfrastructure }),
    isGeneric: t.exposeBoolean('isGeneric', { description: 'A host may have several of it.' }),
    isGateway: t.exposeBoolean('isGateway', { description: 'Leads out of its subnet; one per host.' }),
    isHypervisor: t.exposeBoolean('isHypervisor', { description: 'Runs virtual machines.' }),
    isContainerRuntime: t.exposeBoolean('isContainerRuntime', { description: 'Runs containers.' }),
    isOpenPorts: t.exposeBoolean('isOpenPorts', {
      description: 'Stands for open ports that no other service claims; one per host.',
    }),
  }),
});

builder.queryField('serviceDefinitions', (t) =>
  t.field({
    type: [serviceDefinitionRef],
    description: 'The registry of known software, by category.',
    args: { categories: t.arg({ type: [serviceCategoryRef], description: 'Only these categories.' }) },
    resolve: (_root, { categories }) =>
      serviceDefinitions.filter(({ category }) => !categories || categories.includes(category)),
  }),
);

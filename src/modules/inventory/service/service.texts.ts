// Descriptions of services, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    ServiceCategory: { type: 'Categories of software.' },
    ServiceVirtualizationType: {
      type: 'Container platforms.',
      values: { Docker: 'Docker.', Podman: 'Podman.', Kubernetes: 'Kubernetes.' },
    },
  },
  types: {
    ServiceVirtualizationDetails: 'A container as its runtime identifies it.',
    ServiceVirtualizationDetailsInput: 'A container as its runtime identifies it.',
    UsualPort: 'A default port of a software.',
  },
  fields: {
    serviceId: 'Id of its service.',
    serviceIds: 'Ids of services.',
    services: 'Its services, by position.',
    containerName: 'Name of the container.',
    containerId: 'Id of the container, from its runtime.',
    containerizedServiceIds: 'Ids of the services in its containers.',
  },
});

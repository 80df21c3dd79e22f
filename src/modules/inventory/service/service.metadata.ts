// Metadata (names, descriptions, icons) of known software.
import { registerMetadata } from '../../../graphql/descriptions/metadata';
import { isInfrastructure, serviceDefinitions } from '../shared/service-definitions';

registerMetadata(
  'serviceDefinitions',
  serviceDefinitions.map((definition) => ({
    id: definition.id,
    name: definition.name,
    description: definition.description,
    category: definition.category,
    icon: definition.icon,
    metadata: {
      ports: definition.ports,
      is_generic: definition.isGeneric,
      is_gateway: definition.isGateway,
      is_hypervisor: definition.isHypervisor,
      is_container_runtime: definition.isContainerRuntime,
      is_open_ports: definition.isOpenPorts,
      is_infrastructure: isInfrastructure(definition),
    },
  })),
);

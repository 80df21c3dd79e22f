// Declares subnets as an entity: unique constraints, conflict errors (409), and that `createSubnet` returns the stored
// subnet instead of an error if an equal subnet exists.
import { defineEntity } from '../../../data/model/entity-manifest';

export const subnetManifest = defineEntity('Subnet', {
  constraints: {
    subnets_network_id_cidr_namespace_key: ['cidr', 'namespace', 'subnetType', 'networkId'],
    subnets_network_id_cidr_namespace_virtualization_service_id_key: [
      'cidr',
      'namespace',
      'virtualizationServiceId',
      'subnetType',
      'networkId',
    ],
    subnets_network_id_subnet_type_system_key: ['subnetType', 'networkId'],
  },
  conflicts: {
    nextFreeAddress: { subnet_full: 'each address of the subnet is taken, reserved or used by the network itself' },
  },
  answersExisting: ['createSubnet'],
});

// Declares bindings as an entity: the unique constraint, and conflict errors of mutations.
import { defineEntity } from '../../../data/model/entity-manifest';
import { bindingInTheWay } from '../shared/conflicts';

export const bindingManifest = defineEntity('Binding', {
  constraints: {
    bindings_service_id_port_id_ip_address_id_key: ['portId', 'ipAddressId', 'serviceId'],
  },
  conflicts: {
    createBinding: bindingInTheWay,
    updateBinding: bindingInTheWay,
  },
});

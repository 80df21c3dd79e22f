// Declares bindings as an entity: dependent models, unique constraints and conflict errors of its mutations.
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

// Sample rows of bindings.
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    create_binding: async (side) => {
      const [service_id, port_id] = [side.newId(), side.newId()];
      const services = [{ id: service_id, name: 'web', serviceDefinition: 'nginx' }];
      await side.create('create_host', { ports: [{ id: port_id, number: 443, protocol: 'Tcp' }], services });
      return { service_id, port_id, network_id: side.networkId, type: 'Port' };
    },
  },
};

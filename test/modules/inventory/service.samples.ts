// Sample rows of services.
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    get_service_field_values: () => ({ field: 'name' }),
    create_service: (side) => ({
      name: nextName(side, 'service'),
      host_id: side.id('Host'),
      network_id: side.networkId,
      service_definition: `custom-${side.next()}`,
      tags: [],
    }),
  },
  operations: {
    get_service_field_values: 'the values by which newer clients let people filter services',
  },
};

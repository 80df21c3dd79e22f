// Sample rows of services.
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    create_service: (side) => ({
      name: nextName(side, 'service'),
      host_id: side.id('Host'),
      network_id: side.networkId,
      service_definition: `custom-${side.next()}`,
      tags: [],
    }),
  },
};

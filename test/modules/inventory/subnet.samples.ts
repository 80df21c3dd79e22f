// Sample rows of subnets.
import { block, nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    create_subnet: (side) => ({
      name: nextName(side, 'subnet'),
      network_id: side.networkId,
      cidr: `${block(side)}.0/24`,
      subnet_type: 'Lan',
      tags: [],
    }),
  },
};

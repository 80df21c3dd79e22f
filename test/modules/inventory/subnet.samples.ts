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
    merge_subnet: async (side) => {
      const prefix = block(side);
      const create = (cidr: string) => side.create('create_subnet', { cidr });
      return { id: await create(`${prefix}.0/25`), into: await create(`${prefix}.0/24`) };
    },
  },
  operations: {
    merge_subnet: 'a subnet that was assumed is merged into the one that was read, by newer clients',
  },
};

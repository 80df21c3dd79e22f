// Sample rows for how a subnet's addresses are used.
import type { Samples } from '../../../support/samples';

export const samples: Samples = {
  cases: {
    get_subnet_address_use: (side) => ({ id: side.id('Subnet') }),
    get_next_free_address: async (side) => ({ id: await side.create('create_subnet'), count: 2 }),
  },
  operations: {
    get_subnet_address_use: 'who has which address of a subnet, and what is reserved',
    get_next_free_address: 'an address for a new machine',
  },
};

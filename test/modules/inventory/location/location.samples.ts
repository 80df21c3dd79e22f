// Sample rows for locating.
import type { Samples } from '../../../support/samples';

export const samples: Samples = {
  cases: {
    locate_in_network: (side) => ({ id: side.networkId, text: '00:1b:21:00:00:77' }),
  },
  operations: {
    locate_in_network: 'the switch port of a machine',
  },
};

// Sample rows of interfaces.
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    create_interface: (side) => ({
      network_id: side.networkId,
      host_id: side.id('Host'),
      if_index: side.next(),
      if_descr: nextName(side, 'port'),
    }),
  },
  operations: {
    get_interface_counters: 'what passes a port, by its counters',
  },
};

// Sample rows of ports.
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    create_port: (side) => ({
      network_id: side.networkId,
      host_id: side.id('Host'),
      number: 1000 + side.next(),
      protocol: 'Udp',
    }),
  },
};

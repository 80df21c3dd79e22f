// Sample rows of IP addresses.
import { subnetAndAddress } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    create_ip_address: async (side) => ({
      network_id: side.networkId,
      host_id: side.id('Host'),
      ...(await subnetAndAddress(side)),
    }),
  },
};

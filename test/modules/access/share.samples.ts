// Sample rows of shares.
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    create_share: (side) => ({
      name: nextName(side, 'share'),
      topology_id: side.id('Topology'),
      network_id: side.networkId,
      password: 'Correct horse 1',
    }),
    get_public_share_metadata: async (side) => ({ id: await side.create('create_share') }),
    verify_share_password: async (side) => ({ id: await side.create('create_share'), password: 'Correct horse 1' }),
    get_public_share_topology: async (side) => ({ id: await side.create('create_share', { password: null }) }),
  },
};

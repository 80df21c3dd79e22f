// Sample rows for the search over all kinds.
import type { Samples } from '../../../support/samples';

export const samples: Samples = {
  cases: {
    search: (side) => ({ text: 'e', network_id: side.networkId, kinds: ['Host', 'Tag'] }),
  },
  operations: {
    search: 'anything by a text',
  },
};

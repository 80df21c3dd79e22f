// Samples of networks.
import { named } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    create_network: (side) => ({ name: named(side, 'network'), organization_id: side.organizationId, tags: [] }),
  },
};

// Sample rows of networks.
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    create_network: (side) => ({ name: nextName(side, 'network'), organization_id: side.organizationId, tags: [] }),
  },
};

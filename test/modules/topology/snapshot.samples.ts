// Sample rows of snapshots.
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    create_snapshot: (side) => ({ network_id: side.networkId }),
  },
};

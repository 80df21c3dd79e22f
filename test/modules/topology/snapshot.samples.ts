// Sample rows of snapshots.
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    create_snapshot: (side) => ({ network_id: side.networkId, name: nextName(side, 'snapshot') }),
    rename_snapshot: async (side) => ({
      id: await side.create('create_snapshot'),
      name: nextName(side, 'snapshot'),
    }),
  },
  operations: {
    rename_snapshot: 'a snapshot is found again by its name',
  },
};

// Sample variables of what-if changes.
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    what_if: (side) => ({ id: side.id('Topology'), changes: [{ hostFails: { hostId: side.id('Host') } }] }),
  },
  operations: { what_if: 'what a change would do, before it is made' },
};

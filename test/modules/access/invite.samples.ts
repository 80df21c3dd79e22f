// Sample rows of invites.
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    create_invite: (side) => ({ permissions: 'Viewer', network_ids: [side.networkId] }),
  },
};

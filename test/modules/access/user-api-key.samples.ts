// Sample rows of user API keys.
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    create_user_api_key: (side) => ({ name: nextName(side, 'key'), network_ids: [side.networkId], tags: [] }),
  },
};

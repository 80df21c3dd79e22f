// Sample rows of daemon API keys.
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    create_daemon_api_key: (side) => ({ name: nextName(side, 'key'), network_id: side.networkId, tags: [] }),
  },
};

// Sample rows of discoveries.
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    create_discovery: (side) => ({
      name: nextName(side, 'discovery'),
      network_id: side.networkId,
      daemon_id: side.id('Daemon'),
      discovery_type: { type: 'Unified', hostId: side.id('Host') },
      run_type: { type: 'AdHoc' },
      tags: [],
    }),
  },
};

// Sample rows of discovery sessions.
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    start_session: async (side) => ({ discovery_id: await side.create('create_discovery') }),
    rescan_host: (side) => ({ id: side.id('Host') }),
    cancel_discovery: async (side) => ({ session_id: await side.create('start_session') }),
    receive_discovery_update: async (side) => {
      const discovery_type = { type: 'Unified', hostId: side.daemonHostId };
      const discovery_id = await side.create('create_discovery', { daemon_id: side.daemonId, discovery_type });
      const session_id = await side.create('start_session', { discovery_id });
      return {
        session_id,
        phase: 'Scanning',
        progress: 40,
        warnings: ['slow'],
        scanned: { hostIds: [side.daemonHostId] },
      };
    },
  },
  operations: {
    rescan_host: 'a run over one host, of newer clients',
  },
};

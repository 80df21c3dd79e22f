// Sample rows of discoveries.
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    get_discovery_field_values: () => ({ field: 'name' }),
    create_discovery: (side) => ({
      name: nextName(side, 'discovery'),
      network_id: side.networkId,
      daemon_id: side.id('Daemon'),
      discovery_type: { type: 'Unified', hostId: side.id('Host') },
      run_type: { type: 'AdHoc' },
      tags: [],
    }),
    // The schedule starts one run a year. So two services that are compared list the same next runs, even if they are
    // asked at different times.
    list_next_runs: async (side) => {
      const run_type = { type: 'Scheduled', cronSchedule: '0 0 3 1 1 *', timezone: 'Europe/Berlin' };
      return { id: await side.create('create_discovery', { run_type }), count: 3 };
    },
    preview_schedule: () => ({ cron_schedule: '0 0 3 1 1 *', timezone: 'Europe/Berlin', count: 3 }),
  },
  operations: {
    get_discovery_field_values: 'the values by which newer clients let people filter discoveries',
    list_next_runs: 'when a stored schedule starts its next runs',
    preview_schedule: 'the same of a schedule that is not stored yet',
  },
};

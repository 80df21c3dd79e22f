// Samples of groups.
import { named } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    create_group: (side) => ({
      name: named(side, 'group'),
      network_id: side.networkId,
      group_type: 'RequestPath',
      color: 'Blue',
      members: { type: 'Services', serviceIds: [side.id('Service')] },
      tags: [side.id('Tag')],
    }),
  },
  operations: {
    list_dependencies: 'groups, as they were once called: deprecated',
  },
};

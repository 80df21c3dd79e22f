// Sample rows of groups.
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    create_group: (side) => ({
      name: nextName(side, 'group'),
      network_id: side.networkId,
      group_type: 'RequestPath',
      color: 'Blue',
      members: { type: 'Services', serviceIds: [side.id('Service')] },
      tags: [side.id('Tag')],
    }),
  },
};

// Sample rows of events of networks.
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  rows: async ({ add, networkId, organizationId, hostId, interfaceId, tagIds }) => {
    await add('NetworkEvent', {
      ...{
        networkId,
        organizationId,
        kind: 'PortDown',
        severity: 'Warning',
        happenedAt: new Date(),
        code: 'port_down',
      },
      ...{ params: { host: hostId, count: 1, names: [interfaceId] }, hostIds: [hostId], subjectIds: [interfaceId] },
      ...{ tagIds, roles: ['Switch'], causeIds: [hostId] },
    });
  },
  operations: {
    list_network_events: 'what happened that people want to be told',
    export_network_events_csv: 'spreadsheets read them',
    get_network_event_by_id: 'one of them',
  },
};

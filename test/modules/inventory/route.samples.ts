// Sample rows of routes.
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  rows: async ({ add, networkId, block, number, subnetId, ...ids }) => {
    const route = { networkId, metric: number };
    await add('Route', {
      ...{ ...route, hostId: ids.otherHostId, interfaceId: ids.otherInterfaceId, protocol: 'Static', type: 'Remote' },
      ...{ destination: `${block}.128/25`, nextHop: `${block}.1`, nextHopHostId: ids.hostId },
    });
    await add('Route', {
      ...{ ...route, hostId: ids.hostId, interfaceId: ids.interfaceId, protocol: 'Local', type: 'Local' },
      ...{ destination: `${block}.0/24`, nextHop: null, subnetId },
    });
  },
  operations: {
    list_routes: 'the routing tables of hosts',
    get_route_by_id: 'one of their rows',
    export_routes_csv: 'spreadsheets read them',
  },
};

// Sample rows of routing neighbors.
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  rows: async ({ add, networkId, block, number, hostId, interfaceId, otherHostId }) => {
    const adjacent = { networkId, neighborRouterId: `10.255.${number % 256}.1` };
    await add('RoutingNeighbor', {
      ...{ ...adjacent, hostId, interfaceId, neighborHostId: otherHostId, neighborAddress: `${block}.2` },
      ...{ protocol: 'Bgp', state: 'Established', remoteAs: BigInt(number) },
    });
    await add('RoutingNeighbor', { ...adjacent, hostId: otherHostId, protocol: 'IsIs', state: 'Up', remoteAs: null });
  },
  operations: {
    list_routing_neighbors: 'neighbours by routing protocols',
    get_routing_neighbor_by_id: 'one of them',
    export_routing_neighbors_csv: 'spreadsheets read them',
  },
};

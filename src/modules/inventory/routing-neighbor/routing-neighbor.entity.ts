// Declares routing neighbors as an entity: how the history names a routing neighbor, and that a scan replaces all
// routing neighbors of a host at once.
import { defineEntity } from '../../../data/model/entity-manifest';

export const routingNeighborManifest = defineEntity('RoutingNeighbor', {
  historyName: 'coalesce(host(r.neighbor_address), r.neighbor_router_id)',
  readTable: { rows: 'RoutingNeighbor', leadsTo: 'neighborHostId' },
});

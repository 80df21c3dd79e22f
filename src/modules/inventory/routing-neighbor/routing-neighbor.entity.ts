// Declares routing neighbors as an entity: SQL for their name in histories, and that a scan reads all routing neighbors
// of a host as one table.
import { defineEntity } from '../../../data/model/entity-manifest';

export const routingNeighborManifest = defineEntity('RoutingNeighbor', {
  historyName: 'coalesce(host(r.neighbor_address), r.neighbor_router_id)',
  readTable: { rows: 'RoutingNeighbor', leadsTo: 'neighborHostId' },
});

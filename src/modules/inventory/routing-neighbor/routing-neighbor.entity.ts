// Declares routing neighbors as an entity: their name in histories, and that a scan reads them as one table of a host.
import { defineEntity } from '../../../data/model/entity-manifest';

export const routingNeighborManifest = defineEntity('RoutingNeighbor', {
  historyName: 'coalesce(host(r.neighbor_address), r.neighbor_router_id)',
  readTable: { rows: 'RoutingNeighbor', leadsTo: 'neighborHostId' },
});

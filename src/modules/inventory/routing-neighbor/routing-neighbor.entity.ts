// The manifest of routing neighbours: what the service knows of them beside their fields and rights.
import { defineEntity } from '../../../data/model/entity-manifest';

export const routingNeighborManifest = defineEntity('RoutingNeighbor', {
  historyName: 'coalesce(host(r.neighbor_address), r.neighbor_router_id)',
  readTable: { rows: 'RoutingNeighbor', leadsTo: 'neighborHostId' },
});

// Declares routing neighbors as an entity: dependent models, unique constraints and conflict errors of its mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

export const routingNeighborManifest = defineEntity('RoutingNeighbor', {
  historyName: 'coalesce(host(r.neighbor_address), r.neighbor_router_id)',
  readTable: { rows: 'RoutingNeighbor', leadsTo: 'neighborHostId' },
});

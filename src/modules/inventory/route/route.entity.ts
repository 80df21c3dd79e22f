// Declares routes as an entity: its parts, unique constraints, and conflicts of its mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

export const routeManifest = defineEntity('Route', {
  historyName: 'r.destination::text',
  readTable: { rows: 'Route', leadsTo: 'nextHopHostId' },
});

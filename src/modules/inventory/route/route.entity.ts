// Declares routes as an entity: dependent models, unique constraints and conflict errors of its mutations.
import { defineEntity } from '../../../data/model/entity-manifest';

export const routeManifest = defineEntity('Route', {
  historyName: 'r.destination::text',
  readTable: { rows: 'Route', leadsTo: 'nextHopHostId' },
});

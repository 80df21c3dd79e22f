// Declares routes as an entity: their name in histories, and that a scan reads them as one table of a host.
import { defineEntity } from '../../../data/model/entity-manifest';

export const routeManifest = defineEntity('Route', {
  historyName: 'r.destination::text',
  readTable: { rows: 'Route', leadsTo: 'nextHopHostId' },
});

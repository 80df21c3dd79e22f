// Declares routes as an entity: how the history names a route, and that a scan replaces all routes of a host at once.
import { defineEntity } from '../../../data/model/entity-manifest';

export const routeManifest = defineEntity('Route', {
  historyName: 'r.destination::text',
  readTable: { rows: 'Route', leadsTo: 'nextHopHostId' },
});

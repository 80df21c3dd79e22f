// Declares routes as an entity: SQL for the name of a route in histories, and that a scan reads all routes of a host as
// one table.
import { defineEntity } from '../../../data/model/entity-manifest';

export const routeManifest = defineEntity('Route', {
  historyName: 'r.destination::text',
  readTable: { rows: 'Route', leadsTo: 'nextHopHostId' },
});

// The manifest of routes: what the service knows of them beside their fields and rights.
import { defineEntity } from '../../../data/model/entity-manifest';

export const routeManifest = defineEntity('Route', {
  historyName: 'r.destination::text',
  readTable: { rows: 'Route', leadsTo: 'nextHopHostId' },
});

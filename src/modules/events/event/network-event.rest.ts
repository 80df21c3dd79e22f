// REST routes of events of networks, which are read-only. `network-event.rest.graphql` has the GraphQL documents that
// are not generated.
import { GetNetworkEventByIdDocument, ListNetworkEventsDocument } from '../../../generated/operations';
import { wireOrderOf } from '../../../rest/list-order';
import { csvRoute, route } from '../../../rest/route';

const order = { order: wireOrderOf('created_at', 'updated_at', 'happened_at', 'severity', 'kind') };

export const networkEventRoutes = [
  route('get', '/network-events', ListNetworkEventsDocument, order),
  csvRoute('/network-events/export/csv', ListNetworkEventsDocument, 'ExportNetworkEventsCsv', order),
  route('get', '/network-events/:id', GetNetworkEventByIdDocument),
];

// REST routes of services.
import { GetAllServicesDocument, GetServiceByIdDocument } from '../../generated/operations';
import { orderedBy } from '../../rest/list-order';
import { route } from '../../rest/route';

const order = orderedBy('host', 'network_id', 'position', 'service_definition', 'last_seen_at', 'containerized_by', {
  match_confidence: 'sourceConfidence',
  source: 'sourceType',
});

export const serviceRoutes = [
  route('get', '/services', GetAllServicesDocument, { order, aliases: ['/services'] }),
  route('get', '/services/:id', GetServiceByIdDocument),
];

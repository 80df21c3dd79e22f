// REST routes of audit events, which are read-only. `audit-event.rest.graphql` has the GraphQL documents that are not
// generated.
import { GetAuditEventByIdDocument, ListAuditEventsDocument } from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

const order = {
  created_at: 'createdAt',
  event_type: 'eventType',
  actor_name: 'actorName',
  operation: 'operation',
} as const;

export const auditEventRoutes = [
  route('get', '/audit-events', ListAuditEventsDocument, { order }),
  csvRoute('/audit-events/export/csv', ListAuditEventsDocument, 'ExportAuditEventsCsv', { order }),
  route('get', '/audit-events/:id', GetAuditEventByIdDocument),
];

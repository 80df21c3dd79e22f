// Audit events in GraphQL: the type, and the queries of a list and of one event, for Admins. Audit events are
// read-only.
import { atLeast } from '../../../data/tenancy/viewer';
import { builder } from '../../../graphql/builder';
import { changeActorRef } from '../change-actor';
import { enumRef } from '../../../graphql/enums';
import { defineGetter } from '../../../graphql/getter';
import { defineList, defineRootList } from '../../../graphql/lists/list';

const actorColumns = {
  id: true,
  createdAt: true,
  actorType: true,
  actorName: true,
  userId: true,
  userApiKeyId: true,
  daemonId: true,
  discoveryId: true,
} as const;

builder.prismaObject('AuditEvent', {
  select: { id: true },
  description:
    'A recorded action: a change of the inventory, a sign-in, or a change of rights, keys or settings. Immutable; kept as long as the service is configured to.',
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description:
        'Time of the event, shared by all rows that it changed. `inventoryDiff` of the network from one millisecond before to this time lists them.',
    }),
    organizationId: t.expose('organizationId', { type: 'UUID', nullable: true }),
    eventType: t.expose('eventType', { type: enumRef('AuditEventType'), description: 'Kind of the event.' }),
    actor: t.field({
      type: changeActorRef,
      description: 'The actor.',
      select: actorColumns,
      resolve: (event) => event,
    }),
    userId: t.expose('userId', {
      type: 'UUID',
      nullable: true,
      description: 'Id of the user who acted or owns the key.',
    }),
    userApiKeyId: t.expose('userApiKeyId', {
      type: 'UUID',
      nullable: true,
      description: 'Id of the API key that was used.',
    }),
    daemonId: t.expose('daemonId', { type: 'UUID', nullable: true, description: 'Id of the daemon that acted.' }),
    discoveryId: t.expose('discoveryId', {
      type: 'UUID',
      nullable: true,
      description: 'The discovery run that found it.',
    }),
    operation: t.exposeString('operation', {
      nullable: true,
      description: 'GraphQL operation that was called; null if the service acted by itself.',
    }),
    subjectType: t.exposeString('subjectType', {
      nullable: true,
      description:
        'Type of the affected object. For inventory changes the network, the first if several; null if only tags changed.',
    }),
    subjectId: t.field({
      type: 'UUID',
      nullable: true,
      description:
        'Id of the affected object. Ids of invites are shown to Owners only, because an id is enough to accept the invite.',
      select: { subjectId: true, subjectType: true },
      resolve: ({ subjectId, subjectType }, _args, { viewer }) =>
        subjectType === 'Invite' && !atLeast(viewer, 'Owner') ? null : subjectId,
    }),
    subjectName: t.exposeString('subjectName', {
      nullable: true,
      description: 'Name of the affected object at that time.',
    }),
    details: t.expose('details', {
      type: 'JSON',
      nullable: true,
      description: 'Further data as an object; changed values have `from` and `to`. Contains no secrets.',
    }),
  }),
});

defineList('AuditEvent', {
  filter: {
    columns: [
      ...['id', 'createdAt', 'eventType', 'operation', 'subjectType', 'subjectId', 'subjectName'],
      ...['actorType', 'actorName', 'userId', 'userApiKeyId', 'daemonId', 'discoveryId'],
    ],
  },
  order: ['createdAt', 'eventType', 'actorName', 'operation'],
  defaultOrder: [{ field: 'createdAt', direction: 'desc' }],
});
const readers = 'For Admins and Owners; an API key must have access to all networks of the organization.';
defineRootList('auditEvents', 'AuditEvent', {
  description: `Audit events of the organization, newest first by default. ${readers}`,
  action: 'auditEvents',
});
defineGetter('auditEvent', 'AuditEvent', {
  description: `Returns one audit event. ${readers} Missing or not accessible: \`entity_not_found\`.`,
});

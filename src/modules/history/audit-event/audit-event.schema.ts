// Audit events in GraphQL: who did what and when; type, list and getter for Admins. Nothing writes or deletes them here.
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
    'Something that was done: a change of the inventory, a sign-in, a change of rights, keys or settings. Written as part of what it tells of, never changed, and kept as long as the service is configured to.',
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description:
        'When it happened; all that was changed with it was changed at this time: `inventoryDiff` of its network from a millisecond before to then tells what.',
    }),
    organizationId: t.expose('organizationId', { type: 'UUID', nullable: true }),
    eventType: t.expose('eventType', { type: enumRef('AuditEventType'), description: 'What happened.' }),
    actor: t.field({
      type: changeActorRef,
      description: 'Who did it.',
      select: actorColumns,
      resolve: (event) => event,
    }),
    userId: t.expose('userId', { type: 'UUID', nullable: true, description: 'The user who did it, or whose key.' }),
    userApiKeyId: t.expose('userApiKeyId', { type: 'UUID', nullable: true, description: 'The key it was done with.' }),
    daemonId: t.expose('daemonId', { type: 'UUID', nullable: true, description: 'The daemon that did it.' }),
    discoveryId: t.expose('discoveryId', { type: 'UUID', nullable: true, description: 'The run that found it.' }),
    operation: t.exposeString('operation', {
      nullable: true,
      description: 'The operation that was asked for, by its name in GraphQL; null where the service acted by itself.',
    }),
    subjectType: t.exposeString('subjectType', {
      nullable: true,
      description:
        'What kind of thing it was done to: of a change of the inventory the network, where there are several the first; null for one of tags alone.',
    }),
    subjectId: t.field({
      type: 'UUID',
      nullable: true,
      description: 'The thing it was done to; of invites for Owners only, since whoever knows one may accept it.',
      select: { subjectId: true, subjectType: true },
      resolve: ({ subjectId, subjectType }, _args, { viewer }) =>
        subjectType === 'Invite' && !atLeast(viewer, 'Owner') ? null : subjectId,
    }),
    subjectName: t.exposeString('subjectName', { nullable: true, description: 'What that was called then.' }),
    details: t.expose('details', {
      type: 'JSON',
      nullable: true,
      description: 'More about it, an object; of changed values each with `from` and `to`. Never holds a secret.',
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
const readers =
  'For Admins and Owners; an API key must reach all networks of the organization, else there is nothing to see.';
defineRootList('auditEvents', 'AuditEvent', {
  description: `What was done in the organization, and by whom, newest first unless ordered otherwise. ${readers}`,
  action: 'auditEvents',
});
defineGetter('auditEvent', 'AuditEvent', {
  description: `Finds an AuditEvent. ${readers} Missing or out of reach: \`entity_not_found\`.`,
});

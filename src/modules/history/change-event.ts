// The GraphQL type for the audit event of a change, with only the fields that every reader of the changed row may see.
import type { EventRow } from './events';
import { builder } from '../../graphql/builder';
import { changeActorRef } from './change-actor';

export const changeEventRef = builder.objectRef<EventRow>('ChangeEvent').implement({
  description: 'One transaction that changed rows; they share its time and actor.',
  fields: (t) => ({
    eventId: t.expose('id', {
      type: 'UUID',
      description: 'Id of the audit event; changes of one transaction share it.',
    }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => new Date(createdAt) }),
    operation: t.exposeString('operation', {
      nullable: true,
      description: 'GraphQL operation that was called; null if the service acted by itself.',
    }),
    actor: t.field({
      type: changeActorRef,
      description: 'The actor.',
      resolve: (event) => ({ ...event, createdAt: new Date(event.createdAt) }),
    }),
  }),
});

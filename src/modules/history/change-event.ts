// The event that a change belongs to: what everyone may know of it who sees the row that was changed.
import type { EventRow } from './events';
import { builder } from '../../graphql/builder';
import { changeActorRef } from './change-actor';

export const changeEventRef = builder.objectRef<EventRow>('ChangeEvent').implement({
  description: 'One transaction that changed rows: all that it changed shares its time and its actor.',
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID', description: 'Of the audit event; changes of one transaction have the same.' }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => new Date(createdAt) }),
    operation: t.exposeString('operation', {
      nullable: true,
      description: 'The operation that was asked for, by its name in GraphQL; null where the service acted by itself.',
    }),
    actor: t.field({
      type: changeActorRef,
      description: 'Who did it.',
      resolve: (event) => ({ ...event, createdAt: new Date(event.createdAt) }),
    }),
  }),
});

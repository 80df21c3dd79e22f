// Who made a change, and when: what everyone may know who sees the row that was changed.
import { getRefFromModel, queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { EventRow } from '../tenancy/history/events';
import { rowBehind } from './batched-client';
import { builder } from './builder';
import type { GraphqlContext } from './context';
import { enumRef } from './enums';
import { rowField } from './row-field';
import { mayLookUp } from './user-relation';

export const changeEventRef = builder.objectRef<EventRow>('ChangeEvent').implement({
  description: 'One transaction that changed rows: all that it changed shares its time and its actor.',
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID', description: 'Changes of one transaction have the same.' }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => new Date(createdAt) }),
    actorType: t.expose('actorType', { type: enumRef('AuditActorType') }),
    actorName: t.exposeString('actorName', {
      nullable: true,
      description:
        "What the actor was called then: a user's e-mail address, the name of a key, a daemon or a discovery.",
    }),
    operation: t.exposeString('operation', { nullable: true, description: 'The operation asked for.' }),
    userId: t.expose('userId', { type: 'UUID', nullable: true }),
    user: t.field({
      type: getRefFromModel('User', builder),
      nullable: true,
      description:
        'The person, or the owner of the key; null where there is none, or none that the caller may look up.',
      resolve: async ({ userId }, _args, context: GraphqlContext, info: GraphQLResolveInfo) => {
        if (userId === null) return null;
        const query = queryFromInfo({ context, info, select: { permissions: true } } as never) as object;
        const user = await rowBehind(context, 'User', userId, query);
        return user && mayLookUp(context.viewer, user as never) ? (user as never) : null;
      },
    }),
    userApiKeyId: t.expose('userApiKeyId', { type: 'UUID', nullable: true }),
    userApiKey: rowField<EventRow>(t, 'UserApiKey', ({ userApiKeyId }) => userApiKeyId, "Only the caller's own."),
    daemonId: t.expose('daemonId', { type: 'UUID', nullable: true }),
    daemon: rowField<EventRow>(t, 'Daemon', ({ daemonId }) => daemonId, 'Null where it is gone.'),
    discoveryId: t.expose('discoveryId', { type: 'UUID', nullable: true }),
    discovery: rowField<EventRow>(t, 'Discovery', ({ discoveryId }) => discoveryId, 'The run; null where it is gone.'),
  }),
});

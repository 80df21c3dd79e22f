// Who changed a row: one type for events and for revisions, whose actors are looked up together.
import { getRefFromModel, queryFromInfo } from '@pothos/plugin-prisma';
import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import { atLeast, userOf, type Viewer } from '../../data/tenancy/viewer';
import type { User } from '../../generated/prisma/client';
import { readChangeActors, type ChangeActor } from '../../data/tenancy/change-actors';
import { rowBehind } from '../../graphql/batched-client';
import { builder } from '../../graphql/builder';
import type { GraphqlContext } from '../../graphql/context';
import { enumRef } from '../../graphql/enums';
import { rowField } from '../../graphql/row-field';
import { mayLookUp } from '../access';

export type { ChangeActor } from '../../data/tenancy/change-actors';

/** A user's address is told to those who may look users up. */
const mayRead = (viewer: Viewer, { actorType, userId }: ChangeActor): boolean =>
  actorType !== 'User' || viewer.via === 'session' || userOf(viewer).userId === userId || atLeast(viewer, 'Admin');

const userField = (t: object): never =>
  (t as { field(options: object): never }).field({
    type: getRefFromModel('User', builder),
    nullable: true,
    description: 'The user, or the owner of the key.',
    resolve: async ({ userId }: ChangeActor, _args: object, context: GraphqlContext, info: GraphQLResolveInfo) => {
      if (userId === null) return null;
      const query = queryFromInfo({ context, info, select: { id: true, permissions: true } as never });
      const user = (await rowBehind(context, 'User', userId, query)) as User | null;
      return user && mayLookUp(context.viewer, user) ? user : null;
    },
  });

export const changeActorRef = builder.objectRef<ChangeActor>('ChangeActor').implement({
  description: 'Who did something. What it leads to is null once it is gone, and where the caller may not see it.',
  fields: (t) => ({
    type: t.field({ type: enumRef('AuditActorType'), resolve: ({ actorType }) => actorType as never }),
    name: t.string({
      nullable: true,
      description:
        "What it was called then: a user's e-mail address, the name of a key, a daemon or a discovery. Null for a user whom the caller may not look up, and where nobody is known.",
      resolve: (actor, _args, { viewer }) => (mayRead(viewer, actor) ? actor.actorName : null),
    }),
    user: userField(t),
    userApiKey: rowField<ChangeActor>(t, 'UserApiKey', (actor) => actor.userApiKeyId, "One of the caller's own keys."),
    daemon: rowField<ChangeActor>(t, 'Daemon', (actor) => actor.daemonId, 'The daemon that reported it.'),
    discovery: rowField<ChangeActor>(t, 'Discovery', (actor) => actor.discoveryId, 'The run that found it.'),
  }),
});

const loaders = new WeakMap<GraphqlContext, DataLoader<string, ChangeActor | null>>();

/** The actor of an event that a visible row names, or null; those of one tick are one statement. */
export function actorBehind(ctx: GraphqlContext, eventId: string | null): Promise<ChangeActor | null> {
  userOf(ctx.viewer);
  if (eventId === null) return Promise.resolve(null);
  const loader =
    loaders.get(ctx) ??
    new DataLoader<string, ChangeActor | null>(
      async (ids) => {
        const actors = await readChangeActors(ctx.sql, ids);
        return ids.map((id) => actors.get(id) ?? null);
      },
      { maxBatchSize: 1000 },
    );
  loaders.set(ctx, loader);
  return loader.load(eventId);
}

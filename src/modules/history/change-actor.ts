// The GraphQL type for who made a change: a user, an API key or a daemon. Audit events and histories of rows use it.
import { getRefFromModel, queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { atLeast, userOf, type Viewer } from '../../data/tenancy/viewer';
import type { AuditEvent, User } from '../../generated/prisma/client';
import { loadRow } from '../../graphql/loaders/batched-client';
import { builder } from '../../graphql/builder';
import type { GraphqlContext } from '../../graphql/context';
import { enumRef } from '../../graphql/enums';
import { rowExtension, rowField } from '../../graphql/row-field';
import { mayReadUser } from '../access';

/**
 * The fields of an audit event that everyone who can read the changed row may see. Only Admins may see whole audit
 * events.
 */
export type ChangeActor = Pick<
  AuditEvent,
  'id' | 'createdAt' | 'actorType' | 'actorName' | 'userId' | 'userApiKeyId' | 'daemonId' | 'discoveryId'
>;

/** Whether the viewer may see the e-mail address of the user who made the change. */
const mayRead = (viewer: Viewer, { actorType, userId }: ChangeActor): boolean =>
  actorType !== 'User' || viewer.via === 'session' || userOf(viewer).userId === userId || atLeast(viewer, 'Admin');

const userField = (t: object): never =>
  (t as { field(options: object): never }).field({
    type: getRefFromModel('User', builder),
    nullable: true,
    description: 'The user, or the owner of the key.',
    extensions: rowExtension,
    resolve: async ({ userId }: ChangeActor, _args: object, context: GraphqlContext, info: GraphQLResolveInfo) => {
      if (userId === null) return null;
      const query = queryFromInfo({ context, info, select: { id: true, permissions: true } });
      const user = (await loadRow(context, 'User', userId, query)) as User | null;
      return user && mayReadUser(context.viewer, user) ? user : null;
    },
  });

export const changeActorRef = builder.objectRef<ChangeActor>('ChangeActor').implement({
  description: 'The actor of a change. References are null if the object is deleted or not accessible to the caller.',
  fields: (t) => ({
    type: t.field({ type: enumRef('AuditActorType'), resolve: ({ actorType }) => actorType }),
    name: t.string({
      nullable: true,
      description:
        'Name at that time: e-mail address of a user, name of a key, daemon or discovery. Null if unknown, or for a user that the caller cannot see.',
      resolve: (actor, _args, { viewer }) => (mayRead(viewer, actor) ? actor.actorName : null),
    }),
    user: userField(t),
    userApiKey: rowField<ChangeActor>(
      t,
      'UserApiKey',
      (actor) => actor.userApiKeyId,
      "The API key, if it is one of the caller's own.",
    ),
    daemon: rowField<ChangeActor>(t, 'Daemon', (actor) => actor.daemonId, 'The daemon that reported the change.'),
    discovery: rowField<ChangeActor>(t, 'Discovery', (actor) => actor.discoveryId, 'The discovery run that found it.'),
  }),
});

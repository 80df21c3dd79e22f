// The GraphQL query of the viewer: its user, its credential, the networks that it may read, and its permitted
// operations.
import { actions, may } from '../../../auth/permissions';
import { userOf, type UserViewer } from '../../../data/tenancy/viewer';
import { builder } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';
import { requireVisible } from '../../../data/tenancy/rows';

const credentialEnum = builder.enumType('ViewerCredential', {
  description: 'Kinds of credentials of a caller.',
  values: {
    session: { description: 'Session cookie of a browser.' },
    userApiKey: { description: 'A user API key.' },
  },
});

const viewerRef = builder.objectRef<UserViewer>('Viewer').implement({
  description: 'The caller.',
  fields: (t) => ({
    via: t.field({ type: credentialEnum, resolve: ({ via }) => via }),
    credentialId: t.field({
      type: 'UUID',
      description: 'Id of the session or API key.',
      resolve: ({ credentialId }) => credentialId,
    }),
    userId: t.field({ type: 'UUID', resolve: ({ userId }) => userId }),
    organizationId: t.field({ type: 'UUID', resolve: ({ organizationId }) => organizationId }),
    permissions: t.field({
      type: enumRef('UserOrgPermissions'),
      description: "Role that applies now; for an API key the lesser of the key's and its owner's.",
      resolve: ({ permissions }) => permissions,
    }),
    networkIds: t.field({
      type: ['UUID'],
      description: 'Ids of the networks that the caller can access now.',
      resolve: ({ networkIds }) => [...networkIds].sort(),
    }),
    may: t.stringList({
      description: 'Names of the restricted operations that the caller may use, in alphabetical order.',
      resolve: (viewer) => actions.filter((action) => may(viewer, action)).sort(),
    }),
    user: t.prismaField({
      type: 'User',
      description: 'The user.',
      resolve: (query, { userId }, _args, { db }) => requireVisible(db, 'User', userId, query),
    }),
    organization: t.prismaField({
      type: 'Organization',
      resolve: (query, { organizationId }, _args, { db }) => requireVisible(db, 'Organization', organizationId, query),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: viewerRef,
    description: 'The caller and its rights.',
    resolve: (_root, _args, { viewer }) => userOf(viewer),
  }),
);

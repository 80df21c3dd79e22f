// The viewer in GraphQL: who I am, by which credential, what I reach and what I may do.
import { actions, may } from '../../../auth/permissions';
import { userOf, type UserViewer } from '../../../data/tenancy/viewer';
import { builder } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';
import { requireVisible } from '../../../data/tenancy/rows';

const credentialEnum = builder.enumType('ViewerCredential', {
  description: 'What the caller identified with.',
  values: {
    session: { description: 'The cookie of a browser session.' },
    userApiKey: { description: 'A user API key.' },
  },
});

const viewerRef = builder.objectRef<UserViewer>('Viewer').implement({
  description: 'The caller.',
  fields: (t) => ({
    via: t.field({ type: credentialEnum, resolve: ({ via }) => via }),
    credentialId: t.field({
      type: 'UUID',
      description: "The session's or the API key's id.",
      resolve: ({ credentialId }) => credentialId,
    }),
    userId: t.field({ type: 'UUID', resolve: ({ userId }) => userId }),
    organizationId: t.field({ type: 'UUID', resolve: ({ organizationId }) => organizationId }),
    permissions: t.field({
      type: enumRef('UserOrgPermissions'),
      description: "The rank in force now: with an API key the lesser of the key's and its owner's.",
      resolve: ({ permissions }) => permissions,
    }),
    networkIds: t.field({
      type: ['UUID'],
      description: 'Networks in reach now.',
      resolve: ({ networkIds }) => [...networkIds].sort(),
    }),
    may: t.stringList({
      description: 'Names of the restricted operations that are open to the caller, in alphabetical order.',
      resolve: (viewer) => actions.filter((action) => may(viewer, action)).sort(),
    }),
    user: t.prismaField({
      type: 'User',
      description: 'The person behind the credential.',
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
    description: 'Who the caller is and what it may do.',
    resolve: (_root, _args, { viewer }) => userOf(viewer),
  }),
);

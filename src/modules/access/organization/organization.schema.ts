// GraphQL type, query and mutations of the caller's organization: renaming, API access, the requirement of a second
// factor, and reset.
import type { Action } from '../../../auth/permissions';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { userOf, type Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import { builder } from '../../../graphql/builder';
import { notNull, text } from '../../../graphql/plugin/bounds';
import { baseFields } from '../../../graphql/common-fields';
import { relatedList } from '../../../graphql/lists/list';
import { asRefused } from '../sign-in-events';
import { deleteOrganization, type DeletedOrganization } from './delete-organization.sql';
import { resetOrganization } from './reset-organization.sql';
import { requireVisible, updateVisible } from '../../../data/tenancy/rows';

builder.prismaObject('Organization', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    name: t.exposeString('name'),
    apiAccessEnabled: t.exposeBoolean('apiAccessEnabled'),
    secondFactorRequired: t.exposeBoolean('secondFactorRequired', {
      description: 'Whether sessions are for users with a second factor only; others can sign in only to set one up.',
    }),
    networks: relatedList(t, 'networks', 'Organization'),
    tags: relatedList(t, 'tags', 'Organization'),
    credentials: relatedList(t, 'credentials', 'Organization'),
    vlans: relatedList(t, 'vlans', 'Organization'),
    daemons: relatedList(t, 'daemons', 'Organization'),
    snapshots: relatedList(t, 'snapshots', 'Organization'),
    shares: relatedList(t, 'shares', 'Organization'),
  }),
});

builder.queryField('organization', (t) =>
  t.prismaField({
    type: 'Organization',
    nullable: true,
    description: "The caller's own organization.",
    authScopes: { action: 'organization' },
    resolve: (query, _root, _args, { db, viewer }) => requireVisible(db, 'Organization', viewer.organizationId, query),
  }),
);

const updateInput = builder.inputType('UpdateOrganizationInput', {
  description: 'Fields left out keep their value.',
  fields: (t) => ({
    name: t.string(notNull(text(1, 100))),
    apiAccessEnabled: t.boolean({
      ...notNull(),
      description: 'Whether user API keys are accepted. Can be changed by sessions only.',
    }),
    secondFactorRequired: t.boolean({
      ...notNull(),
      description:
        'Whether sessions are for users with a second factor only. Can be changed by sessions only; true needs a second factor of the caller.',
    }),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Expected `updatedAt` of the stored row; if it differs: `entity_changed`.',
    }),
  }),
});

/**
 * Returns the action for which the viewer needs permission to make an update. Changes of API access and of the second
 * factor requirement are allowed only in sessions, not with API keys.
 */
function actionOf({ apiAccessEnabled, secondFactorRequired }: typeof updateInput.$inferInput): Action {
  if (apiAccessEnabled !== undefined) return 'setOrganizationApiAccess';
  return secondFactorRequired === undefined ? 'renameOrganization' : 'setOrganizationSecondFactor';
}

/**
 * Throws if an Owner without a second factor wants to require second factors of all users. So at least this Owner can
 * still sign in.
 */
async function assertHasSecondFactor(db: ScopedDb, viewer: Viewer): Promise<void> {
  const { userId: id } = userOf(viewer);
  const { secondFactorAt } = await db.user.findUniqueOrThrow({ where: { id }, select: { secondFactorAt: true } });
  if (secondFactorAt === null) throw new AppError('auth_second_factor_enrolment_required');
}

builder.mutationField('updateOrganization', (t) =>
  t.prismaField({
    type: 'Organization',
    description: 'Renames the organization, switches its API access, or asks its users for a second factor.',
    authScopes: (_root, { input }) => ({ action: actionOf(input) }),
    extensions: { action: 'renameOrganization' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer }) => {
      const { expectedUpdatedAt, ...columns } = input;
      await requireVisible(db, 'Organization', id, { select: { id: true } });
      if (columns.secondFactorRequired) await assertHasSecondFactor(db, viewer);
      return updateVisible(db, 'Organization', id, columns, { query, expectedUpdatedAt });
    },
  }),
);

builder.mutationField('resetOrganization', (t) =>
  t.prismaField({
    type: 'Organization',
    description:
      'Deletes networks with their content, tags, credentials, invites and API keys. Users stay, signed in, with one new network. A key must have access to all networks: else `auth_permission_denied`.',
    authScopes: { action: 'resetOrganization' },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: async (query, _root, { id }, context) => {
      await requireVisible(context.db, 'Organization', id, { select: { id: true } });
      return context.withNewNetwork(async (newNetworkId, { db, viewer }) => {
        await resetOrganization(db, viewer, newNetworkId);
        return requireVisible(db, 'Organization', id, query);
      });
    },
  }),
);

const deletedOrganization = builder.objectRef<DeletedOrganization>('DeletedOrganization').implement({
  description: 'An organization that has been deleted. The session that deleted it has ended with it.',
  fields: (t) => ({
    organizationId: t.expose('id', { type: 'UUID', description: 'Id that the organization had.' }),
    name: t.exposeString('name', { description: 'Name that the organization had.' }),
    deletedUserCount: t.exposeInt('userCount', { description: 'Number of users that were deleted with it.' }),
    deletedNetworkCount: t.exposeInt('networkCount', { description: 'Number of networks that were deleted with it.' }),
    message: t.string({
      description: 'What was deleted, as a sentence for people.',
      resolve: ({ name, userCount, networkCount }) =>
        `The organization ${name} is deleted, with ${userCount} users and ${networkCount} networks. All sessions and keys have ended, also this session.`,
    }),
  }),
});

builder.mutationField('deleteOrganization', (t) =>
  t.field({
    type: deletedOrganization,
    description:
      'Deletes the organization with its users and all other rows. It cannot be undone. Sessions and keys end at once, the session of the caller too; names and addresses are free at once. Wrong passwords count as failed sign-ins.',
    authScopes: { action: 'deleteOrganization' },
    args: {
      id: t.arg({ type: 'UUID', required: true }),
      currentPassword: t.arg.string({
        ...text(0, 1024),
        description:
          "The caller's password. Required if the caller has one; without one, the session must have begun at most ten minutes ago.",
      }),
    },
    resolve: async (_root, { id, currentPassword: password }, { db, viewer, askPassword, origin, logger }) => {
      await requireVisible(db, 'Organization', id, { select: { id: true } });
      const { userId, credentialId: sessionId } = userOf(viewer);
      const recordOf = (user: Parameters<typeof asRefused>[0]) =>
        asRefused(user, origin ?? { isLocal: false }, 'wrong_password');
      await askPassword(userId, { sessionId, password, field: 'currentPassword' }, recordOf);
      const deleted = await deleteOrganization(db, viewer);
      if (!deleted) throw new AppError('entity_not_found', { entity: 'Organization', id });
      logger.info({ organizationId: id, ...deleted }, 'an Owner deleted the organization');
      return deleted;
    },
  }),
);

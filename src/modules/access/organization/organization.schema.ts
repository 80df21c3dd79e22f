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
 * Returns the action that the viewer must be allowed for an update. Changes of API access and of the second factor
 * requirement are allowed only in sessions, not with API keys.
 */
function actionOf({ apiAccessEnabled, secondFactorRequired }: typeof updateInput.$inferInput): Action {
  if (apiAccessEnabled !== undefined) return 'setOrganizationApiAccess';
  return secondFactorRequired === undefined ? 'renameOrganization' : 'setOrganizationSecondFactor';
}

/**
 * Throws unless the Owner who requires a second factor of all users has a second factor. So somebody can still sign in.
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

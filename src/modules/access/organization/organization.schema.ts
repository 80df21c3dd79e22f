// The caller's organization in GraphQL: type, getter, rename, API access on and off, reset.
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
    description: "The caller's own organization. Open to sessions only.",
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
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Expected `updatedAt` of the stored row; if it differs: `entity_changed`.',
    }),
  }),
});

builder.mutationField('updateOrganization', (t) =>
  t.prismaField({
    type: 'Organization',
    description: 'Renames the organization or switches its API access.',
    authScopes: (_root, { input }) => ({
      action: input.apiAccessEnabled === undefined ? 'renameOrganization' : 'setOrganizationApiAccess',
    }),
    extensions: { action: 'renameOrganization' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db }) => {
      const { name, apiAccessEnabled, expectedUpdatedAt } = input;
      await requireVisible(db, 'Organization', id, { select: { id: true } });
      return updateVisible(db, 'Organization', id, { name, apiAccessEnabled }, { query, expectedUpdatedAt });
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

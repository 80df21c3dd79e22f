// GraphQL type, queries and mutations of the caller's own API keys. Mutations require a session.
import type { Viewer } from '../../../data/tenancy/viewer';
import { builder } from '../../../graphql/builder';
import { joinIds, joinList, tagFields } from '../../../graphql/common-fields';
import { defineDeletes } from '../../../graphql/deletes';
import { inputColumns, buildCreateInput, buildUpdateInput } from '../../../graphql/entity/inputs';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { choice, withDefault, of, onUpdate } from '../../../graphql/entity/sheet-fields';
import { createdKeyRef, defineKeyRotation, keyColumns, keyField, keyInputs } from '../key-fields';
import { userRelation } from '../user-relation';
import { requireScope, requireVisible } from '../../../data/tenancy/rows';
import { changeKey, createKey } from './user-api-key.actions';

const byNetwork = [{ networkId: 'asc' }];

const higherRole = "Higher than the caller's: `auth_permission_denied`.";
const permissions = onUpdate(
  withDefault(choice('UserOrgPermissions', `Role of the key, Viewer if left out. ${higherRole}`)),
  `Role of the key. ${higherRole}`,
);
const inputs = {
  ...keyInputs,
  permissions,
  networkIds: withDefault(
    of(['UUID'], {
      description: 'Ids of the networks that the key can access, among those of the caller; none = no network.',
    }),
  ),
};

listedEntity('UserApiKey', {
  mixins: [],
  fields: { ...keyColumns, permissions },
  list: {
    name: 'userApiKeys',
    description: "The caller's own API keys. Open to sessions only.",
    action: 'userApiKeys',
  },
  getter: {
    name: 'userApiKey',
    description: "Returns one of the caller's API keys. Open to sessions only. Another user's: `entity_not_found`.",
    action: 'userApiKey',
  },
  filter: { tags: ['tagAssignments', 'tag'], networks: ['networkAccess', 'network'] },
  order: ['name', 'lastUsed', 'expiresAt'],
});

builder.prismaObjectFields('UserApiKey', (t) => ({
  ...tagFields(t, 'UserApiKey'),
  key: keyField(t, 'user'),
  userId: t.expose('userId', { type: 'UUID' }),
  user: userRelation(t, 'user', 'The owner of the key.'),
  networkIds: joinIds(t, 'networkAccess', 'networkId', { orderBy: byNetwork }),
  networks: joinList(t, 'UserApiKey', 'networkAccess', 'network', {
    description: 'Networks that the key can access, as far as its owner can.',
    orderBy: byNetwork,
  }),
}));

const createInput = buildCreateInput('UserApiKey', inputs);
const updateInput = buildUpdateInput('UserApiKey', inputs, 'Fields left out keep their value.');

builder.mutationField('createUserApiKey', (t) =>
  t.field({
    type: createdKeyRef('UserApiKey'),
    authScopes: (_root, { input }) => ({ grant: { action: 'createUserApiKey', role: input.permissions } }),
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: (_root, { input }, { db, viewer }) => {
      const links = linksIn(viewer, input);
      return createKey(db, viewer, { ...inputColumns('UserApiKey', inputs, input), name: input.name }, links);
    },
  }),
);

builder.mutationField('updateUserApiKey', (t) =>
  t.prismaField({
    type: 'UserApiKey',
    authScopes: (_root, { input }) => ({ grant: { action: 'updateUserApiKey', role: input.permissions } }),
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer }) => {
      await requireVisible(db, 'UserApiKey', id, { select: { id: true } });
      const links = linksIn(viewer, input);
      await changeKey(db, viewer, id, inputColumns('UserApiKey', inputs, input), links, input.expectedUpdatedAt);
      return requireVisible(db, 'UserApiKey', id, query);
    },
  }),
);

/** Returns the networks and tags in the input of a key. Throws 403 for a network that the viewer cannot access. */
function linksIn(viewer: Viewer, { networkIds, tagIds }: { networkIds?: string[] | null; tagIds?: string[] | null }) {
  for (const networkId of networkIds ?? []) requireScope(viewer, { networkId });
  return { networkIds: networkIds ?? undefined, tagIds: tagIds ?? undefined };
}

defineKeyRotation('UserApiKey', 'user');
defineDeletes('UserApiKey', { effect: 'It is invalid at once.' });

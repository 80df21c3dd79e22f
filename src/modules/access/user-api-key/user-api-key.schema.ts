// User API keys in GraphQL: the caller's own, written in sessions only.
import type { Permissions, Viewer } from '../../../data/tenancy/viewer';
import { builder } from '../../../graphql/builder';
import { baseFields, idsThrough, listThrough, tagFields } from '../../../graphql/common-fields';
import { defineDeletes } from '../../../graphql/deletes';
import { enumRef } from '../../../graphql/enums';
import {
  changedKeyInputFields,
  keyColumns,
  createdKeyRef,
  defineKeyRotation,
  keyFields,
  newKeyInputFields,
  withoutNulls,
  type KeyInput,
} from '../key-fields';
import { defineList, defineRootList } from '../../../graphql/lists/list';
import { userRelation } from '../user-relation';
import { requireScope, requireVisible } from '../../../data/tenancy/rows';
import { notNull } from '../../../graphql/plugin/bounds';
import { changeKey, createKey } from './user-api-key.actions';

const byNetwork = [{ networkId: 'asc' }];

builder.prismaObject('UserApiKey', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...keyFields(t, 'user'),
    ...tagFields(t, 'UserApiKey'),
    organizationId: t.expose('organizationId', { type: 'UUID' }),
    userId: t.expose('userId', { type: 'UUID' }),
    permissions: t.expose('permissions', { type: enumRef('UserOrgPermissions') }),
    networkIds: idsThrough(t, 'networkAccess', 'networkId', { orderBy: byNetwork }),
    networks: listThrough(t, 'UserApiKey', 'networkAccess', 'network', {
      description: 'Networks that the key can access, as far as its owner can.',
      orderBy: byNetwork,
    }),
    organization: t.relation('organization'),
    user: userRelation(t, 'user', 'The owner of the key.'),
  }),
});

defineList('UserApiKey', {
  filter: {
    columns: ['id', 'name', 'permissions', 'isEnabled', 'expiresAt', 'lastUsed', 'createdAt', 'updatedAt'],
    relations: { tags: ['tagAssignments', 'tag'], networks: ['networkAccess', 'network'] },
  },
  order: ['name', 'lastUsed', 'expiresAt', 'createdAt', 'updatedAt'],
});
defineRootList('userApiKeys', 'UserApiKey', {
  description: "The caller's own API keys. Open to sessions only.",
  action: 'userApiKeys',
});

builder.queryField('userApiKey', (t) =>
  t.prismaField({
    type: 'UserApiKey',
    nullable: true,
    description: "Returns one of the caller's API keys. Open to sessions only. Another user's: `entity_not_found`.",
    authScopes: { action: 'userApiKey' },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: (query, _root, { id }, { db }) => requireVisible(db, 'UserApiKey', id, query),
  }),
);

const networksText = 'Ids of the networks that the key can access, among those of the caller; none = no network.';

const createInput = builder.inputType('CreateUserApiKeyInput', {
  fields: (t) => ({
    ...newKeyInputFields(t),
    permissions: t.field({
      type: enumRef('UserOrgPermissions'),
      description: "Role of the key, Viewer if left out. Higher than the caller's: `auth_permission_denied`.",
    }),
    networkIds: t.field({ type: ['UUID'], description: networksText }),
  }),
});
const updateInput = builder.inputType('UpdateUserApiKeyInput', {
  description: 'Fields left out keep their value.',
  fields: (t) => ({
    ...changedKeyInputFields(t),
    permissions: t.field({
      type: enumRef('UserOrgPermissions'),
      ...notNull(),
      description: "Role of the key. Higher than the caller's: `auth_permission_denied`.",
    }),
    networkIds: t.field({ type: ['UUID'], ...notNull(), description: networksText }),
  }),
});

interface UserKeyInput extends KeyInput {
  permissions?: Permissions | null;
  networkIds?: string[] | null;
}

function checkedInput(viewer: Viewer, input: UserKeyInput) {
  const { permissions, networkIds, tagIds } = input;
  const fields = keyColumns(input);
  for (const networkId of networkIds ?? []) requireScope(viewer, { networkId });
  return {
    fields: { ...fields, ...(permissions && { permissions }) },
    links: { networkIds: networkIds ?? undefined, tagIds: tagIds ?? undefined },
  };
}

const createResult = createdKeyRef('UserApiKey');

builder.mutationField('createUserApiKey', (t) =>
  t.field({
    type: createResult,
    authScopes: (_root, { input }) => ({ grant: { action: 'createUserApiKey', role: input.permissions } }),
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: (_root, { input }, { db, viewer }) => {
      const { fields, links } = checkedInput(viewer, withoutNulls(input));
      return createKey(db, viewer, { ...fields, name: input.name }, links);
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
      const { fields, links } = checkedInput(viewer, input);
      await changeKey(db, viewer, id, fields, links, input.expectedUpdatedAt);
      return requireVisible(db, 'UserApiKey', id, query);
    },
  }),
);

defineKeyRotation('UserApiKey', 'user');
defineDeletes('UserApiKey', { effect: 'It is invalid at once.' });

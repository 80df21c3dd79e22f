// User API keys in GraphQL: the caller's own ones, created, changed, rotated and deleted from a session only.
import { getRefFromModel } from '@pothos/plugin-prisma';
import { assertMayGrant, type Action } from '../../auth/permissions';
import type { Permissions, Viewer } from '../../auth/viewer';
import { AppError } from '../../errors';
import { builder } from '../../graphql/builder';
import { baseFields, idsThrough, listThrough, tagFields } from '../../graphql/common-fields';
import { enumRef } from '../../graphql/enums';
import { keyFields } from '../../graphql/key-fields';
import { defineList, defineRootList } from '../../graphql/list';
import { userRelation } from '../../graphql/user-relation';
import { deleteVisible, requireScope, requireVisible, withoutUndefined } from '../../tenancy/rows';
import { assertLength } from '../../validation';
import { changeKey, createKey, rotateKey } from './user-api-key.actions';

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
      description: "Networks the key reaches, as far as they are still within its owner's reach.",
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
    description: "One of the caller's own API keys. Open to sessions only. Not own: `entity_not_found`.",
    authScopes: { action: 'userApiKey' },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: (query, _root, { id }, { db }) => requireVisible(db, 'UserApiKey', id, query),
  }),
);

const permissionsText = 'Viewer if left out; above the own: `auth_permission_denied`.';
const networksText = 'Networks the key reaches, within the own; none = no network.';
const expiryText = 'Null = never.';

const createInput = builder.inputType('CreateUserApiKeyInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: '1 to 100 characters.' }),
    permissions: t.field({ type: enumRef('UserOrgPermissions'), description: permissionsText }),
    networkIds: t.field({ type: ['UUID'], description: networksText }),
    isEnabled: t.boolean({ description: 'True if left out.' }),
    expiresAt: t.field({ type: 'DateTime', description: expiryText }),
    tagIds: t.field({ type: ['UUID'] }),
  }),
});
const updateInput = builder.inputType('UpdateUserApiKeyInput', {
  description: 'Fields left out keep their value.',
  fields: (t) => ({
    name: t.string({ description: '1 to 100 characters.' }),
    permissions: t.field({
      type: enumRef('UserOrgPermissions'),
      description: 'Above the own: `auth_permission_denied`.',
    }),
    networkIds: t.field({ type: ['UUID'], description: networksText }),
    isEnabled: t.boolean(),
    expiresAt: t.field({ type: 'DateTime', description: expiryText }),
    tagIds: t.field({ type: ['UUID'] }),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Refuse with `entity_changed` if the row changed since.',
    }),
  }),
});

interface KeyInput {
  name?: string | null;
  permissions?: Permissions | null;
  networkIds?: string[] | null;
  isEnabled?: boolean | null;
  expiresAt?: Date | null;
  tagIds?: string[] | null;
}

function checkedInput(viewer: Viewer, action: Action, input: KeyInput) {
  const { name, permissions, networkIds, isEnabled, expiresAt, tagIds } = input;
  for (const [field, value] of Object.entries({ name, permissions, networkIds, isEnabled, tagIds }))
    if (value === null) throw new AppError('validation_required', { field });
  if (name != null) assertLength('name', name, 1, 100);
  if (permissions) assertMayGrant(viewer, action, permissions);
  for (const networkId of networkIds ?? []) requireScope(viewer, { networkId });
  const fields = { name: name ?? undefined, permissions: permissions ?? undefined, isEnabled: isEnabled ?? undefined };
  return {
    fields: withoutUndefined({ ...fields, expiresAt }),
    links: { networkIds: networkIds ?? undefined, tagIds: tagIds ?? undefined },
  };
}

const createResult = builder.objectRef<{ id: string; token: string }>('CreateUserApiKeyResult').implement({
  description: 'A new key and its token.',
  fields: (t) => ({
    key: t.prismaField({
      type: getRefFromModel('UserApiKey', builder) as never,
      resolve: (query: object, { id }: { id: string }, _args, { db }) =>
        requireVisible(db, 'UserApiKey', id, query) as never,
    }),
    apiKey: t.exposeString('token', { description: 'The token. Shown here and never again.' }),
  }),
});

builder.mutationField('createUserApiKey', (t) =>
  t.field({
    type: createResult,
    authScopes: { action: 'createUserApiKey' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: (_root, { input }, { db, viewer }) => {
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) as typeof input;
      const { fields, links } = checkedInput(viewer, 'createUserApiKey', given);
      return createKey(db, viewer, { ...fields, name: input.name }, links);
    },
  }),
);

builder.mutationField('updateUserApiKey', (t) =>
  t.prismaField({
    type: 'UserApiKey',
    authScopes: { action: 'updateUserApiKey' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer }) => {
      await requireVisible(db, 'UserApiKey', id, { select: { id: true } });
      const { fields, links } = checkedInput(viewer, 'updateUserApiKey', input);
      await changeKey(db, viewer, id, fields, links, input.expectedUpdatedAt);
      return requireVisible(db, 'UserApiKey', id, query);
    },
  }),
);

builder.mutationField('rotateUserApiKey', (t) =>
  t.string({
    description: 'Replaces the token of a key and answers the new one; the old one dies at once.',
    authScopes: { action: 'rotateUserApiKey' },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: (_root, { id }, { db }) => rotateKey(db, id),
  }),
);

builder.mutationField('deleteUserApiKey', (t) =>
  t.field({
    type: 'UUID',
    description: 'Deletes a key, which dies at once, and answers its id.',
    authScopes: { action: 'deleteUserApiKey' },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: async (_root, { id }, { db }) => {
      await deleteVisible(db, 'UserApiKey', id);
      return id;
    },
  }),
);

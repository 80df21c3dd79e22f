// Users in GraphQL: type, list, own profile, role and networks of others, delete.
import { listableRanks } from '../../../auth/permissions';
import { userOf } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import { builder } from '../../../graphql/builder';
import { baseFields, idsThrough, listThrough } from '../../../graphql/common-fields';
import { deletedIds, deleteResult } from '../../../graphql/deletes';
import { notNull } from '../../../graphql/plugin/bounds';
import { enumRef } from '../../../graphql/enums';
import { defineList, defineRootList, relatedList } from '../../../graphql/lists/list';
import { requireScope, requireVisible, updateVisible } from '../../../data/tenancy/rows';
import { changeAccess, deleteUser, deleteUsers } from './user.actions';

interface EmailSettings {
  emailDiscoveryDigest: boolean;
  emailDaemonAlerts: boolean;
  emailProductOnboarding: boolean;
  emailTrialAndUsage: boolean;
}
const emailSettingsColumns = {
  emailDiscoveryDigest: true,
  emailDaemonAlerts: true,
  emailProductOnboarding: true,
  emailTrialAndUsage: true,
} as const;

const emailSettingsRef = builder.objectRef<EmailSettings>('EmailSettings').implement({
  description: 'Which e-mail a user wants.',
  fields: (t) => ({
    discoveryDigest: t.exposeBoolean('emailDiscoveryDigest', { description: 'About finished discoveries.' }),
    daemonAlerts: t.exposeBoolean('emailDaemonAlerts', { description: "About daemons that can't be reached." }),
    productOnboarding: t.exposeBoolean('emailProductOnboarding'),
    trialAndUsage: t.exposeBoolean('emailTrialAndUsage'),
  }),
});

const byNetwork = [{ networkId: 'asc' }];

builder.prismaObject('User', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    organizationId: t.expose('organizationId', { type: 'UUID' }),
    email: t.exposeString('email'),
    emailVerified: t.exposeBoolean('emailVerified'),
    hasPassword: t.boolean({
      select: { passwordHash: true },
      resolve: ({ passwordHash }) => passwordHash !== null,
    }),
    permissions: t.expose('permissions', { type: enumRef('UserOrgPermissions') }),
    emailSettings: t.field({ type: emailSettingsRef, select: emailSettingsColumns, resolve: (user) => user }),
    oidcProvider: t.exposeString('oidcProvider', { nullable: true }),
    oidcLinkedAt: t.expose('oidcLinkedAt', { type: 'DateTime', nullable: true, description: 'When it was linked.' }),
    termsAcceptedAt: t.expose('termsAcceptedAt', { type: 'DateTime', nullable: true }),
    networkIds: idsThrough(t, 'networkAccess', 'networkId', { orderBy: byNetwork }),
    networks: listThrough(t, 'User', 'networkAccess', 'network', {
      description: 'Networks given to the user; Owner and Admin reach all others as well.',
      orderBy: byNetwork,
    }),
    organization: t.relation('organization'),
    maintainedDaemons: relatedList(t, 'maintainedDaemons', 'User'),
    createdSnapshots: relatedList(t, 'createdSnapshots', 'User'),
    createdShares: relatedList(t, 'createdShares', 'User'),
  }),
});

defineList('User', {
  filter: { columns: ['id', 'email', 'permissions', 'emailVerified', 'createdAt', 'updatedAt'] },
  order: ['email', 'permissions', 'createdAt', 'updatedAt'],
  only: (viewer) => {
    const user = userOf(viewer);
    return { OR: [{ id: user.userId }, { permissions: { in: listableRanks(user) } }] };
  },
});
defineRootList('users', 'User', {
  description: 'Users of the organization: to an Admin itself and the lower ranks, to an Owner all.',
  action: 'users',
});

builder.queryField('user', (t) =>
  t.prismaField({
    type: 'User',
    description: 'One user of the organization. Open to sessions only. Missing or out of reach: `entity_not_found`.',
    authScopes: { action: 'user' },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: (query, _root, { id }, { db }) => requireVisible(db, 'User', id, query),
  }),
);

const lock = { type: 'DateTime', description: 'Refuse with `entity_changed` if the row changed since.' } as const;

const emailSettingsInput = builder.inputType('EmailSettingsInput', {
  description: 'Which e-mail a user wants; left out = wanted.',
  fields: (t) => ({
    discoveryDigest: t.boolean({ required: true }),
    daemonAlerts: t.boolean(),
    productOnboarding: t.boolean(),
    trialAndUsage: t.boolean(),
  }),
});
const updateInput = builder.inputType('UpdateUserInput', {
  description: 'Fields left out keep their value.',
  fields: (t) => ({
    emailSettings: t.field({ type: emailSettingsInput, ...notNull() }),
    termsAccepted: t.boolean({ description: 'True accepts the terms now; once accepted, that time never changes.' }),
    termsAcceptedAt: t.field({
      type: 'DateTime',
      description: 'When the terms were accepted; keeps its value once it has one.',
    }),
    expectedUpdatedAt: t.field(lock),
  }),
});
const accessInput = builder.inputType('AdminUpdateUserInput', {
  description: 'Fields left out keep their value.',
  fields: (t) => ({
    permissions: t.field({ type: enumRef('UserOrgPermissions'), ...notNull() }),
    networkIds: t.field({ type: ['UUID'], ...notNull(), description: 'Exactly these; an empty list takes all away.' }),
    expectedUpdatedAt: t.field(lock),
  }),
});

builder.mutationField('updateUser', (t) =>
  t.prismaField({
    type: 'User',
    description: "Changes the caller's own profile; any other user: `entity_access_denied`.",
    authScopes: { action: 'updateUser' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer }) => {
      await requireVisible(db, 'User', id, { select: { id: true } });
      if (id !== userOf(viewer).userId) throw new AppError('entity_access_denied', { entity: 'User', id });
      const { emailSettings: settings, termsAccepted, expectedUpdatedAt } = input;
      const termsAcceptedAt = input.termsAcceptedAt ?? (termsAccepted ? new Date() : null);
      const data = {
        ...(settings && {
          emailDiscoveryDigest: settings.discoveryDigest,
          emailDaemonAlerts: settings.daemonAlerts ?? true,
          emailProductOnboarding: settings.productOnboarding ?? true,
          emailTrialAndUsage: settings.trialAndUsage ?? true,
        }),
      };
      if (!termsAcceptedAt) return updateVisible(db, 'User', id, data, { query, expectedUpdatedAt });
      return db.$transaction(async (tx) => {
        await updateVisible(tx, 'User', id, data, { query: { select: { id: true } }, expectedUpdatedAt });
        await tx.user.updateMany({ where: { id, termsAcceptedAt: null }, data: { termsAcceptedAt } });
        return requireVisible(tx, 'User', id, query);
      });
    },
  }),
);

builder.mutationField('adminUpdateUser', (t) =>
  t.prismaField({
    type: 'User',
    description: 'Changes the role and the networks of a user: an Owner of anyone else, an Admin of lower ranks.',
    authScopes: { action: 'updateUserAccess' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: accessInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer }) => {
      await requireVisible(db, 'User', id, { select: { id: true } });
      const { permissions, networkIds, expectedUpdatedAt } = input;
      for (const networkId of networkIds ?? []) requireScope(viewer, { networkId });
      await changeAccess(db, viewer, id, {
        permissions: permissions ?? undefined,
        networkIds: networkIds ?? undefined,
        expectedUpdatedAt,
      });
      return requireVisible(db, 'User', id, query);
    },
  }),
);

builder.mutationField('deleteUser', (t) =>
  t.field({
    type: 'UUID',
    description:
      'Deletes a user of at most the own rank with its keys, sessions and shares, and answers its id. The last Owner stays.',
    authScopes: { action: 'deleteUser' },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: async (_root, { id }, { db, viewer }) => {
      await deleteUser(db, viewer, id);
      return id;
    },
  }),
);

builder.mutationField('deleteUsers', (t) =>
  t.field({
    type: deleteResult,
    description: 'Deletes many users by the rules of `deleteUser`. One that may not be deleted refuses them all.',
    authScopes: { action: 'deleteUsers' },
    args: { ids: t.arg(deletedIds) },
    resolve: async (_root, { ids }, { db, viewer }) => {
      return { deletedCount: await deleteUsers(db, viewer, ids), requestedCount: ids.length };
    },
  }),
);

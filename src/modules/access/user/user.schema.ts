// GraphQL type, queries and mutations of users: changing the caller's own profile, changing role and networks of other
// users, and deleting users.
import { listableRanks } from '../../../auth/permissions';
import { userOf } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import { builder } from '../../../graphql/builder';
import { joinIds, joinList } from '../../../graphql/common-fields';
import { deletedIds, deleteResult } from '../../../graphql/deletes';
import { buildUpdateInput } from '../../../graphql/entity/inputs';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { choice, flag, of, optional, time } from '../../../graphql/entity/sheet-fields';
import { notNull } from '../../../graphql/plugin/bounds';
import { enumRef } from '../../../graphql/enums';
import { relatedList } from '../../../graphql/lists/list';
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
  description: 'Notifications that a user receives by e-mail.',
  fields: (t) => ({
    discoveryDigest: t.exposeBoolean('emailDiscoveryDigest', {
      description: 'Summaries of finished discoveries: whether the built-in mail rule `DiscoveryDigest` is enabled.',
    }),
    daemonAlerts: t.exposeBoolean('emailDaemonAlerts', {
      description:
        'Alerts about daemons that cannot be reached: whether the built-in mail rule `DaemonAlerts` is enabled.',
    }),
    productOnboarding: t.exposeBoolean('emailProductOnboarding'),
    trialAndUsage: t.exposeBoolean('emailTrialAndUsage'),
  }),
});

const byNetwork = [{ networkId: 'asc' }];

listedEntity('User', {
  mixins: [],
  fields: { email: of('String'), emailVerified: flag(), permissions: choice('UserOrgPermissions') },
  list: {
    name: 'users',
    description: 'Users of the organization: an Owner sees all, an Admin the caller and users of lower roles.',
    action: 'users',
    only: (viewer) => {
      const user = userOf(viewer);
      return { OR: [{ id: user.userId }, { permissions: { in: listableRanks(user) } }] };
    },
  },
  getter: {
    name: 'user',
    description:
      'Returns one user of the organization. Open to sessions only. Missing or not accessible: `entity_not_found`.',
    action: 'user',
  },
  filter: {},
  order: ['email', 'permissions'],
});

builder.prismaObjectFields('User', (t) => ({
  hasPassword: t.boolean({
    select: { passwordHash: true },
    resolve: ({ passwordHash }) => passwordHash !== null,
  }),
  hasSecondFactor: t.boolean({
    description: 'Whether signing in asks for a code of an authenticator app.',
    select: { secondFactorAt: true },
    resolve: ({ secondFactorAt }) => secondFactorAt !== null,
  }),
  emailSettings: t.field({ type: emailSettingsRef, select: emailSettingsColumns, resolve: (user) => user }),
  oidcProvider: t.exposeString('oidcProvider', { nullable: true }),
  oidcLinkedAt: t.expose('oidcLinkedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'Time when the OpenID Connect provider was linked.',
  }),
  termsAcceptedAt: t.expose('termsAcceptedAt', { type: 'DateTime', nullable: true }),
  networkIds: joinIds(t, 'networkAccess', 'networkId', { orderBy: byNetwork }),
  networks: joinList(t, 'User', 'networkAccess', 'network', {
    description: 'Networks assigned to the user. Owners and Admins access all networks.',
    orderBy: byNetwork,
  }),
  maintainedDaemons: relatedList(t, 'maintainedDaemons', 'User'),
  createdSnapshots: relatedList(t, 'createdSnapshots', 'User'),
  createdShares: relatedList(t, 'createdShares', 'User'),
}));

const lock = {
  type: 'DateTime',
  description: 'Expected `updatedAt` of the stored row; if it differs: `entity_changed`.',
} as const;

const emailSettingsInput = builder.inputType('EmailSettingsInput', {
  description: 'Notifications that a user receives by e-mail; those left out are on.',
  fields: (t) => ({
    discoveryDigest: t.boolean({ required: true }),
    daemonAlerts: t.boolean(),
    productOnboarding: t.boolean(),
    trialAndUsage: t.boolean(),
  }),
});
const updateInput = buildUpdateInput(
  'User',
  {
    emailSettings: of(emailSettingsInput),
    termsAccepted: optional(flag('True accepts the terms of use now, unless already accepted.')),
    termsAcceptedAt: optional(time('Time of acceptance of the terms of use; cannot be changed once set.')),
  },
  'Fields left out keep their value.',
);
const accessInput = builder.inputType('AdminUpdateUserInput', {
  description: 'Fields left out keep their value.',
  fields: (t) => ({
    permissions: t.field({ type: enumRef('UserOrgPermissions'), ...notNull() }),
    networkIds: t.field({
      type: ['UUID'],
      ...notNull(),
      description: 'The complete list of networks; an empty list removes all.',
    }),
    expectedUpdatedAt: t.field(lock),
  }),
});

builder.mutationField('updateUser', (t) =>
  t.prismaField({
    type: 'User',
    description: "Updates the caller's own profile. Any other user: `entity_access_denied`.",
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
    description:
      'Changes role and networks of a user: an Owner those of any other user, an Admin those of users of lower rank.',
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
      "Deletes a user of the same or a lower rank with the user's keys, sessions and shares, and returns the id. The last Owner cannot be deleted.",
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
    description: 'Deletes users by the rules of `deleteUser`. If one cannot be deleted, none is.',
    authScopes: { action: 'deleteUsers' },
    args: { ids: t.arg(deletedIds) },
    resolve: async (_root, { ids }, { db, viewer }) => {
      return { deletedCount: await deleteUsers(db, viewer, ids), requestedCount: ids.length };
    },
  }),
);

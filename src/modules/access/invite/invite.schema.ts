// Invites in GraphQL: type, list, getter, inviting and revoking; for Admins.
import { builder } from '../../../graphql/builder';
import { formed, integer } from '../../../graphql/plugin/bounds';
import { baseFields, idsThrough, listThrough } from '../../../graphql/common-fields';
import { enumRef } from '../../../graphql/enums';
import { defineList, defineRootList } from '../../../graphql/lists/list';
import { userRelation } from '../user-relation';
import { deleteVisible, requireScope, requireVisible } from '../../../data/tenancy/rows';
import { checkedEmail } from '../../../platform/text/validation';
import { createInvite } from './invite.actions';

const byNetwork = [{ networkId: 'asc' }];

builder.prismaObject('Invite', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    organizationId: t.expose('organizationId', { type: 'UUID' }),
    createdBy: t.expose('createdBy', { type: 'UUID', nullable: true }),
    url: t.string({
      description: 'URL at which the invite is accepted.',
      select: { id: true },
      resolve: ({ id }, _args, { publicUrl }) => `${publicUrl}/api/v1/invites/${id}/accept`,
    }),
    permissions: t.expose('permissions', { type: enumRef('UserOrgPermissions') }),
    networkIds: idsThrough(t, 'networkAccess', 'networkId', { orderBy: byNetwork }),
    networks: listThrough(t, 'Invite', 'networkAccess', 'network', {
      description: 'Networks that the invited user can access.',
      orderBy: byNetwork,
    }),
    sendTo: t.exposeString('sendTo', { nullable: true }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    acceptedAt: t.expose('acceptedAt', { type: 'DateTime', nullable: true }),
    organization: t.relation('organization'),
    createdByUser: userRelation(t, 'createdByUser', 'The user who created it; null after that user is deleted.'),
  }),
});

defineList('Invite', {
  filter: {
    columns: ['id', 'createdBy', 'permissions', 'sendTo', 'expiresAt', 'acceptedAt', 'createdAt', 'updatedAt'],
    relations: { networks: ['networkAccess', 'network'] },
  },
  order: ['expiresAt', 'acceptedAt', 'permissions', 'createdAt', 'updatedAt'],
});
defineRootList('invites', 'Invite', {
  description: 'Invites: an Owner sees all, an Admin those that the Admin created and those for lower roles.',
  action: 'invites',
});

builder.queryField('invite', (t) =>
  t.prismaField({
    type: 'Invite',
    nullable: true,
    description: 'Returns one invite. Missing or not accessible: `entity_not_found`.',
    authScopes: { action: 'invites' },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: (query, _root, { id }, { db }) => requireVisible(db, 'Invite', id, query),
  }),
);

const hours = { default: 168, min: 1, max: 8760 };

const createInput = builder.inputType('CreateInviteInput', {
  fields: (t) => ({
    permissions: t.field({
      type: enumRef('UserOrgPermissions'),
      required: true,
      description: "Role of the invited user. Higher than the caller's: `auth_permission_denied`.",
    }),
    networkIds: t.field({
      type: ['UUID'],
      required: true,
      description:
        'Ids of the networks that the invited user can access, among those of the caller. Admins and Owners access all networks.',
    }),
    sendTo: t.string({
      ...formed(checkedEmail),
      description: 'E-mail address of the invited person, who has no account yet.',
    }),
    expirationHours: t.int({
      ...integer(hours.min, hours.max),
      description: `Hours until the invite expires, ${hours.min} to ${hours.max}; default ${hours.default}.`,
    }),
  }),
});

builder.mutationField('createInvite', (t) =>
  t.prismaField({
    type: 'Invite',
    description: 'Invites one person. The first visitor of the `url` of the invite can register and join.',
    authScopes: (_root, { input }) => ({ grant: { action: 'createInvite', role: input.permissions } }),
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer }) => {
      const { permissions, networkIds } = input;
      const expirationHours = input.expirationHours ?? hours.default;
      const sendTo = input.sendTo == null ? null : checkedEmail('sendTo', input.sendTo);
      for (const networkId of networkIds) requireScope(viewer, { networkId });
      const id = await createInvite(db, viewer, { permissions, networkIds, sendTo, expirationHours });
      return requireVisible(db, 'Invite', id, query);
    },
  }),
);

builder.mutationField('revokeInvite', (t) =>
  t.field({
    type: 'UUID',
    description: 'Deletes an invite, which can then not be accepted, and returns its id.',
    authScopes: { action: 'revokeInvite' },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: async (_root, { id }, { db }) => {
      await deleteVisible(db, 'Invite', id);
      return id;
    },
  }),
);

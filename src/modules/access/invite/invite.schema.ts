// GraphQL type, queries and mutations of invites, for Admins: list invites, create an invite, revoke an invite.
import { builder } from '../../../graphql/builder';
import { withForm } from '../../../graphql/plugin/bounds';
import { joinIds, joinList } from '../../../graphql/common-fields';
import { buildCreateInput } from '../../../graphql/entity/inputs';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { choice, withDescription, id, integer, of, optional, time } from '../../../graphql/entity/sheet-fields';
import { userRelation } from '../user-relation';
import { deleteVisible, requireScope, requireVisible } from '../../../data/tenancy/rows';
import { checkedEmail } from '../../../platform/text/validation';
import { createInvite } from './invite.actions';

const byNetwork = [{ networkId: 'asc' }];

listedEntity('Invite', {
  mixins: [],
  fields: {
    createdBy: optional(id()),
    permissions: choice('UserOrgPermissions'),
    sendTo: optional(of('String')),
    expiresAt: time(),
    acceptedAt: optional(time()),
  },
  list: {
    name: 'invites',
    description: 'Invites: an Owner sees all, an Admin those that the Admin created and those for lower roles.',
    action: 'invites',
  },
  getter: { name: 'invite', action: 'invites' },
  filter: { networks: ['networkAccess', 'network'] },
  order: ['expiresAt', 'acceptedAt', 'permissions'],
});

builder.prismaObjectFields('Invite', (t) => ({
  url: t.string({
    description: 'URL at which the invite is accepted.',
    select: { id: true },
    resolve: ({ id }, _args, { publicUrl }) => `${publicUrl}/api/v1/invites/${id}/accept`,
  }),
  networkIds: joinIds(t, 'networkAccess', 'networkId', { orderBy: byNetwork }),
  networks: joinList(t, 'Invite', 'networkAccess', 'network', {
    description: 'Networks that the invited user can access.',
    orderBy: byNetwork,
  }),
  createdByUser: userRelation(t, 'createdByUser', 'The user who created it; null after that user is deleted.'),
}));

const hours = { default: 168, min: 1, max: 8760 };

const createInput = buildCreateInput('Invite', {
  permissions: choice(
    'UserOrgPermissions',
    "Role of the invited user. Higher than the caller's: `auth_permission_denied`.",
  ),
  networkIds: of(['UUID'], {
    description:
      'Ids of the networks that the invited user can access, among those of the caller. Admins and Owners access all networks.',
  }),
  sendTo: optional(
    of('String', {
      ...withForm(checkedEmail),
      description: 'E-mail address of the invited person, who has no account yet.',
    }),
  ),
  expirationHours: optional(
    withDescription(
      integer(hours.min, hours.max),
      `Hours until the invite expires, ${hours.min} to ${hours.max}; default ${hours.default}.`,
    ),
  ),
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

// Invites in GraphQL: type, list, getter; for Admins.
import { builder } from '../../graphql/builder';
import { baseFields, idsThrough, listThrough } from '../../graphql/common-fields';
import { enumRef } from '../../graphql/enums';
import { defineList, defineRootList } from '../../graphql/list';
import { userRelation } from '../../graphql/user-relation';
import { requireVisible } from '../../tenancy/rows';

const byNetwork = [{ networkId: 'asc' }];

builder.prismaObject('Invite', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    organizationId: t.expose('organizationId', { type: 'UUID' }),
    createdBy: t.expose('createdBy', { type: 'UUID', nullable: true }),
    url: t.string({
      description: 'Where the invited person accepts.',
      select: { id: true },
      resolve: ({ id }, _args, { publicUrl }) => `${publicUrl}/api/v1/invites/${id}/accept`,
    }),
    permissions: t.expose('permissions', { type: enumRef('UserOrgPermissions') }),
    networkIds: idsThrough(t, 'networkAccess', 'networkId', { orderBy: byNetwork }),
    networks: listThrough(t, 'Invite', 'networkAccess', 'network', {
      description: 'Networks the invited user will reach.',
      orderBy: byNetwork,
    }),
    sendTo: t.exposeString('sendTo', { nullable: true }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    acceptedAt: t.expose('acceptedAt', { type: 'DateTime', nullable: true }),
    organization: t.relation('organization'),
    createdByUser: userRelation(t, 'createdByUser', 'Who invited; null after that user was deleted.'),
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
  description: 'Invites: to an Admin its own and those to lower ranks, to an Owner all.',
  action: 'invites',
});

builder.queryField('invite', (t) =>
  t.prismaField({
    type: 'Invite',
    description: 'One invite. Missing or out of reach: `entity_not_found`.',
    authScopes: { action: 'invites' },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: (query, _root, { id }, { db }) => requireVisible(db, 'Invite', id, query),
  }),
);

// Shares in GraphQL: a topology shown to whoever has the link; type, list, getter. The password is never readable.
import type { Share } from '../../generated/prisma/client';
import { builder } from '../../graphql/builder';
import { baseFields } from '../../graphql/common-fields';
import { enumRef } from '../../graphql/enums';
import { defineGetter } from '../../graphql/getter';
import { defineList, defineRootList } from '../../graphql/list';
import { userRelation } from '../../graphql/user-relation';

type Options = Pick<Share, 'showInspectPanel' | 'showZoomControls' | 'showExportButton'>;
const optionsRef = builder.objectRef<Options>('ShareOptions').implement({
  description: 'What visitors of a share may use.',
  fields: (t) => ({
    showInspectPanel: t.exposeBoolean('showInspectPanel'),
    showZoomControls: t.exposeBoolean('showZoomControls'),
    showExportButton: t.exposeBoolean('showExportButton'),
  }),
});

builder.prismaObject('Share', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    organizationId: t.expose('organizationId', { type: 'UUID' }),
    topologyId: t.expose('topologyId', { type: 'UUID' }),
    topology: t.relation('topology'),
    createdBy: t.expose('createdBy', { type: 'UUID' }),
    createdByUser: userRelation(t, 'createdByUser', 'Who made the share.'),
    name: t.exposeString('name'),
    isEnabled: t.exposeBoolean('isEnabled'),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'Null = never.' }),
    hasPassword: t.boolean({ select: { passwordHash: true }, resolve: ({ passwordHash }) => passwordHash !== null }),
    allowedDomains: t.stringList({
      nullable: true,
      description: 'Domains that may embed the share; null = any.',
      select: { allowedDomains: true },
      resolve: ({ allowedDomains }) => (allowedDomains.length > 0 ? allowedDomains : null),
    }),
    enabledViews: t.field({
      type: [enumRef('TopologyView')],
      nullable: true,
      description: 'Views that are shown, the first one by default; null = all that have data.',
      select: { enabledViews: true },
      resolve: ({ enabledViews }) => (enabledViews.length > 0 ? enabledViews : null),
    }),
    options: t.field({
      type: optionsRef,
      select: { showInspectPanel: true, showZoomControls: true, showExportButton: true },
      resolve: (share) => share,
    }),
  }),
});

defineList('Share', {
  isNetworkLevel: true,
  filter: {
    columns: ['id', 'networkId', 'topologyId', 'createdBy', 'name', 'isEnabled', 'expiresAt', 'createdAt', 'updatedAt'],
    relations: { network: true, topology: true },
  },
  order: ['name', 'isEnabled', 'expiresAt', 'createdAt', 'updatedAt'],
});
defineRootList('shares', 'Share', { description: 'Shares of topologies, oldest first unless ordered otherwise.' });
defineGetter('share', 'Share');

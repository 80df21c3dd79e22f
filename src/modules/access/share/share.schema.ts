// Shares in GraphQL: a topology shown to everyone with the link; type, list, writes. The password is never readable.
import { userOf } from '../../../data/tenancy/viewer';
import type { Share } from '../../../generated/prisma/client';
import { builder } from '../../../graphql/builder';
import { formed, list, notNull, text } from '../../../graphql/plugin/bounds';
import { baseFields } from '../../../graphql/common-fields';
import { defineDeletes } from '../../../graphql/deletes';
import { enumRef } from '../../../graphql/enums';
import { defineGetter } from '../../../graphql/getter';
import { defineList, defineRootList } from '../../../graphql/lists/list';
import { userRelation } from '../user-relation';
import { requireInNetwork } from '../../../data/tenancy/references';
import { requireScope, requireVisible, updateVisible } from '../../../data/tenancy/rows';
import { assertEachOnce, checkedDomains, shareColumns } from './share-fields';

type Options = Pick<Share, 'showInspectPanel' | 'showZoomControls' | 'showExportButton'>;
export const optionsRef = builder.objectRef<Options>('ShareOptions').implement({
  description: 'Functions that visitors of a share can use.',
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
    createdByUser: userRelation(t, 'createdByUser', 'The user who created it; null after that user is deleted.'),
    name: t.exposeString('name'),
    isEnabled: t.exposeBoolean('isEnabled'),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'Expiry time; null = never.' }),
    hasPassword: t.boolean({ select: { passwordHash: true }, resolve: ({ passwordHash }) => passwordHash !== null }),
    allowedDomains: t.stringList({
      nullable: true,
      description: 'Host names that may embed the share; `*.` in front stands for all subdomains; null = any.',
      select: { allowedDomains: true },
      resolve: ({ allowedDomains }) => (allowedDomains.length > 0 ? allowedDomains : null),
    }),
    enabledViews: t.field({
      type: [enumRef('TopologyView')],
      nullable: true,
      description: 'Views that visitors can open, the first by default; null = all views with data.',
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
defineRootList('shares', 'Share', { description: 'Shares of topologies, oldest first by default.' });
defineGetter('share', 'Share');

const maximumDomains = 100;
const allowedDomains = { extensions: { ...list(maximumDomains).extensions, form: checkedDomains } };
const password = text(1, 256);
const texts = {
  name: '1 to 100 characters.',
  topologyId: 'Id of a topology of the same network.',
  expiresAt: 'Expiry time; null = never.',
  allowedDomains: `Host names that may embed the share, at most ${maximumDomains}; \`*.\` in front stands for all subdomains. Null or empty = any.`,
  enabledViews: 'Views that visitors can open, each once, the first by default; null or empty = all views with data.',
  password: 'Password for visitors, 1 to 256 characters, never returned.',
};

const optionsInput = builder.inputType('ShareOptionsInput', {
  description: 'Functions that visitors of a share can use.',
  fields: (t) => ({
    showInspectPanel: t.boolean(notNull()),
    showZoomControls: t.boolean(notNull()),
    showExportButton: t.boolean(notNull()),
  }),
});
const createInput = builder.inputType('CreateShareInput', {
  fields: (t) => ({
    topologyId: t.field({ type: 'UUID', required: true, description: texts.topologyId }),
    networkId: t.field({ type: 'UUID', required: true }),
    name: t.string({ required: true, ...text(1, 100), description: texts.name }),
    isEnabled: t.boolean({ description: 'Whether it is accepted; true if left out.' }),
    expiresAt: t.field({ type: 'DateTime', description: texts.expiresAt }),
    allowedDomains: t.stringList({ ...allowedDomains, description: texts.allowedDomains }),
    options: t.field({ type: optionsInput, description: 'Display options; those left out are true.' }),
    enabledViews: t.field({
      type: [enumRef('TopologyView')],
      ...formed(assertEachOnce),
      description: texts.enabledViews,
    }),
    password: t.string({ ...password, description: `${texts.password} None if left out.` }),
  }),
});
const updateInput = builder.inputType('UpdateShareInput', {
  description: 'Fields left out keep their value.',
  fields: (t) => ({
    topologyId: t.field({ type: 'UUID', ...notNull(), description: texts.topologyId }),
    networkId: t.field({ type: 'UUID', ...notNull() }),
    name: t.string({ ...notNull(text(1, 100)), description: texts.name }),
    isEnabled: t.boolean(notNull()),
    expiresAt: t.field({ type: 'DateTime', description: texts.expiresAt }),
    allowedDomains: t.stringList({ ...allowedDomains, description: texts.allowedDomains }),
    options: t.field({
      type: optionsInput,
      description: 'Display options. Those left out keep their value; null sets all to true.',
    }),
    enabledViews: t.field({
      type: [enumRef('TopologyView')],
      ...formed(assertEachOnce),
      description: texts.enabledViews,
    }),
    password: t.string({
      ...password,
      description: `${texts.password} Null = none. A new password ends current visits.`,
    }),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Expected `updatedAt` of the stored row; if it differs: `entity_changed`.',
    }),
  }),
});

builder.mutationField('createShare', (t) =>
  t.prismaField({
    type: 'Share',
    description: 'Creates a public link to one topology.',
    authScopes: { action: 'createShare' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer }) => {
      const { topologyId, networkId, name, ...others } = input;
      requireScope(viewer, input);
      await requireInNetwork(db, 'Topology', topologyId, networkId);
      const { organizationId, userId: createdBy } = userOf(viewer);
      const columns = await shareColumns({ ...others, name, isEnabled: input.isEnabled ?? undefined });
      return db.share.create({
        ...query,
        data: { ...columns, name, topologyId, networkId, organizationId, createdBy },
      });
    },
  }),
);

builder.mutationField('updateShare', (t) =>
  t.prismaField({
    type: 'Share',
    description: 'Updates a share. A disabled share refuses its visitors.',
    authScopes: { action: 'updateShare' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer }) => {
      const stored = await requireVisible(db, 'Share', id, { select: { networkId: true, topologyId: true } });
      const { topologyId, networkId, expectedUpdatedAt, ...others } = input;
      requireScope(viewer, input);
      const place = { networkId: networkId ?? stored.networkId, topologyId: topologyId ?? stored.topologyId };
      await requireInNetwork(db, 'Topology', place.topologyId, place.networkId);
      const data = { ...(await shareColumns(others)), ...place };
      return updateVisible(db, 'Share', id, data, { query, expectedUpdatedAt });
    },
  }),
);

defineDeletes('Share', { effect: 'Its link is invalid at once.' });

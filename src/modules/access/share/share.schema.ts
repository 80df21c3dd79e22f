// GraphQL type, queries and mutations of shares. A share shows a topology to anyone with its link. No field returns the
// password.
import { userOf } from '../../../data/tenancy/viewer';
import type { Share } from '../../../generated/prisma/client';
import { builder } from '../../../graphql/builder';
import { list, notNull } from '../../../graphql/plugin/bounds';
import { defineDeletes } from '../../../graphql/deletes';
import { inputColumns, buildCreateInput, buildUpdateInput } from '../../../graphql/entity/inputs';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import {
  withDefault,
  withDescription,
  flag,
  id,
  inForm,
  of,
  onUpdate,
  optional,
  withColumns,
  text,
  time,
} from '../../../graphql/entity/sheet-fields';
import { enumRef } from '../../../graphql/enums';
import { userRelation } from '../user-relation';
import { requireInNetwork } from '../../../data/tenancy/references';
import { requireScope, requireVisible, updateVisible } from '../../../data/tenancy/rows';
import { checkedDomains, checkedViews, optionColumns, passwordColumns } from './share-fields';

type Options = Pick<Share, 'showInspectPanel' | 'showZoomControls' | 'showExportButton'>;
export const optionsRef = builder.objectRef<Options>('ShareOptions').implement({
  description: 'Functions that visitors of a share can use.',
  fields: (t) => ({
    showInspectPanel: t.exposeBoolean('showInspectPanel'),
    showZoomControls: t.exposeBoolean('showZoomControls'),
    showExportButton: t.exposeBoolean('showExportButton'),
  }),
});

const optionsInput = builder.inputType('ShareOptionsInput', {
  description: 'Functions that visitors of a share can use.',
  fields: (t) => ({
    showInspectPanel: t.boolean(notNull()),
    showZoomControls: t.boolean(notNull()),
    showExportButton: t.boolean(notNull()),
  }),
});

const mostDomains = 100;
const domains = `Host names that may embed the share, at most ${mostDomains}; \`*.\` in front stands for all subdomains.`;
const views = 'Views that visitors can open, each once, the first by default;';
const password = 'Password for visitors, 1 to 256 characters, never returned.';

const columns = {
  topologyId: id('Id of a topology of the same network.'),
  name: text(1, 100),
  isEnabled: onUpdate(withDefault(flag('Whether it is accepted; true if left out.'))),
  expiresAt: optional(time('Expiry time; null = never.')),
};
const inputs = {
  ...columns,
  networkId: id(),
  allowedDomains: withDefault(
    inForm(of(['String'], { ...list(mostDomains), description: `${domains} Null or empty = any.` }), checkedDomains),
    [],
  ),
  enabledViews: withDefault(
    inForm(
      of([enumRef('TopologyView')], { description: `${views} null or empty = all views with data.` }),
      checkedViews,
    ),
    [],
  ),
  options: withColumns(
    onUpdate(
      optional(of(optionsInput, { description: 'Display options; those left out are true.' })),
      'Display options. Those left out keep their value; null sets all to true.',
    ),
    optionColumns,
  ),
  password: onUpdate(
    optional(withDescription(text(1, 256), `${password} None if left out.`)),
    `${password} Null = none. A new password ends current visits.`,
  ),
};

listedEntity('Share', {
  mixins: [],
  fields: { ...columns, createdBy: id() },
  list: { name: 'shares', description: 'Shares of topologies, oldest first by default.' },
  getter: { name: 'share' },
  filter: { network: true, topology: true },
  order: ['name', 'isEnabled', 'expiresAt'],
});

builder.prismaObjectFields('Share', (t) => ({
  organizationId: t.expose('organizationId', { type: 'UUID' }),
  topology: t.relation('topology'),
  createdByUser: userRelation(t, 'createdByUser', 'The user who created it; null after that user is deleted.'),
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
}));

const createInput = buildCreateInput('Share', inputs);
const updateInput = buildUpdateInput('Share', inputs, 'Fields left out keep their value.');

builder.mutationField('createShare', (t) =>
  t.prismaField({
    type: 'Share',
    description: 'Creates a public link to one topology.',
    authScopes: { action: 'createShare' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer }) => {
      const { topologyId, networkId, name, password } = input;
      requireScope(viewer, input);
      await requireInNetwork(db, 'Topology', topologyId, networkId);
      const { organizationId, userId: createdBy } = userOf(viewer);
      const columns = { ...inputColumns('Share', inputs, input), ...(await passwordColumns(password)) };
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
      const storedShare = await requireVisible(db, 'Share', id, { select: { networkId: true, topologyId: true } });
      const { topologyId, networkId, expectedUpdatedAt, password } = input;
      requireScope(viewer, input);
      const place = { networkId: networkId ?? storedShare.networkId, topologyId: topologyId ?? storedShare.topologyId };
      await requireInNetwork(db, 'Topology', place.topologyId, place.networkId);
      const data = { ...inputColumns('Share', inputs, input), ...(await passwordColumns(password)), ...place };
      return updateVisible(db, 'Share', id, data, { query, expectedUpdatedAt });
    },
  }),
);

defineDeletes('Share', { effect: 'Its link is invalid at once.' });

// VLANs (IEEE 802.1Q) in GraphQL: type, list, create, update, delete.
import type { EntitySourceType } from '../../../generated/prisma/enums';
import { builder } from '../../../graphql/builder';
import { notNull, text } from '../../../graphql/plugin/bounds';
import {
  baseFields,
  historyFields,
  idsThrough,
  listThrough,
  seenFields,
  sourceField,
  sourceInputRef,
} from '../../../graphql/common-fields';
import { connectionThrough } from '../../../graphql/lists/connection-through';
import { defineDeletes } from '../../../graphql/deletes';
import { defineList, defineRootList, relatedList } from '../../../graphql/lists/list';
import { requireScope, requireVisible, updateVisible, withoutUndefined } from '../../../data/tenancy/rows';
import { blankToNull } from '../../../platform/text/validation';

const bySubnet = [{ subnetId: 'asc' }];

builder.prismaObject('Vlan', {
  fields: (t) => ({
    ...baseFields(t),
    ...historyFields(t),
    ...seenFields(t),
    ...sourceField(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    organizationId: t.expose('organizationId', { type: 'UUID' }),
    name: t.exposeString('name'),
    vlanNumber: t.exposeInt('vlanNumber'),
    description: t.exposeString('description', { nullable: true }),
    network: t.relation('network'),
    organization: t.relation('organization'),
    subnetIds: idsThrough(t, 'subnets', 'subnetId', { orderBy: bySubnet }),
    subnets: listThrough(t, 'Vlan', 'subnets', 'subnet', {
      description: 'Subnets whose addresses sit on ports with this native VLAN; derived, never written.',
      orderBy: bySubnet,
    }),
    nativeInterfaces: relatedList(t, 'nativeInterfaces', 'Vlan', {
      description: 'Ports that carry this VLAN untagged.',
    }),
    taggedInterfaces: connectionThrough(t, 'Vlan', 'taggedInterfaces', 'interface', {
      description: 'Ports that carry this VLAN tagged (trunks).',
    }),
  }),
});

defineList('Vlan', {
  isNetworkLevel: true,
  filter: {
    columns: [
      'id',
      'networkId',
      'name',
      'vlanNumber',
      'description',
      'sourceType',
      'createdAt',
      'updatedAt',
      'lastSeenAt',
    ],
    relations: {
      network: true,
      nativeInterfaces: true,
      taggedInterfaces: ['taggedInterfaces', 'interface'],
      subnets: ['subnets', 'subnet'],
    },
  },
  order: ['vlanNumber', 'name', 'createdAt', 'updatedAt', 'lastSeenAt'],
  defaultOrder: [{ field: 'vlanNumber', direction: 'asc' }],
});
defineRootList('vlans', 'Vlan', { description: 'VLANs, by number unless ordered otherwise.' });

builder.queryField('vlan', (t) =>
  t.prismaField({
    type: 'Vlan',
    description: 'One VLAN. Missing or out of reach: `entity_not_found`.',
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: (query, _root, { id }, { db }) => requireVisible(db, 'Vlan', id, query),
  }),
);

const vlanNumberInput = {
  description: 'IEEE 802.1Q VLAN number, 1 to 4094, unique in the network.',
  extensions: { jsonSchema: { minimum: 1, maximum: 4094 } },
};
const createInput = builder.inputType('CreateVlanInput', {
  fields: (t) => ({
    name: t.string({ required: true, ...text(1, 100) }),
    networkId: t.field({ type: 'UUID', required: true }),
    organizationId: t.field({ type: 'UUID', description: "The network's organization; the caller's own if left out." }),
    vlanNumber: t.int({ required: true, ...vlanNumberInput }),
    description: t.string(text(0, 2000)),
    source: t.field({ type: sourceInputRef, description: 'Manual if left out.' }),
  }),
});
const updateInput = builder.inputType('UpdateVlanInput', {
  description: 'Fields left out keep their value; a null description clears it.',
  fields: (t) => ({
    name: t.string(notNull(text(1, 100))),
    networkId: t.field({ type: 'UUID', ...notNull() }),
    organizationId: t.field({ type: 'UUID' }),
    vlanNumber: t.int(notNull(vlanNumberInput)),
    description: t.string(text(0, 2000)),
    source: t.field({ type: sourceInputRef }),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Refuse with `entity_changed` if the row changed since.',
    }),
  }),
});

interface VlanFields {
  name?: string | null;
  vlanNumber?: number | null;
  networkId?: string | null;
  description?: string | null;
  source?: { type: EntitySourceType } | null;
}

function checkedFields({ name, vlanNumber, networkId, description, source }: VlanFields) {
  const sourceType = source === null ? ('Manual' as const) : source?.type;
  // Confidence and reason are those of a match.
  const isMatch = sourceType === undefined || sourceType === 'DiscoveryWithMatch';
  const details = isMatch ? {} : { sourceConfidence: null, sourceReason: null };
  return { name, vlanNumber, networkId, description: blankToNull(description), sourceType, ...details };
}

builder.mutationField('createVlan', (t) =>
  t.prismaField({
    type: 'Vlan',
    authScopes: { action: 'createVlan' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: (query, _root, { input }, { db, viewer }) => {
      requireScope(viewer, input);
      const { name, networkId, vlanNumber } = input;
      const data = { ...checkedFields(input), name, networkId, vlanNumber, organizationId: viewer.organizationId };
      return db.vlan.create({ ...query, data: withoutUndefined(data) });
    },
  }),
);

builder.mutationField('updateVlan', (t) =>
  t.prismaField({
    type: 'Vlan',
    authScopes: { action: 'updateVlan' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer }) => {
      const stored = await requireVisible(db, 'Vlan', id, { select: { networkId: true } });
      requireScope(viewer, input);
      // The runs that saw it belong to the network it leaves.
      const isMoved = input.networkId != null && input.networkId !== stored.networkId;
      const sightings = isMoved ? { firstDiscoveryId: null, lastDiscoveryId: null } : {};
      return updateVisible(
        db,
        'Vlan',
        id,
        { ...checkedFields(input), ...sightings },
        { query, expectedUpdatedAt: input.expectedUpdatedAt },
      );
    },
  }),
);

defineDeletes('Vlan', { effect: 'which ports lose as native and tagged VLAN' });

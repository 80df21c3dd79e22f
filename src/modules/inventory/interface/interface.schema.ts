// Interfaces in GraphQL: the ports of an ifTable, their VLANs and their neighbours; create, update, delete.
import { builder } from '../../../graphql/builder';
import { integer, notNull, text } from '../../../graphql/plugin/bounds';
import {
  baseFields,
  historyFields,
  idsThrough,
  listThrough,
  optionalTexts,
  seenFields,
} from '../../../graphql/common-fields';
import { defineDeletes } from '../../../graphql/deletes';
import { enumRef } from '../../../graphql/enums';
import { defineGetter } from '../../../graphql/getter';
import { interfaceInputFields } from '../shared/interface-input';
import { defineList, defineRootList, relatedList } from '../../../graphql/lists/list';
import { requireScope, requireVisible } from '../../../data/tenancy/rows';
import { createInterface, updateInterface } from './interface.actions';
import './interface-neighbor.schema';
import { interfaceDisplayName } from '../shared/display-names';

const byAge = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
const byVlan = [{ vlanId: 'asc' as const }];

builder.prismaObject('Interface', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...historyFields(t),
    ...seenFields(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    hostId: t.expose('hostId', { type: 'UUID' }),
    host: t.relation('host', { nullable: true }),
    displayName: t.string({
      description: 'What to call the port: its alias, else its description, else its MAC address, else "Interface".',
      select: { ifAlias: true, ifDescr: true, macAddress: true },
      resolve: interfaceDisplayName,
    }),
    ifIndex: t.exposeInt('ifIndex', { nullable: true }),
    ifType: t.exposeInt('ifType', { nullable: true }),
    ...optionalTexts(t, 'ifDescr', 'ifName', 'ifAlias', 'macAddress'),
    speedBps: t.expose('speedBps', { type: 'BigInt', nullable: true }),
    adminStatus: t.expose('adminStatus', { type: enumRef('IfAdminStatus'), nullable: true }),
    operStatus: t.expose('operStatus', { type: enumRef('IfOperStatus'), nullable: true }),
    ipConfigured: t.exposeBoolean('ipConfigured'),
    fdbMacs: t.exposeStringList('fdbMacs'),
    ipAddressId: t.expose('ipAddressId', { type: 'UUID', nullable: true }),
    ipAddress: t.relation('ipAddress', { nullable: true }),
    nativeVlanId: t.expose('nativeVlanId', { type: 'UUID', nullable: true }),
    nativeVlan: t.relation('nativeVlan', { nullable: true }),
    vlanIds: idsThrough(t, 'taggedVlans', 'vlanId', { description: 'Ids of the tagged VLANs.', orderBy: byVlan }),
    taggedVlans: listThrough(t, 'Interface', 'taggedVlans', 'vlan', {
      description: 'VLANs that pass tagged (IEEE 802.1Q); a port that has any is a trunk.',
      orderBy: byVlan,
    }),
    neighbors: t.relation('neighbors', { query: { orderBy: byAge } }),
    neighborOf: relatedList(t, 'neighborOf', 'Interface'),
    neighborEvidence: t.relation('neighborEvidence', { query: { orderBy: byAge } }),
  }),
});

defineList('Interface', {
  isNetworkLevel: true,
  filter: {
    columns: [
      'id',
      'networkId',
      'hostId',
      'ifIndex',
      'ifDescr',
      'ifName',
      'ifAlias',
      'ifType',
      'speedBps',
      'adminStatus',
      'operStatus',
      'macAddress',
      'ipConfigured',
      'ipAddressId',
      'nativeVlanId',
      'createdAt',
      'updatedAt',
      'lastSeenAt',
      'firstDiscoveryId',
      'lastDiscoveryId',
    ],
    relations: {
      network: true,
      host: true,
      ipAddress: true,
      nativeVlan: true,
      taggedVlans: ['taggedVlans', 'vlan'],
      neighbors: true,
      neighborOf: true,
      neighborEvidence: true,
    },
    computed: {
      learnedMac: {
        type: 'String',
        description: 'Has learned this MAC address (lower case, with colons): where a device is plugged in.',
        where: (mac: string) => ({ fdbMacs: { has: mac } }),
      },
    },
  },
  order: [
    'ifIndex',
    'ifName',
    'ifAlias',
    'ifDescr',
    'ifType',
    'speedBps',
    'adminStatus',
    'operStatus',
    'hostId',
    'createdAt',
    'updatedAt',
    'lastSeenAt',
  ],
});
defineRootList('interfaces', 'Interface', { description: 'Ports of ifTables, oldest first unless ordered otherwise.' });
defineGetter('interface', 'Interface');

const createInput = builder.inputType('CreateInterfaceInput', {
  fields: (t) => ({
    networkId: t.field({ type: 'UUID', required: true }),
    hostId: t.field({ type: 'UUID', required: true }),
    ...interfaceInputFields(t),
    ifIndex: t.int({ required: true, ...integer(0) }),
    ifDescr: t.string({ required: true, ...text(1, 255) }),
  }),
});
const updateInput = builder.inputType('UpdateInterfaceInput', {
  description: 'Fields left out keep their value; null clears all but networkId, hostId, ifIndex and ifDescr.',
  fields: (t) => ({
    networkId: t.field({ type: 'UUID', ...notNull() }),
    hostId: t.field({ type: 'UUID', ...notNull() }),
    ...interfaceInputFields(t),
    ifIndex: t.int(notNull(integer(0))),
    ifDescr: t.string(notNull(text(1, 255))),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Refuse with `entity_changed` if the row changed since.',
    }),
  }),
});

builder.mutationField('createInterface', (t) =>
  t.prismaField({
    type: 'Interface',
    authScopes: { action: 'createInterface' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer }) => {
      requireScope(viewer, input);
      return requireVisible(db, 'Interface', await createInterface(db, input), query);
    },
  }),
);

builder.mutationField('updateInterface', (t) =>
  t.prismaField({
    type: 'Interface',
    authScopes: { action: 'updateInterface' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer }) => {
      await requireVisible(db, 'Interface', id, { select: { id: true } });
      requireScope(viewer, input);
      await updateInterface(db, id, input, input.expectedUpdatedAt);
      return requireVisible(db, 'Interface', id, query);
    },
  }),
);

defineDeletes('Interface', { effect: 'its neighbour links and their evidence with it' });

// IP addresses in GraphQL: type, list, create, update, delete.
import { builder } from '../../../graphql/builder';
import { formed, integer, notNull, orEmpty, text } from '../../../graphql/plugin/bounds';
import { ipAddressOf, macAddressOf } from '../../../platform/text/addresses';
import { baseFields, historyFields, optionalTexts, seenFields } from '../../../graphql/common-fields';
import { defineDeletes } from '../../../graphql/deletes';
import { defineGetter } from '../../../graphql/getter';
import { defineList, defineRootList } from '../../../graphql/lists/list';
import { requireScope, requireVisible } from '../../../data/tenancy/rows';
import { createIpAddress, updateIpAddress } from './ip-address.actions';

const byAge = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];

builder.prismaObject('IpAddress', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...historyFields(t),
    ...seenFields(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    hostId: t.expose('hostId', { type: 'UUID' }),
    host: t.relation('host', { nullable: true }),
    subnetId: t.expose('subnetId', { type: 'UUID' }),
    subnet: t.relation('subnet', { nullable: true }),
    ipAddress: t.exposeString('ipAddress'),
    position: t.exposeInt('position'),
    ...optionalTexts(t, 'name', 'macAddress'),
    interfaces: t.relation('interfaces', { query: { orderBy: byAge } }),
    bindings: t.relation('bindings', {
      description: 'Bindings to this address; those to every address of the host are not among them.',
      query: { orderBy: byAge },
    }),
  }),
});

defineList('IpAddress', {
  isNetworkLevel: true,
  filter: {
    columns: [
      'id',
      'networkId',
      'hostId',
      'subnetId',
      'ipAddress',
      'name',
      'macAddress',
      'position',
      'createdAt',
      'updatedAt',
      'lastSeenAt',
      'firstDiscoveryId',
      'lastDiscoveryId',
    ],
    relations: { network: true, host: true, subnet: true, interfaces: true, bindings: true },
  },
  order: ['ipAddress', 'name', 'macAddress', 'position', 'hostId', 'subnetId', 'createdAt', 'updatedAt', 'lastSeenAt'],
});
defineRootList('ipAddresses', 'IpAddress', { description: 'IP addresses, oldest first unless ordered otherwise.' });
defineGetter('ipAddress', 'IpAddress');

const ipAddress = 'An IPv4 or IPv6 address inside its subnet, without a prefix length.';
const macAddress = 'In any usual notation; kept in lower case with colons.';
const createInput = builder.inputType('CreateIpAddressInput', {
  fields: (t) => ({
    networkId: t.field({ type: 'UUID', required: true }),
    hostId: t.field({ type: 'UUID', required: true }),
    subnetId: t.field({ type: 'UUID', required: true }),
    ipAddress: t.string({ required: true, ...formed(ipAddressOf), description: ipAddress }),
    name: t.string(text(0, 100)),
    macAddress: t.string({ ...formed(orEmpty(macAddressOf)), description: macAddress }),
    position: t.int(integer(0, undefined, 'Place on its host; the last if left out.')),
  }),
});
const updateInput = builder.inputType('UpdateIpAddressInput', {
  description: 'Fields left out keep their value; null clears name and MAC address.',
  fields: (t) => ({
    networkId: t.field({ type: 'UUID', ...notNull() }),
    hostId: t.field({ type: 'UUID', ...notNull() }),
    subnetId: t.field({ type: 'UUID', ...notNull() }),
    ipAddress: t.string({ ...notNull(formed(ipAddressOf)), description: ipAddress }),
    name: t.string(text(0, 100)),
    macAddress: t.string({
      ...formed(orEmpty(macAddressOf)),
      description: `${macAddress} One that discovery has read stays as it is.`,
    }),
    position: t.int(notNull(integer(0, undefined, 'Place on its host.'))),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Refuse with `entity_changed` if the row changed since.',
    }),
  }),
});

builder.mutationField('createIpAddress', (t) =>
  t.prismaField({
    type: 'IpAddress',
    authScopes: { action: 'createIpAddress' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer }) => {
      requireScope(viewer, input);
      const { id } = await createIpAddress(db, input);
      return requireVisible(db, 'IpAddress', id, query);
    },
  }),
);

builder.mutationField('updateIpAddress', (t) =>
  t.prismaField({
    type: 'IpAddress',
    description: 'Moves to another host only while no binding and no port refers to it.',
    authScopes: { action: 'updateIpAddress' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer }) => {
      await requireVisible(db, 'IpAddress', id, { select: { id: true } });
      requireScope(viewer, input);
      return updateIpAddress(db, id, input, { query, expectedUpdatedAt: input.expectedUpdatedAt });
    },
  }),
);

defineDeletes('IpAddress', { effect: 'its bindings with it, and takes it off the ports that carry it' });

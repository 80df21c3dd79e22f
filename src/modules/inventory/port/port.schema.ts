// Transport ports in GraphQL: type, list, create, update, delete.
import { builder } from '../../../graphql/builder';
import { baseFields, historyFields, seenFields } from '../../../graphql/common-fields';
import { defineDeletes } from '../../../graphql/deletes';
import { notNull } from '../../../graphql/plugin/bounds';
import { enumRef } from '../../../graphql/enums';
import { defineGetter } from '../../../graphql/getter';
import { defineList, defineRootList } from '../../../graphql/lists/list';
import { requireInNetwork } from '../../../data/tenancy/references';
import { lockHosts } from '../../../data/tenancy/row-locks';
import { forgottenOnMove, requireScope, requireVisible, updateVisible } from '../../../data/tenancy/rows';
import { portTypeOf } from './port-names';

builder.prismaObject('Port', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...historyFields(t),
    ...seenFields(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    hostId: t.expose('hostId', { type: 'UUID' }),
    host: t.relation('host', { nullable: true }),
    number: t.exposeInt('number'),
    protocol: t.expose('protocol', { type: enumRef('TransportProtocol') }),
    type: t.string({
      description: 'Its well-known name, such as `HTTPS`, or `Custom`.',
      select: { number: true, protocol: true },
      resolve: ({ number, protocol }) => portTypeOf(number, protocol),
    }),
    bindings: t.relation('bindings', { query: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } }),
  }),
});

defineList('Port', {
  isNetworkLevel: true,
  filter: {
    columns: [
      'id',
      'networkId',
      'hostId',
      'number',
      'protocol',
      'createdAt',
      'updatedAt',
      'lastSeenAt',
      'firstDiscoveryId',
      'lastDiscoveryId',
    ],
    relations: { network: true, host: true, bindings: true },
  },
  order: ['number', 'protocol', 'hostId', 'createdAt', 'updatedAt', 'lastSeenAt'],
});
defineRootList('ports', 'Port', { description: 'Transport ports, oldest first unless ordered otherwise.' });
defineGetter('port', 'Port');

const highestNumber = 65_535;
const numberInput = {
  description: '1 to 65535, unique with its protocol on the host.',
  extensions: { jsonSchema: { minimum: 1, maximum: highestNumber } },
};
const createInput = builder.inputType('CreatePortInput', {
  fields: (t) => ({
    hostId: t.field({ type: 'UUID', required: true, description: 'The host that listens.' }),
    networkId: t.field({ type: 'UUID', required: true, description: "The host's network." }),
    number: t.int({ required: true, ...numberInput }),
    protocol: t.field({ type: enumRef('TransportProtocol'), required: true }),
  }),
});
const updateInput = builder.inputType('UpdatePortInput', {
  description: 'Fields left out keep their value. A port with bindings cannot move to another host.',
  fields: (t) => ({
    hostId: t.field({ type: 'UUID', ...notNull() }),
    networkId: t.field({ type: 'UUID', ...notNull(), description: "The host's network." }),
    number: t.int(notNull(numberInput)),
    protocol: t.field({ type: enumRef('TransportProtocol'), ...notNull() }),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Refuse with `entity_changed` if the row changed since.',
    }),
  }),
});

builder.mutationField('createPort', (t) =>
  t.prismaField({
    type: 'Port',
    authScopes: { action: 'createPort' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer }) => {
      requireScope(viewer, input);
      const { hostId, networkId, number, protocol } = input;
      await requireInNetwork(db, 'Host', hostId, networkId);
      return db.$transaction(async (tx) => {
        await lockHosts(tx, [hostId]);
        return tx.port.create({ ...query, data: { hostId, networkId, number, protocol } });
      });
    },
  }),
);

builder.mutationField('updatePort', (t) =>
  t.prismaField({
    type: 'Port',
    authScopes: { action: 'updatePort' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer }) => {
      const stored = await requireVisible(db, 'Port', id, { select: { networkId: true, hostId: true } });
      requireScope(viewer, input);
      const { hostId, networkId, number, protocol, expectedUpdatedAt } = input;
      await requireInNetwork(db, 'Host', hostId ?? stored.hostId, networkId ?? stored.networkId);
      const data = { hostId, networkId, number, protocol, ...forgottenOnMove(stored, networkId) };
      return db.$transaction(async (tx) => {
        await lockHosts(tx, [stored.hostId, hostId ?? stored.hostId]);
        return updateVisible(tx, 'Port', id, data, { query, expectedUpdatedAt });
      });
    },
  }),
);

defineDeletes('Port', { effect: 'with its bindings' });

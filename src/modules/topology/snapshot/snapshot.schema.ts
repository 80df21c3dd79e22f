// Snapshots in GraphQL: named and stored instants of a network. Defines their type, list, getter and mutations.
import { AppError } from '../../../errors';
import { builder } from '../../../graphql/builder';
import { defineDeletes } from '../../../graphql/deletes';
import { updateVisible } from '../../../data/tenancy/rows';
import { buildCreateInput, buildUpdateInput, inputColumns } from '../../../graphql/entity/inputs';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { id, optional, text, time } from '../../../graphql/entity/sheet-fields';
import { userRelation } from '../../access';
import { takeSnapshot } from './snapshot.actions';

const inputs = { name: optional(text(1, 100)) };

listedEntity('Snapshot', {
  mixins: [],
  fields: { takenAt: time(), createdByUserId: optional(id()), ...inputs },
  list: { name: 'snapshots', description: 'Snapshots, oldest first by default.' },
  getter: { name: 'snapshot' },
  filter: { network: true, topology: true },
  order: ['takenAt', 'name'],
});

builder.prismaObjectFields('Snapshot', (t) => ({
  createdByUser: userRelation(t, 'createdByUser', 'The user who took it; null after that user is deleted.'),
  topology: t.relation('topology', { nullable: true, description: 'The topology pinned to the instant.' }),
}));

const createInput = buildCreateInput('Snapshot', { networkId: id('Id of the network to keep.'), ...inputs });
const updateInput = buildUpdateInput('Snapshot', inputs);

builder.mutationField('createSnapshot', (t) =>
  t.prismaField({
    type: 'Snapshot',
    description:
      'Keeps the present state of a network and creates a topology pinned to it, with the options of the live one. Waits up to 5 seconds for open writes; `takenAt` lies before those that last longer. Network not accessible: `entity_access_denied`.',
    authScopes: { action: 'createSnapshot' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, context) => {
      const { networkId } = input;
      const id = await takeSnapshot(context, networkId, inputColumns('Snapshot', inputs, input));
      const row = await context.db.snapshot.findUnique({ ...query, where: { id } });
      // The snapshot was taken, but its network was deleted before it could be returned.
      if (!row) throw new AppError('entity_access_denied', { entity: 'Network', id: networkId });
      return row;
    },
  }),
);

builder.mutationField('updateSnapshot', (t) =>
  t.prismaField({
    type: 'Snapshot',
    description: 'Names or renames a snapshot. Its instant and its graph never change.',
    authScopes: { action: 'updateSnapshot' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: (query, _root, { id, input: { expectedUpdatedAt, ...given } }, { db }) =>
      updateVisible(db, 'Snapshot', id, inputColumns('Snapshot', inputs, given), { query, expectedUpdatedAt }),
  }),
);

defineDeletes('Snapshot', { effect: 'Its pinned topology and the shares of it are deleted too.' });

// Accepted findings of checks in GraphQL: their type, list and mutations.
import { requireVisible } from '../../../data/tenancy/rows';
import { builder } from '../../../graphql/builder';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { id, optional, text } from '../../../graphql/entity/sheet-fields';
import { text as textBounds } from '../../../graphql/plugin/bounds';
import { userRelation } from '../../access';
import { acceptFinding, withdrawAcceptance } from './check-acceptance.actions';

listedEntity('CheckAcceptance', {
  mixins: [],
  fields: { checkId: id(), findingKey: text(1, 1_000), note: optional(text(0, 500)), acceptedByUserId: optional(id()) },
  list: {
    name: 'checkAcceptances',
    description: 'Findings of checks that are accepted as they are, oldest first by default.',
  },
  getter: { name: 'checkAcceptance' },
  filter: { network: true, check: true },
  order: ['findingKey', 'networkId', 'checkId'],
});
builder.prismaObjectFields('CheckAcceptance', (t) => ({
  check: t.relation('check'),
  acceptedByUser: userRelation(t, 'acceptedByUser', 'The user who accepted it; null after that user is deleted.'),
}));

builder.mutationField('acceptFinding', (t) =>
  t.prismaField({
    type: 'CheckAcceptance',
    description:
      'Accepts a finding of the present verdict as it is: it no longer makes the check fail in the network. No such finding: `entity_not_found`. Accepted already: the note is replaced.',
    authScopes: { action: 'acceptFinding' },
    args: {
      checkId: t.arg({ type: 'UUID', required: true, description: 'Id of the check.' }),
      networkId: t.arg({ type: 'UUID', required: true, description: 'Id of the network.' }),
      findingKey: t.arg.string({
        required: true,
        ...textBounds(1, 1_000),
        description: 'The `key` of the finding. 1 to 1000 characters.',
      }),
      note: t.arg.string({ ...textBounds(0, 500), description: 'Why it is accepted. At most 500 characters.' }),
    },
    resolve: async (query, _root, { note, ...finding }, { db, viewer }) =>
      requireVisible(db, 'CheckAcceptance', await acceptFinding(db, viewer, { ...finding, note: note || null }), query),
  }),
);

builder.mutationField('withdrawAcceptance', (t) =>
  t.field({
    type: 'UUID',
    description:
      'Withdraws the acceptance of a finding, and returns its id. Missing or not accessible: `entity_not_found`.',
    authScopes: { action: 'withdrawAcceptance' },
    args: { id: t.arg({ type: 'UUID', required: true, description: 'Id of the acceptance.' }) },
    resolve: async (_root, { id }, { db, viewer }) => {
      await withdrawAcceptance(db, viewer, id);
      return id;
    },
  }),
);

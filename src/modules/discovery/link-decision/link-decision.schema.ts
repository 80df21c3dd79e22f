// GraphQL type, queries and mutations of users' decisions on links: that a link exists, or does not exist.
import { builder } from '../../../graphql/builder';
import { deletedIds, deleteResult } from '../../../graphql/deletes';
import { buildCreateInput } from '../../../graphql/entity/inputs';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { choice, id, optional } from '../../../graphql/entity/sheet-fields';
import { requireVisible } from '../../../data/tenancy/rows';
import { userRelation } from '../../access';
import { decideLink, takeAllBack, takeBack } from './link-decision.actions';

const ends = {
  interfaceId: id('Id of the port at one end.'),
  remoteInterfaceId: optional(
    id('Id of the port at the other end. Exactly one of this and `remoteHostId` is required.'),
  ),
  remoteHostId: optional(id('Id of the host at the other end, whichever port of it.')),
  verdict: choice('LinkVerdict', 'Whether there is such a link.'),
};

listedEntity('LinkDecision', {
  mixins: [],
  fields: { ...ends, createdByUserId: optional(id()) },
  list: { name: 'linkDecisions', description: 'Decisions of users on links, oldest first by default.' },
  getter: { name: 'linkDecision' },
  filter: { network: true, interface: true, remoteInterface: true, remoteHost: true },
  order: ['verdict'],
});

builder.prismaObjectFields('LinkDecision', (t) => ({
  interface: t.relation('interface', { nullable: true }),
  remoteInterface: t.relation('remoteInterface', { nullable: true }),
  remoteHost: t.relation('remoteHost', { nullable: true }),
  createdByUser: userRelation(t, 'createdByUser', 'The user who decided; null after that user is deleted.'),
}));

const createInput = buildCreateInput('LinkDecision', { networkId: id('Id of the network of both ends.'), ...ends });

builder.mutationField('createLinkDecision', (t) =>
  t.prismaField({
    type: 'LinkDecision',
    description:
      'Decides on the link between two ends, at once and for all discoveries to come: one that is proposed or confirmed stays, one that is refuted goes. A second decision on the same ends: `entity_already_exists`.',
    authScopes: { action: 'createLinkDecision' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer }) =>
      requireVisible(db, 'LinkDecision', await decideLink(db, viewer, input), query),
  }),
);

builder.mutationField('deleteLinkDecision', (t) =>
  t.field({
    type: 'UUID',
    description:
      'Deletes one link decision and returns its id. Links are what discovery says again, at once. Missing or not accessible: `entity_not_found`.',
    authScopes: { action: 'deleteLinkDecision' },
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: async (_root, { id }, { db }) => {
      await takeBack(db, id);
      return id;
    },
  }),
);
builder.mutationField('deleteLinkDecisions', (t) =>
  t.field({
    type: deleteResult,
    description: 'Deletes link decisions as `deleteLinkDecision` does.',
    authScopes: { action: 'deleteLinkDecisions' },
    args: { ids: t.arg(deletedIds) },
    resolve: async (_root, { ids }, { db }) => ({
      deletedCount: await takeAllBack(db, ids),
      requestedCount: ids.length,
    }),
  }),
);

// Decisions on links in GraphQL: type, list, getter, mutations.
import { builder } from '../../../graphql/builder';
import { baseFields } from '../../../graphql/common-fields';
import { deletedIds, deleteResult } from '../../../graphql/deletes';
import { enumRef } from '../../../graphql/enums';
import { defineGetter } from '../../../graphql/getter';
import { defineList, defineRootList } from '../../../graphql/lists/list';
import { requireVisible } from '../../../data/tenancy/rows';
import { userRelation } from '../../access';
import { decideLink, takeAllBack, takeBack } from './link-decision.actions';

const verdict = 'Whether there is such a link.';

builder.prismaObject('LinkDecision', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    interfaceId: t.expose('interfaceId', { type: 'UUID' }),
    interface: t.relation('interface', { nullable: true }),
    remoteInterfaceId: t.expose('remoteInterfaceId', { type: 'UUID', nullable: true }),
    remoteInterface: t.relation('remoteInterface', { nullable: true }),
    remoteHostId: t.expose('remoteHostId', { type: 'UUID', nullable: true }),
    remoteHost: t.relation('remoteHost', { nullable: true }),
    verdict: t.expose('verdict', { type: enumRef('LinkVerdict'), description: verdict }),
    createdByUserId: t.expose('createdByUserId', { type: 'UUID', nullable: true }),
    createdByUser: userRelation(t, 'createdByUser', 'The user who decided; null after that user is deleted.'),
  }),
});

defineList('LinkDecision', {
  isNetworkLevel: true,
  filter: {
    columns: [
      'id',
      'networkId',
      'interfaceId',
      'remoteInterfaceId',
      'remoteHostId',
      'verdict',
      'createdByUserId',
      'createdAt',
      'updatedAt',
    ],
    relations: { network: true, interface: true, remoteInterface: true, remoteHost: true },
  },
  order: ['verdict', 'createdAt', 'updatedAt'],
});
defineRootList('linkDecisions', 'LinkDecision', {
  description: 'Decisions of users on links, oldest first by default.',
});
defineGetter('linkDecision', 'LinkDecision');

const createInput = builder.inputType('CreateLinkDecisionInput', {
  fields: (t) => ({
    networkId: t.field({ type: 'UUID', required: true, description: 'Id of the network of both ends.' }),
    interfaceId: t.field({ type: 'UUID', required: true, description: 'Id of the port at one end.' }),
    remoteInterfaceId: t.field({
      type: 'UUID',
      description: 'Id of the port at the other end. Exactly one of this and `remoteHostId` is required.',
    }),
    remoteHostId: t.field({ type: 'UUID', description: 'Id of the host at the other end, whichever port of it.' }),
    verdict: t.field({ type: enumRef('LinkVerdict'), required: true, description: verdict }),
  }),
});

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

// GraphQL type, queries and mutations of networks.
import { builder } from '../../../graphql/builder';
import { joinIds, joinList, tagFields } from '../../../graphql/common-fields';
import { defineDeletes } from '../../../graphql/deletes';
import { buildCreateInput, buildUpdateInput } from '../../../graphql/entity/inputs';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { lastingOrganizationId, tagIds } from '../../../graphql/entity/mixins';
import { withDescription, integer, of, optional, text } from '../../../graphql/entity/sheet-fields';
import { relatedList } from '../../../graphql/lists/list';
import { defaultStaleAfterHours } from '../../../graphql/lists/stale-filter';
import { requireScope, requireVisible } from '../../../data/tenancy/rows';
import { assignedByNobodyKnown } from '../credential-assigner';
import { userRelation } from '../user-relation';
import { createNetworkWithLinks, updateNetworkWithLinks } from './network.actions';

const byCredential = [{ credentialId: 'asc' as const }];
const maximumStaleAfterHours = 876_000;

const assignedBy = "Id of the user who assigned it; null where that is not known: it then counts as an Admin's.";

builder.prismaObject('NetworkCredential', {
  select: { networkId: true, credentialId: true },
  name: 'DefaultCredentialAssignment',
  description: 'A default credential for the hosts of one network.',
  fields: (t) => ({
    credentialId: t.expose('credentialId', { type: 'UUID' }),
    credential: t.relation('credential', { nullable: true }),
    assignedBy: t.expose('assignedBy', { type: 'UUID', nullable: true, description: assignedBy }),
    assignedByUser: userRelation(t, 'assignedByUser', 'The user who assigned it; null where that is not known.'),
  }),
});

const columns = {
  name: text(1, 100),
  staleAfterHours: optional(
    withDescription(
      integer(1, maximumStaleAfterHours),
      'Hours without observation after which a discovered row is stale; null = default of the server (672, 28 days).',
    ),
  ),
};

listedEntity('Network', {
  mixins: [],
  fields: columns,
  list: { name: 'networks', description: 'Networks that the caller can access.' },
  getter: { name: 'network' },
  filter: {
    tags: ['tagAssignments', 'tag'],
    credentials: ['defaultCredentials', 'credential'],
    hosts: true,
    services: true,
    subnets: true,
    vlans: true,
    groups: true,
    daemons: true,
    discoveries: true,
    credentialsWithoutAssigner: assignedByNobodyKnown('defaultCredentials'),
  },
  order: ['name'],
});

builder.prismaObjectFields('Network', (t) => ({
  ...tagFields(t, 'Network'),
  effectiveStaleAfterHours: t.int({
    description:
      "Hours without observation after which a discovered row is stale: the network's own value or the default of the server.",
    select: { staleAfterHours: true },
    resolve: ({ staleAfterHours }) => staleAfterHours ?? defaultStaleAfterHours,
  }),
  historyKeptSince: t.expose('historyKeptSince', {
    type: 'DateTime',
    nullable: true,
    description:
      'Start of the complete history. Earlier instants are refused, except those of snapshots. Null if no history was removed.',
  }),
  credentialIds: joinIds(t, 'defaultCredentials', 'credentialId', { orderBy: byCredential }),
  credentials: joinList(t, 'Network', 'defaultCredentials', 'credential', {
    description: 'Default credentials for the hosts of the network.',
    orderBy: byCredential,
  }),
  credentialAssignments: t.relation('defaultCredentials', {
    description: 'Default credentials for the hosts of the network, with who assigned them.',
    query: { orderBy: byCredential },
  }),
  hosts: relatedList(t, 'hosts', 'Network'),
  services: relatedList(t, 'services', 'Network'),
  subnets: relatedList(t, 'subnets', 'Network'),
  vlans: relatedList(t, 'vlans', 'Network'),
  groups: relatedList(t, 'groups', 'Network'),
  ipAddresses: relatedList(t, 'ipAddresses', 'Network'),
  interfaces: relatedList(t, 'interfaces', 'Network'),
  ports: relatedList(t, 'ports', 'Network'),
  bindings: relatedList(t, 'bindings', 'Network'),
  discoveries: relatedList(t, 'discoveries', 'Network'),
  discoverySessions: relatedList(t, 'discoverySessions', 'Network'),
  daemons: relatedList(t, 'daemons', 'Network'),
  daemonApiKeys: relatedList(t, 'daemonApiKeys', 'Network'),
  topologies: relatedList(t, 'topologies', 'Network', { description: 'The live topology and one per snapshot.' }),
  snapshots: relatedList(t, 'snapshots', 'Network'),
  shares: relatedList(t, 'shares', 'Network'),
}));

const inputs = {
  ...columns,
  organizationId: lastingOrganizationId,
  tagIds,
  credentialIds: optional(
    of(['UUID'], {
      description: 'Ids of its default credentials, the complete list. Left out: none on create, unchanged on update.',
    }),
  ),
};
const createInput = buildCreateInput('Network', inputs);
const updateInput = buildUpdateInput('Network', inputs, 'Fields left out keep their value.');

builder.mutationField('createNetwork', (t) =>
  t.prismaField({
    type: 'Network',
    description:
      'Creates a network with two System subnets (Internet, Remote) and a live topology. An API key gains access to the network that it creates.',
    authScopes: { action: 'createNetwork' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, context) => {
      requireScope(context.viewer, input);
      const { name, staleAfterHours } = input;
      return context.withNewNetwork(async (id, { db, viewer }) => {
        await createNetworkWithLinks(db, viewer, { id, name, staleAfterHours }, input);
        return requireVisible(db, 'Network', id, query);
      });
    },
  }),
);

builder.mutationField('updateNetwork', (t) =>
  t.prismaField({
    type: 'Network',
    authScopes: { action: 'updateNetwork' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer }) => {
      await requireVisible(db, 'Network', id, { select: { id: true } });
      requireScope(viewer, input);
      const { name, staleAfterHours, expectedUpdatedAt } = input;
      await updateNetworkWithLinks(db, viewer, id, { name, staleAfterHours }, input, expectedUpdatedAt);
      return requireVisible(db, 'Network', id, query);
    },
  }),
);

defineDeletes('Network', { effect: 'Everything in it is deleted too.' });

// Networks in GraphQL.
import { builder } from '../../../graphql/builder';
import { idsThrough, listThrough, tagFields } from '../../../graphql/common-fields';
import { entity } from '../../../graphql/entity/entity';
import { tagIds } from '../../../graphql/entity/mixins';
import { integer, of, optional, text } from '../../../graphql/entity/sheet-fields';
import { relatedList } from '../../../graphql/lists/list';
import { defaultStaleAfterHours } from '../../../graphql/lists/staleness';
import { createNetworkWithLinks, updateNetworkWithLinks } from './network.actions';

const staleness = 'Hours without observation after which a discovered row is stale; null for the default (672).';
const credentialIds = 'Default credentials: exactly these. Left out: none on create, unchanged on update.';

entity('Network', {
  mixins: [],
  fields: { name: text(1, 100), staleAfterHours: optional(integer(1, 876_000, staleness)) },
  inputs: { tagIds, credentialIds: optional(of(['UUID'], { description: credentialIds })) },
  list: { name: 'networks', description: 'The networks within reach.' },
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
  },
  order: ['name'],
  create:
    'Creates a network with its two System subnets (Internet, Remote) and its live topology. An API key reaches the ' +
    'network that it creates.',
  deletes: { effect: 'with everything in it' },
  write: { create: createNetworkWithLinks, update: updateNetworkWithLinks },
});

const byCredential = [{ credentialId: 'asc' }];

builder.prismaObjectFields('Network', (t) => ({
  ...tagFields(t, 'Network'),
  effectiveStaleAfterHours: t.int({
    description: "The hours that count: the network's own, else the server's default.",
    select: { staleAfterHours: true },
    resolve: ({ staleAfterHours }) => staleAfterHours ?? defaultStaleAfterHours,
  }),
  historyKeptSince: t.expose('historyKeptSince', {
    type: 'DateTime',
    nullable: true,
    description:
      'From when on every state of its rows is kept. Earlier instants since it was made are refused, but for those of ' +
      'its snapshots. Null: nothing has been removed.',
  }),
  credentialIds: idsThrough(t, 'defaultCredentials', 'credentialId', { orderBy: byCredential }),
  credentials: listThrough(t, 'Network', 'defaultCredentials', 'credential', {
    description: 'Credentials that discovery uses by default for the hosts of this network.',
    orderBy: byCredential,
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
  topologies: relatedList(t, 'topologies', 'Network', { description: 'The live view and one per snapshot.' }),
  snapshots: relatedList(t, 'snapshots', 'Network'),
  shares: relatedList(t, 'shares', 'Network'),
}));

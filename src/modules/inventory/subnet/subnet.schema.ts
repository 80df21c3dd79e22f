// GraphQL type, queries and mutations of subnets.
import type { Prisma } from '../../../generated/prisma/client';
import { builder } from '../../../graphql/builder';
import { joinIds, joinList } from '../../../graphql/common-fields';
import { entity } from '../../../graphql/entity/entity';
import { tagIds } from '../../../graphql/entity/mixins';
import { choice, withDefault, id, of, optional, readOnly, text } from '../../../graphql/entity/sheet-fields';
import { relatedList } from '../../../graphql/lists/list';
import { containsText, longestSearch } from '../../../graphql/lists/search-filter';
import { staleRows } from '../../../graphql/lists/stale-filter';
import { withForm } from '../../../graphql/plugin/bounds';
import { requireVisible } from '../../../data/tenancy/rows';
import { assertCidr, canonicalNamespace, isInet } from '../../../platform/text/validation';
import { textFieldsOf } from '../search/search-kinds';
import { mergeSubnet } from './merge-subnet.sql';
import { createSubnet, updateSubnet } from './subnet.actions';
import { withPrefixLength } from '../../../platform/text/addresses';

/** Returns the condition for subnets whose name, description or CIDR matches the text. */
function searchSubnets(text: string): Prisma.SubnetWhereInput {
  const searchText = text.trim();
  const texts = containsText(textFieldsOf('Subnet'), searchText);
  // PostgreSQL refuses leading zeros in the prefix length of IPv6.
  const prefix = searchText.replace(/\/0+(?=\d)/, '/');
  return { OR: [...texts, ...(isInet(prefix) ? [{ cidr: prefix }] : [])] };
}

const cidr =
  'IPv4 or IPv6 prefix in CIDR notation without host bits, for example `10.20.0.0/16`. Must contain all its addresses and reservations.';
const runtime = 'Id of the container runtime service that owns this bridge, in the same network.';

entity('Subnet', {
  mixins: ['history', 'seen', 'source', 'tags'],
  fields: {
    name: text(1, 100),
    networkId: id('Id of its network; cannot be changed while the subnet has addresses.'),
    namespace: withDefault(text(0, 100), ''),
    cidrSource: readOnly(optional(of('String'))),
    description: optional(text(0, 500)),
    subnetType: choice('SubnetType'),
    virtualizationServiceId: optional(id(runtime)),
  },
  inputs: { cidr: of('String', { description: cidr, ...withForm(assertCidr) }), tagIds },
  list: { name: 'subnets', description: 'Subnets, oldest first by default.' },
  getter: { name: 'subnet' },
  filter: {
    cidr: true,
    namespace: { canonical: canonicalNamespace },
    network: true,
    ipAddresses: true,
    virtualizationService: true,
    vlans: ['vlans', 'vlan'],
    daemons: ['daemons', 'daemon'],
    stale: staleRows,
    search: {
      type: 'String',
      maxLength: longestSearch,
      description: 'Name or description contains this text, case-insensitive, or the CIDR equals it.',
      where: searchSubnets,
    },
  },
  order: ['name', 'cidr', 'namespace', 'subnetType', 'networkId', 'sourceType'],
  create:
    'Creates a subnet, or returns the existing one with this CIDR and namespace; for container bridges with this runtime too.',
  deletes: { effect: 'Its addresses are deleted too.' },
  write: { create: createSubnet, update: updateSubnet },
});

const byVlan = [{ vlanId: 'asc' as const }];

builder.prismaObjectFields('Subnet', (t) => ({
  cidr: t.string({
    description: 'IPv4 or IPv6 prefix in CIDR notation, for example `10.20.0.0/16`.',
    select: { cidr: true },
    resolve: ({ cidr }) => withPrefixLength(cidr),
  }),
  virtualizationService: t.relation('virtualizationService', { nullable: true }),
  ipAddresses: relatedList(t, 'ipAddresses', 'Subnet', { description: 'IP addresses in the subnet.' }),
  vlanIds: joinIds(t, 'vlans', 'vlanId', { orderBy: byVlan }),
  vlans: joinList(t, 'Subnet', 'vlans', 'vlan', {
    description: 'VLANs of the subnet, derived from the native VLANs of ports.',
    orderBy: byVlan,
  }),
  daemons: joinList(t, 'Subnet', 'daemons', 'daemon', {
    description: 'Daemons with an interface in the subnet.',
    orderBy: [{ daemonId: 'asc' }],
  }),
}));

builder.mutationField('mergeSubnet', (t) =>
  t.prismaField({
    type: 'Subnet',
    description:
      'Merges a subnet into a subnet whose prefix contains it, and returns the remaining subnet. Its addresses, reservations, daemons and discovery jobs move. The merged subnet and its tags are deleted. If impossible, or if reservations overlap: `subnets_merge_failed`.',
    authScopes: { action: 'mergeSubnet' },
    args: {
      id: t.arg({ type: 'UUID', required: true, description: 'Id of the subnet that is merged and deleted.' }),
      intoId: t.arg({ type: 'UUID', required: true, description: 'Id of the subnet that remains.' }),
    },
    resolve: async (query, _root, { id, intoId }, { db }) => {
      await db.$transaction((tx) => mergeSubnet(tx, id, intoId));
      return requireVisible(db, 'Subnet', intoId, query);
    },
  }),
);

// Subnets in GraphQL: type, list, create, update, delete.
import { isIPv6 } from 'node:net';
import type { Prisma } from '../../../generated/prisma/client';
import { builder } from '../../../graphql/builder';
import { formed, notNull, text } from '../../../graphql/plugin/bounds';
import {
  baseFields,
  historyFields,
  listThrough,
  optionalTexts,
  seenFields,
  sourceField,
  tagFields,
  idsThrough,
} from '../../../graphql/common-fields';
import { defineDeletes } from '../../../graphql/deletes';
import { enumRef } from '../../../graphql/enums';
import { anyOfTags, likeText } from '../../../graphql/lists/filter';
import { defineGetter } from '../../../graphql/getter';
import { defineList, defineRootList, relatedList } from '../../../graphql/lists/list';
import { longestSearch } from '../../../graphql/lists/search-filter';
import { staleRows } from '../../../graphql/lists/stale-filter';
import { requireScope, requireVisible } from '../../../data/tenancy/rows';
import { isInet } from '../../../platform/text/validation';
import { assertCidr } from '../../../platform/text/validation';
import { createSubnet, updateSubnet } from './subnet.actions';

const byVlan = [{ vlanId: 'asc' as const }];

/** PostgreSQL prints the prefix of a single address without its length. */
const withPrefixLength = (cidr: string): string => (cidr.includes('/') ? cidr : `${cidr}/${isIPv6(cidr) ? 128 : 32}`);

builder.prismaObject('Subnet', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...historyFields(t),
    ...seenFields(t),
    ...sourceField(t),
    ...tagFields(t, 'Subnet'),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    name: t.exposeString('name'),
    cidr: t.string({
      description: 'IPv4 or IPv6 prefix with its length, for example `10.20.0.0/16`.',
      select: { cidr: true },
      resolve: ({ cidr }) => withPrefixLength(cidr),
    }),
    ...optionalTexts(t, 'cidrSource', 'description'),
    subnetType: t.expose('subnetType', { type: enumRef('SubnetType') }),
    virtualizationServiceId: t.expose('virtualizationServiceId', { type: 'UUID', nullable: true }),
    virtualizationService: t.relation('virtualizationService', { nullable: true }),
    ipAddresses: relatedList(t, 'ipAddresses', 'Subnet', { description: 'Addresses in it.' }),
    vlanIds: idsThrough(t, 'vlans', 'vlanId', { orderBy: byVlan }),
    vlans: listThrough(t, 'Subnet', 'vlans', 'vlan', {
      description: 'VLANs seen on it, derived from the native VLANs of ports.',
      orderBy: byVlan,
    }),
    daemons: listThrough(t, 'Subnet', 'daemons', 'daemon', {
      description: 'Daemons with an interface in it.',
      orderBy: [{ daemonId: 'asc' }],
    }),
  }),
});

/** Subnets that the text tells of, by name, description or CIDR. */
function searchSubnets(text: string): Prisma.SubnetWhereInput {
  const wanted = text.trim();
  const contains = { contains: likeText(wanted), mode: 'insensitive' as const };
  return { OR: [{ name: contains }, { description: contains }, ...(isInet(wanted) ? [{ cidr: wanted }] : [])] };
}

defineList('Subnet', {
  isNetworkLevel: true,
  filter: {
    columns: [
      'id',
      'networkId',
      'name',
      'cidr',
      'cidrSource',
      'description',
      'subnetType',
      'virtualizationServiceId',
      'sourceType',
      'createdAt',
      'updatedAt',
      'lastSeenAt',
      'firstDiscoveryId',
      'lastDiscoveryId',
    ],
    relations: {
      network: true,
      ipAddresses: true,
      virtualizationService: true,
      vlans: ['vlans', 'vlan'],
      daemons: ['daemons', 'daemon'],
      tags: ['tagAssignments', 'tag'],
    },
    computed: {
      tagIds: anyOfTags,
      stale: staleRows,
      search: {
        type: 'String',
        maxLength: longestSearch,
        description: 'Contains this text, in any case, in its name or description; or has this CIDR.',
        where: searchSubnets,
      },
    },
  },
  order: ['name', 'cidr', 'subnetType', 'networkId', 'sourceType', 'createdAt', 'updatedAt', 'lastSeenAt'],
});
defineRootList('subnets', 'Subnet', { description: 'Subnets, oldest first unless ordered otherwise.' });
defineGetter('subnet', 'Subnet');

const cidr = 'IPv4 or IPv6 prefix with its length and without host bits, for example `10.20.0.0/16`.';
const runtime = "Container runtime service that owns this bridge; one of the subnet's network.";
const tagIds = 'Tags of the subnet: exactly these. Left out: none on create, unchanged on update.';

const createInput = builder.inputType('CreateSubnetInput', {
  fields: (t) => ({
    name: t.string({ required: true, ...text(1, 100) }),
    networkId: t.field({ type: 'UUID', required: true }),
    cidr: t.string({ required: true, ...formed(assertCidr), description: cidr }),
    subnetType: t.field({ type: enumRef('SubnetType'), required: true }),
    description: t.string(text(0, 500)),
    virtualizationServiceId: t.field({ type: 'UUID', description: runtime }),
    tagIds: t.field({ type: ['UUID'], description: tagIds }),
  }),
});
const updateInput = builder.inputType('UpdateSubnetInput', {
  description: 'Fields left out keep their value; a null description or runtime clears it.',
  fields: (t) => ({
    name: t.string(notNull(text(1, 100))),
    networkId: t.field({ type: 'UUID', ...notNull(), description: 'A subnet with addresses stays in its network.' }),
    cidr: t.string({ ...notNull(formed(assertCidr)), description: `${cidr} All its addresses must lie inside.` }),
    subnetType: t.field({ type: enumRef('SubnetType'), ...notNull() }),
    description: t.string(text(0, 500)),
    virtualizationServiceId: t.field({ type: 'UUID', description: runtime }),
    tagIds: t.field({ type: ['UUID'], description: tagIds }),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Refuse with `entity_changed` if the row changed since.',
    }),
  }),
});

builder.mutationField('createSubnet', (t) =>
  t.prismaField({
    type: 'Subnet',
    description:
      'Creates a subnet, or answers the one that the network has already with this CIDR; of container bridges, with this CIDR and runtime.',
    authScopes: { action: 'createSubnet' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer }) => {
      requireScope(viewer, input);
      return requireVisible(db, 'Subnet', await createSubnet(db, viewer, input), query);
    },
  }),
);

builder.mutationField('updateSubnet', (t) =>
  t.prismaField({
    type: 'Subnet',
    authScopes: { action: 'updateSubnet' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer }) => {
      const stored = await requireVisible(db, 'Subnet', id);
      requireScope(viewer, input);
      await updateSubnet(db, viewer, stored, input, input.expectedUpdatedAt);
      return requireVisible(db, 'Subnet', id, query);
    },
  }),
);

defineDeletes('Subnet', { effect: 'with its addresses' });

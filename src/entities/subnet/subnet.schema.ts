// Subnets in GraphQL: type, list, getter.
import { isIPv6 } from 'node:net';
import type { Prisma } from '../../generated/prisma/client';
import { builder } from '../../graphql/builder';
import {
  baseFields,
  historyFields,
  listThrough,
  optionalTexts,
  seenFields,
  sourceField,
  tagFields,
  idsThrough,
} from '../../graphql/common-fields';
import { enumRef } from '../../graphql/enums';
import { anyOfTags, likeText } from '../../graphql/filter';
import { defineGetter } from '../../graphql/getter';
import { defineList, defineRootList, relatedList } from '../../graphql/list';
import { isInet } from '../../validation';

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
      search: {
        type: 'String',
        description: 'Contains this text, in any case, in its name or description; or has this CIDR.',
        where: searchSubnets,
      },
    },
  },
  order: ['name', 'cidr', 'subnetType', 'networkId', 'sourceType', 'createdAt', 'updatedAt', 'lastSeenAt'],
});
defineRootList('subnets', 'Subnet', { description: 'Subnets, oldest first unless ordered otherwise.' });
defineGetter('subnet', 'Subnet');

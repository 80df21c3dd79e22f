// The GraphQL field `routers` of a subnet: hosts that forward packets and have an address in the subnet or a connected
// route to it.
import { getRefFromModel } from '@pothos/plugin-prisma';
import type { Prisma } from '../../../generated/prisma/client';
import { builder } from '../../../graphql/builder';

/**
 * Condition for hosts that forward packets: routers and firewalls, next hops of other hosts' routes, and members of
 * FHRP groups.
 */
const routing: Prisma.HostWhereInput = {
  OR: [{ role: { in: ['Router', 'Firewall'] } }, { nextHopOf: { some: {} } }, { fhrpMemberships: { some: {} } }],
};
const byAge = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];

interface Connected {
  readonly routes: readonly { readonly host: { readonly id: string } | null }[];
  readonly ipAddresses: readonly { readonly host: { readonly id: string } | null }[];
}

builder.prismaObjectFields('Subnet', (t) => ({
  // The cast is needed because the type of Pothos's Prisma plugin allows no list that combines two relations.
  routers: (t as unknown as { field(options: object): never }).field({
    type: [getRefFromModel('Host', builder)],
    description:
      'Hosts with an address in the subnet or a connected route to it, that are Router or Firewall by role, next hop of another host, or in a first hop redundancy group.',
    select: (_args: object, _ctx: object, nestedSelection: (selection: true) => object) => ({
      ipAddresses: { where: { host: routing }, orderBy: byAge, select: { host: nestedSelection(true) } },
      routes: { where: { type: 'Local', host: routing }, orderBy: byAge, select: { host: nestedSelection(true) } },
    }),
    resolve: ({ ipAddresses, routes }: Connected) => [
      ...new Map([...ipAddresses, ...routes].flatMap(({ host }) => (host ? [[host.id, host] as const] : []))).values(),
    ],
  }),
}));

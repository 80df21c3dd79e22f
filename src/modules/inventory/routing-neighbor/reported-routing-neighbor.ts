// Neighbors by routing protocols in a report of a host: their GraphQL input, and the function that stores them.
import { builder } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';
import { withForm, integer, list, orEmpty, text } from '../../../graphql/plugin/bounds';
import { canonicalIpAddress } from '../../../platform/text/addresses';
import type { Db } from '../../../data/tenancy/rows';
import type { Viewer } from '../../../data/tenancy/viewer';
import { resolveOwners } from '../shared/address-owners.sql';
import type { HostRef } from '../shared/host-children';
import { replaceReadRows, reportedTable, type Reading } from '../shared/read-rows';

/** Maximum number of routing neighbors stored per host. */
export const mostRoutingNeighbors = 2_000;

const reportedNeighbor = builder.inputType('ReportedRoutingNeighborInput', {
  description:
    'A neighbour of the host by a routing protocol (OSPF-MIB, OSPFV3-MIB, BGP4-MIB, ISIS-MIB), known by an address, a router ID or both.',
  fields: (t) => ({
    protocol: t.field({ type: enumRef('RoutingProtocol'), required: true, description: 'Routing protocol.' }),
    neighborAddress: t.string({
      ...withForm(orEmpty(canonicalIpAddress)),
      description: 'IP address of the neighbour.',
    }),
    neighborRouterId: t.string(text(0, 64)),
    ifIndex: t.int(integer(0, undefined, 'ifIndex of the interface that the neighbour is on.')),
    state: t.field({ type: enumRef('RoutingNeighborState'), required: true, description: 'State of the neighbour.' }),
    remoteAs: t.field({
      type: 'BigInt',
      description: 'Autonomous system of a BGP neighbour, at least 1 (RFC 6793).',
      extensions: { jsonSchema: { minimum: 1 } },
    }),
  }),
});
type ReportedNeighbor = typeof reportedNeighbor.$inferInput;

/**
 * Finds the host of a routing neighbor by the neighbor's address, otherwise by its router ID, which usually is an
 * address of the neighbor.
 */
const resolve = resolveOwners('RoutingNeighbor', ['neighborAddress', 'neighborRouterId']);

type Stored = Readonly<Record<string, unknown>>;
const table = {
  model: 'RoutingNeighbor' as const,
  columns: ['state', 'remoteAs'],
  most: mostRoutingNeighbors,
  keyOf: ({ protocol, neighborAddress, neighborRouterId, interfaceId }: Stored) =>
    [
      protocol,
      neighborAddress == null ? '' : canonicalIpAddress('neighborAddress', neighborAddress as string),
      neighborRouterId ?? '',
      interfaceId ?? '',
    ].join(' '),
};

async function writeReportedRoutingNeighbors(
  tx: Db,
  viewer: Viewer,
  host: HostRef,
  neighbors: readonly ReportedNeighbor[],
  read: Reading,
): Promise<void> {
  const rows = neighbors
    .map(({ protocol, neighborAddress, neighborRouterId, ifIndex, state, remoteAs }) => ({
      ...{ protocol, state, remoteAs: remoteAs ?? null, neighborRouterId: neighborRouterId?.trim() || null },
      neighborAddress: neighborAddress ? canonicalIpAddress('routingNeighbors.neighborAddress', neighborAddress) : null,
      interfaceId: (ifIndex != null && read.interfaceIds.get(ifIndex)) || null,
    }))
    // A row with neither an address nor a router ID identifies no neighbor, so such a row is omitted.
    .filter((one) => one.neighborAddress !== null || one.neighborRouterId !== null);
  if (await replaceReadRows(tx, viewer, table, host, { rows, ...read })) await resolve(tx, host.networkId, host.id);
}

export const reportedRoutingNeighbors = reportedTable({
  field: {
    type: [reportedNeighbor],
    ...list(mostRoutingNeighbors),
    description: `Routing neighbours of the host, at most ${mostRoutingNeighbors}. They replace stored ones if the tables were read completely.`,
  },
  complete: 'routingNeighbors',
  what: 'Neighbours by routing protocols.',
  write: writeReportedRoutingNeighbors,
  resolve,
});

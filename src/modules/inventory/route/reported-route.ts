// Routes in a report of a host: their GraphQL input, and the function that stores them.
import { builder } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';
import { withForm, integer, list, orEmpty } from '../../../graphql/plugin/bounds';
import { canonicalCidr, canonicalIpAddress } from '../../../platform/text/addresses';
import { assertCidr } from '../../../platform/text/validation';
import type { Db } from '../../../data/tenancy/rows';
import type { Viewer } from '../../../data/tenancy/viewer';
import type { HostRef } from '../shared/host-children';
import { replaceReadRows, reportedTable, type Reading } from '../shared/read-rows';
import { resolveRoutes } from './routes.sql';

/** Maximum number of routes stored per host. */
export const mostRoutes = 2_000;

const reportedRoute = builder.inputType('ReportedRouteInput', {
  description: 'A route of the host (IP-FORWARD-MIB inetCidrRouteTable, RFC 4292).',
  fields: (t) => ({
    destination: t.string({
      required: true,
      ...withForm(assertCidr),
      description: 'IPv4 or IPv6 prefix in CIDR notation without host bits; `0.0.0.0/0` or `::/0` for a default route.',
    }),
    nextHop: t.string({
      ...withForm(orEmpty(canonicalIpAddress)),
      description: 'IP address of the next router; null for a destination that is reached directly.',
    }),
    ifIndex: t.int(integer(0, undefined, 'ifIndex of the interface that packets leave by.')),
    protocol: t.field({ type: enumRef('RouteProtocol'), required: true, description: 'Origin of the route.' }),
    type: t.field({
      type: enumRef('RouteType'),
      required: true,
      description: 'What happens to packets for the destination.',
    }),
    metric: t.int(integer(0, undefined, 'Primary metric of the protocol.')),
  }),
});
type ReportedRoute = typeof reportedRoute.$inferInput;

type Stored = Readonly<Record<string, unknown>>;
const table = {
  model: 'Route' as const,
  columns: ['protocol', 'type', 'metric'],
  most: mostRoutes,
  // The stored and the reported notation of an address may differ: PostgreSQL prints `10.0.0.1/32` as `10.0.0.1`. So
  // both are normalized before they are compared.
  keyOf: ({ destination, nextHop, interfaceId }: Stored) =>
    [
      canonicalCidr('destination', destination as string),
      nextHop == null ? '' : canonicalIpAddress('nextHop', nextHop as string),
      interfaceId ?? '',
    ].join(' '),
};

async function writeReportedRoutes(
  tx: Db,
  viewer: Viewer,
  host: HostRef,
  routes: readonly ReportedRoute[],
  read: Reading,
): Promise<void> {
  const rows = routes.map(({ destination, nextHop, ifIndex, protocol, type, metric }) => ({
    destination: canonicalCidr('routes.destination', destination),
    nextHop: nextHop ? canonicalIpAddress('routes.nextHop', nextHop) : null,
    interfaceId: (ifIndex != null && read.interfaceIds.get(ifIndex)) || null,
    ...{ protocol, type, metric: metric ?? null },
  }));
  if (await replaceReadRows(tx, viewer, table, host, { rows, ...read }))
    await resolveRoutes(tx, host.networkId, host.id);
}

export const reportedRoutes = reportedTable({
  field: {
    type: [reportedRoute],
    ...list(mostRoutes),
    description: `Routes of the host, at most ${mostRoutes}. They replace stored ones if the table was read completely.`,
  },
  complete: 'routes',
  what: 'Routes of the host.',
  write: writeReportedRoutes,
  resolve: resolveRoutes,
});

// The GraphQL type for the kind of scan of a discovery, with its parameters. Discoveries and sessions use the same
// type.
import type { DiscoveryType } from '../../generated/prisma/enums';
import { builder } from '../../graphql/builder';
import { enumRef } from '../../graphql/enums';

interface Row {
  discoveryType: DiscoveryType;
  discoveryDetails: unknown;
}
interface Details {
  host_id?: string;
  subnet_ids?: string[] | null;
  host_naming_fallback?: 'Ip' | 'BestService';
  scan_settings?: unknown;
  target_host_ids?: string[];
  ips?: string[];
}
const detailsOf = ({ discoveryDetails }: Row) => (discoveryDetails ?? {}) as Details;

export const namingEnum = builder.enumType('HostNamingFallback', {
  description: 'Sources of a name for a discovered host without one.',
  values: ['Ip', 'BestService'] as const,
});

const discoveryTypeRef = builder.objectRef<Row>('DiscoveryTypeDetails').implement({
  description: 'Kind of a discovery and its parameters.',
  fields: (t) => ({
    type: t.field({ type: enumRef('DiscoveryType'), resolve: (row) => row.discoveryType }),
    hostId: t.field({
      type: 'UUID',
      nullable: true,
      description: 'Id of the host that the daemon runs on.',
      resolve: (row) => detailsOf(row).host_id ?? null,
    }),
    subnetIds: t.field({
      type: ['UUID'],
      nullable: true,
      description: 'Ids of the subnets to scan; null = all that the daemon has an interface in.',
      resolve: (row) => detailsOf(row).subnet_ids ?? null,
    }),
    targetHostIds: t.field({
      type: ['UUID'],
      nullable: true,
      description: 'Ids of the hosts that are scanned; Rescan only.',
      resolve: (row) => detailsOf(row).target_host_ids ?? null,
    }),
    targetHostId: t.field({
      type: 'UUID',
      nullable: true,
      description: 'Id of the first of them; Rescan only.',
      resolve: (row) => detailsOf(row).target_host_ids?.[0] ?? null,
    }),
    ipAddresses: t.stringList({
      nullable: true,
      description: 'Addresses that are scanned; Rescan only.',
      resolve: (row) => detailsOf(row).ips ?? null,
    }),
    ports: t.intList({
      nullable: true,
      description: 'Ports that are tried besides the usual ones: none; Rescan only.',
      resolve: ({ discoveryType }) => (discoveryType === 'Rescan' ? [] : null),
    }),
    hostNamingFallback: t.field({
      type: namingEnum,
      resolve: (row) => detailsOf(row).host_naming_fallback ?? 'BestService',
    }),
    scanSettings: t.field({ type: 'JSON', nullable: true, resolve: (row) => detailsOf(row).scan_settings ?? null }),
  }),
});

/** Returns the GraphQL field `discoveryType { type hostId … }` of a discovery or session. */
export const discoveryTypeField = (t: object) => ({
  discoveryType: (t as { field(options: object): never }).field({
    type: discoveryTypeRef,
    select: { discoveryType: true, discoveryDetails: true },
    resolve: (row: Row) => row,
  }),
});

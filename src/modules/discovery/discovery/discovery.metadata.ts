// Metadata (names, descriptions, icons) of the kinds of discoveries.
import type { DiscoveryType } from '../../../generated/prisma/enums';
import { looks, registerMetadata } from '../../../graphql/descriptions/metadata';

registerMetadata(
  'discoveryTypes',
  looks<DiscoveryType>({
    Unified: ['Unified', 'Scans subnets and the host of the daemon.', 'radar', 'Green'],
    Rescan: ['Rescan', 'Scans known hosts again; created by the server.', 'refresh-cw', 'Teal'],
  }),
);

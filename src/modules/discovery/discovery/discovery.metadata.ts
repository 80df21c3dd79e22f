// Kinds of discoveries in the metadata registry.
import type { DiscoveryType } from '../../../generated/prisma/enums';
import { looks, registerMetadata } from '../../../graphql/metadata';

registerMetadata(
  'discoveryTypes',
  looks<DiscoveryType>({
    Unified: ['Unified', "Scans subnets and the daemon's own host in one run.", 'radar', 'Green'],
    Rescan: ['Rescan', 'Looks again at what is known; made by the service.', 'refresh-cw', 'Teal'],
  }),
);

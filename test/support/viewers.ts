// Viewers of a world for suites that need no request.
import type { UserViewer } from '../../src/data/tenancy/viewer';
import type { World } from './world';

/** The owner, who reaches both networks. */
export const createViewer = ({ organizationId, networkId, otherNetworkId, owner }: World): UserViewer => ({
  via: 'session',
  userId: owner.userId,
  organizationId,
  permissions: 'Owner',
  isNarrowed: false,
  networkIds: [networkId, otherNetworkId],
  credentialId: owner.userId,
});

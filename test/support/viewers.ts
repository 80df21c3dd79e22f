// Viewer objects (callers with their rights) of a test world, for suites that call functions without sending a request.
import type { UserViewer } from '../../src/data/tenancy/viewer';
import type { World } from './world';

/** The viewer of the owner, who may see both networks. */
export const createViewer = ({ organizationId, networkId, otherNetworkId, owner }: World): UserViewer => ({
  via: 'session',
  userId: owner.userId,
  organizationId,
  permissions: 'Owner',
  isNarrowed: false,
  networkIds: [networkId, otherNetworkId],
  credentialId: owner.userId,
});

// The GraphQL names of operations that need no credential, and the viewer of anonymous callers.
import { frozen, type UserViewer } from '../data/tenancy/viewer';

/** Operations that need no credential. All other operations reject callers without one. */
export const publicOperations: ReadonlySet<string> = new Set([
  'publicShare',
  'publicShareTopology',
  'verifySharePassword',
  'exchangeEnrolmentCode',
]);

const noId = '00000000-0000-0000-0000-000000000000';

/** The viewer of anonymous callers. It has no organization and no network, so that no tenancy rule shows it any row. */
export const anonymousViewer = frozen<UserViewer>({
  via: 'session',
  userId: noId,
  organizationId: noId,
  permissions: 'Viewer',
  isNarrowed: false,
  networkIds: [],
  credentialId: noId,
});

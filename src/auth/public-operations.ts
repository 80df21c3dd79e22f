// Operations that need no credential, by their GraphQL name, and the viewer of anonymous callers.
import { frozen, type Viewer } from '../data/tenancy/viewer';

/** Every other operation refuses callers without a credential. */
export const publicOperations: ReadonlySet<string> = new Set([
  'publicShare',
  'publicShareTopology',
  'verifySharePassword',
]);

const noId = '00000000-0000-0000-0000-000000000000';

/** Of no organization and no network, so that no rule of src/data/tenancy shows it a row. */
export const anonymousViewer: Viewer = frozen({
  via: 'session',
  userId: noId,
  organizationId: noId,
  permissions: 'Viewer',
  isNarrowed: false,
  networkIds: [],
  credentialId: noId,
});

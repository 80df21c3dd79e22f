// Sample rows of users.
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    admin_update_user: ({ userIds, networkId }) => ({
      id: userIds.viewer,
      permissions: 'Viewer',
      network_ids: [networkId],
    }),
    update_user: ({ userIds }) => ({ id: userIds.owner, email_settings: { discoveryDigest: false } }),
    delete_user: ({ userIds }) => ({ id: userIds.leaving }),
    bulk_delete_users: ({ userIds }) => ({ ids: [userIds.leaving] }),
  },
};

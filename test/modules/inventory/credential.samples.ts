// Sample rows of credentials.
import { nextName } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  cases: {
    create_credential: (side) => ({
      name: nextName(side, 'credential'),
      organization_id: side.organizationId,
      credential_type: 'SnmpV3',
      username: 'poller',
      authentication_protocol: 'SHA256',
      authentication_key: 'authentic-1',
      privacy_protocol: 'AES128',
      privacy_key: 'private-1',
    }),
    bulk_create_credentials: (side) => ({
      credentials: [
        {
          name: nextName(side, 'credential'),
          credentialType: { type: 'Gnmi', username: 'poller', password: 'secret-1', tls: true },
          assignedNetworkIds: [side.networkId],
          hostAssignments: [{ hostId: side.daemonHostId }],
        },
      ],
    }),
  },
  operations: { bulk_create_credentials: 'several credentials in one request, as clients of 0.17.22 create them' },
};

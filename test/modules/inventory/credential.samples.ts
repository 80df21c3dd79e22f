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
  },
};

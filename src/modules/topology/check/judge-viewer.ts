// The viewer as whom the service judges networks.
import { frozen, type UserViewer } from '../../../data/tenancy/viewer';
import { nilId } from '../../../platform/text/validation';

export interface JudgedNetwork {
  readonly id: string;
  readonly organizationId: string;
}

/** The viewer as whom the service judges a network: it sees this network alone. */
export const judgeOf = ({ id, organizationId }: JudgedNetwork): UserViewer =>
  frozen({
    ...{ via: 'session', userId: nilId, permissions: 'Viewer', isNarrowed: true },
    ...{ organizationId, networkIds: [id], credentialId: nilId },
  });

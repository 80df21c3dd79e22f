// The types of credentials that may be default credentials of a network. Daemons try a default credential at every
// address, so secrets of a single controller, container runtime or host must not be default credentials.
import type { CredentialType } from '../../generated/prisma/enums';

export const networkCredentialTypes: readonly CredentialType[] = [
  ...(['SnmpV1', 'SnmpV2c', 'SnmpV3', 'Gnmi', 'SshPassword', 'SshKey'] as const),
];

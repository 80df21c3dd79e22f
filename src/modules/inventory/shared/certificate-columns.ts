// The columns of a port for its TLS certificate and its SSH host keys, which discovery reads.
import type { Port } from '../../../generated/prisma/client';

export const certificateColumns = [
  ...(['certificateFingerprint', 'certificateSubject', 'certificateIssuer', 'certificateNames'] as const),
  ...(['certificateNotBefore', 'certificateNotAfter', 'certificateSelfSigned'] as const),
];
export type StoredCertificate = Pick<Port, (typeof certificateColumns)[number]>;

/** The values of the certificate columns if a port has no certificate. */
export const noCertificate: StoredCertificate = {
  certificateFingerprint: null,
  certificateSubject: null,
  certificateIssuer: null,
  certificateNames: [],
  certificateNotBefore: null,
  certificateNotAfter: null,
  certificateSelfSigned: null,
};

/** The value of the column if a port has no SSH host keys. */
export const noSshHostKeys = { sshHostKeys: [] as string[] } as const;

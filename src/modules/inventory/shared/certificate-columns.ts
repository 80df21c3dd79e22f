// The columns of a port that store what discovery read there: its TLS certificate, whose columns are written together or
// not at all, and its SSH host keys.
import type { Port } from '../../../generated/prisma/client';

export const certificateColumns = [
  ...(['certificateFingerprint', 'certificateSubject', 'certificateIssuer', 'certificateNames'] as const),
  ...(['certificateNotBefore', 'certificateNotAfter', 'certificateSelfSigned'] as const),
];
export type StoredCertificate = Pick<Port, (typeof certificateColumns)[number]>;

/** The columns of a port without a certificate. */
export const noCertificate: StoredCertificate = {
  certificateFingerprint: null,
  certificateSubject: null,
  certificateIssuer: null,
  certificateNames: [],
  certificateNotBefore: null,
  certificateNotAfter: null,
  certificateSelfSigned: null,
};

/** The columns of a port without SSH host keys. */
export const noSshHostKeys = { sshHostKeys: [] as string[] } as const;

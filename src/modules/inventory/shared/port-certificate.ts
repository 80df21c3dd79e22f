// The TLS certificate of a port: its GraphQL types, and the columns that store it. Only discovery writes it.
import { builder } from '../../../graphql/builder';
import { list, holds, text, withForm } from '../../../graphql/plugin/bounds';
import { AppError } from '../../../errors';
import { certificateColumns, noCertificate, type StoredCertificate } from './certificate-columns';

/** Maximum number of alternative names that are stored of a certificate. */
const mostNames = 100;
const longestText = 255;

const texts = {
  subject: 'Subject, such as `O=Example, CN=nas.example` (RFC 5280); null if it is empty.',
  issuer: 'Issuer, in the form of the subject; null if it is empty.',
  alternativeNames: `DNS names and IP addresses of its extension subjectAltName, at most ${mostNames}.`,
  notBefore: 'Start of its validity.',
  notAfter: 'End of its validity.',
  fingerprint: 'SHA-256 fingerprint: 64 hexadecimal digits in lower case.',
  isSelfSigned: 'Whether it is signed with its own key.',
} as const;

function assertFingerprint(field: string, value: unknown): void {
  if (!/^[0-9a-f]{64}$/.test(value as string)) throw new AppError('validation_invalid_format', { field });
}

const bounded = (description: string) => ({ ...text(0, longestText), description });

export const portCertificateInput = builder.inputType('PortCertificateInput', {
  description: 'A TLS certificate that discovery read at a port.',
  fields: (t) => ({
    subject: t.string(bounded(texts.subject)),
    issuer: t.string(bounded(texts.issuer)),
    alternativeNames: t.stringList({
      ...list(mostNames, text(1, longestText)),
      description: texts.alternativeNames,
    }),
    notBefore: t.field({ type: 'DateTime', required: true, description: texts.notBefore }),
    notAfter: t.field({ type: 'DateTime', required: true, description: texts.notAfter }),
    fingerprint: t.string({ required: true, ...withForm(assertFingerprint), description: texts.fingerprint }),
    isSelfSigned: t.boolean({ required: true, description: texts.isSelfSigned }),
  }),
});
type CertificateInput = typeof portCertificateInput.$inferInput;

/**
 * Returns the columns for a reported certificate. Null means that the port has no certificate. Undefined means that
 * none was read, so that the stored columns do not change.
 */
export function certificateToColumns(
  certificate: CertificateInput | null | undefined,
): StoredCertificate | Record<never, never> {
  if (certificate === undefined) return {};
  if (certificate === null) return noCertificate;
  const { subject, issuer, alternativeNames, notBefore, notAfter, fingerprint, isSelfSigned } = certificate;
  return {
    certificateSubject: subject || null,
    certificateIssuer: issuer || null,
    certificateNames: alternativeNames ?? [],
    certificateNotBefore: notBefore,
    certificateNotAfter: notAfter,
    certificateFingerprint: fingerprint,
    certificateSelfSigned: isSelfSigned,
  };
}

/** The columns that a GraphQL field selects to show a certificate. */
export const certificateSelection = Object.fromEntries(certificateColumns.map((name) => [name, true])) as Record<
  (typeof certificateColumns)[number],
  true
>;

export const portCertificate = builder.objectRef<StoredCertificate>('PortCertificate').implement({
  description: 'The TLS certificate that discovery read last at a port.',
  fields: (t) => ({
    subject: t.exposeString('certificateSubject', { nullable: true, description: texts.subject }),
    issuer: t.exposeString('certificateIssuer', { nullable: true, description: texts.issuer }),
    alternativeNames: t.exposeStringList('certificateNames', {
      ...holds(mostNames),
      description: texts.alternativeNames,
    }),
    notBefore: t.field({
      ...{ type: 'DateTime', description: texts.notBefore },
      resolve: ({ certificateNotBefore }) => certificateNotBefore!,
    }),
    notAfter: t.field({
      ...{ type: 'DateTime', description: texts.notAfter },
      resolve: ({ certificateNotAfter }) => certificateNotAfter!,
    }),
    fingerprint: t.string({
      description: texts.fingerprint,
      resolve: ({ certificateFingerprint }) => certificateFingerprint!,
    }),
    isSelfSigned: t.boolean({
      description: texts.isSelfSigned,
      resolve: ({ certificateSelfSigned }) => certificateSelfSigned!,
    }),
  }),
});

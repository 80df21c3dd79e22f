// Extracts facts from a TLS certificate: names in the form that Node parses it to, and details of its bytes. Pure
// functions.
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { cutText } from '../../protocol/bounds';
import { cleanLine } from './http';

/** What a certificate says of itself (RFC 5280). Times are ISO 8601 texts. */
export interface CertificateDetails {
  /** Such as `O=Example, CN=nas.example`; undefined if it is empty. */
  readonly subject?: string;
  readonly issuer?: string;
  /** DNS names and IP addresses, at most 100. */
  readonly alternativeNames: readonly string[];
  readonly notBefore: string;
  readonly notAfter: string;
  /** SHA-256 fingerprint: 64 hexadecimal digits in lower case. */
  readonly fingerprint: string;
  readonly isSelfSigned: boolean;
}

export interface CertificateFacts {
  /** Addresses, and host names without wildcards; no duplicates, at most 100. */
  readonly names: readonly string[];
  readonly subject?: string;
  readonly organization?: string;
  readonly issuer?: string;
  /** Undefined if the certificate could not be parsed. */
  readonly details?: CertificateDetails;
}

/** A certificate as Node returns it. Any field may be missing, or be a list if it occurs several times. */
export interface RawCertificate {
  readonly subject?: Readonly<Record<string, unknown>>;
  readonly issuer?: Readonly<Record<string, unknown>>;
  readonly subjectaltname?: string;
  /** The certificate in DER. */
  readonly raw?: Uint8Array;
}

const mostNames = 100;
const longestText = 255;

const hostname = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/i;

/** The DNS names in a text such as `DNS:a.example, IP Address:10.0.0.1, DNS:"odd\\u002c name"`, in order. */
export const parseAlternativeNames = (text: string): string[] => namesOfKinds(text, 'DNS');

const namesOfKinds = (text: string, kinds: string): string[] =>
  [...text.matchAll(new RegExp(`(?:^|, )(?:${kinds}):(?:"((?:[^"\\\\]|\\\\.)*)"|([^,]*))`, 'g'))].map(
    ([, quotedName, plain]) => quotedName ?? plain ?? '',
  );

/** A distinguished name on one line. Node separates its parts by line breaks. */
const toLine = (name: string | undefined): string | undefined =>
  cutText(cleanLine(name?.split('\n').join(', '), 2_000), longestText);

/** The time as ISO 8601, in whole milliseconds; undefined if it is not valid. */
function toTime(text: string): string | undefined {
  const time = new Date(text);
  const year = time.getUTCFullYear();
  return year >= 0 && year <= 9_999 ? time.toISOString() : undefined;
}

/** Whether the certificate is signed with its own key. False for a key that this version of Node cannot use. */
function isSignedByItself(certificate: X509Certificate): boolean {
  try {
    return certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey);
  } catch {
    return false;
  }
}

/** Parses a certificate in DER; undefined for bytes that are none. */
export function parseCertificate(der: Uint8Array): CertificateDetails | undefined {
  try {
    const certificate = new X509Certificate(der);
    const [notBefore, notAfter] = [toTime(certificate.validFrom), toTime(certificate.validTo)];
    if (notBefore === undefined || notAfter === undefined) return undefined;
    const names = namesOfKinds(certificate.subjectAltName ?? '', 'DNS|IP Address').flatMap(
      (name) => cutText(cleanLine(name, longestText), longestText) ?? [],
    );
    return {
      subject: toLine(certificate.subject),
      issuer: toLine(certificate.issuer),
      alternativeNames: [...new Set(names)].slice(0, mostNames),
      ...{ notBefore, notAfter, isSelfSigned: isSignedByItself(certificate) },
      fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    };
  } catch {
    return undefined;
  }
}

const firstLine = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? cleanLine(first) : undefined;
};

export function extractCertificateFacts({ subject, issuer, subjectaltname, raw }: RawCertificate): CertificateFacts {
  const commonName = firstLine(subject?.CN);
  const candidates = [
    ...(typeof subjectaltname === 'string' ? parseAlternativeNames(subjectaltname) : []),
    commonName ?? '',
  ];
  const names = candidates
    .map((name) => name.trim().toLowerCase().replace(/\.$/, ''))
    .filter((name) => hostname.test(name) && isIP(name) === 0 && !/^\d+$/.test(name) && name !== 'localhost');
  return {
    names: [...new Set(names)].slice(0, mostNames),
    subject: commonName,
    organization: firstLine(subject?.O),
    issuer: firstLine(issuer?.CN) ?? firstLine(issuer?.O),
    ...(raw && { details: parseCertificate(raw) }),
  };
}

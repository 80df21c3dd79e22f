// Extracts facts from a TLS certificate: host names from the object that Node.js returns, and details from the DER
// bytes. Pure functions.
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { cutText } from '../../protocol/bounds';
import { cleanLine } from './http';

/** Contents of a certificate (RFC 5280). Times are ISO 8601 texts. */
export interface CertificateDetails {
  /** Distinguished name of the subject, such as `O=Example, CN=nas.example`; undefined if it is empty. */
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
  /** IP addresses, and host names without wildcards, in the certificate; no duplicates, at most 100. */
  readonly names: readonly string[];
  readonly subject?: string;
  readonly organization?: string;
  readonly issuer?: string;
  /** Details from the DER bytes; undefined if these could not be parsed. */
  readonly details?: CertificateDetails;
}

/**
 * A certificate as Node.js returns it. Any member may be missing, or may be a list if the certificate contains it
 * several times.
 */
export interface RawCertificate {
  readonly subject?: Readonly<Record<string, unknown>>;
  readonly issuer?: Readonly<Record<string, unknown>>;
  readonly subjectaltname?: string;
  /** The certificate as DER bytes. */
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

/** A distinguished name on a single line. Node.js puts each part of the name on its own line. */
const toLine = (name: string | undefined): string | undefined =>
  cutText(cleanLine(name?.split('\n').join(', '), 2_000), longestText);

/** The time as an ISO 8601 text with milliseconds; undefined if the text is not a valid time. */
function toTime(text: string): string | undefined {
  const time = new Date(text);
  const year = time.getUTCFullYear();
  return year >= 0 && year <= 9_999 ? time.toISOString() : undefined;
}

/** Whether the certificate is signed with its own key. False if this version of Node.js does not support the key. */
function isSignedByItself(certificate: X509Certificate): boolean {
  try {
    return certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey);
  } catch {
    return false;
  }
}

/** Parses a certificate in DER; undefined for bytes that are no certificate. */
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

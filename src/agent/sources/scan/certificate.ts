// Extracts names from a TLS certificate in the form that Node parses it to. Pure functions.
import { isIP } from 'node:net';
import { cleanLine } from './http';

export interface CertificateFacts {
  /** Addresses, and host names without wildcards; no duplicates, at most 100. */
  readonly names: readonly string[];
  readonly subject?: string;
  readonly organization?: string;
  readonly issuer?: string;
}

/** A certificate as Node returns it. Any field may be missing, or be a list if it occurs several times. */
export interface RawCertificate {
  readonly subject?: Readonly<Record<string, unknown>>;
  readonly issuer?: Readonly<Record<string, unknown>>;
  readonly subjectaltname?: string;
}

const hostname = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/i;

/** The names in a text such as `DNS:a.example, IP Address:10.0.0.1, DNS:"odd\\u002c name"`, in order. */
export function parseAlternativeNames(text: string): string[] {
  return [...text.matchAll(/DNS:(?:"((?:[^"\\]|\\.)*)"|([^,]*))/g)].map(
    ([, quotedName, plain]) => quotedName ?? plain ?? '',
  );
}

const firstLine = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? cleanLine(first) : undefined;
};

export function extractCertificateFacts({ subject, issuer, subjectaltname }: RawCertificate): CertificateFacts {
  const commonName = firstLine(subject?.CN);
  const candidates = [
    ...(typeof subjectaltname === 'string' ? parseAlternativeNames(subjectaltname) : []),
    commonName ?? '',
  ];
  const names = candidates
    .map((name) => name.trim().toLowerCase().replace(/\.$/, ''))
    .filter((name) => hostname.test(name) && isIP(name) === 0 && !/^\d+$/.test(name) && name !== 'localhost');
  return {
    names: [...new Set(names)].slice(0, 100),
    subject: commonName,
    organization: firstLine(subject?.O),
    issuer: firstLine(issuer?.CN) ?? firstLine(issuer?.O),
  };
}

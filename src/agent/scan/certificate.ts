// The names in a TLS certificate, as Node tells of it. Pure, whatever a device has put in.
import { isIP } from 'node:net';
import { cleanLine } from './http';

export interface CertificateFacts {
  /** Host names, without wildcards and addresses, each once. */
  readonly names: readonly string[];
  readonly subject?: string;
  readonly organization?: string;
  readonly issuer?: string;
}

/** What Node gives of it; any member may be missing, or a list where it occurs several times. */
export interface RawCertificate {
  readonly subject?: Readonly<Record<string, unknown>>;
  readonly issuer?: Readonly<Record<string, unknown>>;
  readonly subjectaltname?: string;
}

const hostname = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/i;

/** `DNS:a.example, IP Address:10.0.0.1, DNS:"odd\u002c name"`: the names, in order. */
export function alternativeNames(text: string): string[] {
  return [...text.matchAll(/DNS:(?:"((?:[^"\\]|\\.)*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

const lineOf = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? cleanLine(first) : undefined;
};

export function certificateFacts({ subject, issuer, subjectaltname }: RawCertificate): CertificateFacts {
  const commonName = lineOf(subject?.CN);
  const listed = [...(typeof subjectaltname === 'string' ? alternativeNames(subjectaltname) : []), commonName ?? ''];
  const names = listed
    .map((name) => name.trim().toLowerCase().replace(/\.$/, ''))
    .filter((name) => hostname.test(name) && isIP(name) === 0 && !/^\d+$/.test(name) && name !== 'localhost');
  return {
    names: [...new Set(names)].slice(0, 100),
    subject: commonName,
    organization: lineOf(subject?.O),
    issuer: lineOf(issuer?.CN) ?? lineOf(issuer?.O),
  };
}

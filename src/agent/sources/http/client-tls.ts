// Settings for TLS client certificates and authorities, which several data sources share.
import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { z } from 'zod';
import type { ApiChannel } from './api-client';

/** A PEM text, which may also be encoded in Base64, as in a kubeconfig. */
export const pem = z
  .string()
  .max(100_000)
  .transform((text) => {
    const decoded = Buffer.from(text, 'base64').toString('utf8');
    return decoded.includes('-----BEGIN ') ? decoded : text;
  })
  .optional();

type Tls = NonNullable<ApiChannel['tls']>;

/** The client certificate, its key and the CA certificates. A member with an empty text is left out. */
export const tlsOf = ({ cert, key, ca }: Tls): Tls => ({
  ...(cert && { cert }),
  ...(key && { key }),
  ...(ca && { ca }),
});

/** Whether Node.js accepts the certificates and the key. */
export function isUsable(tlsSettings: Tls): boolean {
  const tls = tlsOf(tlsSettings);
  try {
    createSecureContext(tls);
    // Node.js ignores an invalid certificate of an authority. Parsing the certificate here throws if it is invalid.
    if (tls.ca !== undefined) new X509Certificate(tls.ca);
    return true;
  } catch {
    return false;
  }
}

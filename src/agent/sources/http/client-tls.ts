// Settings of client certificates and authorities, which several sources have.
import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { z } from 'zod';
import type { ApiChannel } from './api-client';

/** A PEM, also in Base64 as a kubeconfig has it. */
export const pem = z
  .string()
  .max(100_000)
  .transform((text) => {
    const decoded = Buffer.from(text, 'base64').toString('utf8');
    return decoded.includes('-----BEGIN ') ? decoded : text;
  })
  .optional();

type Tls = NonNullable<ApiChannel['tls']>;

/** The members that are set. */
export const tlsOf = ({ cert, key, ca }: Tls): Tls => ({
  ...(cert && { cert }),
  ...(key && { key }),
  ...(ca && { ca }),
});

/** Whether Node.js can use the certificates and the key. */
export function isUsable(given: Tls): boolean {
  const tls = tlsOf(given);
  try {
    createSecureContext(tls);
    // Node.js ignores an authority that is no certificate.
    if (tls.ca !== undefined) new X509Certificate(tls.ca);
    return true;
  } catch {
    return false;
  }
}

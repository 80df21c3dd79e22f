// The relying party of passkeys: the domain to which browsers bind passkeys. Its pages must use https, unless the
// domain is this machine.
import { isIP } from 'node:net';
import type { Request } from 'express';
import { AppError } from '../../../errors';

export interface RelyingParty {
  /** The domain to which browsers bind passkeys. */
  readonly id: string;
  /** The origin whose pages may use the passkeys. */
  readonly origin: string;
}

/**
 * Returns the relying party for the address in PUBLIC_URL. Without PUBLIC_URL, the address is the request's `Host`
 * header, which a client can forge; then only `localhost` is accepted. Throws `auth_passkeys_unavailable` if browsers
 * would not allow passkeys at the address.
 */
export function toRelyingParty({ protocol, host }: Request, publicUrl: string | undefined): RelyingParty {
  const address = publicUrl ?? `${protocol}://${host}`;
  if (URL.canParse(address)) {
    const { hostname, protocol: scheme, origin } = new URL(address);
    const isSecure = publicUrl !== undefined && scheme === 'https:' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
    if (isSecure || hostname === 'localhost') return { id: hostname, origin };
  }
  throw new AppError('auth_passkeys_unavailable');
}

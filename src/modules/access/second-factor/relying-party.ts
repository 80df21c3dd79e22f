// The relying party of passkeys: the domain that browsers bind them to. It needs https, or must be this machine.
import { isIP } from 'node:net';
import type { Request } from 'express';
import { AppError } from '../../../errors';

export interface RelyingParty {
  /** The domain that browsers bind the passkeys to. */
  readonly id: string;
  /** The origin whose pages may use the passkeys. */
  readonly origin: string;
}

/**
 * The relying party, from PUBLIC_URL. Without that setting, a host name is only a claim of the request, so passkeys
 * only work on this machine.
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

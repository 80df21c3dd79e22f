// Whom passkeys are made for: browsers keep them for one name, over https or on this machine.
import { isIP } from 'node:net';
import type { Request } from 'express';
import { AppError } from '../../../errors';

export interface RelyingParty {
  /** The name that browsers keep passkeys for. */
  readonly id: string;
  /** The one address whose pages may ask for them. */
  readonly origin: string;
}

/** By PUBLIC_URL. Without one a name is only what a request claims, so that this machine alone has passkeys. */
export function relyingPartyOf({ protocol, host }: Request, publicUrl: string | undefined): RelyingParty {
  const address = publicUrl ?? `${protocol}://${host}`;
  if (URL.canParse(address)) {
    const { hostname, protocol: scheme, origin } = new URL(address);
    const isSecure = publicUrl !== undefined && scheme === 'https:' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
    if (isSecure || hostname === 'localhost') return { id: hostname, origin };
  }
  throw new AppError('auth_passkeys_unavailable');
}

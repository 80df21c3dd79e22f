// Decides who may embed the page of a share, and with which status the page is sent.
import type { Request } from 'express';
import type { PublicShares } from '../../../auth/public-shares';
import { isUuid } from '../../../platform/text/validation';
import { isAllowedDomain, refererHost } from './share-fields';

interface ShareFrame {
  readonly status: number;
  /** The sources for `frame-ancestors` in the page's content security policy. */
  readonly ancestors: string;
}

const none = "'none'";
const framed = ['iframe', 'frame', 'embed', 'object'];

/**
 * Whether the browser loads the page in a frame of another page. Browsers send this header over TLS and on the same
 * machine only.
 */
const isFramed = ({ headers }: Pick<Request, 'headers'>): boolean =>
  framed.includes(String(headers['sec-fetch-dest'] ?? ''));

/** The sources that stand for host names at any port. A share without allowed domains may be embedded anywhere. */
const ancestorsOf = (allowedDomains: readonly string[]): string =>
  allowedDomains.length === 0 ? '*' : allowedDomains.map((domain) => `${domain}:*`).join(' ');

/**
 * Returns the frame rules for a request for a share's page. Missing shares, and shares whose creator can no longer
 * share the network, get the same status. In a frame, the `Referer` must be of an allowed domain, as for `embed` of the
 * API.
 */
export const shareFrames =
  (shares: Pick<PublicShares, 'look'>) =>
  async ({ params: { id }, headers }: Request<{ id: string }>): Promise<ShareFrame> => {
    const found = isUuid(id) ? await shares.look(id) : undefined;
    if (!found) return { status: 404, ancestors: none };
    const { allowedDomains } = found.share;
    if (isFramed({ headers }) && !isAllowedDomain(allowedDomains, refererHost(headers.referer)))
      return { status: 403, ancestors: none };
    return { status: found.refusal?.status ?? 200, ancestors: ancestorsOf(allowedDomains) };
  };

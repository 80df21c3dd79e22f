// Decides which web pages may embed the page of a share in a frame, and the HTTP status of the page.
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
 * Whether the browser loads the page in a frame of another page. Browsers send the header `Sec-Fetch-Dest` only over
 * TLS and on the same machine.
 */
const isFramed = ({ headers }: Pick<Request, 'headers'>): boolean =>
  framed.includes(String(headers['sec-fetch-dest'] ?? ''));

/**
 * Returns the sources for `frame-ancestors`: the allowed domains at any port. A share without allowed domains may be
 * embedded anywhere. A source without a scheme would match only the scheme of the share's page and its upgrade (CSP
 * Level 3, 6.7.2.8), but the domain alone decides.
 */
const ancestorsOf = (allowedDomains: readonly string[]): string =>
  allowedDomains.length === 0
    ? '*'
    : allowedDomains.flatMap((domain) => [`https://${domain}:*`, `http://${domain}:*`]).join(' ');

/**
 * Returns a function that resolves with the HTTP status of a share's page and the web pages that may embed the page. If
 * a browser loads the page in a frame and the `Referer` is not of an allowed domain, the status is 403.
 */
export const shareFrames =
  (shares: Pick<PublicShares, 'look'>) =>
  async ({ params: { id }, headers }: Request<{ id: string }>): Promise<ShareFrame> => {
    const foundShare = isUuid(id) ? await shares.look(id) : undefined;
    if (!foundShare) return { status: 404, ancestors: none };
    const { allowedDomains } = foundShare.share;
    if (isFramed({ headers }) && !isAllowedDomain(allowedDomains, refererHost(headers.referer)))
      return { status: 403, ancestors: none };
    return { status: foundShare.refusal?.status ?? 200, ancestors: ancestorsOf(allowedDomains) };
  };

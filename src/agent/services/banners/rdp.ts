// Decodes the response to a connection request of RDP (MS-RDPBCGR 2.2.1.2).
import type { BannerFacts } from './facts';

const connectionConfirm = 0xd0;
const [negotiationResponse, negotiationFailure] = [2, 3];
/** Offset of the RDP negotiation data, after the headers of TPKT (RFC 1006) and X.224. */
const negotiationAt = 11;

export function decodeRdp(bytes: Buffer): BannerFacts | undefined {
  if (bytes.length < 7 || bytes[0] !== 3 || bytes[1] !== 0 || (bytes[5]! & 0xf0) !== connectionConfirm)
    return undefined;
  const kind = bytes[negotiationAt];
  const isKnown = kind === undefined || kind === negotiationResponse || kind === negotiationFailure;
  return isKnown ? { source: 'rdp', definition: 'Remote Desktop' } : undefined;
}

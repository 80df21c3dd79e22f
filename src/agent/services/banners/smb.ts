// Decodes the response to NEGOTIATE of SMB 2 (MS-SMB2 2.2.4).
import type { BannerFacts } from './facts';

/** Numbers of the dialects of SMB 2 and 3. */
const dialects: ReadonlySet<number> = new Set([0x0202, 0x0210, 0x0300, 0x0302, 0x0311]);
/** Lengths in bytes of the NetBIOS header and of the SMB 2 header, and the offset of the dialect after both headers. */
const [netBiosLength, headerLength, dialectAt] = [4, 64, 4];
const negotiate = 0;

export function decodeSmb(bytes: Buffer): BannerFacts | undefined {
  const message = bytes.subarray(netBiosLength);
  if (message.length < headerLength + dialectAt + 2 || message.readUInt32BE(0) !== 0xfe534d42) return undefined;
  if (message.readUInt16LE(12) !== negotiate || message.readUInt32LE(8) !== 0) return undefined;
  const isKnown = dialects.has(message.readUInt16LE(headerLength + dialectAt));
  return isKnown ? { source: 'smb', definition: 'Samba' } : undefined;
}

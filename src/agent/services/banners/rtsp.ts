// Decodes the response to OPTIONS of RTSP (RFC 2326, 10.1).
import { deviceOf, headerOf, type BannerFacts, type ProductPattern } from './facts';

const cameras: readonly ProductPattern[] = [
  [/^(?:Dahua|DH) ?(?:Rtsp Server)?/i, 'Dahua'],
  [/^(?:Hikvision|HikServer)/i, 'Hikvision'],
  [/^AXIS (\S+)/i, 'Axis'],
  [/^Ubiquiti/i, 'Ubiquiti'],
  [/^Reolink/i, 'Reolink'],
];

export function decodeRtsp(bytes: Buffer): BannerFacts | undefined {
  const text = bytes.toString('latin1');
  if (!/^RTSP\/[12]\.0 [1-5]\d\d /.test(text)) return undefined;
  const product = headerOf(text, 'Server');
  return { source: 'rtsp', definition: 'RTSP Camera', name: product, ...deviceOf(product, cameras) };
}

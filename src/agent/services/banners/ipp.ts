// Decodes the response to Get-Printer-Attributes of IPP (RFC 8010, 3; RFC 8011, 4.2.5), which is in an HTTP response.
import { entityOf, textOf, type BannerFacts } from './facts';

const endOfAttributes = 0x03;
const isDelimiter = (tag: number): boolean => tag < 0x10;

/** The body of an HTTP response, with the chunks of a chunked body joined; undefined if the body is incomplete. */
function bodyOf(bytes: Buffer): Buffer | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  const head = bytes.toString('latin1', 0, headEnd);
  if (headEnd < 0 || !/^HTTP\/1\.[01] 200 /.test(head) || !/^content-type:[ \t]*application\/ipp/im.test(head))
    return undefined;
  const body = bytes.subarray(headEnd + 4);
  if (!/^transfer-encoding:[ \t]*chunked/im.test(head)) return body;
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const lineEnd = body.indexOf('\r\n', at);
    const size = lineEnd < 0 ? NaN : Number.parseInt(body.toString('latin1', at, lineEnd), 16);
    if (!(size > 0)) break;
    chunks.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(chunks);
}

/** The first value of each attribute, as bytes. If the body is cut off, the attributes after the cut are missing. */
function attributesOf(body: Buffer): Map<string, Buffer> {
  const attributes = new Map<string, Buffer>();
  for (let at = 8; at < body.length;) {
    const tag = body[at++]!;
    if (tag === endOfAttributes) break;
    if (isDelimiter(tag)) continue;
    if (at + 2 > body.length) break;
    const nameEnd = at + 2 + body.readUInt16BE(at);
    if (nameEnd + 2 > body.length) break;
    const valueEnd = nameEnd + 2 + body.readUInt16BE(nameEnd);
    if (valueEnd > body.length) break;
    const name = body.toString('latin1', at + 2, nameEnd);
    if (name !== '' && !attributes.has(name)) attributes.set(name, body.subarray(nameEnd + 2, valueEnd));
    at = valueEnd;
  }
  return attributes;
}

export function decodeIpp(bytes: Buffer): BannerFacts | undefined {
  const body = bodyOf(bytes);
  // The response must have IPP version 1 or 2 and a status of success (up to 0x00ff).
  if (!body || body.length < 9 || (body[0] !== 1 && body[0] !== 2) || body.readUInt16BE(2) > 0xff) return undefined;
  const attributes = attributesOf(body);
  const text = (name: string) => {
    const value = attributes.get(name);
    return value && textOf(value);
  };
  const makeAndModel = text('printer-make-and-model');
  /** The printer's IEEE 1284 device ID, such as `MFG:HP;MDL:LaserJet 400;`. */
  const deviceId = text('printer-device-id') ?? '';
  const idOf = (keys: string) => new RegExp(`(?:^|;)\\s*(?:${keys}):([^;]+)`, 'i').exec(deviceId)?.[1]?.trim();
  return {
    ...{ source: 'ipp', definition: 'printer', name: makeAndModel },
    ...entityOf({
      manufacturer: idOf('MFG|MANUFACTURER'),
      model: idOf('MDL|MODEL') ?? makeAndModel,
      firmwareRevision: text('printer-firmware-string-version'),
    }),
  };
}

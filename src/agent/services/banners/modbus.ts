// Decodes the response to Read Device Identification of Modbus (Modbus Application Protocol 1.1b3, 6.21).
import { entityOf, textOf, type BannerFacts } from './facts';

const headerLength = 7;
const encapsulated = 0x2b;
const deviceIdentification = 0x0e;
const isException = 0x80;
/** Ids of the basic identification objects. */
const [vendorName, productCode, revision] = [0, 1, 2];

/** Decodes the response to the request with the id `transaction`; undefined for any other bytes. */
export function decodeModbus(bytes: Buffer, transaction: number): BannerFacts | undefined {
  if (bytes.length < headerLength + 2) return undefined;
  const length = bytes.readUInt16BE(4);
  if (bytes.readUInt16BE(0) !== transaction || bytes.readUInt16BE(2) !== 0 || length < 3) return undefined;
  const facts = { source: 'modbus', definition: 'modbus-device' } as const;
  const functionCode = bytes[headerLength]!;
  // A device that does not support device identification responds with a Modbus exception.
  if (functionCode === (encapsulated | isException)) return facts;
  const answer = bytes.subarray(headerLength, headerLength - 1 + length);
  if (functionCode !== encapsulated || answer[1] !== deviceIdentification || answer.length < 7) return undefined;
  const objects = new Map<number, string | undefined>();
  for (let at = 7, remainingObjects = answer[6]!; remainingObjects > 0 && at + 2 <= answer.length; remainingObjects--) {
    const end = at + 2 + answer[at + 1]!;
    if (end > answer.length) break;
    objects.set(answer[at]!, textOf(answer.subarray(at + 2, end)));
    at = end;
  }
  const [manufacturer, model, firmwareRevision] = [vendorName, productCode, revision].map((id) => objects.get(id!));
  return { ...facts, name: model, ...entityOf({ manufacturer, model, firmwareRevision }) };
}

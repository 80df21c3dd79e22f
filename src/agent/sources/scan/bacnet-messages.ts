// Encodes read-only BACnet/IP requests and decodes the responses (ANSI/ASHRAE 135-2020, clauses 6, 15, 16, 20 and Annex
// J). Pure functions of bytes.

export const bacnetPort = 47_808;

/** Ids of the properties of the device object that the agent reads (clause 21, BACnetPropertyIdentifier). */
export const deviceProperties = {
  objectName: 77,
  vendorName: 121,
  modelName: 70,
  firmwareRevision: 44,
} as const;
export type DeviceProperty = keyof typeof deviceProperties;

/** The properties that a device returned. A property is missing if the device lacks it or if its value is no text. */
export type BacnetDevice = { readonly [K in DeviceProperty]?: string };

/** A wildcard: every device accepts this instance number in place of its own (clause 15.5.2). */
export const anyInstance = 0x3f_ffff;
const deviceObject = 8;
const service = { iAm: 0, whoIs: 8, readProperty: 12 } as const;

/** Types of APDUs by their first four bits (clause 20.1). */
const apdu = { confirmedRequest: 0, unconfirmedRequest: 1, complexAck: 3, error: 5, reject: 6, abort: 7 } as const;
const refusals: readonly number[] = [apdu.error, apdu.reject, apdu.abort];
/** Code for the largest APDU that the agent accepts: 1,476 bytes in one segment (clause 20.1.2.5). */
const unsegmented1476 = 0x05;

/**
 * Encodes an Original-Unicast-NPDU (Annex J.2.11) with an APDU that is not forwarded to any other device (clause 6.2).
 */
function toUnicast(bytes: readonly number[], expectsReply: boolean): Buffer {
  const npdu = [0x01, expectsReply ? 0x04 : 0x00, ...bytes];
  return Buffer.from([0x81, 0x0a, 0, 4 + npdu.length, ...npdu]);
}

/** A Who-Is without limits for the instance number (clause 16.10), sent to a single device by unicast. */
export const whoIs: Buffer = toUnicast([apdu.unconfirmedRequest << 4, service.whoIs], false);

/** Encodes a ReadProperty request (clause 15.5) for a property of the device object. */
export function readProperty(invokeId: number, instance: number, property: DeviceProperty): Buffer {
  const object = Buffer.alloc(4);
  object.writeUInt32BE(((deviceObject << 22) | instance) >>> 0);
  const header = [apdu.confirmedRequest << 4, unsegmented1476, invokeId, service.readProperty];
  return toUnicast([...header, 0x0c, ...object, 0x19, deviceProperties[property]], true);
}

/**
 * The APDU of a BACnet/IP datagram; undefined for any other datagram. A datagram with a source network comes from a
 * device behind a router (clause 6.2.2), not from the machine that was queried, so it is ignored as well.
 */
function toApdu(datagram: Buffer): Buffer | undefined {
  // A BACnet/IP datagram begins with the BVLL header: type 0x81, function, length (Annex J.2).
  if (datagram.length < 6 || datagram[0] !== 0x81 || datagram.readUInt16BE(2) !== datagram.length) return undefined;
  const [originalUnicast, originalBroadcast] = [0x0a, 0x0b];
  if (datagram[1] !== originalUnicast && datagram[1] !== originalBroadcast) return undefined;
  const [version, control] = [datagram[4]!, datagram[5]!];
  const [isNetworkMessage, hasDestination, hasSource] = [0x80, 0x20, 0x08];
  if (version !== 1 || control & (isNetworkMessage | hasSource)) return undefined;
  if (!(control & hasDestination)) return datagram.subarray(6);
  // Skips the destination network, the length of the destination address, the address, and the hop count.
  return datagram.length < 9 ? undefined : datagram.subarray(6 + 3 + datagram[8]! + 1);
}

/** The instance number of the device that sent an I-Am (clause 16.10); undefined for any other datagram. */
export function parseIAm(datagram: Buffer): number | undefined {
  const bytes = toApdu(datagram);
  if (!bytes || bytes.length < 7 || bytes[0] !== apdu.unconfirmedRequest << 4 || bytes[1] !== service.iAm)
    return undefined;
  // The first parameter of an I-Am is the object identifier of the device, with an application tag.
  const object = bytes.readUInt32BE(3);
  return bytes[2] === 0xc4 && object >>> 22 === deviceObject ? object & anyInstance : undefined;
}

/**
 * The text in a response to ReadProperty; an empty object if the device refuses or returns no text; undefined for any
 * other datagram.
 */
export function parseReadAnswer(
  datagram: Buffer,
  invokeId: number,
  property: DeviceProperty,
): { readonly text?: string } | undefined {
  const bytes = toApdu(datagram);
  if (!bytes || bytes.length < 3 || bytes[1] !== invokeId) return undefined;
  const type = bytes[0]! >> 4;
  if (refusals.includes(type)) return {};
  // Segmented responses are ignored, because every text that the agent requests fits into one datagram.
  if (bytes[0] !== apdu.complexAck << 4 || bytes[2] !== service.readProperty) return undefined;
  const parameters = bytes.subarray(3);
  const isOfProperty =
    parameters.length >= 9 &&
    parameters[0] === 0x0c &&
    parameters.readUInt32BE(1) >>> 22 === deviceObject &&
    parameters[5] === 0x19 &&
    parameters[6] === deviceProperties[property];
  if (!isOfProperty) return undefined;
  const openingTag = 0x3e;
  const text = parameters[7] === openingTag ? parseCharacterString(parameters.subarray(8)) : undefined;
  return text === undefined ? {} : { text };
}

/**
 * Parses an application-tagged character string (clause 20.2.9); undefined for any other value and for unknown
 * character sets.
 */
function parseCharacterString(bytes: Buffer): string | undefined {
  const [characterString, extendedLength] = [0x70, 0x05];
  if (bytes.length < 2 || (bytes[0]! & 0xf8) !== characterString) return undefined;
  let [length, start] = [bytes[0]! & 0x07, 1];
  if (length > extendedLength) return undefined;
  if (length === extendedLength) {
    // A length up to 253 is one byte. A length up to 65,535 is the byte 254 and then two bytes (clause 20.2.1.3.1).
    length = bytes[1]!;
    start = 2;
    if (length === 255 || (length === 254 && bytes.length < 4)) return undefined;
    if (length === 254) [length, start] = [bytes.readUInt16BE(2), 4];
  }
  const closingTag = 0x3f;
  if (length < 1 || bytes[start + length] !== closingTag) return undefined;
  return decodeText(bytes[start]!, bytes.subarray(start + 1, start + length));
}

function decodeText(characterSet: number, bytes: Buffer): string | undefined {
  const [utf8, ucs2, latin1] = [0, 4, 5];
  if (characterSet === utf8) return bytes.toString('utf8');
  if (characterSet === latin1) return bytes.toString('latin1');
  if (characterSet !== ucs2 || bytes.length % 2 !== 0) return undefined;
  return Buffer.from(bytes).swap16().toString('utf16le');
}

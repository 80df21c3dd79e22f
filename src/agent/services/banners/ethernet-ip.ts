// Decodes the response to ListIdentity of EtherNet/IP (CIP Volume 2, 2-4.2).
import { entityOf, textOf, type BannerFacts } from './facts';

const listIdentity = 0x63;
const identityItem = 0x0c;
const headerLength = 24;
/** Length in bytes of an identity item, apart from its product name and the state after the name. */
const fixedLength = 33;

/** Manufacturers by their vendor id (ODVA). */
const vendors: Readonly<Record<number, string>> = {
  1: 'Rockwell Automation',
  5: 'Rockwell Automation',
  26: 'Festo',
  40: 'WAGO',
  47: 'Omron',
  90: 'HMS Industrial Networks',
  283: 'Hilscher',
  678: 'Cognex',
  808: 'SICK',
};

export function decodeEthernetIp(bytes: Buffer): BannerFacts | undefined {
  if (bytes.length < headerLength + 6 || bytes.readUInt16LE(0) !== listIdentity || bytes.readUInt32LE(8) !== 0)
    return undefined;
  if (bytes.readUInt16LE(headerLength) < 1 || bytes.readUInt16LE(headerLength + 2) !== identityItem) return undefined;
  const item = bytes.subarray(headerLength + 6, headerLength + 6 + bytes.readUInt16LE(headerLength + 4));
  if (item.length < fixedLength) return undefined;
  const [major, minor] = [item[24]!, item[25]!];
  const nameEnd = fixedLength + item[32]!;
  const name = nameEnd <= item.length ? textOf(item.subarray(fixedLength, nameEnd)) : undefined;
  return {
    ...{ source: 'ethernet-ip', definition: 'ethernet-ip-device' },
    name,
    ...entityOf({
      manufacturer: vendors[item.readUInt16LE(18)],
      model: name,
      firmwareRevision: `${major}.${String(minor).padStart(3, '0')}`,
    }),
  };
}

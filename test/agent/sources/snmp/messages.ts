// SNMP messages that a test writes field by field, to answer a request with what no sound device sends.
import { childrenOf, tlv } from './simulator';

export const pduTypes = {
  ...{ GetRequest: 0xa0, GetNextRequest: 0xa1, GetResponse: 0xa2, SetRequest: 0xa3, Trap: 0xa4 },
  ...{ GetBulkRequest: 0xa5, InformRequest: 0xa6, TrapV2: 0xa7, Report: 0xa8 },
} as const;

export interface SentMessage {
  readonly version: number;
  /** The request id; for SNMPv3 the id of the message. */
  readonly id: number;
  /** Whether the message asks for the engine (SNMPv3). */
  readonly isDiscovery: boolean;
}

export function readRequest(datagram: Buffer): SentMessage {
  const [version, second, third] = childrenOf(childrenOf(datagram)[0]!.bytes);
  const isV3 = version!.bytes[0] === 3;
  const [id] = childrenOf(isV3 ? second!.bytes : third!.bytes);
  const [engineId] = isV3 ? childrenOf(childrenOf(third!.bytes)[0]!.bytes) : [];
  return {
    version: version!.bytes[0]!,
    id: id!.bytes.readIntBE(0, id!.bytes.length),
    isDiscovery: isV3 && engineId!.bytes.length === 0,
  };
}

const sequence = (...parts: readonly Buffer[]): Buffer => tlv(0x30, Buffer.concat(parts));
const octets = (value: string | Buffer): Buffer => tlv(4, Buffer.from(value));
function integer(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return tlv(2, bytes);
}

/** The system group as the agent requests it: sysDescr, sysObjectID, sysContact, sysName and sysLocation. */
const systemGroup = [1, 2, 4, 5, 6].map((number) =>
  sequence(tlv(6, Buffer.from([0x2b, 6, 1, 2, 1, 1, number, 0])), octets('written by the test')),
);
/** usmStatsUnknownUserNames (RFC 3414). */
export const unknownUser = [sequence(tlv(6, Buffer.from([0x2b, 6, 1, 6, 3, 15, 1, 1, 3, 0])), tlv(0x41, Buffer.of(1)))];

const pduOf = (type: number, id: number, bindings: readonly Buffer[]): Buffer =>
  tlv(type, Buffer.concat([integer(id), integer(0), integer(0), sequence(...bindings)]));

/** A message of SNMPv1 (version 0) or SNMPv2c (version 1). */
export const communityMessage = (version: number, id: number, type: number, community = 'public'): Buffer =>
  sequence(integer(version), octets(community), pduOf(type, id, systemGroup));

export const engine = Buffer.from('8000000001020304', 'hex');
export const digestBytes = 12;

interface V3Fields {
  readonly id: number;
  readonly type: number;
  /** 1: with a digest, which is 12 zeros; 2: encrypted, here bytes that nobody can decrypt. */
  readonly flags: number;
  readonly bindings?: readonly Buffer[];
  readonly boots?: number;
  readonly time?: number;
}

export function v3Message({ id, type, flags, bindings = systemGroup, boots = 1, time = 5 }: V3Fields): Buffer {
  const scoped = sequence(octets(engine), octets(''), pduOf(type, id, bindings));
  const digest = Buffer.alloc(flags & 1 ? digestBytes : 0);
  const security = [octets(engine), integer(boots), integer(time), octets('user'), octets(digest), octets('12345678')];
  return sequence(
    integer(3),
    sequence(integer(id), integer(65_507), octets(Buffer.of(flags)), integer(3)),
    octets(sequence(...security)),
    flags & 2 ? octets('undecryptable') : scoped,
  );
}

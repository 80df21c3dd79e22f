// NetBIOS name service client (RFC 1002): requests the node status of each host, which contains the host's names.
import { createSocket, type Socket } from 'node:dgram';
import { decodeText } from '../evidence/text';
import { PendingQueries, isIpv4, type NameSource } from './pending-queries';

const netBiosPort = 137;
const nodeStatus = 0x21;
const internet = 1;

/**
 * A node status request. It asks for the name `*`, padded with NULs, with each half byte encoded as a letter from A.
 */
const question = Buffer.concat([
  Buffer.from([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0x20]),
  Buffer.from(`CK${'A'.repeat(30)}`, 'latin1'),
  Buffer.from([0, 0, nodeStatus, 0, internet]),
]);

const headerLength = 12;
const entryLength = 18;
const isResponse = 0x80;
const group = 0x8000;
/**
 * Last byte of a NetBIOS name: the service that has the name. The name of the workstation service is the host's name.
 */
const workstation = 0x00;

/** The host's name in a node status response; undefined for any other packet. */
export function parseNodeStatus(packet: Buffer): string | undefined {
  if (packet.length < headerLength || !(packet[2]! & isResponse) || packet.readUInt16BE(6) === 0) return undefined;
  const afterName = endOfName(packet, headerLength);
  // After the queried name follow type, class, TTL and length (10 bytes), then the number of names (1 byte).
  const names = afterName === undefined ? packet.length : afterName + 11;
  if (names > packet.length || packet.readUInt16BE(names - 11) !== nodeStatus) return undefined;
  const count = packet[names - 1]!;
  for (let at = names; at + entryLength <= packet.length && at < names + count * entryLength; at += entryLength)
    if (packet[at + 15] === workstation && !(packet.readUInt16BE(at + 16) & group))
      return decodeText(packet.subarray(at, at + 15));
  return undefined;
}

/** The offset after the DNS name at `start`; undefined if the packet ends before that. */
function endOfName(packet: Buffer, start: number): number | undefined {
  for (let at = start; at < packet.length;) {
    const length = packet[at]!;
    if (length === 0) return at + 1;
    if (length >= 0xc0) return at + 2;
    at += 1 + length;
  }
  return undefined;
}

export function openNetBios(ms: number, port = netBiosPort): NameSource {
  const pending = new PendingQueries(ms);
  let socket: Socket | undefined;
  const openSocket = (): Socket => {
    if (socket) return socket;
    socket = createSocket('udp4');
    socket.on('message', (packet, { address }) => {
      const name = pending.isWaiting(address) ? parseNodeStatus(packet) : undefined;
      if (name !== undefined) pending.answer(address, name);
    });
    // An unreachable host counts as no response, so the error is ignored.
    socket.on('error', () => undefined);
    return socket;
  };
  return {
    ask: (address) =>
      isIpv4(address)
        ? pending.wait(address, () => openSocket().send(question, port, address, () => undefined))
        : Promise.resolve(undefined),
    close: () => {
      pending.close();
      socket?.close();
      socket = undefined;
    },
  };
}

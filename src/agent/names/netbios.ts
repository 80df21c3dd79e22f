// NetBIOS name service (RFC 1002): each machine is asked for the status of its node, which lists its names.
import { createSocket, type Socket } from 'node:dgram';
import { textOf } from '../evidence/text';
import { Asked, isIpv4, type NameSource } from './asked';

const netBiosPort = 137;
const nodeStatus = 0x21;
const internet = 1;

/** The question for "*", padded with NULs, each half byte a letter from A. */
const question = Buffer.concat([
  Buffer.from([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0x20]),
  Buffer.from(`CK${'A'.repeat(30)}`, 'latin1'),
  Buffer.from([0, 0, nodeStatus, 0, internet]),
]);

const headerLength = 12;
const entryLength = 18;
const isResponse = 0x80;
const group = 0x8000;
/** The 16th byte of a name: that of the workstation service is the machine's. */
const workstation = 0x00;

/** The machine's own name in an answer of a node's status; undefined for other packets. */
export function nameInNodeStatus(packet: Buffer): string | undefined {
  if (packet.length < headerLength || !(packet[2]! & isResponse) || packet.readUInt16BE(6) === 0) return undefined;
  const afterName = endOfName(packet, headerLength);
  // Type, class, time to live and length; then the number of names.
  const names = afterName === undefined ? packet.length : afterName + 11;
  if (names > packet.length || packet.readUInt16BE(names - 11) !== nodeStatus) return undefined;
  const count = packet[names - 1]!;
  for (let at = names; at + entryLength <= packet.length && at < names + count * entryLength; at += entryLength)
    if (packet[at + 15] === workstation && !(packet.readUInt16BE(at + 16) & group))
      return textOf(packet.subarray(at, at + 15));
  return undefined;
}

/** Behind a name of labels, or of a pointer to one. */
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
  const asked = new Asked(ms);
  let socket: Socket | undefined;
  const opened = (): Socket => {
    if (socket) return socket;
    socket = createSocket('udp4');
    socket.on('message', (packet, { address }) => {
      const name = asked.isWaiting(address) ? nameInNodeStatus(packet) : undefined;
      if (name !== undefined) asked.answer(address, name);
    });
    // A machine that cannot be reached gives no answer.
    socket.on('error', () => undefined);
    return socket;
  };
  return {
    ask: (address) =>
      isIpv4(address)
        ? asked.wait(address, () => opened().send(question, port, address, () => undefined))
        : Promise.resolve(undefined),
    close: () => {
      asked.close();
      socket?.close();
      socket = undefined;
    },
  };
}

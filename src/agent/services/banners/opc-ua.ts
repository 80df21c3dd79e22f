// Decodes the response to a Hello message of OPC UA (OPC 10000-6, 7.1.2).
import type { BannerFacts } from './facts';

/**
 * Lengths in bytes. An Acknowledge message has five 32-bit numbers after its header; an Error message has a code and a
 * text.
 */
const [headerLength, acknowledgeLength] = [8, 28];

export function decodeOpcUa(bytes: Buffer): BannerFacts | undefined {
  if (bytes.length < headerLength) return undefined;
  const [type, length] = [bytes.toString('latin1', 0, 4), bytes.readUInt32LE(4)];
  const isAnswer = (type === 'ACKF' && length === acknowledgeLength) || (type === 'ERRF' && length >= headerLength + 8);
  return isAnswer ? { source: 'opc-ua', definition: 'opc-ua-server' } : undefined;
}

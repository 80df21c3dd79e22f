// Decodes the response to CONNECT of MQTT 3.1.1 (3.2).
import type { BannerFacts } from './facts';

const connectAcknowledge = 0x20;
/** The highest return code of MQTT 3.1.1, 5: not authorized. */
const highestCode = 5;

export const decodeMqtt = (bytes: Buffer): BannerFacts | undefined =>
  bytes.length >= 4 && bytes[0] === connectAcknowledge && bytes[1] === 2 && bytes[2]! <= 1 && bytes[3]! <= highestCode
    ? { source: 'mqtt', definition: 'MQTT' }
    : undefined;

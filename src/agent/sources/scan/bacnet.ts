// Asks one address whether it is a device of BACnet/IP, and what it is: a unicast Who-Is, then one ReadProperty for each
// property. One datagram each without repeats; nothing is written, and nothing is broadcast.
import { createSocket, type Socket } from 'node:dgram';
import { isIP } from 'node:net';
import { waitAtMost } from '../../waiting';
import {
  anyInstance,
  bacnetPort,
  deviceProperties,
  parseIAm,
  parseReadAnswer,
  readProperty,
  whoIs,
  type BacnetDevice,
  type DeviceProperty,
} from './bacnet-messages';
import type { Pool, Rate } from './limits';

export interface BacnetOptions {
  readonly rate: Rate;
  readonly pool: Pool;
  readonly signal: AbortSignal;
  /** Milliseconds to wait for the answer to each datagram; 1,000 by default. */
  readonly timeoutMs?: number;
  /** UDP port of the device (for tests). */
  readonly port?: number;
}

/** Datagrams that are read while one answer is awaited. Further ones end the wait, so that a flood costs no time. */
const mostDatagrams = 32;

/**
 * Resolves with what the device says of itself, or with undefined if no device of BACnet/IP answers at the address. Asks
 * only IPv4 addresses, because BACnet/IPv6 is another protocol (Annex U).
 */
export async function probeBacnet(address: string, options: BacnetOptions): Promise<BacnetDevice | undefined> {
  if (isIP(address) !== 4) return undefined;
  return options.pool.run(async () => {
    const socket = await openSocket(address, options.port ?? bacnetPort, options.signal);
    if (!socket) return undefined;
    try {
      return await readDevice(socket, options);
    } finally {
      socket.close();
    }
  });
}

async function readDevice(socket: Socket, options: BacnetOptions): Promise<BacnetDevice | undefined> {
  const instance = await ask(socket, whoIs, parseIAm, options);
  if (instance === 'refused') return undefined;
  let isDevice = instance !== undefined;
  const device: { [K in DeviceProperty]?: string } = {};
  for (const [at, property] of (Object.keys(deviceProperties) as DeviceProperty[]).entries()) {
    const invokeId = at + 1;
    // Many devices broadcast their I-Am, so the request is sent even if none was received.
    const request = readProperty(invokeId, instance ?? anyInstance, property);
    const answer = await ask(socket, request, (bytes) => parseReadAnswer(bytes, invokeId, property), options);
    if (answer === 'refused' || (answer === undefined && !isDevice)) break;
    isDevice = true;
    if (answer?.text !== undefined) device[property] = answer.text;
  }
  return isDevice ? device : undefined;
}

/** A socket that receives only from this address and port; undefined if the system has no route to it. */
function openSocket(address: string, port: number, signal: AbortSignal): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(undefined);
    const socket = createSocket('udp4');
    socket.once('error', () => {
      socket.close();
      resolve(undefined);
    });
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      // An error between two requests is reported to the next one, or is no answer.
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.connect(port, address);
  });
}

/**
 * Sends one datagram, and resolves with the first answer that `parse` accepts; with undefined if none arrives in time,
 * and with `refused` if the port is closed.
 */
async function ask<T>(
  socket: Socket,
  request: Buffer,
  parse: (datagram: Buffer) => T | undefined,
  { rate, signal, timeoutMs = 1_000 }: BacnetOptions,
): Promise<T | 'refused' | undefined> {
  await rate.take(signal);
  return new Promise((resolve) => {
    let count = 0;
    const end = (result: T | 'refused' | undefined) => {
      stopWaiting();
      signal.removeEventListener('abort', cancel);
      socket.removeListener('message', take);
      socket.removeListener('error', refuse);
      resolve(result);
    };
    const take = (datagram: Buffer) => {
      const answer = parse(datagram);
      if (answer !== undefined || ++count === mostDatagrams) end(answer);
    };
    // An ICMP message says that no program listens at the port.
    const refuse = () => end('refused');
    const cancel = () => end(undefined);
    const stopWaiting = waitAtMost(timeoutMs, cancel);
    signal.addEventListener('abort', cancel, { once: true });
    socket.on('message', take);
    socket.on('error', refuse);
    socket.send(request, (error) => {
      if (error) refuse();
    });
  });
}

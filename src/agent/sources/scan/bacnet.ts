// Probes an address for a BACnet/IP device: sends a unicast Who-Is, then one ReadProperty per property. Each datagram
// is sent once; nothing is written or broadcast.
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
  /** Milliseconds to wait for the response to each datagram; 1,000 by default. */
  readonly timeoutMs?: number;
  /** UDP port of the device; the port of BACnet/IP by default. Tests use other ports. */
  readonly port?: number;
}

/**
 * Maximum number of datagrams to read while waiting for a response, so that a flood of other datagrams ends the wait.
 */
const mostDatagrams = 32;

/**
 * Resolves with the properties that the device returned, or with undefined if no BACnet/IP device responds. Only IPv4
 * addresses are probed, because BACnet/IPv6 is a different protocol (Annex U).
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
    // Many devices send their I-Am by broadcast, which this socket does not receive. So ReadProperty is sent even
    // without an I-Am.
    const request = readProperty(invokeId, instance ?? anyInstance, property);
    const answer = await ask(socket, request, (bytes) => parseReadAnswer(bytes, invokeId, property), options);
    if (answer === 'refused' || (answer === undefined && !isDevice)) break;
    isDevice = true;
    if (answer?.text !== undefined) device[property] = answer.text;
  }
  return isDevice ? device : undefined;
}

/**
 * Opens a socket that only receives from this address and port; undefined if the system has no route to the address.
 */
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
      // Without a listener, an error between two requests would end the process. `ask` handles errors of its own
      // request.
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.connect(port, address);
  });
}

/**
 * Sends a datagram. Resolves with the first response that `parse` accepts, with undefined if no such response arrives
 * in time, and with `refused` if the port is closed.
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
    // The socket reports an ICMP message: no program listens at the port.
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

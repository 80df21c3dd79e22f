// Starts SNMP simulators on loopback, which serve record files from worker threads, and proxies that drop, repeat or
// refuse requests to a device.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SnmpOptions } from '../../../../src/agent/sources/snmp';

const simulator = path.join(__dirname, '../../../lab/snmp-sim.mjs');
export const recordFile = (name: string): string => path.join(__dirname, 'records', `${name}.snmprec`);

const host = '127.0.0.1';
const openSimulators: (() => Promise<unknown> | void)[] = [];

/** Closes all simulators and proxies of the suite. Call this function after each suite. */
export async function closeAll(): Promise<void> {
  for (const close of openSimulators.splice(0)) await close();
}

/** Returns a UDP port of the loopback address that is currently free. */
export async function freePort(): Promise<number> {
  const socket = await bound();
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(resolve));
  return port;
}

async function bound(): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.bind(0, host);
  await once(socket, 'listening');
  return socket;
}

/** Starts a device that answers each request with the messages that `answersTo` returns. Resolves with its port. */
export async function answerWith(answersTo: (request: Buffer) => readonly Buffer[]): Promise<number> {
  const device = await bound();
  device.on('message', (request, from) => {
    for (const message of answersTo(request)) device.send(message, from.port, from.address);
  });
  openSimulators.push(() => {
    device.close();
  });
  return device.address().port;
}

/**
 * Starts an SNMP simulator at a free port, and returns the port. The community of a request selects one of the record
 * files; if there is only one file, every community is accepted.
 */
export async function simulate(...files: readonly string[]): Promise<number> {
  const port = await freePort();
  await startSimulator(host, port, ...files);
  return port;
}

/** Starts a simulator like `simulate`, at this loopback address and port, which must be free. */
export async function startSimulator(address: string, port: number, ...files: readonly string[]): Promise<void> {
  const worker = new Worker(simulator, { argv: [address, String(port), ...files], stdout: true });
  openSimulators.push(() => worker.terminate());
  // The worker prints a line when it listens. If it cannot listen, it exits with the error.
  await Promise.race([once(worker.stdout, 'data'), once(worker, 'exit')]);
}

export const options = (port: number, more: Partial<SnmpOptions> = {}): SnmpOptions => ({
  port,
  timeoutMs: 2000,
  retries: 1,
  signal: new AbortController().signal,
  ...more,
});

/** A request as a proxy sees it, with its PDU type and max-repetitions. */
export interface Seen {
  readonly pdu: 'get' | 'next' | 'bulk';
  readonly repetitions: number;
  /** The number of the request, counted from 1. */
  readonly count: number;
  /** The requested object ids, encoded in BER. */
  readonly asked: readonly Buffer[];
}
/**
 * What the proxy does with a request: passes it on, drops it, responds with an error status, responds without rows, or
 * repeats the previous response.
 */
export type Fate = 'pass' | 'drop' | 'again' | 'empty' | { readonly errorStatus: number };

const pduTypes: Readonly<Record<number, Seen['pdu']>> = { 0xa0: 'get', 0xa1: 'next', 0xa5: 'bulk' };

/** Starts a proxy in front of a device. `seen` grows with each request that the proxy receives. */
export async function misbehave(
  target: number,
  fateOf: (request: Seen) => Fate,
): Promise<{ port: number; seen: readonly Seen[] }> {
  const front = await bound();
  const seenRequests: Seen[] = [];
  let lastList: Buffer | undefined;
  front.on('message', (message, from) => {
    const answer = (bytes: Buffer): void => front.send(bytes, from.port, from.address);
    const [version, community, pdu] = childrenOf(childrenOf(message)[0]!.bytes);
    const [id, , max, list] = childrenOf(pdu!.bytes);
    const one: Seen = {
      pdu: pduTypes[pdu!.tag]!,
      repetitions: max!.bytes.readUIntBE(0, max!.bytes.length),
      count: seenRequests.length + 1,
      asked: childrenOf(list!.bytes).map((binding) => childrenOf(binding.bytes)[0]!.bytes),
    };
    seenRequests.push(one);
    const respond = (errorStatus: number, bindings: Buffer): void => {
      const body = Buffer.concat([
        tlv(2, id!.bytes),
        tlv(2, Buffer.from([errorStatus])),
        tlv(2, Buffer.from([errorStatus ? 1 : 0])),
        tlv(0x30, bindings),
      ]);
      answer(tlv(0x30, Buffer.concat([tlv(2, version!.bytes), tlv(4, community!.bytes), tlv(0xa2, body)])));
    };
    const fate = fateOf(one);
    if (fate === 'drop') return;
    if (fate === 'empty') return respond(0, Buffer.alloc(0));
    if (fate === 'again' && lastList) return respond(0, lastList);
    if (typeof fate === 'object') return respond(fate.errorStatus, list!.bytes);
    const returnedSocket = createSocket('udp4');
    returnedSocket.once('message', (reply) => {
      returnedSocket.close();
      const response = childrenOf(childrenOf(reply)[0]!.bytes)[2]!;
      lastList = Buffer.from(childrenOf(response.bytes)[3]!.bytes);
      if (isOpen) answer(reply);
    });
    returnedSocket.send(message, target, host);
  });
  let isOpen = true;
  openSimulators.push(() => {
    isOpen = false;
    front.close();
  });
  return { port: (front.address() as AddressInfo).port, seen: seenRequests };
}

export interface Element {
  readonly tag: number;
  readonly bytes: Buffer;
}

export function childrenOf(bytes: Buffer): Element[] {
  const foundElements: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const tag = bytes[at]!;
    let length = bytes[at + 1]!;
    let start = at + 2;
    if (length & 0x80) {
      const size = length & 0x7f;
      length = bytes.readUIntBE(start, size);
      start += size;
    }
    foundElements.push({ tag, bytes: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return foundElements;
}

export function tlv(tag: number, body: Buffer): Buffer {
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

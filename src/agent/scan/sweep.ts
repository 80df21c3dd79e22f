// Who is there: a byte to the discard port makes the kernel ask for the MAC; what is behind a router is asked by TCP.
import { createSocket, type Socket } from 'node:dgram';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { portState } from './connect';
import { forEachOf, type Pool, type Rate } from './limits';
import { readNeighbors, type Neighbor } from './neighbors';

export interface Live {
  readonly address: string;
  readonly mac?: string;
  readonly interfaceName?: string;
}

export interface SweepOptions {
  /** Addresses whose MAC the kernel can ask for. */
  readonly onLink: readonly string[];
  readonly routed: readonly string[];
  /** Addresses of tables that count even where they were not gone through, such as those of IPv6. */
  readonly accepts: (address: string) => boolean;
  readonly rate: Rate;
  readonly pool: Pool;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number, found: number) => void;
  readonly timeoutMs?: number;
  readonly neighbors?: (signal: AbortSignal) => Promise<Neighbor[]>;
}

const discardPort = 9;
/** The kernel asks for a MAC three times, a second apart. */
const answerMs = 1_200;
const routedAtOnce = 200;
/** What most machines have open, or at least refuse. */
const likelyPorts = [443, 80, 22, 445, 53, 3389, 8080, 161];

/** Machines that answer, each once, in no order. */
export async function sweep(options: SweepOptions): Promise<Live[]> {
  const { onLink, routed, accepts, signal, onProgress, neighbors = readNeighbors } = options;
  const found = new Map<string, Live>();
  const total = onLink.length * 2 + routed.length;
  let done = 0;
  const step = () => onProgress(total === 0 ? 1 : ++done / total, found.size);
  const readTables = async () => {
    for (const { address, mac, interfaceName } of await neighbors(signal))
      if (accepts(address)) found.set(address, { address, mac, interfaceName });
  };

  const wanted = new Set(onLink);
  for (let round = 0; round < 2; round++) {
    const silent = [...wanted].filter((address) => !found.has(address));
    if (silent.length === 0) break;
    await sendBytes(silent, options, step);
    await sleep(answerMs, undefined, { signal });
    await readTables();
  }
  await forEachOf(routed, routedAtOnce, async (address) => {
    signal.throwIfAborted();
    if (!found.has(address) && (await answersTcp(address, options))) found.set(address, { address });
    step();
  });
  await readTables();
  return [...found.values()];
}

async function sendBytes(addresses: readonly string[], options: SweepOptions, step: () => void): Promise<void> {
  const { rate, signal } = options;
  const sockets = new Map<string, Socket>();
  const socketOf = (address: string) => {
    const type = isIP(address) === 6 ? 'udp6' : 'udp4';
    const known = sockets.get(type);
    if (known) return known;
    const made = createSocket(type);
    made.on('error', () => undefined);
    sockets.set(type, made);
    return made;
  };
  try {
    for (const address of addresses) {
      await rate.take(signal);
      await new Promise<void>((resolve) => {
        socketOf(address).send(Buffer.alloc(1), discardPort, address, () => resolve());
      });
      step();
    }
  } finally {
    for (const socket of sockets.values()) socket.close();
  }
}

async function answersTcp(address: string, { rate, pool, signal, timeoutMs = 500 }: SweepOptions): Promise<boolean> {
  for (const port of likelyPorts) {
    await rate.take(signal);
    const state = await pool.run(() => portState(address, port, timeoutMs, signal));
    if (state === 'open' || state === 'closed') return true;
    if (state === 'unreachable') return false;
  }
  return false;
}

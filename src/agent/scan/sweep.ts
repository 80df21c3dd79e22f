// Who is there: a byte to the discard port makes the kernel ask for the MAC; what is behind a router is asked by TCP.
import { createSocket, type Socket } from 'node:dgram';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { portState } from './connect';
import { forEachOf, type Pool, Rate } from './limits';
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
  readonly settleMs?: number;
  /** Whether a machine answers without the kernel's help. */
  readonly answers?: (address: string) => Promise<boolean>;
}

const discardPort = 9;
/** The kernel asks for a MAC three times, a second apart. */
const answerMs = 1_200;
/** An old entry is asked for again after five seconds, three times, a second apart: then it is confirmed or gone. */
const usualSettleMs = 9_500;
/** Questions for MACs a second: the kernel has room for about a thousand that wait three seconds for an answer. */
const questionsPerSecond = 250;
/**
 * A byte that waits for a MAC counts against its socket until the kernel gives up, three seconds later: of the usual 208 KiB
 * each takes 768 bytes, and behind 277 of them a socket is stuck.
 */
const questionsPerSocket = 200;
const tableEveryMs = 2_000;
const routedAtOnce = 200;
/** What most machines have open, or at least refuse. */
const likelyPorts = [443, 80, 22, 445, 53, 3389, 8080, 161];

export interface Swept {
  /** Machines that answer, each once, in no order. */
  readonly found: readonly Live[];
  /** Addresses that the tables still have although nothing was heard of them: there or gone, that cannot be said. */
  readonly unsure: readonly string[];
}

export function sweep(options: SweepOptions): Promise<Swept> {
  return new Sweep(options).run();
}

class Sweep {
  private readonly found = new Map<string, Live>();
  private readonly questions = new Rate(questionsPerSecond);
  private readonly total: number;
  private done = 0;
  private readAt = performance.now();

  private readonly answers: (address: string) => Promise<boolean>;

  constructor(private readonly options: SweepOptions) {
    this.answers = options.answers ?? ((address) => answersTcp(address, options));
    this.total = options.onLink.length * 2 + options.routed.length;
  }

  async run(): Promise<Swept> {
    const { onLink, routed, signal } = this.options;
    for (let round = 0; round < 2; round++) {
      const silent = onLink.filter((address) => !this.found.has(address));
      if (silent.length === 0) break;
      await this.ask(silent, () => this.step());
      await sleep(answerMs, undefined, { signal });
      await this.readTables();
    }
    await forEachOf(routed, routedAtOnce, async (address) => {
      signal.throwIfAborted();
      if (!this.found.has(address) && (await this.answers(address))) this.found.set(address, { address });
      this.step();
    });
    const unsure = await this.settle();
    return { found: [...this.found.values()], unsure: unsure.filter((address) => !this.found.has(address)) };
  }

  private step(): void {
    this.options.onProgress(this.total === 0 ? 1 : Math.min(1, ++this.done / this.total), this.found.size);
  }

  /** Takes in what is confirmed; answers what may be gone. */
  private async readTables(): Promise<Neighbor[]> {
    const { accepts, signal, neighbors = readNeighbors } = this.options;
    const table = (await neighbors(signal)).filter(({ address }) => accepts(address));
    for (const { address, mac, interfaceName, isConfirmed } of table)
      if (isConfirmed) this.found.set(address, { address, mac, interfaceName });
    return table.filter(({ address }) => !this.found.has(address));
  }

  /** Entries of before: the kernel is made to ask again, and what it still does not know then, which it answers, is asked by TCP. */
  private async settle(): Promise<string[]> {
    const { signal, settleMs = usualSettleMs } = this.options;
    let unsure = await this.readTables();
    if (unsure.length === 0) return [];
    await this.ask(
      unsure.map(({ address }) => address),
      () => undefined,
    );
    const deadline = performance.now() + settleMs;
    while (unsure.length > 0 && performance.now() < deadline) {
      await sleep(Math.min(500, settleMs / 5), undefined, { signal });
      unsure = await this.readTables();
    }
    await forEachOf(unsure, routedAtOnce, async ({ address, mac, interfaceName }) => {
      signal.throwIfAborted();
      if (await this.answers(address)) this.found.set(address, { address, mac, interfaceName });
    });
    return unsure.map(({ address }) => address);
  }

  private async ask(addresses: readonly string[], step: () => void): Promise<void> {
    const { rate, signal } = this.options;
    const sockets = new Map<string, { readonly socket: Socket; left: number }>();
    const socketOf = (address: string) => {
      const type = isIP(address) === 6 ? 'udp6' : 'udp4';
      const known = sockets.get(type);
      if (known && known.left-- > 0) return known.socket;
      // What waits in the kernel is sent all the same.
      known?.socket.close();
      const socket = createSocket(type);
      socket.on('error', () => undefined);
      sockets.set(type, { socket, left: questionsPerSocket - 1 });
      return socket;
    };
    try {
      for (const address of addresses) {
        await this.questions.take(signal);
        await rate.take(signal);
        await new Promise<void>((resolve) => {
          socketOf(address).send(Buffer.alloc(1), discardPort, address, () => resolve());
        });
        step();
        // What is confirmed early may be old again at the end of a long sweep.
        if (performance.now() - this.readAt < tableEveryMs) continue;
        await this.readTables();
        this.readAt = performance.now();
      }
    } finally {
      for (const { socket } of sockets.values()) socket.close();
    }
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

// Sweeps addresses for live hosts: addresses on this machine's links by ARP and neighbor discovery, addresses behind
// routers by TCP.
import { createSocket, type Socket } from 'node:dgram';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { probePortState } from './connect';
import { forEachConcurrently, type Pool, Rate } from './limits';
import { readNeighbors, type Neighbor } from './neighbors';

export interface LiveHost {
  readonly address: string;
  readonly mac?: string;
  /** Set if the MAC address is from the ARP table of another device, not from this machine. */
  readonly macSource?: 'snmp';
  readonly interfaceName?: string;
}

export interface SweepOptions {
  /**
   * Addresses in subnets of this machine's interfaces. A UDP packet with one byte to the discard port makes the kernel
   * resolve the MAC address.
   */
  readonly onLink: readonly string[];
  readonly routed: readonly string[];
  /**
   * Whether an address in the kernel's neighbor table may be reported as a host. The table also contains addresses that
   * were not swept, such as IPv6 addresses.
   */
  readonly accepts: (address: string) => boolean;
  readonly rate: Rate;
  readonly pool: Pool;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number, liveCount: number) => void;
  readonly timeoutMs?: number;
  readonly neighbors?: (signal: AbortSignal) => Promise<Neighbor[]>;
  readonly settleMs?: number;
  /** Whether a host responds over TCP. Tests replace this function. */
  readonly answers?: (address: string) => Promise<boolean>;
}

const discardPort = 9;
/** Milliseconds to wait for ARP responses after the last datagram of a round. */
const answerMs = 1_200;
/** Milliseconds until a stale entry is confirmed or removed. After 5 s, the kernel sends three requests, 1 s apart. */
const defaultSettleMs = 9_500;
/** ARP requests per second. The kernel has space for about 1,000 unresolved entries, each for 3 s. */
const arpPerSecond = 250;
/**
 * Datagrams per socket. A datagram that waits for a MAC address occupies 768 bytes of the socket's send buffer for 3 s.
 * With the default of 208 KiB, the socket blocks after 277 datagrams.
 */
const datagramsPerSocket = 200;
const tableEveryMs = 2_000;
const routedAtOnce = 200;
/** Ports that are open, or refuse connections, on most hosts. */
const likelyPorts = [443, 80, 22, 445, 53, 3389, 8080, 161];

export interface SweepResult {
  /** Hosts that responded, without duplicates, in any order. */
  readonly live: readonly LiveHost[];
  /** Addresses that are in the neighbor table but did not respond. They may be present or gone. */
  readonly unsure: readonly string[];
}

/** Sweeps the addresses in `onLink` and `routed`. Rejects with the signal's reason if the signal aborts. */
export function sweep(options: SweepOptions): Promise<SweepResult> {
  return new Sweep(options).run();
}

class Sweep {
  private readonly live = new Map<string, LiveHost>();
  private readonly arpRate = new Rate(arpPerSecond);
  private readonly total: number;
  private doneCount = 0;
  private readAt = performance.now();

  private readonly answers: (address: string) => Promise<boolean>;

  constructor(private readonly options: SweepOptions) {
    this.answers = options.answers ?? ((address) => answersOverTcp(address, options));
    this.total = options.onLink.length * 2 + options.routed.length;
  }

  async run(): Promise<SweepResult> {
    const { onLink, routed, signal } = this.options;
    for (let round = 0; round < 2; round++) {
      const silent = onLink.filter((address) => !this.live.has(address));
      if (silent.length === 0) break;
      await this.sendDatagrams(silent, () => this.step());
      await sleep(answerMs, undefined, { signal });
      await this.readTables();
    }
    await forEachConcurrently(routed, routedAtOnce, async (address) => {
      signal.throwIfAborted();
      if (!this.live.has(address) && (await this.answers(address))) this.live.set(address, { address });
      this.step();
    });
    const unsure = await this.confirmStale();
    return { live: [...this.live.values()], unsure: unsure.filter((address) => !this.live.has(address)) };
  }

  private step(): void {
    this.options.onProgress(this.total === 0 ? 1 : Math.min(1, ++this.doneCount / this.total), this.live.size);
  }

  /** Adds confirmed entries of the neighbor tables to the result, and returns the unconfirmed entries. */
  private async readTables(): Promise<Neighbor[]> {
    const { accepts, signal, neighbors = readNeighbors } = this.options;
    const table = (await neighbors(signal)).filter(({ address }) => accepts(address));
    for (const { address, mac, interfaceName, isConfirmed } of table)
      if (isConfirmed) this.live.set(address, { address, mac, interfaceName });
    return table.filter(({ address }) => !this.live.has(address));
  }

  /**
   * Makes the kernel check the unconfirmed entries of its neighbor tables again. Entries that stay unconfirmed are then
   * probed by TCP, and their addresses are returned. Those that respond are also added to `live`.
   */
  private async confirmStale(): Promise<string[]> {
    const { signal, settleMs = defaultSettleMs } = this.options;
    let unsure = await this.readTables();
    if (unsure.length === 0) return [];
    await this.sendDatagrams(
      unsure.map(({ address }) => address),
      () => undefined,
    );
    const deadline = performance.now() + settleMs;
    while (unsure.length > 0 && performance.now() < deadline) {
      await sleep(Math.min(500, settleMs / 5), undefined, { signal });
      unsure = await this.readTables();
    }
    await forEachConcurrently(unsure, routedAtOnce, async ({ address, mac, interfaceName }) => {
      signal.throwIfAborted();
      if (await this.answers(address)) this.live.set(address, { address, mac, interfaceName });
    });
    return unsure.map(({ address }) => address);
  }

  private async sendDatagrams(addresses: readonly string[], step: () => void): Promise<void> {
    const { rate, signal } = this.options;
    const sockets = new Map<string, { readonly socket: Socket; remaining: number }>();
    const socketFor = (address: string) => {
      const type = isIP(address) === 6 ? 'udp6' : 'udp4';
      const current = sockets.get(type);
      if (current && current.remaining-- > 0) return current.socket;
      // Datagrams that wait in the kernel are sent even after the socket was closed.
      current?.socket.close();
      const socket = createSocket(type);
      socket.on('error', () => undefined);
      sockets.set(type, { socket, remaining: datagramsPerSocket - 1 });
      return socket;
    };
    try {
      for (const address of addresses) {
        await this.arpRate.take(signal);
        await rate.take(signal);
        await new Promise<void>((resolve) => {
          socketFor(address).send(Buffer.alloc(1), discardPort, address, () => resolve());
        });
        step();
        // An entry that was confirmed early may be stale at the end of a long sweep, so the table is read every 2 s.
        if (performance.now() - this.readAt < tableEveryMs) continue;
        await this.readTables();
        this.readAt = performance.now();
      }
    } finally {
      for (const { socket } of sockets.values()) socket.close();
    }
  }
}

/** Whether a host answers on one of the likely ports, by accepting or refusing the connection. */
export async function answersOverTcp(
  address: string,
  { rate, pool, signal, timeoutMs = 500 }: Pick<SweepOptions, 'rate' | 'pool' | 'signal' | 'timeoutMs'>,
): Promise<boolean> {
  for (const port of likelyPorts) {
    await rate.take(signal);
    const state = await pool.run(() => probePortState(address, port, timeoutMs, signal));
    if (state === 'open' || state === 'closed') return true;
    if (state === 'unreachable') return false;
  }
  return false;
}

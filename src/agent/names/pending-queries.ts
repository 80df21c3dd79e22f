// Pending name queries of one UDP socket: one per address, each with a timeout.
import { isIP } from 'node:net';
import { waitAtMost } from '../waiting';

/** A protocol that finds names of addresses. `ask` resolves with the name, or with undefined after its timeout. */
export interface NameSource {
  ask(address: string): Promise<string | undefined>;
  close(): void;
}

/** Pending queries, one per address. */
export class PendingQueries {
  private readonly resolvers = new Map<string, (name: string | undefined) => void>();
  private isClosed = false;

  constructor(private readonly ms: number) {}

  /**
   * Sends a query by `send`, and waits for its answer. Resolves with the name; with undefined after `ms` milliseconds,
   * or when the socket is closed.
   */
  wait(address: string, send: () => void): Promise<string | undefined> {
    if (this.isClosed) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const stopWaiting = waitAtMost(this.ms, () => this.answer(address, undefined));
      this.resolvers.set(address, (name) => {
        stopWaiting();
        resolve(name);
      });
      send();
    });
  }

  isWaiting = (address: string): boolean => this.resolvers.has(address);

  answer(address: string, name: string | undefined): void {
    const resolve = this.resolvers.get(address);
    this.resolvers.delete(address);
    resolve?.(name);
  }

  close(): void {
    this.isClosed = true;
    for (const address of [...this.resolvers.keys()]) this.answer(address, undefined);
  }
}

export const isIpv4 = (address: string): boolean => isIP(address) === 4;

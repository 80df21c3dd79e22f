// Questions to machines themselves, by one UDP socket: who has been asked, and how long an answer is waited for.
import { isIP } from 'node:net';
import { waitAtMost } from '../waiting';

/** A source of names; `ask` ends without a name where nothing comes in time. */
export interface NameSource {
  ask(address: string): Promise<string | undefined>;
  close(): void;
}

/** The questions under way, one per address. */
export class Asked {
  private readonly waiting = new Map<string, (name: string | undefined) => void>();
  private isClosed = false;

  constructor(private readonly ms: number) {}

  /** `send` is done once; the promise ends with `answer`, `close` or the time. */
  wait(address: string, send: () => void): Promise<string | undefined> {
    if (this.isClosed) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const stopWaiting = waitAtMost(this.ms, () => this.answer(address, undefined));
      this.waiting.set(address, (name) => {
        stopWaiting();
        resolve(name);
      });
      send();
    });
  }

  isWaiting = (address: string): boolean => this.waiting.has(address);

  answer(address: string, name: string | undefined): void {
    const resolve = this.waiting.get(address);
    this.waiting.delete(address);
    resolve?.(name);
  }

  close(): void {
    this.isClosed = true;
    for (const address of [...this.waiting.keys()]) this.answer(address, undefined);
  }
}

export const isIpv4 = (address: string): boolean => isIP(address) === 4;

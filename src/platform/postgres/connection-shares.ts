// Who gets the next connection: a caller has at most half of the pool, and daemons and people do not starve each other.
import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailable } from '../../errors';
import { isPatient } from './time-limits';

/** The caller that work is done for. The service's own work has none and is not limited. */
export interface ConnectionCaller {
  /** The same for all that one caller asks at a time. */
  readonly key: string;
  readonly kind: 'person' | 'daemon' | 'probe';
}
const callers = new AsyncLocalStorage<ConnectionCaller>();
const holding = new AsyncLocalStorage<true>();

/** Does the work on connections of this caller's share. */
export const onBehalfOf = <T>(caller: ConnectionCaller, work: () => T): T => callers.run(caller, work);

/** Does the work of a transaction, which holds a connection: were it to wait for a second, all could wait for each other. */
export const whileHolding = <T>(work: () => T): T => holding.run(true, work);

/** Throws where a transaction of a request, or of the service's own work, asks for more. */
export function assertHoldsNone(): void {
  if (holding.getStore() && (callers.getStore() || isPatient()))
    throw new Error('a transaction asked for a second connection: use the one that it holds');
}

/** Work for all who wait for it: it does not count towards the share of the caller who began it. */
export const onBehalfOfAll = <T>(work: () => T): T => callers.exit(() => holding.exit(work));

export const currentCaller = (): ConnectionCaller | undefined => callers.getStore();

interface Waiting {
  readonly caller: ConnectionCaller | undefined;
  readonly go: () => void;
}

/** A queue that moves is waited in for so many times as long as one that stands still. */
const waitsWhileMoving = 6;

export class ConnectionShares {
  /** When a connection that the database had answered on was last given back. */
  private answeredAt = -Infinity;
  private readonly held = new Map<string, number>();
  private readonly heldBy = { person: 0, daemon: 0, probe: 0 };
  private taken = 0;
  private waiting: Waiting[] = [];
  private readonly ofOne: number;
  private readonly of: Record<ConnectionCaller['kind'], number>;

  constructor(private readonly size: number) {
    this.ofOne = Math.max(1, Math.floor(size / 2));
    // A fifth is for daemons alone; a pool of less than four is too small to keep one aside.
    const aside = size < 4 ? 0 : Math.max(1, Math.floor(size / 5));
    this.of = { person: size - aside, daemon: this.ofOne, probe: this.ofOne };
  }

  /** Whether no other caller could be given a connection now. */
  get isFull(): boolean {
    return this.taken >= this.size;
  }

  /**
   * Waits for a place, to be returned with `give`. Rejects when none has become free for `waitMs`: many reads of one
   * caller that the database answers one after the other are late, and not refused, up to six times that long.
   */
  take(caller: ConnectionCaller | undefined, waitMs: number): Promise<void> {
    // Where there is room, all who wait have their share already.
    if (!this.isFull && this.mayTake(caller)) {
      this.count(caller, 1);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        caller,
        go: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const began = performance.now();
      const refuseOrWait = () => {
        const now = performance.now();
        const sinceAnswer = now - this.answeredAt;
        const remaining = Math.min(waitMs - sinceAnswer, began + waitsWhileMoving * waitMs - now);
        if (remaining > 0) return void (timer = setTimeout(refuseOrWait, remaining));
        this.waiting = this.waiting.filter((one) => one !== entry);
        reject(new DatabaseUnavailable('waiting', new Error(`no connection became free within ${waitMs} ms`)));
      };
      let timer = setTimeout(refuseOrWait, waitMs);
      this.waiting.push(entry);
    });
  }

  /** `isAnswered`: the connection is as good as before. */
  give(caller: ConnectionCaller | undefined, isAnswered = true): void {
    if (isAnswered) this.answeredAt = performance.now();
    this.count(caller, -1);
    this.next();
  }

  private next(): void {
    while (!this.isFull) {
      const first = this.waiting.filter(({ caller }) => this.mayTake(caller)).sort(this.byNeed)[0];
      if (!first) return;
      this.waiting = this.waiting.filter((one) => one !== first);
      this.count(first.caller, 1);
      first.go();
    }
  }

  private mayTake(caller: ConnectionCaller | undefined): boolean {
    if (!caller) return true;
    return this.heldOf(caller) < this.ofOne && this.heldBy[caller.kind] < this.of[caller.kind];
  }

  /** Probes, then callers with the fewest connections, then daemons; first come first served between equals (stable sort). */
  private readonly byNeed = ({ caller: a }: Waiting, { caller: b }: Waiting): number =>
    Number(b?.kind === 'probe') - Number(a?.kind === 'probe') ||
    this.heldOf(a) - this.heldOf(b) ||
    Number(b?.kind === 'daemon') - Number(a?.kind === 'daemon');

  private heldOf(caller: ConnectionCaller | undefined): number {
    return caller ? (this.held.get(caller.key) ?? 0) : 0;
  }

  private count(caller: ConnectionCaller | undefined, by: 1 | -1): void {
    this.taken += by;
    if (!caller) return;
    this.heldBy[caller.kind] += by;
    const held = this.heldOf(caller) + by;
    if (held > 0) this.held.set(caller.key, held);
    else this.held.delete(caller.key);
  }
}

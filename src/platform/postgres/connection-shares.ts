// Shares the database connections among callers. Each caller gets at most half of the pool. Daemons together cannot use
// all connections, nor can users. Heavy work of an organization gets at most a fifth, and all heavy work at most half.
import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailable } from '../../errors';
import { withoutJoining } from './request-transaction';
import { hasNoStatementTimeout } from './time-limits';

/** The caller on whose behalf work is done. The service's own work has no caller and no limit. */
export interface ConnectionCaller {
  /** Identifies the caller. All concurrent work of one caller has the same key. */
  readonly key: string;
  readonly kind: 'person' | 'daemon' | 'probe';
  /**
   * Whether the work is heavy, such as building a graph or sending a file with all rows. The key of the caller is then
   * its organization, so that all users of an organization share one limit for heavy work.
   */
  readonly isHeavy?: boolean;
  /** Called with the time for which the caller held a connection, in milliseconds. */
  readonly onReturned?: (ms: number) => void;
}
const callers = new AsyncLocalStorage<ConnectionCaller>();
const holding = new AsyncLocalStorage<true>();

/** Runs the work with connections of the caller's share. */
export const runForCaller = <T>(caller: ConnectionCaller, work: () => T): T => callers.run(caller, work);

/**
 * Marks work in a transaction, which has a connection already. If such work waited for a second connection, the pool
 * could deadlock.
 */
export const whileHolding = <T>(work: () => T): T => holding.run(true, work);

/**
 * Throws if the current work is inside a transaction, which has a connection already. Waiting for a second connection
 * could deadlock the pool.
 */
export function assertHoldsNone(): void {
  if (holding.getStore() && (callers.getStore() || hasNoStatementTimeout()))
    throw new Error('a transaction asked for a second connection: use the one that it holds');
}

/**
 * Throws if the current work is inside a transaction. A second transaction would wait for the first one, which waits
 * for it.
 */
export function assertHoldsNoTransaction(): void {
  if (holding.getStore()) throw new Error('a transaction began a second one: use the connection that it holds');
}

/**
 * Runs work whose result several callers share, such as a look-up for several requests. The work uses no caller's share
 * of the connections, and reads committed rows only, even when called inside a transaction.
 */
export const onBehalfOfAll = <T>(work: () => T): T => callers.exit(() => holding.exit(() => withoutJoining(work)));

export const currentCaller = (): ConnectionCaller | undefined => callers.getStore();

interface Waiting {
  readonly caller: ConnectionCaller | undefined;
  readonly go: () => void;
}

/**
 * A caller waits longer than `waitMs` for a connection while other callers return connections, but at most this many
 * times `waitMs`.
 */
const waitsWhileMoving = 6;

export class ConnectionShares {
  /** When a working connection was last returned, in milliseconds of `performance.now`. */
  private answeredAt = -Infinity;
  private readonly heldByCaller = new Map<string, number>();
  private readonly heldBy = { person: 0, daemon: 0, probe: 0 };
  private heavyCount = 0;
  private takenCount = 0;
  private waitingRequests: Waiting[] = [];
  private readonly ofOne: number;
  private readonly ofOneHeavy: number;
  private readonly of: Record<ConnectionCaller['kind'], number>;

  constructor(private readonly size: number) {
    this.ofOne = Math.max(1, Math.floor(size / 2));
    this.ofOneHeavy = Math.min(this.ofOne, Math.max(2, Math.floor(size / 5)));
    // A fifth of the connections is reserved for daemons. A pool of fewer than four connections reserves none.
    const reservedCount = size < 4 ? 0 : Math.max(1, Math.floor(size / 5));
    this.of = { person: size - reservedCount, daemon: this.ofOne, probe: this.ofOne };
  }

  /** Whether all connections are in use. */
  get isFull(): boolean {
    return this.takenCount >= this.size;
  }

  /**
   * Waits until the caller may use a connection, which is handed back by `give`. Rejects if no connection of any caller
   * becomes free for `waitMs`, and at the latest after six times `waitMs`.
   */
  take(caller: ConnectionCaller | undefined, waitMs: number): Promise<void> {
    // If callers wait although a connection is free, they have used up their share. So this caller need not wait behind
    // them.
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
        const remainingMs = Math.min(waitMs - sinceAnswer, began + waitsWhileMoving * waitMs - now);
        if (remainingMs > 0) return void (timer = setTimeout(refuseOrWait, remainingMs));
        this.waitingRequests = this.waitingRequests.filter((one) => one !== entry);
        const trouble = caller?.isHeavy && !this.isFull ? 'share_used' : 'waiting';
        reject(new DatabaseUnavailable(trouble, new Error(`no connection became free within ${waitMs} ms`)));
      };
      let timer = setTimeout(refuseOrWait, waitMs);
      this.waitingRequests.push(entry);
    });
  }

  /** Returns a connection. `isAnswered`: whether the connection worked. */
  give(caller: ConnectionCaller | undefined, isAnswered = true): void {
    if (isAnswered) this.answeredAt = performance.now();
    this.count(caller, -1);
    this.next();
  }

  private next(): void {
    while (!this.isFull) {
      const first = this.waitingRequests.filter(({ caller }) => this.mayTake(caller)).sort(this.byNeed)[0];
      if (!first) return;
      this.waitingRequests = this.waitingRequests.filter((one) => one !== first);
      this.count(first.caller, 1);
      first.go();
    }
  }

  private mayTake(caller: ConnectionCaller | undefined): boolean {
    if (!caller) return true;
    if (caller.isHeavy && this.heavyCount >= this.ofOne) return false;
    const ofCaller = caller.isHeavy ? this.ofOneHeavy : this.ofOne;
    return this.heldOf(caller) < ofCaller && this.heldBy[caller.kind] < this.of[caller.kind];
  }

  /**
   * Order of the queue: health checks first, then callers with the fewest connections, then daemons; otherwise by
   * arrival (the sort is stable).
   */
  private readonly byNeed = ({ caller: a }: Waiting, { caller: b }: Waiting): number =>
    Number(b?.kind === 'probe') - Number(a?.kind === 'probe') ||
    this.heldOf(a) - this.heldOf(b) ||
    Number(b?.kind === 'daemon') - Number(a?.kind === 'daemon');

  private heldOf(caller: ConnectionCaller | undefined): number {
    return caller ? (this.heldByCaller.get(caller.key) ?? 0) : 0;
  }

  private count(caller: ConnectionCaller | undefined, by: 1 | -1): void {
    this.takenCount += by;
    if (!caller) return;
    this.heldBy[caller.kind] += by;
    if (caller.isHeavy) this.heavyCount += by;
    const heldCount = this.heldOf(caller) + by;
    if (heldCount > 0) this.heldByCaller.set(caller.key, heldCount);
    else this.heldByCaller.delete(caller.key);
  }
}

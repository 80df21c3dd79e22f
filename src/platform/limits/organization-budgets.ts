// Budgets of organizations for heavy work: requests that run at once, time of worker threads, and time of database
// connections. Only an organization that exceeds its own budget is refused.
import { LRUCache } from 'lru-cache';
import { AppError } from '../../errors';
import { TimeBudget } from './time-budget';

export interface OrganizationLimits {
  /** Maximum number of heavy requests of one organization that run at once in this process. */
  readonly requestsAtOnce: number;
  /** Seconds of worker threads that one organization may use in a minute; `Infinity` if they are not limited. */
  readonly threadSeconds: number;
  /** Seconds of database connections that heavy work of one organization may use in a minute. */
  readonly databaseSeconds: number;
}

/** What an organization has used up, in `params.reason` of the error. */
export type BusyReason = 'requests_at_once' | 'thread_time' | 'database_time';

export interface BudgetMetrics {
  /** Called when a heavy request of any organization begins (`by` is 1) or stops (-1) running or waiting. */
  onCount(state: 'running' | 'waiting', by: 1 | -1): void;
  onRefused(reason: BusyReason): void;
  onUsed(resource: 'threads' | 'database', ms: number): void;
}

/** Maximum number of waiting requests for each request that may run. */
const waitingForEach = 8;
/** Maximum number of seconds that a heavy request waits for other heavy requests of the same organization. */
const mostWaitSeconds = 20;
/** Retry-After in seconds when the queue of an organization is full. */
const fullQueueSeconds = 5;
/** Maximum number of organizations whose use is remembered. The least recently active ones are forgotten. */
const mostOrganizations = 10_000;

interface Waiting {
  readonly begin: () => void;
}

interface Account {
  running: number;
  /** Waiting requests in the order of their arrival. */
  readonly waiting: Set<Waiting>;
  readonly threads: TimeBudget;
  readonly database: TimeBudget;
}

const noMetrics: BudgetMetrics = { onCount: () => undefined, onRefused: () => undefined, onUsed: () => undefined };

/** Milliseconds after its last request for which an organization counts as active. */
const activeMs = 60_000;

interface Activity {
  readonly organizationId: string;
  at: number;
}

export class OrganizationBudgets {
  private readonly accounts = new LRUCache<string, Account>({ max: mostOrganizations });
  /**
   * The two organizations that sent the most recent requests. They show whether an organization is the only active one.
   */
  private latest: Activity | undefined;
  private before: Activity | undefined;

  constructor(
    private readonly limits: OrganizationLimits,
    private readonly metrics: BudgetMetrics = noMetrics,
  ) {}

  /**
   * Waits until the organization may run one more heavy request. Resolves with the function that ends the request;
   * further calls have no effect. Throws 429 `organization_busy` if the organization has used up its time
   * (`requireTime`), if too many of its requests wait, or after `mostWaitSeconds`. `onGone` registers what to do when
   * the caller disconnects: the request then no longer waits.
   */
  async enter(organizationId: string, onGone: (end: () => void) => void): Promise<() => void> {
    const account = this.accountOf(organizationId);
    this.requireTime(organizationId);
    if (account.running < this.limits.requestsAtOnce) this.count(account, 1);
    else await this.wait(account, onGone);
    let isRunning = true;
    return () => {
      if (isRunning) this.next(account);
      isRunning = false;
    };
  }

  /** Records a request of any kind by an organization. */
  noteActive(organizationId: string): void {
    if (this.latest?.organizationId !== organizationId) {
      this.before = this.latest;
      this.latest = { organizationId, at: 0 };
    }
    this.latest!.at = performance.now();
  }

  /**
   * Throws 429 `organization_busy` if the organization has used up its time, and another organization was active in the
   * last minute. An organization that is alone takes time from nobody.
   */
  requireTime(organizationId: string): void {
    const now = performance.now();
    const neighbour = this.latest?.organizationId === organizationId ? this.before : this.latest;
    if (!neighbour || now - neighbour.at > activeMs) return;
    const { threads, database } = this.accountOf(organizationId);
    const [threadMs, databaseMs] = [threads.msUntilFree(now), database.msUntilFree(now)];
    if (threadMs === 0 && databaseMs === 0) return;
    throw this.refusal(
      threadMs >= databaseMs ? 'thread_time' : 'database_time',
      Math.ceil(Math.max(threadMs, databaseMs) / 1000),
    );
  }

  chargeThread(organizationId: string, ms: number): void {
    this.accountOf(organizationId).threads.charge(ms, performance.now());
    this.metrics.onUsed('threads', ms);
  }

  chargeDatabase(organizationId: string, ms: number): void {
    this.accountOf(organizationId).database.charge(ms, performance.now());
    this.metrics.onUsed('database', ms);
  }

  private accountOf(organizationId: string): Account {
    const { threadSeconds, databaseSeconds } = this.limits;
    const account = this.accounts.get(organizationId) ?? {
      ...{ running: 0, waiting: new Set() },
      ...{ threads: new TimeBudget(threadSeconds), database: new TimeBudget(databaseSeconds) },
    };
    this.accounts.set(organizationId, account);
    return account;
  }

  private wait({ waiting }: Account, onGone: (end: () => void) => void): Promise<void> {
    if (waiting.size >= waitingForEach * this.limits.requestsAtOnce)
      throw this.refusal('requests_at_once', fullQueueSeconds);
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        begin: () => {
          this.forget(waiting, entry, timer);
          resolve();
        },
      };
      const giveUp = (errorOf: () => AppError) => {
        if (!waiting.has(entry)) return;
        this.forget(waiting, entry, timer);
        reject(errorOf());
      };
      const giveUpLate = () => giveUp(() => this.refusal('requests_at_once', mostWaitSeconds));
      const timer = setTimeout(giveUpLate, mostWaitSeconds * 1000);
      waiting.add(entry);
      this.metrics.onCount('waiting', 1);
      onGone(() => giveUp(() => new AppError('organization_busy')));
    });
  }

  private forget(waiting: Set<Waiting>, entry: Waiting, timer: NodeJS.Timeout): void {
    clearTimeout(timer);
    waiting.delete(entry);
    this.metrics.onCount('waiting', -1);
  }

  /** Starts the request that has waited longest, in place of a request that has ended. */
  private next(account: Account): void {
    const [first] = account.waiting;
    if (first) first.begin();
    else this.count(account, -1);
  }

  private count(account: Account, by: 1 | -1): void {
    account.running += by;
    this.metrics.onCount('running', by);
  }

  private refusal(reason: BusyReason, retryAfterSeconds: number): AppError {
    this.metrics.onRefused(reason);
    return new AppError('organization_busy', { reason }, retryAfterSeconds);
  }
}

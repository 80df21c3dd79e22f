// A connection pool that callers share. The pool counts as ended only when PostgreSQL has closed each connection.
import { Pool, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { DatabaseUnavailable } from '../../errors';
import { assertHoldsNone, ConnectionShares, currentCaller } from './connection-shares';
import { LostConnections, type Introduction } from './lost-connections';
import { transactionToJoin } from './request-transaction';
import { StatementClient } from './text-statement';
import { beforeFirstUse, wireConnection } from './wire';

/**
 * If a server refuses a write because it is read-only (after a failover), the pool replaces all connections, at most
 * once in this number of milliseconds. Without this limit, each of many refused writes would replace them.
 */
const distrustEveryMs = 1_000;

type Connected = (error: Error | undefined, client?: PoolClient, release?: PoolClient['release']) => void;

export interface SharedPoolConfig extends PoolConfig {
  readonly max: number;
  readonly connectionTimeoutMillis: number;
  /**
   * Returns the statements that each connection runs once, before its first use. If a statement fails, the connection
   * is closed.
   */
  readonly sessionSettings: () => string;
  /** For tests: if true, a transaction that requests a second connection throws instead of waiting. */
  readonly refusesSecond?: boolean;
  /** Called with each connection before a caller gets it. */
  readonly onLend?: (connection: PoolClient) => void;
}

export class SharedPool extends Pool {
  private readonly shares: ConnectionShares;
  private readonly waitMs: number;
  private readonly refusesSecond: boolean;
  private readonly onLend: SharedPoolConfig['onLend'];
  private readonly openedAt = new WeakMap<PoolClient, number>();
  private distrustedAt = -Infinity;
  private readonly open = new Set<PoolClient>();
  private onEmpty: () => void = () => undefined;

  constructor({ refusesSecond = false, onLend, sessionSettings, ...config }: SharedPoolConfig) {
    super({ ...config, Client: StatementClient });
    const { connectionString, application_name } = config;
    const connection = { connectionString, application_name };
    const lostConnections = new LostConnections({ connection, onLost: () => this.distrust() });
    beforeFirstUse(this, async (client) => {
      const settings = `${sessionSettings()}; ${LostConnections.introduction}`;
      // Several statements in one text have several results, but pg's types declare only one.
      const answers = (await client.query(settings)) as unknown as readonly QueryResult<Introduction>[];
      lostConnections.watch(client, answers.at(-1)?.rows[0]);
      this.openedAt.set(client, performance.now());
    });
    this.shares = new ConnectionShares(config.max);
    this.waitMs = config.connectionTimeoutMillis;
    this.refusesSecond = refusesSecond;
    this.onLend = onLend;
    this.on('connect', (client) => {
      this.open.add(client);
      // While a connection is in use, its pending query reports the error. Without this listener, the event would end
      // the service.
      client.on('error', () => undefined);
    });
    this.on('remove', (client) => {
      this.open.delete(client as PoolClient);
      if (this.open.size === 0) this.onEmpty();
    });
  }

  /** Whether all connections are in use. */
  get isFull(): boolean {
    return this.shares.isFull;
  }

  /**
   * Replaces all open connections before their next use, because the address may now lead to another server, or to
   * none. A connection to a former primary answers reads, but refuses writes for as long as it is used.
   */
  distrust(): void {
    const now = performance.now();
    if (now - this.distrustedAt >= distrustEveryMs) this.distrustedAt = now;
  }

  /** Destroys all connections, so that their pending statements fail at once. */
  cutOff(reason: string): void {
    for (const client of this.open) wireConnection(client).stream.destroy(new Error(reason));
  }

  private isTrusted(client: PoolClient): boolean {
    return (this.openedAt.get(client) ?? Infinity) > this.distrustedAt;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    const connection = this.connectInTurn();
    if (!callback) return connection;
    connection.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }

  private async connectInTurn(): Promise<PoolClient> {
    if (this.refusesSecond) assertHoldsNone();
    if (transactionToJoin(this)) throw new Error('a statement would run outside of the transaction of its request');
    const caller = currentCaller();
    await this.shares.take(caller, this.waitMs);
    try {
      let client = await super.connect();
      while (!this.isTrusted(client)) {
        client.release(true);
        client = await super.connect();
      }
      this.onLend?.(client);
      const release = client.release;
      const lentAt = performance.now();
      client.release = (error) => {
        release(error ?? !this.isTrusted(client));
        this.shares.give(caller, !error);
        caller?.onReturned?.(performance.now() - lentAt);
      };
      return client;
    } catch (error) {
      this.shares.give(caller, false);
      throw new DatabaseUnavailable('unreachable', error);
    }
  }

  /**
   * Ends the pool, and waits until the sockets are closed, because pg's `end()` resolves before that. If PostgreSQL is
   * stopped right after pg's `end()`, the remaining connections are reported as lost.
   */
  override async end(callback?: () => void): Promise<void> {
    await super.end();
    await new Promise<void>((resolve) => (this.open.size === 0 ? resolve() : (this.onEmpty = resolve)));
    callback?.();
  }
}

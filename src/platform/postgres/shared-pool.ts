// A connection pool that is shared out among callers, and that has ended only when PostgreSQL has let go of each connection.
import { Pool, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { DatabaseUnavailable } from '../../errors';
import { assertHoldsNone, ConnectionShares, currentCaller } from './connection-shares';
import { LostConnections, type Introduction } from './lost-connections';
import { StatementClient } from './text-statement';
import { beforeFirstUse } from './wire';

/** More often nothing is found out: a server that can only be read would be connected to anew for each write. */
const distrustEveryMs = 1_000;

type Connected = (error: Error | undefined, client?: PoolClient, release?: PoolClient['release']) => void;

export interface SharedPoolConfig extends PoolConfig {
  readonly max: number;
  readonly connectionTimeoutMillis: number;
  /** Sent to each connection once, before its first use. */
  readonly sessionSettings: string;
  /** Throws where a transaction asks for a second connection, instead of letting it wait: for tests. */
  readonly refusesSecond?: boolean;
  /** Called with each connection before it is lent. */
  readonly onLend?: (connection: PoolClient) => void;
}

export class SharedPool extends Pool {
  private readonly shares: ConnectionShares;
  private readonly waitMs: number;
  private readonly refusesSecond: boolean;
  private readonly onLend: SharedPoolConfig['onLend'];
  private readonly openedAt = new WeakMap<PoolClient, number>();
  private distrustedAt = -Infinity;
  private connections = 0;
  private onEmpty: () => void = () => undefined;

  constructor({ refusesSecond = false, onLend, sessionSettings, ...config }: SharedPoolConfig) {
    super({ ...config, Client: StatementClient });
    const { connectionString, application_name } = config;
    const connection = { connectionString, application_name };
    const lostConnections = new LostConnections({ connection, onLost: () => this.distrust() });
    const settings = `${sessionSettings}; ${LostConnections.introduction}`;
    beforeFirstUse(this, async (client) => {
      // Several statements have several answers, of which the types of pg know one.
      const answers = (await client.query(settings)) as unknown as readonly QueryResult<Introduction>[];
      lostConnections.watch(client, answers.at(-1)?.rows[0]);
      this.openedAt.set(client, performance.now());
    });
    this.shares = new ConnectionShares(config.max);
    this.waitMs = config.connectionTimeoutMillis;
    this.refusesSecond = refusesSecond;
    this.onLend = onLend;
    this.on('connect', (client) => {
      this.connections += 1;
      // While it is lent, its loss is told to who asks by it; an error event that nobody heard would end the service.
      client.on('error', () => undefined);
    });
    this.on('remove', () => {
      this.connections -= 1;
      if (this.connections === 0) this.onEmpty();
    });
  }

  /** Whether all connections are in use. */
  get isFull(): boolean {
    return this.shares.isFull;
  }

  /**
   * Another server, or none, may be behind the address by now: no connection that is open is used for anything new. One
   * that leads to the former primary would answer reads, and refuse writes for as long as it is used.
   */
  distrust(): void {
    const now = performance.now();
    if (now - this.distrustedAt >= distrustEveryMs) this.distrustedAt = now;
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
      client.release = (error) => {
        release(error ?? !this.isTrusted(client));
        this.shares.give(caller, !error);
      };
      return client;
    } catch (error) {
      this.shares.give(caller, false);
      throw new DatabaseUnavailable('unreachable', error);
    }
  }

  /**
   * pg's own answers while its connections still say goodbye: a PostgreSQL that is stopped right after it cuts off those
   * that it has not heard, and they are reported as lost.
   */
  override async end(callback?: () => void): Promise<void> {
    await super.end();
    await new Promise<void>((resolve) => (this.connections === 0 ? resolve() : (this.onEmpty = resolve)));
    callback?.();
  }
}

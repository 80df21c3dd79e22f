// A connection pool that is shared out among callers, and that has ended only when PostgreSQL has let go of each connection.
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { DatabaseUnavailable } from '../../errors';
import { assertHoldsNone, ConnectionShares, currentCaller } from './connection-shares';
import { heldFor } from './held-connection';
import { StatementClient } from './text-statement';

type Connected = (error: Error | undefined, client?: PoolClient, release?: PoolClient['release']) => void;

export interface SharedPoolConfig extends PoolConfig {
  readonly max: number;
  readonly connectionTimeoutMillis: number;
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
  private connections = 0;
  private onEmpty: () => void = () => undefined;

  constructor({ refusesSecond = false, onLend, ...config }: SharedPoolConfig) {
    super({ ...config, Client: StatementClient });
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

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    const connected = this.connectInTurn();
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }

  private async connectInTurn(): Promise<PoolClient> {
    if (this.refusesSecond) assertHoldsNone();
    const caller = currentCaller();
    await this.shares.take(caller, this.waitMs);
    try {
      const client = await super.connect();
      this.onLend?.(client);
      const release = client.release;
      const held = heldFor();
      held?.hold(client);
      client.release = (error) => {
        held?.leave(client);
        release(error);
        this.shares.give(caller);
      };
      return client;
    } catch (error) {
      this.shares.give(caller);
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

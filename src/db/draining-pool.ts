// A connection pool that has ended only when PostgreSQL has let go of each of its connections.
import { Pool, type PoolConfig } from 'pg';

/**
 * `end()` of pg's own answers while its connections still say goodbye: a PostgreSQL that is stopped right after it
 * cuts off those that it has not heard, and they are told as lost.
 */
export class DrainingPool extends Pool {
  private connections = 0;
  private onEmpty: () => void = () => undefined;

  constructor(config: PoolConfig) {
    super(config);
    this.on('connect', () => (this.connections += 1));
    this.on('remove', () => {
      this.connections -= 1;
      if (this.connections === 0) this.onEmpty();
    });
  }

  override async end(callback?: () => void): Promise<void> {
    await super.end();
    await new Promise<void>((resolve) => (this.connections === 0 ? resolve() : (this.onEmpty = resolve)));
    callback?.();
  }
}

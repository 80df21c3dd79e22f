// What pg has and its types leave out: the one place that names it.
import type { Socket } from 'node:net';
import type { ClientBase, Connection, Pool, PoolClient } from 'pg';

declare module 'pg' {
  /** Exported for packages that make statements of their own. */
  export const utils: {
    /** A value as PostgreSQL reads it. */
    prepareValue(value: unknown): string | Buffer | null;
  };
}

/** It emits the messages of PostgreSQL by their names, such as `commandComplete`. */
export interface Wire extends Connection {
  /** The texts of named statements, by name: pg sends the text of none of them again. */
  readonly parsedStatements: Record<string, string>;
  readonly stream: Socket;
  sendCopyFail(why: string): void;
}

interface Insides {
  readonly connection: Wire;
  /** Of PostgreSQL's process for the connection. */
  readonly processID: number | null;
  /** Whether no statement is under way. */
  readonly readyForQuery: boolean;
}
// Parts of pg that its types do not name.
export const clientInternals = (client: ClientBase): Insides => client as unknown as Insides;
export const wireConnection = (client: ClientBase): Wire => clientInternals(client).connection;

/** `prepare` is run on each new connection of the pool, which lends it when that has ended. */
export const beforeFirstUse = (pool: Pool, prepare: (client: PoolClient) => Promise<void>): void =>
  void Object.assign(pool.options, { onConnect: prepare });

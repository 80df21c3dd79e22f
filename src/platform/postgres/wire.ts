// Declares parts of pg that its types omit; only this file accesses them.
import type { Socket } from 'node:net';
import type { ClientBase, Connection, Pool, PoolClient } from 'pg';

declare module 'pg' {
  /** pg exports these for packages with custom statements. */
  export const utils: {
    /** Converts a value to PostgreSQL's input format. */
    prepareValue(value: unknown): string | Buffer | null;
  };
}

/** A connection; emits PostgreSQL's messages by name, such as `commandComplete`. */
export interface Wire extends Connection {
  /** The texts of prepared statements by name. pg does not send these texts again. */
  readonly parsedStatements: Record<string, string>;
  readonly stream: Socket;
  sendCopyFail(why: string): void;
}

interface Insides {
  readonly connection: Wire;
  /** Process id of PostgreSQL's backend for the connection. */
  readonly processID: number | null;
  /** Whether no statement is running. */
  readonly readyForQuery: boolean;
}
// The client, typed with the parts that pg's types omit.
export const clientInternals = (client: ClientBase): Insides => client as unknown as Insides;
export const wireConnection = (client: ClientBase): Wire => clientInternals(client).connection;

/** Sets `prepare`, which the pool runs on each new connection and awaits before handing it out. */
export const beforeFirstUse = (pool: Pool, prepare: (client: PoolClient) => Promise<void>): void =>
  void Object.assign(pool.options, { onConnect: prepare });

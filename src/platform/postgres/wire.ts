// Declares members of pg that its types omit. Only this file uses them.
import type { Socket } from 'node:net';
import type { ClientBase, Connection, Pool, PoolClient } from 'pg';

declare module 'pg' {
  /** Functions that pg exports for packages with their own kinds of statements. */
  export const utils: {
    /** Converts a value to PostgreSQL's input format. */
    prepareValue(value: unknown): string | Buffer | null;
  };
}

/** A connection. It emits PostgreSQL's messages by name, such as `commandComplete`. */
export interface Wire extends Connection {
  /** The texts of prepared statements by name. pg does not send these texts again. */
  readonly parsedStatements: Record<string, string>;
  readonly stream: Socket;
  sendCopyFail(why: string): void;
}

interface Insides {
  readonly connection: Wire;
  /** Process id of the PostgreSQL backend for the connection. */
  readonly processID: number | null;
  /** Whether no statement is running. */
  readonly readyForQuery: boolean;
}
// The client, typed with the members that pg's types omit.
export const clientInternals = (client: ClientBase): Insides => client as unknown as Insides;
export const wireConnection = (client: ClientBase): Wire => clientInternals(client).connection;

/** Sets `prepare`, which the pool runs on each new connection before a caller gets it. */
export const beforeFirstUse = (pool: Pool, prepare: (client: PoolClient) => Promise<void>): void =>
  void Object.assign(pool.options, { onConnect: prepare });

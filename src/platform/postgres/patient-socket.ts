// A socket to PostgreSQL with a time limit: after a failover no server may be left to close the connection.
import { Socket } from 'node:net';

/** Breaks when nothing has come or gone for so long; without this, statements sent into the void wait for many minutes. */
export function patientSocket(seconds: number): Socket {
  const socket = new Socket();
  socket.setTimeout(seconds * 1000, () =>
    socket.destroy(new Error(`the database said nothing for ${seconds} s: the connection counts as lost`)),
  );
  return socket;
}

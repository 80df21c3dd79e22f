// A socket to PostgreSQL whose patience ends: after a failover nobody may be left to say that the connection is gone.
import { Socket } from 'node:net';

/** Breaks when nothing has come or gone for so long; without this, statements sent into the void wait for many minutes. */
export function patientSocket(seconds: number): Socket {
  const socket = new Socket();
  socket.setTimeout(seconds * 1000, () =>
    socket.destroy(new Error(`the database said nothing for ${seconds} s: the connection counts as lost`)),
  );
  return socket;
}

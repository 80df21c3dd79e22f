// Time limits of statements and connections, and the work that goes without one.
import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';

const patient = new AsyncLocalStorage<true>();

/** Does the work without a limit to the time of its statements, which then are all sent in transactions. */
export const patiently = <T>(work: () => T): T => patient.run(true, work);

export const isPatient = (): boolean => patient.getStore() === true;

/**
 * A socket to PostgreSQL that breaks when nothing has come or gone for so long: after a failover no server may be left to
 * close the connection, and statements would wait for many minutes.
 */
export function patientSocket(seconds: number): Socket {
  const socket = new Socket();
  socket.setTimeout(seconds * 1000, () =>
    socket.destroy(new Error(`the database said nothing for ${seconds} s: the connection counts as lost`)),
  );
  return socket;
}

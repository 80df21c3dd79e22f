// Work that may take its time: its statements end when they are done, where those of requests end after some seconds.
import { AsyncLocalStorage } from 'node:async_hooks';

const patient = new AsyncLocalStorage<true>();

/** Does the work without a limit to the time of its statements, which then are all sent in transactions. */
export const patiently = <T>(work: () => T): T => patient.run(true, work);

export const isPatient = (): boolean => patient.getStore() === true;

// Conversions for the daemon protocol before 0.14. It called the modes of a daemon Push (the server polls the daemon) and
// Pull (the daemon polls the server).
import { isObject, type Json, type Step } from './protocol-versions';

const modes: Readonly<Record<string, string>> = {
  Push: 'server_poll',
  push: 'server_poll',
  Pull: 'daemon_poll',
  pull: 'daemon_poll',
};

const readMode = (body: Json): Json =>
  typeof body.mode === 'string' && Object.hasOwn(modes, body.mode) ? { ...body, mode: modes[body.mode] } : body;

const writeMode = (daemon: Json): Json => ({ ...daemon, mode: daemon.mode === 'server_poll' ? 'Push' : 'Pull' });

export const protocol013: Step = {
  read: { register: readMode, heartbeat: readMode, 'request-work': readMode, status: readMode },
  write: {
    register: (data) => ({ ...data, ...(isObject(data.daemon) && { daemon: writeMode(data.daemon) }) }),
  },
};

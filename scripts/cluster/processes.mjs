// Starts processes of the cluster in the background, and stops them. Files store the process ids.
import { spawn } from 'node:child_process';
import { existsSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../project.mjs';

/** The time at which a process started, in ticks since the boot; undefined if the process has ended. */
function startTimeOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended, but its parent has not read its exit code yet.
    return state === 'Z' ? undefined : fields[18];
  } catch {
    return undefined;
  }
}

const fileOf = (layout, name) => layout.at(`${name}.pid`);

/**
 * The process id of a part; undefined if the part does not run. The stored start time shows whether a process with the
 * id is a different program.
 */
export function pidOf(layout, name) {
  const file = fileOf(layout, name);
  if (!existsSync(file)) return undefined;
  const [pid, startTime] = readFileSync(file, 'utf8').split(' ');
  return startTimeOf(pid) === startTime ? Number(pid) : undefined;
}

/**
 * Starts a part unless the part already runs. Its output goes to `NAME.log` in the cluster's folder. Returns whether it
 * was started.
 */
export function startPart(layout, name, program, args, { env = {}, cwd = layout.folder, asRoot = false } = {}) {
  if (pidOf(layout, name)) return false;
  const log = openSync(layout.at(`${name}.log`), 'a');
  const account = asRoot ? {} : layout.account;
  const child = spawn(program, args, {
    ...{ cwd, detached: true, stdio: ['ignore', log, log], ...account },
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: layout.folder, ...env },
  });
  closeSync(log);
  child.on('error', () => undefined);
  child.unref();
  if (child.pid) writeFileSync(fileOf(layout, name), `${child.pid} ${startTimeOf(child.pid)}`);
  return true;
}

export const signalPart = (layout, name, signal) => {
  const pid = pidOf(layout, name);
  if (pid) process.kill(pid, signal);
  return pid;
};

/**
 * Stops a part: by SIGTERM, and by SIGKILL if it does not end within `seconds`. Resolves when the process has ended.
 */
export async function stopPart(layout, name, seconds = 20) {
  signalPart(layout, name, 'SIGTERM');
  const until = Date.now() + seconds * 1_000;
  while (pidOf(layout, name)) {
    if (Date.now() > until) signalPart(layout, name, 'SIGKILL');
    await pause(50);
  }
  rmSync(fileOf(layout, name), { force: true });
}

/** Calls `check` until it returns a truthy value, which is the result. Throws a Failure after `seconds`. */
export async function until(condition, check, seconds = 60) {
  const end = Date.now() + seconds * 1_000;
  for (;;) {
    const value = await Promise.resolve(check()).catch(() => undefined);
    if (value) return value;
    if (Date.now() > end) throw new Failure(`${condition}: not within ${seconds} s.`);
    await pause(100);
  }
}

export const isListening = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

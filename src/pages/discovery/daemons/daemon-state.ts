// The state of a daemon as the page shows it, from the daemon's stored row and the time.
import { isSilent } from '../../kit/daemon-silence';
import type { DaemonState } from '../texts';

export interface DaemonRow {
  readonly mode: 'daemon_poll' | 'server_poll';
  readonly lastSeen: string | null;
  readonly isUnreachable: boolean;
  readonly standby: boolean;
  readonly versionStatus: { readonly status: string };
}

export function daemonState(daemon: DaemonRow, now: number): DaemonState {
  const { lastSeen, isUnreachable, standby, versionStatus } = daemon;
  if (isUnreachable) return 'unreachable';
  if (lastSeen === null) return 'neverCalled';
  if (versionStatus.status === 'Unsupported') return 'unsupported';
  if (standby) return 'standby';
  return isSilent(lastSeen, now) ? 'silent' : 'connected';
}

export interface KeyRow {
  readonly name: string;
  readonly isEnabled: boolean;
  readonly expiresAt: string | null;
}

/** Says why the service refuses a daemon's key; undefined if it accepts the key. */
export function keyProblem({ name, isEnabled, expiresAt }: KeyRow, now: number): string | undefined {
  if (expiresAt !== null && Date.parse(expiresAt) <= now) return `The key “${name}” has expired.`;
  return isEnabled ? undefined : `The key “${name}” is disabled.`;
}

// Texts of the discovery page that depend on a state: the name of the state, its meaning, and advice on what to check.

export type DaemonState =
  /** The daemon has not called the server yet. */
  | 'neverCalled'
  /** The server, which should call this daemon, has given up after five failed attempts. */
  | 'unreachable'
  /** The server no longer accepts the daemon's version. */
  | 'unsupported'
  /** The daemon has had no run for 30 days. */
  | 'standby'
  | 'silent'
  | 'connected';

interface StateTexts {
  readonly name: string;
  readonly look: 'good' | 'bad' | 'plain';
  readonly means?: string;
}

export const daemonStates: Readonly<Record<DaemonState, StateTexts>> = {
  connected: { name: 'connected', look: 'good' },
  silent: {
    name: 'fell silent',
    look: 'bad',
    means: 'It has not called for more than 15 minutes, so the network is not scanned. Three things to check:',
  },
  neverCalled: {
    name: 'has never called',
    look: 'bad',
    means: 'Nothing has been heard of it yet. Three things to check:',
  },
  unreachable: {
    name: 'does not answer',
    look: 'bad',
    means: 'Five calls failed, so the server does not call it any more. Three things to check, then try again:',
  },
  unsupported: {
    name: 'too old',
    // No explanation here: the service sends a text that names the version to install.
    look: 'bad',
  },
  standby: {
    name: 'on standby',
    look: 'plain',
    means: 'It had no run for 30 days. Starting a run ends the standby.',
  },
};

interface Checked {
  readonly mode: 'daemon_poll' | 'server_poll';
  /** The URL of the daemon; used only with the mode `server_poll`, in which the server calls the daemon. */
  readonly url: string;
  /** The origin of the service's URL in the user's browser. */
  readonly origin: string;
  /** The reason why the service refuses the daemon's key, if it does. */
  readonly keyProblem: string | undefined;
}

/**
 * Advice on what to check if a daemon is silent: its machine, the connection and the key. Text in braces (`{…}`) is
 * shown as code that can be copied.
 */
export function listChecks(state: DaemonState, { mode, url, origin, keyProblem }: Checked): readonly string[] {
  if (state === 'unsupported' || state === 'standby' || state === 'connected') return [];
  const key = keyProblem
    ? `${keyProblem} Make a new one on the account page, and start the daemon with it.`
    : 'Its key: does the daemon run with the token that was shown when the key was made or rotated last?';
  if (mode === 'server_poll')
    return [
      `Its machine: does the daemon run, and does it listen at {${url || 'the address it was provisioned with'}}?`,
      'The connection: can the machine of Netloom open that address? A firewall between them has to let it through.',
      key,
    ];
  return [
    state === 'silent'
      ? 'Its machine: is it on, and does the daemon run? With systemd, {systemctl status netloom-agent} says so.'
      : 'Its machine: was the command started there, and does it still run? It prints why it ended.',
    `The connection: does {curl ${origin}/api/health} on that machine print an answer? If not, a firewall, a proxy or a name is wrong.`,
    key,
  ];
}

interface PhaseTexts {
  readonly name: string;
  readonly look: 'good' | 'bad' | 'plain';
}

export const phases: Readonly<Record<string, PhaseTexts>> = {
  Queued: { name: 'waits behind another run of its daemon', look: 'plain' },
  Pending: { name: 'waits until its daemon calls', look: 'plain' },
  Starting: { name: 'is starting', look: 'plain' },
  Started: { name: 'has started', look: 'plain' },
  Scanning: { name: 'is scanning', look: 'plain' },
  Complete: { name: 'complete', look: 'good' },
  Failed: { name: 'failed', look: 'bad' },
  Cancelled: { name: 'stopped', look: 'plain' },
};

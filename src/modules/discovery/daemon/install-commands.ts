// Builds the commands that install the agent on the machine of a daemon. Pure functions: the API key is a placeholder.
import type { AgentInstallation } from '../../../platform/http/service-addresses';

export const installPurposes = ['install', 'rekey', 'reconfigure'] as const;
export type InstallPurpose = (typeof installPurposes)[number];

/** Placeholder for the API key in a command. The service knows the key only at the time at which it creates the key. */
export const keyPlaceholder = '<API_KEY>';

export interface InstallCommands {
  readonly linux: string;
  readonly macos: string;
  readonly freebsd: string;
  readonly windows: string;
}

const file = 'netloom-agent.cjs';

/**
 * Returns the commands for a purpose. `install` loads the agent and starts it with a key, `rekey` starts an installed
 * agent with another key, `reconfigure` starts an installed agent with its stored key.
 */
export function installCommands(
  { own, others, path }: Pick<AgentInstallation, 'own' | 'others' | 'path'>,
  purpose: InstallPurpose,
): InstallCommands {
  const server = others[0] ?? own;
  const start = `node ${file} --server ${server}${purpose === 'reconfigure' ? '' : ` --key ${keyPlaceholder}`}`;
  const load = purpose === 'install';
  const unix = load ? `curl -fsSL ${server}${path} -o ${file} && ${start}` : start;
  const windows = load ? `Invoke-WebRequest ${server}${path} -OutFile ${file}; ${start}` : start;
  return { linux: unix, macos: unix, freebsd: unix, windows };
}

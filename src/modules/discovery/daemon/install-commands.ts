// Builds the commands that install the agent on the machine of a daemon. Pure functions: the API key is a placeholder.
import type { AgentInstallation } from '../../../platform/http/service-addresses';

export const installPurposes = ['install', 'rekey', 'reconfigure'] as const;
export type InstallPurpose = (typeof installPurposes)[number];

/**
 * Placeholder for the API key in an install command. The service cannot insert the key, because it stores only a hash.
 */
export const keyPlaceholder = '<API_KEY>';

export interface InstallCommands {
  readonly linux: string;
  readonly macos: string;
  readonly freebsd: string;
  readonly windows: string;
}

const file = 'netloom-agent.cjs';

/**
 * Returns shell commands for one of three purposes: `install` loads and starts the agent with a new key, `rekey` starts
 * the installed agent with another key, `reconfigure` starts it with the key that it has.
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

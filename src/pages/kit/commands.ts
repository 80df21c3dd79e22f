// Builds shell commands that scan a network, install an agent or import files.

/**
 * The e-mail address of the demo account. The command `discover` rejects this account with an explanation: everybody
 * can see the demo organization, so real networks must not be stored in it.
 */
export const demoEmail = 'demo@netloom.example';

/** Whether the text contains only characters that occur in IP addresses and address ranges. */
export const areRanges = (text: string): boolean => /^[\s\da-f.:/]*$/i.test(text);

/**
 * Quotes a text as one shell word. Undefined if the text contains control or format characters, which a terminal would
 * interpret.
 */
export function shellWord(text: string): string | undefined {
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)) return undefined;
  if (/^[\w.@:/+-]+$/.test(text)) return text;
  // Double quotes work in every shell if the text has no special characters.
  if (/^[\p{L}\p{N} .,_@:/+()-]+$/u.test(text)) return `"${text}"`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * A command line option with its quoted value: `--name value`, or `--name=value` if the value begins with a dash. An
 * empty text if the value cannot be quoted.
 */
function option(name: string, value: string): string {
  const word = shellWord(value);
  return word === undefined ? '' : ` --${name}${value.startsWith('-') ? '=' : ' '}${word}`;
}

interface Subject {
  readonly origin: string;
  readonly email: string;
  readonly organization: string;
  readonly network: string;
}

/** The URL of the server that the command uses if no URL is given. */
const ownOrigin = 'http://localhost:4000';

/**
 * The shell command that scans the address ranges. For the demo account, the command names no account, organization or
 * network, so that the results are not stored in the demo organization.
 */
export function discoverCommand(ranges: string, { origin, email, organization, network }: Subject): string {
  const words = ranges.split(/\s+/).filter(Boolean);
  const names =
    email === demoEmail
      ? ''
      : option('email', email) + option('organization', organization) + option('network', network);
  const server = origin === ownOrigin ? '' : option('server', origin);
  return `npm run discover --${words.map((word) => ` ${word}`).join('')}${names}${server}`;
}

export const agentCommand = (origin: string, key = 'KEY'): string =>
  `npm run agent --${option('server', origin)} --key ${key}`;

export interface AgentInstallation {
  /** URL at which the agent's machine reaches Netloom. */
  readonly address: string;
  /** Path of the agent's file, relative to `address`. */
  readonly path: string;
  /** One-time code that the agent exchanges for its API key. */
  readonly code: string;
}

const agentFile = 'netloom-agent.cjs';
const enrolment = ({ address, code }: AgentInstallation) => `${option('server', address)} --enrol ${code}`;
const fileAt = ({ address, path }: AgentInstallation): string => shellWord(address + path) ?? '';

/**
 * The shell command that downloads the agent with curl or wget, and runs it: `curl … && node …`. Node 20.19 or newer is
 * required.
 */
export function enrolCommand(installation: AgentInstallation, fetcher: 'curl' | 'wget'): string {
  const file = fileAt(installation);
  const fetching = fetcher === 'curl' ? `curl -fsSL ${file} -o ${agentFile}` : `wget -q ${file} -O ${agentFile}`;
  return `${fetching} && node ${agentFile}${enrolment(installation)}`;
}

/** The systemd unit of the agent. systemd creates the folder for the agent's state, and a user for the unit. */
const unit = (installation: AgentInstallation): string => `[Unit]
Description=Netloom agent
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=/usr/bin/env node /opt/netloom-agent/${agentFile}${enrolment(installation)} --state %S/netloom-agent
DynamicUser=yes
StateDirectory=netloom-agent
StateDirectoryMode=0700
Restart=on-failure
RestartSec=60

[Install]
WantedBy=multi-user.target`;

/**
 * The shell commands that install the agent as a systemd service, which starts with the machine. The first start uses
 * the one-time code in the unit. Later starts use the stored key.
 */
export const unitCommand = (installation: AgentInstallation): string => `sudo mkdir -p /opt/netloom-agent
sudo curl -fsSL ${fileAt(installation)} -o /opt/netloom-agent/${agentFile}
sudo tee /etc/systemd/system/netloom-agent.service > /dev/null <<'END'
${unit(installation)}
END
sudo systemctl daemon-reload
sudo systemctl enable --now netloom-agent`;

/**
 * The origin of an http or https URL; undefined for a URL with a path, query or credentials, and for any other text.
 */
export function serverAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username)
    return undefined;
  return url.origin;
}

/**
 * The shell command that imports files into the network. If the network's name cannot be quoted, the command omits the
 * name, and then lists the networks to choose from.
 */
export const importCommand = ({ origin, network }: Pick<Subject, 'origin' | 'network'>): string =>
  `npm run import -- FILE --key KEY${option('network', network)}${origin === ownOrigin ? '' : option('server', origin)}`;

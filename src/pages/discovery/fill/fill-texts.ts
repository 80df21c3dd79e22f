// Texts of the part of the discovery page that explains how to fill a network.

export type Way = 'there' | 'here' | 'switches' | 'file' | 'hand';

export const ways: Readonly<Record<Way, { readonly name: string; readonly means: string }>> = {
  there: { name: 'An agent there', means: 'Run one command on any machine in the network. It needs Node.js.' },
  here: { name: 'This machine', means: 'Run one command on the machine of Netloom. It scans the subnets around it.' },
  switches: { name: 'Switches by SNMP', means: 'An agent reads cables, VLANs and addresses from your devices.' },
  file: { name: 'A file', means: 'From nmap, DHCP, NetBox, a spreadsheet and others.' },
  hand: { name: 'By hand', means: 'Enter subnets and hosts yourself.' },
};

export type Packaging = 'curl' | 'wget' | 'systemd';
export const packagings: Readonly<Record<Packaging, string>> = {
  curl: 'with curl',
  wget: 'with wget',
  systemd: 'as a service (systemd)',
};

export const phaseTexts: Readonly<Record<string, string>> = {
  Queued: 'waits behind another run of this daemon',
  Pending: 'waits for the daemon to take it',
  Starting: 'is starting',
  Started: 'has started',
  Scanning: 'is scanning',
};

export const machineCount = (count: number): string => `${count} ${count === 1 ? 'machine' : 'machines'} found`;

/**
 * What the user should check if no agent has called the service a minute after the command was made. Text in braces is
 * shown as code that can be copied.
 */
export const silenceChecks = (address: string): readonly string[] => [
  'The command: was it pasted on the machine, and does it still run? It prints why it ended.',
  'Node.js: does {node --version} print v20.19 or newer?',
  `The connection: does {curl ${address}/api/health} on that machine print an answer? If not, a firewall, a proxy or the address is wrong.`,
];

/**
 * What the user should check if an agent has exchanged the one-time code for a key but has not registered a minute
 * later.
 */
export const stoppedChecks: readonly string[] = [
  'The agent has its key, but has not called with it. Does the command still run? It prints why it ended.',
  'Start it again on that machine, with the same command: it uses the stored key.',
];

/** Explains what the command does, and what happens afterwards. */
export const commandSteps: readonly string[] = [
  'It downloads the agent from Netloom, one file, and starts it in this shell. Nothing else is installed.',
  'The agent exchanges the code for a key of its own and calls Netloom: its daemon appears below.',
  'It scans once now, and every week until you change the plan under Jobs. Machines appear on the map as they are found.',
  'Ctrl-C stops it. To keep it running, choose the form “as a service”.',
];

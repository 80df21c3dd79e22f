// The startup message: the service's URLs, and commands to try.

/** The addresses and settings that the startup message mentions. */
export interface Reach {
  readonly host: string;
  /** Undefined if the public URL is that at which the service listens. */
  readonly publicUrl: string | undefined;
  readonly rateLimit: boolean;
  /** Undefined if the service sends no mail. */
  readonly mail: object | undefined;
}

/** Credentials of the demo organization. */
export interface DemoAccess {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
}

const everywhere = ['0.0.0.0', '::'];
const thisMachine = ['127.0.0.1', '::1', 'localhost'];

function addressOf(config: Reach, port: number): string {
  if (config.publicUrl) return config.publicUrl;
  const isLocal = everywhere.includes(config.host) || thisMachine.includes(config.host);
  const name = isLocal ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host;
  return `http://${name}:${port}`;
}

export function banner(config: Reach, port: number, demo: DemoAccess | undefined): string {
  const address = addressOf(config, port);
  const lines = [
    'Netloom is ready.',
    '',
    `  Topology   ${address}/topology`,
    `  Inventory  ${address}/inventory`,
    `  GraphiQL   ${address}/graphiql`,
    `  REST       ${address}/api/v1`,
    `  REST docs  ${address}/docs`,
    '',
  ];
  if (demo) {
    lines.push(
      `  Sign in    ${demo.email}  password  ${demo.password}`,
      `  API key    ${demo.apiKey}`,
      `  Try it     curl -H "Authorization: Bearer ${demo.apiKey}" "${address}/api/v1/vlans?limit=3"`,
      '',
    );
  }
  if (thisMachine.includes(config.host)) {
    lines.push('  Only this machine can reach it; HOST=0.0.0.0 lets others in.', '');
  }
  if (demo && !thisMachine.includes(config.host)) {
    lines.push(
      "  Warning: the demo's password and key are publicly known. Other machines can use them until you have an organization.",
      '',
    );
  }
  if (!config.mail) lines.push('  No mail is sent; SMTP_URL and PUBLIC_URL switch it on.', '');
  if (!config.rateLimit) lines.push('  Warning: RATE_LIMIT is off, anybody can send any number of requests.', '');
  lines.push('  Ctrl-C stops it.');
  return `\n${lines.join('\n')}\n\n`;
}

// Shell commands that fill an empty network.

/**
 * The demo account. The discovery command refuses it and says why: the demo organization is open to everybody, so real
 * networks must not be stored there.
 */
export const demoEmail = 'demo@netloom.example';

/** Whether the text has only characters of the address ranges and addresses that the command accepts. */
export const areRanges = (text: string): boolean => /^[\s\da-f.:/]*$/i.test(text);

/**
 * Quotes a text as one shell word. Undefined if it contains control or format characters, which a terminal would not
 * treat as text.
 */
export function shellWord(text: string): string | undefined {
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)) return undefined;
  if (/^[\w.@:/+-]+$/.test(text)) return text;
  // Double quotes work in every shell if the text has no special characters.
  if (/^[\p{L}\p{N} .,_@:/+()-]+$/u.test(text)) return `"${text}"`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * An option with its quoted value, in the form `--name=value` if the value begins with a dash. Empty if the value
 * cannot be quoted.
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

/** The server that the command uses by default. */
const ownOrigin = 'http://localhost:4000';

/**
 * The discovery command. For the demo account it contains no names, so that the command creates an organization and a
 * network.
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

/**
 * The import command. If a shell cannot quote the network's name, the name is omitted, and the command lists the
 * networks to choose from.
 */
export const importCommand = ({ origin, network }: Pick<Subject, 'origin' | 'network'>): string =>
  `npm run import -- FILE --key KEY${option('network', network)}${origin === ownOrigin ? '' : option('server', origin)}`;

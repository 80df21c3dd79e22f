// Commands to paste into a shell that fill an empty network.

/** Refused by the command, with the reason: real networks do not go into the organization that everybody knows. */
export const demoEmail = 'demo@netloom.example';

/** Ranges and single addresses, as the command takes them. */
export const areRanges = (text: string): boolean => /^[\s\da-f.:/]*$/i.test(text);

/** As one word of a shell. Undefined: a terminal would take a part of it as something else than text. */
export function shellWord(text: string): string | undefined {
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)) return undefined;
  if (/^[\w.@:/+-]+$/.test(text)) return text;
  // Double quotes mean the same in every shell, as long as nothing in them means anything.
  if (/^[\p{L}\p{N} .,_@:/+()-]+$/u.test(text)) return `"${text}"`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** `--name=value`, also of a value that begins with a dash; empty where the value cannot be pasted. */
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

/** Where the command looks for Netloom by itself. */
const ownOrigin = 'http://localhost:4000';

/** Without the names for the demo: the command makes an organization and a network there are none of yet. */
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

/** Without the name of the network where a shell cannot be given it: the command then lists what there is to choose from. */
export const importCommand = ({ origin, network }: Pick<Subject, 'origin' | 'network'>): string =>
  `npm run import -- FILE --key KEY${option('network', network)}${origin === ownOrigin ? '' : option('server', origin)}`;

// The command line of the agent: `agent --server URL --key KEY`, and the options that a discovery shares with it.
import { existsSync, readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../../package.json';
import { runAgent, type AgentOptions } from './agent';
import { readCredentials } from './credentials';
import { exitCodes, Failure, messageOf } from './failure';
import type { ScanSettings } from './session';

export const usage = `Usage: npm run agent -- --server URL --key KEY [options]

  --server URL        where Netloom is
  --key KEY           the daemon's key; or --key-file FILE, which other users of this machine cannot read
  --ca FILE           certificates (PEM) of private authorities
  --name NAME         what the daemon is called; the name of this machine by default
  --allow CIDR        what may be scanned, repeatable; by default the private subnets that this machine has an interface in
  --exclude CIDR      what may not, repeatable
  --yes               the public addresses in --allow are meant
  --rate N            packets and connections a second, for the whole run; ${1_000} by default
  --all-ports         every TCP port instead of the usual 1,000
  --credentials FILE  SNMP credentials of your own, a list in JSON, mode 600
  --docker SOCKET     where Docker or Podman listens; /var/run/docker.sock or /run/podman/podman.sock by default
  --state DIR         where the agent keeps its id and what is not sent yet
  --version           the agent's version`;

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

/** Options of every scan. */
export const scanOptions = {
  allow: texts,
  exclude: texts,
  yes: flag,
  rate: text,
  'all-ports': flag,
  credentials: text,
  docker: text,
  ca: text,
  state: text,
  name: text,
} as const;

interface ScanValues {
  readonly rate?: string;
  readonly 'all-ports'?: boolean;
  readonly credentials?: string;
  readonly docker?: string;
}

/** Where Docker listens, else Podman. */
const engineSockets = ['/var/run/docker.sock', '/run/podman/podman.sock'] as const;
const defaultRate = 1_000;
const highestRate = 100_000;

export function scanSettings(values: ScanValues): ScanSettings {
  const { rate = String(defaultRate), credentials } = values;
  if (!/^\d{1,6}$/.test(rate) || Number(rate) < 1 || Number(rate) > highestRate)
    throw new Failure('usage', `--rate is "${rate}"; it must be a whole number from 1 to ${highestRate}.`);
  return {
    rate: Number(rate),
    allPorts: values['all-ports'] === true,
    credentials: credentials === undefined ? [] : readCredentials(credentials),
    dockerSocket: values.docker ?? engineSockets.find((path_) => existsSync(path_)) ?? engineSockets[0],
  };
}

export function serverOf(given: string): URL {
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new Failure('usage', `--server is "${given}"; it must be an address such as https://netloom.example.`);
  return new URL(given);
}

export function readText(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Failure('usage', `${option} ${file} cannot be read: ${messageOf(error)}.`);
  }
}

const isLoopback = ({ hostname: host }: URL): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

/** What the arguments say; else the reason that they say nothing, with the usage of the command. */
export function orUsage<T>(usageOfCommand: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new Failure('usage', `${messageOf(error)}\n\n${usageOfCommand}`);
  }
}

export type ParsedAgent = Omit<AgentOptions, 'signal' | 'say'> | { readonly print: string };

export function readArguments(args: readonly string[]): ParsedAgent {
  const { values } = orUsage(usage, () =>
    parseArgs({
      args: [...args],
      options: { ...scanOptions, server: text, key: text, 'key-file': text, version: flag, help: flag },
    }),
  );
  if (values.version) return { print: version };
  if (values.help) return { print: usage };
  const { server, ca } = values;
  const key =
    values.key ?? (values['key-file'] === undefined ? undefined : readText('--key-file', values['key-file']).trim());
  if (server === undefined || !key) throw new Failure('usage', `--server and --key are needed.\n\n${usage}`);
  return {
    server: serverOf(server),
    key,
    ...(ca !== undefined && { ca: readText('--ca', ca) }),
    name: (values.name ?? hostname()).slice(0, 100),
    state: values.state ?? path.join(homedir(), '.local', 'state', 'netloom-agent'),
    allow: values.allow ?? [],
    exclude: values.exclude ?? [],
    yes: values.yes === true,
    settings: scanSettings(values),
  };
}

/** As shells say it of SIGINT. */
const interrupted = 130;

/** Runs work until it ends or a signal stops it; an error becomes one line and an exit code. */
export async function withSignals(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const onSignal = () => (stop.signal.aborted ? process.exit(1) : stop.abort());
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, onSignal);
  try {
    await work(stop.signal);
  } catch (error) {
    const isFailure = error instanceof Failure;
    // Whatever was under way ends with it.
    if (stop.signal.aborted && !isFailure) return void (process.exitCode = interrupted);
    process.stderr.write(`${isFailure ? error.message : String((error as Error)?.stack ?? error)}\n`);
    process.exitCode = isFailure ? error.exitCode : exitCodes.unexpected;
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, onSignal);
  }
}

export function runCommand(args: readonly string[]): Promise<void> {
  const say = (line: string) => process.stderr.write(`${new Date().toISOString()} ${line}\n`);
  return withSignals(async (signal) => {
    const parsed = readArguments(args);
    if ('print' in parsed) return void process.stdout.write(`${parsed.print}\n`);
    if (parsed.server.protocol === 'http:' && !isLoopback(parsed.server))
      say('Warning: the key goes over the network unencrypted; use an address with https.');
    await runAgent({ ...parsed, signal, say });
    say('Stopped.');
  });
}

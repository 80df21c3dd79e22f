// The agent's command line (`agent --server URL --key KEY`), and the options that `npm run discover` shares with it.
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { version } from '../../package.json';
import { runAgent, createScope, type AgentOptions } from './agent';
import { readTargets } from './api-targets';
import { readCredentials } from './credentials';
import { enrol, readKeyFile, requireStoredKey, type EnrolmentOptions } from './enrolment';
import { exitCodes, Failure, errorMessage } from './failure';
import type { ScanSettings } from './session';

export const usage = `Usage: npm run agent -- --server URL --enrol CODE [options]

  --server URL        address of the Netloom server
  --enrol CODE        one-time code from Netloom, exchanged for the daemon's key, which is stored in the folder --state;
                      - asks for it or reads it from standard input; NETLOOM_ENROLMENT_CODE is read as well.
                      Later starts need no code
  --key KEY           without a code: the daemon's key; --key-file FILE reads it from a file, which hides it from other users' process lists
  --ca FILE           PEM file with certificates of private authorities
  --name NAME         name of the daemon; by default the name of this machine
  --allow CIDR        addresses that may be scanned, repeatable; by default the private subnets of this machine's interfaces
  --exclude CIDR      addresses that may not be scanned, repeatable
  --yes               confirm that --allow names public addresses on purpose
  --rate N            packets and connections a second, for the whole run; ${1_000} by default
  --all-ports         every TCP port instead of the usual 1,000
  --industrial        also send requests to controllers: Modbus, EtherNet/IP, OPC UA, BACnet
  --credentials FILE  your own SNMP credentials, a JSON list in a file of mode 600
  --sources FILE      APIs and SSH servers to read, a JSON list in a file of mode 600
  --source-command PROGRAM
                      a program of your own that prints machines as JSON lines, repeatable
  --docker SOCKET     socket of Docker or Podman; by default /var/run/docker.sock or /run/podman/podman.sock
  --state DIR         folder for the agent's id and its unsent results
  --version           the agent's version`;

const text = { type: 'string' } as const;
const texts = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

/** Command-line options that the commands `agent` and `npm run discover` have in common. */
export const scanOptions = {
  allow: texts,
  exclude: texts,
  yes: flag,
  rate: text,
  'all-ports': flag,
  industrial: flag,
  credentials: text,
  sources: text,
  'source-command': texts,
  docker: text,
  ca: text,
  state: text,
  name: text,
} as const;

interface ScanValues {
  readonly rate?: string;
  readonly 'all-ports'?: boolean;
  readonly industrial?: boolean;
  readonly credentials?: string;
  readonly sources?: string;
  readonly 'source-command'?: string[];
  readonly docker?: string;
}

/** Default sockets of Docker and Podman, in the order in which they are tried. */
const engineSockets = ['/var/run/docker.sock', '/run/podman/podman.sock'] as const;
const defaultRate = 1_000;
const highestRate = 100_000;

export function scanSettings(values: ScanValues): ScanSettings {
  const { rate = String(defaultRate), credentials, sources } = values;
  if (!/^\d{1,6}$/.test(rate) || Number(rate) < 1 || Number(rate) > highestRate)
    throw new Failure('usage', `--rate is "${rate}"; it must be a whole number from 1 to ${highestRate}.`);
  return {
    rate: Number(rate),
    allPorts: values['all-ports'] === true,
    asksControllers: values.industrial === true,
    credentials: credentials === undefined ? [] : readCredentials(credentials),
    apiTargets: sources === undefined ? [] : readTargets(sources),
    sourceCommands: (values['source-command'] ?? []).map((program) => path.resolve(program)),
    dockerSocket: values.docker ?? engineSockets.find((path_) => existsSync(path_)) ?? engineSockets[0],
  };
}

/** Parses the URL that the option `option` has. Throws a usage Failure unless the value is an http or https URL. */
export function parseServerUrl(text: string, option = '--server'): URL {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Failure(
      'usage',
      `${option} is "${text}"; it must be an http or https address such as https://netloom.example.`,
    );
  return new URL(text);
}

export function readText(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Failure('usage', `${option} ${file} cannot be read: ${errorMessage(error)}.`);
  }
}

const isLoopback = ({ hostname: host }: URL): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

/** Returns what `parse` returns. If it throws, throws a usage Failure with the command's usage text. */
export function withUsageOnError<T>(usageOfCommand: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new Failure('usage', `${errorMessage(error)}\n\n${usageOfCommand}`);
  }
}

/**
 * Where the daemon's key comes from: the command line, an enrolment code that is exchanged for a key, or the key file
 * that an earlier enrolment stored.
 */
type KeySource =
  | { readonly kind: 'given'; readonly key: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'stored' };
type ParsedAgent =
  (Omit<AgentOptions, 'signal' | 'say' | 'key'> & { readonly keySource: KeySource }) | { readonly print: string };

const codeVariable = 'NETLOOM_ENROLMENT_CODE';

function readKeySource(
  { key, 'key-file': keyFile, enrol }: { readonly key?: string; readonly 'key-file'?: string; readonly enrol?: string },
  environment: NodeJS.ProcessEnv,
): KeySource {
  const givenKey = key ?? (keyFile === undefined ? undefined : readText('--key-file', keyFile).trim());
  if (givenKey !== undefined && enrol !== undefined)
    throw new Failure('usage', 'Pass --enrol or --key, not both: the code is exchanged for a key.');
  if (givenKey === '') throw new Failure('usage', 'The key is empty.');
  if (givenKey !== undefined) return { kind: 'given', key: givenKey };
  if (enrol?.trim() === '') throw new Failure('usage', 'The enrolment code is empty.');
  const code = (enrol ?? environment[codeVariable])?.trim();
  return code ? { kind: 'code', code } : { kind: 'stored' };
}

export function readArguments(args: readonly string[], environment: NodeJS.ProcessEnv): ParsedAgent {
  const { values } = withUsageOnError(usage, () =>
    parseArgs({
      args: [...args],
      options: { ...scanOptions, server: text, enrol: text, key: text, 'key-file': text, version: flag, help: flag },
    }),
  );
  if (values.version) return { print: version };
  if (values.help) return { print: usage };
  const { ca, state = path.join(homedir(), '.local', 'state', 'netloom-agent') } = values;
  const keySource = readKeySource(values, environment);
  const server = values.server ?? (keySource.kind === 'stored' ? readKeyFile(state)?.server : undefined);
  if (server === undefined) throw new Failure('usage', `--server and --enrol or --key are required.\n\n${usage}`);
  return {
    server: parseServerUrl(server),
    keySource,
    ...(ca !== undefined && { ca: readText('--ca', ca) }),
    name: (values.name ?? hostname()).slice(0, 100),
    state,
    allow: values.allow ?? [],
    exclude: values.exclude ?? [],
    yes: values.yes === true,
    settings: scanSettings(values),
  };
}

/** Exit code that shells report for SIGINT (128 + 2). */
const sigintExitCode = 130;

/**
 * Runs `work` until it ends, or until SIGINT or SIGTERM aborts it. Prints an error to standard error, and sets the exit
 * code.
 */
export async function withSignals(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const onSignal = () => (stop.signal.aborted ? process.exit(1) : stop.abort());
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, onSignal);
  try {
    await work(stop.signal);
  } catch (error) {
    const isFailure = error instanceof Failure;
    // Errors after a stop come from the aborted work. The exit code already says that the command was interrupted.
    if (stop.signal.aborted && !isFailure) return void (process.exitCode = sigintExitCode);
    process.stderr.write(`${isFailure ? error.message : String((error as Error)?.stack ?? error)}\n`);
    process.exitCode = isFailure ? error.exitCode : exitCodes.unexpected;
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, onSignal);
  }
}

async function obtainKey(source: KeySource, options: EnrolmentOptions): Promise<string> {
  if (source.kind === 'given') return source.key;
  if (source.kind === 'stored') return requireStoredKey(options.state, options.server);
  return enrol(source.code === '-' ? await readCode(options.signal) : source.code, options);
}

/**
 * Reads the enrolment code: with a prompt if standard input is a terminal, otherwise from the first line of standard
 * input.
 */
async function readCode(signal: AbortSignal): Promise<string> {
  const output = process.stdin.isTTY ? process.stderr : undefined;
  // With `terminal: true`, readline would catch Ctrl-C, and the process would receive no SIGINT.
  const lines = createInterface({ input: process.stdin, output, terminal: false });
  try {
    lines.setPrompt('Enrolment code: ');
    lines.prompt();
    const [line] = (await Promise.race([once(lines, 'line', { signal }), once(lines, 'close')])) as [string?];
    const code = line?.trim();
    if (!code) throw new Failure('usage', 'No enrolment code was entered.');
    return code;
  } finally {
    lines.close();
  }
}

export function runCommand(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const say = (line: string) => process.stderr.write(`${new Date().toISOString()} ${line}\n`);
  return withSignals(async (signal) => {
    const command = readArguments(args, environment);
    if ('print' in command) return void process.stdout.write(`${command.print}\n`);
    if (command.server.protocol === 'http:' && !isLoopback(command.server))
      say('Warning: the key is sent unencrypted; use an https address.');
    const { keySource, ...options } = command;
    // Invalid address ranges are refused before the enrolment code is exchanged, because a code can be exchanged only
    // once.
    createScope(options);
    const key = await obtainKey(keySource, { ...options, signal, say });
    await runAgent({ ...options, key, signal, say });
    say('Stopped.');
  });
}

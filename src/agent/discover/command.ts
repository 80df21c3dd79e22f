// The command `npm run discover -- 192.168.1.0/24`: scans a network from this machine and shows its map, without any
// setup.
import { hostname } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { runAgent } from '../agent';
import { withUsageOnError, readText, scanOptions, scanSettings, parseServerUrl, withSignals } from '../command';
import { Failure } from '../failure';
import { createJsonClient } from '../protocol/json-client';
import { writePrivate } from '../private-file';
import { readJson } from '../protocol/state';
import { listOwnSubnets } from '../scope/own-subnets';
import { Scope } from '../scope/scope';
import {
  enterByAccount,
  enterByKey,
  Person,
  toFailure,
  type AccountOptions,
  type Ask,
  type AccountArguments,
} from './account';
import { startIfNeeded, type StartOptions } from './netloom';
import { progressReporter, summaryText } from './show';

const usage = `Usage: npm run discover -- [CIDR …] [options]

  CIDR              range to scan, such as 192.168.1.0/24; by default the private subnets of this machine's interfaces
  --key KEY         your API key or a daemon's key, if you have an account and a network; otherwise they are created
  --email, --password, --organization, --network
                    of the account to create; asked for if not passed
  --server URL      address of Netloom; by default http://localhost:4000, where it is started if it does not run
  --exit            stop a Netloom that was started by this command after the scan
  --exclude CIDR, --yes, --rate N, --all-ports, --credentials FILE, --sources FILE, --source-command PROGRAM, --docker SOCKET, --ca FILE, --state DIR, --name NAME
                    as for npm run agent`;

/** Paths and settings that the script of `npm run discover` passes in. */
export interface ProjectContext extends StartOptions {
  readonly stateFolder: string;
  readonly port: string;
}

/** Server, network and keys that later runs reuse, saved in a file of mode 600. */
interface SavedEntrance {
  readonly server: string;
  readonly networkId: string;
  readonly networkName: string;
  readonly daemonKey: string;
  /** API key of the person; used to start discoveries. */
  readonly userKey?: string;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

function readArguments(args: readonly string[], { port, stateFolder }: ProjectContext) {
  const { values, positionals } = withUsageOnError(usage, () =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...scanOptions,
        ...{ server: text, key: text, email: text, password: text, organization: text, network: text },
        ...{ exit: flag, help: flag },
      },
    }),
  );
  const { email, password, organization, network } = values;
  return {
    server: parseServerUrl(values.server ?? `http://localhost:${port}`),
    isOwnServer: values.server === undefined,
    help: values.help === true,
    key: values.key,
    account: { email, password, organization, network } satisfies AccountArguments,
    exit: values.exit === true,
    ca: values.ca === undefined ? undefined : readText('--ca', values.ca),
    state: values.state ?? stateFolder,
    name: (values.name ?? hostname()).slice(0, 100),
    allow: [...positionals, ...(values.allow ?? [])],
    exclude: values.exclude ?? [],
    yes: values.yes === true,
    settings: scanSettings(values),
  };
}
type Arguments = ReturnType<typeof readArguments>;

export function runDiscover(args: readonly string[], surroundings: ProjectContext): Promise<void> {
  return withSignals(async (signal) => {
    const parsed = readArguments(args, surroundings);
    if (parsed.help) return void process.stdout.write(`${usage}\n`);
    const subnets = listOwnSubnets();
    const scope = new Scope({ ...parsed, ownSubnets: subnets });
    if (scope.isEmpty)
      throw new Failure(
        'nothingToScan',
        'This machine has no private subnet to scan: pass a range, such as npm run discover -- 192.168.1.0/24.',
      );
    const say = (line: string) => process.stderr.write(`${line}\n`);
    const startedServer = parsed.isOwnServer
      ? await startIfNeeded(parsed.server, surroundings, signal, say)
      : undefined;
    try {
      await discover(parsed, signal, say);
      if (!startedServer || parsed.exit || signal.aborted) return;
      say(
        'Netloom was started by this command and runs until Ctrl-C. Start it again with npm start; the results stay stored.',
      );
      await Promise.race([
        startedServer.ended,
        new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true })),
      ]);
    } finally {
      await startedServer?.stop();
    }
  });
}

async function discover(parsed: Arguments, signal: AbortSignal, say: (line: string) => void): Promise<void> {
  const { server, ca } = parsed;
  const json = createJsonClient({ server, ca });
  const file = path.join(parsed.state, 'discover.json');
  const account: AccountOptions = {
    json,
    signal,
    say,
    options: parsed.account,
    ask: process.stdin.isTTY ? askOnTerminal(signal) : undefined,
  };
  try {
    const access = await openEntrance(parsed, account, file);
    say(
      `Scanning for the network "${access.networkName}": ${parsed.allow.join(', ') || 'the private subnets of this machine'}.`,
    );
    const progress = progressReporter(process.stderr);
    const person = access.userKey === undefined ? undefined : new Person(account, access.userKey);
    const summary = await runAgent({
      ...parsed,
      key: access.daemonKey,
      once: true,
      signal,
      say: (line) => {
        progress.end();
        if (!/^(Connected|Session)/.test(line)) say(line);
      },
      onProgress: progress.show,
      onConnected: async ({ daemonId }) => {
        try {
          await person?.confirmDaemon(daemonId);
          await person?.startDiscovery(daemonId);
        } catch (error) {
          throw toFailure(error);
        }
      },
      pace: { poll: 1_000, update: 2_000 },
    });
    progress.end();
    if (!summary) return;
    if (summary.phase !== 'Complete')
      throw new Failure(
        'unexpected',
        `The discovery ended as ${summary.phase}${summary.error ? `: ${summary.error}` : ''}. Its results until then are stored: ${server.origin}/topology`,
      );
    process.stdout.write(`${summaryText(summary, `${server.origin}/topology`)}\n`);
  } finally {
    json.close();
  }
}

/** Returns the saved keys of an earlier run, or new keys that are obtained by `--key` or by an account. */
async function openEntrance(parsed: Arguments, account: AccountOptions, file: string): Promise<SavedEntrance> {
  const { server, key } = parsed;
  if (key?.startsWith('nlm_d_'))
    return { server: server.href, networkId: '', networkName: 'of the key', daemonKey: key };
  const saved = readJson(file) as SavedEntrance | undefined;
  const isForThisCaller = key === undefined ? parsed.account.email === undefined : saved?.userKey === key;
  if (
    saved?.server === server.href &&
    isForThisCaller &&
    [undefined, saved.networkName].includes(parsed.account.network)
  )
    return saved;
  const { person, networkId, networkName, isByKey } = await (key === undefined
    ? enterByAccount(account)
    : enterByKey(account, key));
  const name = `Discovery on ${parsed.name}`.slice(0, 100);
  try {
    const created: SavedEntrance = {
      server: server.href,
      networkId,
      networkName,
      daemonKey: await person.createDaemonKey(name, networkId),
      userKey: isByKey ? key : await person.createKey(name, networkId),
    };
    writePrivate(file, `${JSON.stringify(created)}\n`);
    return created;
  } catch (error) {
    throw toFailure(error);
  }
}

/**
 * Returns a function that repeats a question on the terminal until the person answers it. Secret input is not echoed.
 */
export function askOnTerminal(signal: AbortSignal): Ask {
  return async (question, { byDefault, isSecret = false } = {}) => {
    const prompt = `${question}${byDefault === undefined ? '' : ` [${byDefault}]`}: `;
    const output = new Writable({
      write: (chunk, _encoding, callback) => {
        if (!isSecret) process.stderr.write(chunk as Buffer);
        callback();
      },
    });
    const reader = createInterface({ input: process.stdin, output, terminal: true });
    // In raw mode the terminal does not send SIGINT for Ctrl-C, so the process sends SIGINT to itself.
    reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    try {
      for (;;) {
        if (isSecret) process.stderr.write(prompt);
        const answer = (await reader.question(isSecret ? '' : prompt, { signal })).trim();
        if (isSecret) process.stderr.write('\n');
        if (answer !== '' || byDefault !== undefined) return answer || byDefault!;
      }
    } finally {
      reader.close();
    }
  };
}

// `npm run discover -- 192.168.1.0/24`: from nothing to a map, for one person on one machine.
import { hostname } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { runAgent } from '../agent';
import { orUsage, readText, scanOptions, scanSettings, serverOf, withSignals } from '../command';
import { Failure } from '../failure';
import { createJsonClient } from '../protocol/json-client';
import { readJson, writePrivate } from '../protocol/state';
import { ownSubnets } from '../scope/own-subnets';
import { Scope } from '../scope/scope';
import { enterByAccount, enterByKey, Person, toFailure, type AccountOptions, type Ask, type Given } from './account';
import { startIfNeeded, type StartOptions } from './netloom';
import { progressReporter, summaryText } from './show';

const usage = `Usage: npm run discover -- [CIDR …] [options]

  CIDR              what is scanned, such as 192.168.1.0/24; by default the private subnets that this machine has an interface in
  --key KEY         your API key, or a daemon's, where an account and a network exist; without it they are made
  --email, --password, --organization, --network
                    of the account that is made; asked for where they are not given
  --server URL      where Netloom is; http://localhost:4000 by default, and started there if it does not run
  --exit            do not keep a Netloom that was started for this
  --exclude CIDR, --yes, --rate N, --all-ports, --credentials FILE, --docker SOCKET, --ca FILE, --state DIR, --name NAME
                    as of npm run agent`;

/** What the script that runs the command knows of the project. */
export interface Surroundings extends StartOptions {
  readonly stateFolder: string;
  readonly port: string;
}

/** What is kept for the next time, in a file of mode 600. */
interface Kept {
  readonly server: string;
  readonly networkId: string;
  readonly networkName: string;
  readonly daemonKey: string;
  /** The person's, to start discoveries with. */
  readonly userKey?: string;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

function readArguments(args: readonly string[], { port, stateFolder }: Surroundings) {
  const { values, positionals } = orUsage(usage, () =>
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
    server: serverOf(values.server ?? `http://localhost:${port}`),
    isOwnServer: values.server === undefined,
    help: values.help === true,
    key: values.key,
    given: { email, password, organization, network } satisfies Given,
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

export function runDiscover(args: readonly string[], surroundings: Surroundings): Promise<void> {
  return withSignals(async (signal) => {
    const given = readArguments(args, surroundings);
    if (given.help) return void process.stdout.write(`${usage}\n`);
    const own = ownSubnets();
    const scope = new Scope({ ...given, own });
    if (scope.isEmpty)
      throw new Failure(
        'nothingToScan',
        'This machine has no private subnet to scan: name one, such as npm run discover -- 192.168.1.0/24.',
      );
    const say = (line: string) => process.stderr.write(`${line}\n`);
    const started = given.isOwnServer ? await startIfNeeded(given.server, surroundings, signal, say) : undefined;
    try {
      await discover(given, signal, say);
      if (!started || given.exit || signal.aborted) return;
      say('Netloom, which was started for this, runs until Ctrl-C. npm start starts it again; what was found stays.');
      await Promise.race([
        started.ended,
        new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true })),
      ]);
    } finally {
      await started?.stop();
    }
  });
}

async function discover(given: Arguments, signal: AbortSignal, say: (line: string) => void): Promise<void> {
  const { server, ca } = given;
  const json = createJsonClient({ server, ca });
  const file = path.join(given.state, 'discover.json');
  const account: AccountOptions = {
    json,
    signal,
    say,
    given: given.given,
    ask: process.stdin.isTTY ? askOnTerminal(signal) : undefined,
  };
  try {
    const kept = await entrance(given, account, file);
    say(
      `Scanning for the network "${kept.networkName}": ${given.allow.join(', ') || 'the private subnets of this machine'}.`,
    );
    const progress = progressReporter(process.stderr);
    const person = kept.userKey === undefined ? undefined : new Person(account, kept.userKey);
    const summary = await runAgent({
      ...given,
      key: kept.daemonKey,
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
        `The discovery ended as ${summary.phase}${summary.error ? `: ${summary.error}` : ''}. What was found is stored: ${server.origin}/topology`,
      );
    process.stdout.write(`${summaryText(summary, `${server.origin}/topology`)}\n`);
  } finally {
    json.close();
  }
}

/** The keys of last time, or new ones: by the key that was given, or by an account. */
async function entrance(given: Arguments, account: AccountOptions, file: string): Promise<Kept> {
  const { server, key } = given;
  if (key?.startsWith('nlm_d_'))
    return { server: server.href, networkId: '', networkName: 'of the key', daemonKey: key };
  const kept = readJson(file) as Kept | undefined;
  const isWanted = key === undefined ? given.given.email === undefined : kept?.userKey === key;
  if (kept?.server === server.href && isWanted && [undefined, kept.networkName].includes(given.given.network))
    return kept;
  const { person, networkId, networkName, isByKey } = await (key === undefined
    ? enterByAccount(account)
    : enterByKey(account, key));
  const name = `Discovery on ${given.name}`.slice(0, 100);
  try {
    const made: Kept = {
      server: server.href,
      networkId,
      networkName,
      daemonKey: await person.createDaemonKey(name, networkId),
      userKey: isByKey ? key : await person.createKey(name, networkId),
    };
    writePrivate(file, `${JSON.stringify(made)}\n`);
    return made;
  } catch (error) {
    throw toFailure(error);
  }
}

/** Asks until there is an answer; what is secret is not shown. */
export function askOnTerminal(signal: AbortSignal): Ask {
  return async (question, { byDefault, isSecret = false } = {}) => {
    const prompt = `${question}${byDefault === undefined ? '' : ` [${byDefault}]`}: `;
    const output = new Writable({
      write: (chunk, _encoding, done) => {
        if (!isSecret) process.stderr.write(chunk as Buffer);
        done();
      },
    });
    const reader = createInterface({ input: process.stdin, output, terminal: true });
    // At a prompt Ctrl-C is a key like others: it means the same as everywhere.
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

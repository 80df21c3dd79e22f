// `npm run watch -- --network NAME --key KEY`: prints each event of a network as a line when the event is stored.
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parseServerUrl, readText, withSignals, withUsageOnError } from '../agent/command';
import { toFailure } from '../agent/discover/account';
import { Failure } from '../agent/failure';
import { createJsonClient, Outage, Refusal } from '../agent/protocol/json-client';
import { askRestWith, chooseNetwork, readSecret, type Network } from '../agent/user-key';
import { streamEvents, type EventsMessage, type StreamOptions } from './event-stream';
import { jsonLine, textLine } from './lines';

const usage = `Usage: npm run watch -- --network NAME --key KEY [options]

  --network NAME    name or id of the network; not needed where the key reaches one
  --key KEY         your API key, with the role Viewer; or --key-file FILE
  --kinds KINDS     only events of these kinds, such as PortDown,PortUp
  --since CURSOR    begin after the event of this cursor; by default with the next event
  --json            print a JSON object per line; continue after a line by its cursor
  --url URL         where Netloom is; http://localhost:4000 by default
  --ca FILE         certificates (PEM) of private authorities

The command goes on after a lost connection, without a missing or a repeated event.

Exit code 0: stopped by a signal, or by the reader. 2: wrong arguments, or the key is refused. 4: Netloom cannot be
reached at the start.`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  ...{ network: text, key: text, 'key-file': text, since: text, url: text, ca: text, json: flag, help: flag },
  kinds: { type: 'string', multiple: true },
} as const;

/**
 * Milliseconds before the first attempt to connect again. The pause doubles after each failure, up to `mostPauseMs`.
 */
const firstPauseMs = 500;
const mostPauseMs = 30_000;

interface Watch {
  readonly network: Network;
  readonly kinds: readonly string[];
  readonly since: string | undefined;
  readonly isJson: boolean;
}

/**
 * Runs the command until a signal arrives or standard output is closed. `port` is the port of the Netloom service on
 * this machine, for calls without `--url`.
 */
export function runWatch(args: readonly string[], port: string): Promise<void> {
  return withSignals(async (signal) => {
    const { values } = withUsageOnError(usage, () => parseArgs({ args: [...args], options }));
    if (values.help) return void process.stdout.write(`${usage}\n`);
    const key = readSecret('key', values);
    if (!key) throw new Failure('usage', `--key is needed.\n\n${usage}`);
    const server = parseServerUrl(values.url ?? `http://localhost:${port}`, '--url');
    const ca = values.ca === undefined ? {} : { ca: readText('--ca', values.ca) };
    const kinds = (values.kinds ?? []).flatMap((list) => list.split(',').map((kind) => kind.trim()));
    const stop = new AbortController();
    const onStop = () => stop.abort();
    signal.addEventListener('abort', onStop, { once: true });
    process.stdout.once('error', onStop);
    try {
      const network = await readNetwork({ server, ...ca, key, signal: stop.signal }, values.network);
      const watch = { network, kinds, since: values.since, isJson: values.json === true };
      await follow(watch, { server, ...ca, key, signal: stop.signal });
    } catch (error) {
      if (stop.signal.aborted) return;
      throw error instanceof Refusal
        ? new Failure('usage', `Netloom refused: ${error.message} (${error.code}).`)
        : toFailure(error);
    } finally {
      signal.removeEventListener('abort', onStop);
      process.stdout.off('error', onStop);
    }
  });
}

async function readNetwork({ server, ca, key, signal }: StreamOptions, requested: string | undefined) {
  const json = createJsonClient({ server, ca });
  try {
    return await chooseNetwork(askRestWith(json, key, signal), requested);
  } finally {
    json.close();
  }
}

/**
 * Prints events until the signal aborts, and connects again after a lost connection. Throws Refusal if the service
 * refuses the subscription, for example because the key is invalid.
 */
async function follow({ network, kinds, since, isJson }: Watch, options: StreamOptions): Promise<void> {
  const filter = kinds.length > 0 ? { kind: { in: kinds } } : {};
  let cursor = since;
  let pauseMs = firstPauseMs;
  for (;;)
    try {
      for await (const message of streamEvents(options, { networkId: network.id, since: cursor, filter })) {
        if (cursor === undefined) say(`Watching ${JSON.stringify(network.name)} after the cursor ${message.cursor}`);
        if (message.hasGap) say('Events may be missing here: that of the cursor is no longer kept.');
        pauseMs = firstPauseMs;
        await printEvents(message, isJson, options.signal);
        cursor = message.cursor;
      }
    } catch (error) {
      if (error instanceof Refusal && error.message.startsWith('filter.kind'))
        throw new Failure('usage', `--kinds names a kind that Netloom does not have: ${kinds.join(', ')}.`);
      if (!(error instanceof Outage)) throw error;
      say(`${error.message}. Trying again.`);
      await pause(pauseMs, undefined, { signal: options.signal });
      pauseMs = Math.min(pauseMs * 2, mostPauseMs);
    }
}

const say = (line: string) => process.stderr.write(`${line}\n`);

async function printEvents({ events, hasGap }: EventsMessage, isJson: boolean, signal: AbortSignal): Promise<void> {
  const lines = events.map((event, index) => (isJson ? jsonLine(event, hasGap && index === 0) : textLine(event)));
  if (lines.length > 0 && !process.stdout.write(`${lines.join('\n')}\n`))
    await once(process.stdout, 'drain', { signal });
}

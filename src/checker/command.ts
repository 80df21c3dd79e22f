// `npm run check -- --network NAME --key KEY`: prints the verdicts of a network's checks. The exit code says whether
// all checks pass.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { withUsageOnError, readText, parseServerUrl, withSignals } from '../agent/command';
import { toFailure } from '../agent/discover/account';
import { Failure, errorMessage } from '../agent/failure';
import { createJsonClient } from '../agent/protocol/json-client';
import { askRestWith, chooseNetwork, readSecret } from '../agent/user-key';
import type { CheckResult } from './check-result';
import { junitXml } from './junit';
import { readResults, supposeResults } from './results';

const usage = `Usage: npm run check -- --network NAME --key KEY [options]

  --network NAME    name or id of the network; not needed where the key reaches one
  --key KEY         your API key, with the role Viewer; or --key-file FILE
  --what-if FILE    judge the network after the changes in FILE, a JSON list as the route what-if takes it
  --junit FILE      also write a report in the form of JUnit
  --server URL      where Netloom is; http://localhost:4000 by default
  --ca FILE         certificates (PEM) of private authorities

Exit code 0: all checks pass. 1: a check fails that is not muted. 2: a check could not be judged, or has not been yet;
or a change of --what-if is not possible. With --what-if, checks with a query are not judged, and do not count.`;

const timeoutMs = 60_000;
const text = { type: 'string' } as const;
const options = {
  ...{ network: text, key: text, 'key-file': text, 'what-if': text, junit: text, server: text, ca: text },
  help: { type: 'boolean' },
} as const;

/**
 * Returns the exit code: 1 if a check fails, otherwise 2 if a verdict is unknown or missing, otherwise 0. Muted checks,
 * and checks with the state `NotSupposed`, do not count.
 */
export function exitCodeOf(results: readonly CheckResult[]): 0 | 1 | 2 {
  const counted = results.filter(({ isMuted }) => !isMuted);
  if (counted.some(({ state }) => state === 'Failing')) return 1;
  return counted.some(({ state }) => state !== 'Passing' && state !== 'NotSupposed') ? 2 : 0;
}

/** Runs the command. `port` is the port of the Netloom service on this machine, for calls without `--server`. */
export function runCheck(args: readonly string[], port: string): Promise<void> {
  return withSignals(async (signal) => {
    const { values } = withUsageOnError(usage, () => parseArgs({ args: [...args], options }));
    if (values.help) return void process.stdout.write(`${usage}\n`);
    const key = readSecret('key', values);
    if (!key) throw new Failure('usage', `--key is needed.\n\n${usage}`);
    const server = parseServerUrl(values.server ?? `http://localhost:${port}`);
    const ca = values.ca === undefined ? {} : { ca: readText('--ca', values.ca) };
    const json = createJsonClient({ server, ...ca, timeoutMs });
    try {
      const ask = askRestWith(json, key, signal);
      const network = await chooseNetwork(ask, values.network);
      const file = values['what-if'];
      const { results, summary = [] } =
        file === undefined ? await readResults(ask, network) : await supposeResults(ask, network, readChanges(file));
      process.stdout.write(`${resultsText(network.name, results, summary)}\n`);
      if (values.junit !== undefined) writeReport(values.junit, junitXml(network.name, results));
      process.exitCode = exitCodeOf(results);
    } catch (error) {
      throw toFailure(error);
    } finally {
      json.close();
    }
  });
}

/** Reads a JSON list of supposed changes from a file. The service validates the changes. */
function readChanges(file: string): readonly unknown[] {
  const json = readText('--what-if', file);
  try {
    const changes: unknown = JSON.parse(json);
    if (Array.isArray(changes)) return changes;
  } catch (error) {
    throw new Failure('usage', `--what-if ${file} is no JSON: ${errorMessage(error)}.`);
  }
  throw new Failure('usage', `--what-if ${file} is no JSON list of changes.`);
}

function writeReport(file: string, report: string): void {
  try {
    writeFileSync(file, report);
  } catch (error) {
    throw new Failure('usage', `--junit ${file} cannot be written: ${errorMessage(error)}.`);
  }
}

const stateTexts = {
  ...{ Passing: 'passes', Failing: 'FAILS', Unknown: 'unknown' },
  ...{ NotJudged: 'not judged yet', NotSupposed: 'not judged' },
} as const;
/** Maximum number of sentences that are printed for one check. The JUnit report has all sentences. */
const printed = 10;

function resultsText(network: string, results: readonly CheckResult[], summary: readonly string[]): string {
  const lines = results.flatMap(({ name, severity, isMuted, state, since, sentences: all }) => {
    const more = all.length > printed ? [`    and ${all.length - printed} more`] : [];
    const sinceText = state === 'Failing' && since !== null ? ` since ${since}` : '';
    return [
      `  ${stateTexts[state].padEnd(14)} ${name} (${severity}${isMuted ? ', muted' : ''})${sinceText}`,
      ...all.slice(0, printed).map((sentence) => `    ${sentence}`),
      ...more,
    ];
  });
  return [`${network}: ${results.length} checks`, ...summary, ...lines].join('\n');
}

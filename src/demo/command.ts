// `npm run demo`: loads one more demo organization into the database that `npm start` uses, also while it runs.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, loadConfig } from '../config';
import { createPrismaClient } from '../data/client';
import { tryLock } from '../platform/postgres/embedded/data-folder-lock';
import { openCluster, ownName } from '../platform/postgres/embedded/cluster';
import { startEmbeddedPostgres } from '../platform/postgres/embedded/embedded-postgres';
import { migrate } from '../platform/postgres/migrate';
import { findPostmaster } from '../platform/postgres/embedded/postmaster';
import { defaultHosts, defaultNetworks } from './generate';
import { type LoadedDemo, loadDemo, type LoadProgress } from './load';

const usage = `Usage: npm run demo -- [--hosts ${defaultHosts}] [--networks ${defaultNetworks}] [--seed word] [--name "organization"]`;
const barWidth = 30;

const say = (line: string) => process.stderr.write(`${line}\n`);

export interface DemoArguments {
  readonly hosts: number;
  readonly networks: number;
  readonly seed: string;
  readonly name: string | undefined;
}

export function readArguments(args: readonly string[]): DemoArguments {
  const text = { type: 'string' } as const;
  const parse = () =>
    parseArgs({
      args: [...args],
      options: { hosts: text, networks: text, seed: text, name: text },
      allowPositionals: false,
    });
  let values: ReturnType<typeof parse>['values'];
  try {
    values = parse().values;
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${usage}`);
  }
  const whole = (name: 'hosts' | 'networks', byDefault: number, most: number): number => {
    const given = values[name];
    if (given === undefined) return byDefault;
    const number = Number(given);
    if (/^\d{1,7}$/.test(given) && number >= 1 && number <= most) return number;
    throw new ConfigError(`--${name} is "${given}"; it must be a whole number from 1 to ${most}.\n${usage}`);
  };
  const name = values.name;
  if (name !== undefined && (name === '' || [...name].length > 100)) {
    throw new ConfigError('--name must have 1 to 100 characters.');
  }
  return {
    hosts: whole('hosts', defaultHosts, 1_000_000),
    networks: whole('networks', defaultNetworks, 300),
    seed: values.seed || randomBytes(3).toString('hex'),
    name,
  };
}

/** The database of a service that is running, or one that is opened for this command alone. */
async function openDatabase(config: Config): Promise<{ url: string; close: () => Promise<void> }> {
  if (config.database.kind === 'external') return { url: config.database.url, close: async () => undefined };
  const { dataDir } = config.database;
  const cluster = await openCluster(dataDir, true, say);
  const running = findPostmaster(cluster.dir);
  if (running?.status === 'ready') {
    const url = `postgresql://${ownName}:${cluster.password}@127.0.0.1:${running.port}/${ownName}`;
    const outcome = await tryLock(url, 'shared');
    if (outcome.kind === 'held') await outcome.lock.release();
    if (outcome.kind === 'taken') return { url, close: async () => undefined };
  }
  say('Starting PostgreSQL …');
  const postgres = await startEmbeddedPostgres({ dataDir, report: say });
  return { url: postgres.url, close: () => postgres.stop() };
}

/** A bar that is drawn over itself on a terminal, a line for every tenth elsewhere. */
function progressReporter(stream: NodeJS.WriteStream): (progress: LoadProgress) => void {
  let shownAt = 0;
  let tenths = 0;
  return ({ hosts, hostsTotal, rows }) => {
    const share = hosts / hostsTotal;
    const text = `${hosts.toLocaleString('en')} of ${hostsTotal.toLocaleString('en')} hosts, ${rows.toLocaleString('en')} rows`;
    if (!stream.isTTY) {
      if (Math.floor(share * 10) <= tenths) return;
      tenths = Math.floor(share * 10);
      stream.write(`Loading: ${tenths * 10} % (${text})\n`);
      return;
    }
    if (share < 1 && performance.now() - shownAt < 50) return;
    shownAt = performance.now();
    const full = Math.round(share * barWidth);
    stream.write(`\r[${'█'.repeat(full)}${'░'.repeat(barWidth - full)}] ${text}\u001b[K${share < 1 ? '' : '\n'}`);
  };
}

function summary(
  { email, password, apiKey, networks, hosts, rows, seconds }: LoadedDemo,
  args: DemoArguments,
  name: string,
): string {
  const lines = [
    `${hosts.toLocaleString('en')} hosts, ${rows.toLocaleString('en')} rows in ${seconds.toFixed(1)} s (seed ${args.seed}).`,
    '',
    `  Organization  ${name}`,
    ...networks
      .slice(0, 12)
      .map(
        (one, index) =>
          `${index === 0 ? '  Networks      ' : '                '}${one.name}, ${one.hosts.toLocaleString('en')} hosts`,
      ),
    ...(networks.length > 12 ? [`                and ${networks.length - 12} more`] : []),
    `  Sign in       ${email}  password  ${password}`,
    `  API key       ${apiKey}`,
  ];
  return `${lines.join('\n')}\n`;
}

export async function runDemoCommand(argv: readonly string[]): Promise<void> {
  const args = readArguments(argv);
  const config = loadConfig();
  const database = await openDatabase(config);
  try {
    await migrate(database.url, { connectTimeoutSeconds: config.databaseConnectTimeoutSeconds, report: say });
    const prisma = createPrismaClient(database.url, {
      poolSize: 2,
      preparedStatements: config.preparedStatements,
      connectTimeoutSeconds: config.databaseConnectTimeoutSeconds,
    });
    try {
      const { hosts, networks, seed, name: organizationName = `Demo ${seed}` } = args;
      const progress = progressReporter(process.stderr);
      const loaded = await loadDemo(prisma, { hosts, networks, seed, organizationName, progress });
      process.stdout.write(summary(loaded, args, organizationName));
    } catch (error) {
      throw error instanceof RangeError ? new ConfigError(error.message) : error;
    } finally {
      await prisma.$disconnect();
    }
  } finally {
    await database.close();
  }
}

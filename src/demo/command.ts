// `npm run demo`: loads one more demo organization into the database of `npm start`, which may be running.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from '../config';
import { createPrismaClient, plannedClient } from '../data/client';
import { openForCommand } from '../platform/postgres/embedded/open-for-command';
import { migrate } from '../platform/postgres/migrate';
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
    const optionText = values[name];
    if (optionText === undefined) return byDefault;
    const number = Number(optionText);
    if (/^\d{1,7}$/.test(optionText) && number >= 1 && number <= most) return number;
    throw new ConfigError(`--${name} is "${optionText}"; it must be a whole number from 1 to ${most}.\n${usage}`);
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

/** Returns a function that shows the progress: as a bar on a terminal, otherwise as one line per tenth of the work. */
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
  const database = await openForCommand(config.database, say);
  try {
    await migrate(database.url, { connectTimeoutSeconds: config.databaseConnectTimeoutSeconds, report: say });
    const prisma = plannedClient(
      createPrismaClient(database.url, {
        poolSize: 2,
        preparedStatements: config.preparedStatements,
        connectTimeoutSeconds: config.databaseConnectTimeoutSeconds,
      }),
    );
    try {
      const { hosts, networks, seed, name: organizationName = `Demo ${seed}` } = args;
      const progress = progressReporter(process.stderr);
      const loadedDemo = await loadDemo(prisma, { hosts, networks, seed, organizationName, progress });
      process.stdout.write(summary(loadedDemo, args, organizationName));
    } catch (error) {
      throw error instanceof RangeError ? new ConfigError(error.message) : error;
    } finally {
      await prisma.$disconnect();
    }
  } finally {
    await database.close();
  }
}

// `npm run bench`: starts the servers, measures Netloom and the hand-written server, and prints a table. Arguments
// select parts of the benchmark.
import { availableParallelism, cpus } from 'node:os';
import { cases, casesBesideMany, casesOfMany, type BenchCase, type Target } from './cases';
import { benchArpTable } from './arp-table';
import { benchChecks } from './checks';
import { startChild, type Child } from './children';
import { benchDiscovery, benchReports, type DiscoverySizes } from './discovery';
import { withBenchDatabase, type BenchDatabase } from './database';
import { benchDeletes, type DeleteSizes } from './deletes';
import { benchGrowth, type GrowthSizes } from './growth';
import { benchHistory } from './history';
import { benchInventoryScroll, type ScrollSizes } from './inventory-scroll';
import { benchJit } from './jit';
import { benchImports, type ImportSizes } from './imports';
import { keepRun, readRun, slower } from './kept-run';
import { benchLive, type LiveSizes } from './live';
import {
  compare,
  connections,
  figuresText,
  load,
  measure,
  measureSides,
  ratioText,
  whole,
  type Compared,
  type Figures,
  type Plan,
  type Sides,
} from './measure';
import { benchNeighbours, type NeighbourSizes } from './neighbours';
import { benchPeers } from './peers/peers';
import { benchPicture } from './picture';
import { benchProfile } from './profile';
import { benchReadReplicas, type ReadReplicaSizes } from './read-replicas';
import { benchSearch, type SearchSizes } from './search';
import { liveGrowth, readAll, readFile, readSlowly } from './stream';
import { benchTimelines, type TimelineSizes } from './timelines';
import { benchSignIns } from './sign-ins';
import { benchTopology, topologySections } from './topology';
import { benchWebhooks, type WebhookSizes } from './webhooks';

const report = (line: string) => void process.stderr.write(`${line}\n`);
const print = (line: string) => void process.stdout.write(`${line}\n`);

interface Sizes extends Plan {
  readonly manyHosts: number;
  /** Number of stored states per host for the measurement of lists of the past. */
  readonly states: number;
  readonly snapshotHosts: readonly [number, number];
  readonly graphHosts: readonly [number, number];
  readonly discovery: DiscoverySizes;
  readonly imports: ImportSizes;
  readonly live: LiveSizes;
  readonly deletes: DeleteSizes;
  /** Numbers of hosts of the demo networks whose topology pages are measured. */
  readonly pictures: readonly number[];
  readonly scroll: ScrollSizes;
  readonly search: SearchSizes;
  readonly growth: GrowthSizes;
  readonly neighbours: NeighbourSizes;
  readonly readReplicas: ReadReplicaSizes;
  /** Number of hosts of the network whose checks are measured. */
  readonly checkedHosts: number;
  readonly timelines: TimelineSizes;
  readonly webhooks: WebhookSizes;
}
const plans: Record<'full' | 'quick', Sizes> = {
  full: {
    ...{ rounds: 3, mostRounds: 15, secondsPerRound: 3, warmUpSeconds: 5 },
    ...{ manyHosts: 100_000, states: 1_000_000, snapshotHosts: [1_000, 100_000], graphHosts: [1_000, 10_000] },
    discovery: { machines: 20, devices: 100, reported: 1_000, arpTable: 1_220 },
    imports: { byRest: 10_000, byGraphql: 1_500, beside: 189_000 },
    live: { users: 500, networks: 50, changes: 50 },
    deletes: { hosts: 190_000, tags: 500, hostsOfTag: 1_000 },
    pictures: [100, 500, 2_000, 10_000],
    scroll: { hosts: 100_000, rowsRead: 10_000, secondsPerScroll: 10 },
    neighbours: { hosts: 300, callersOfDoor: 8, rounds: 5, seconds: 20 },
    growth: { hosts: [1_000, 10_000, 100_000], networks: [1, 30, 1_000], hostsOfMany: 20_000, rounds: 3 },
    readReplicas: { hosts: 2_000, rounds: 7, requests: 8_000 },
    checkedHosts: 10_000,
    timelines: { hosts: 2_000, checks: 20, instants: 50, changedHosts: 200 },
    webhooks: { organizations: 10, webhooksOfEach: 100, changes: 60 },
    search: {
      organizations: [
        [100_000, 1],
        [20_000, 1_000],
      ],
      rounds: 15,
    },
  },
  quick: {
    ...{ rounds: 3, mostRounds: 9, secondsPerRound: 1, warmUpSeconds: 2 },
    ...{ manyHosts: 10_000, states: 20_000, snapshotHosts: [100, 1_000], graphHosts: [100, 1_000] },
    discovery: { machines: 5, devices: 5, reported: 50, arpTable: 100 },
    imports: { byRest: 500, byGraphql: 100, beside: 2_000 },
    live: { users: 50, networks: 10, changes: 10 },
    deletes: { hosts: 5_000, tags: 20, hostsOfTag: 100 },
    pictures: [100, 500],
    scroll: { hosts: 10_000, rowsRead: 2_000, secondsPerScroll: 5 },
    neighbours: { hosts: 300, callersOfDoor: 8, rounds: 2, seconds: 10 },
    growth: { hosts: [100, 1_000], networks: [1, 100], hostsOfMany: 2_000, rounds: 3 },
    readReplicas: { hosts: 500, rounds: 3, requests: 1_000 },
    checkedHosts: 1_000,
    timelines: { hosts: 200, checks: 5, instants: 5, changedHosts: 20 },
    webhooks: { organizations: 5, webhooksOfEach: 20, changes: 15 },
    search: {
      organizations: [
        [10_000, 1],
        [2_000, 100],
      ],
      rounds: 5,
    },
  },
};
const parts = [
  ...(['requests', 'profile', 'jit', 'memory', 'history', 'topology'] as const),
  ...([
    'picture',
    'inventory-scroll',
    'search',
    'discovery',
    'reports',
    'arp-table',
    'imports',
    'live',
    'sign-ins',
    'neighbours',
    'growth',
    'timelines',
    'deletes',
  ] as const),
];
/** Parts that run only if an argument names them. They do not use the common database and servers. */
const alone = ['peers', 'read-replicas', 'checks', 'webhooks'];
const hosts = 2000;

/** Most measurements use a single organization, which sends more heavy requests than the default limits allow. */
const unlimitedHeavyWork = {
  ...{
    ORGANIZATION_REQUESTS_AT_ONCE: '1000',
    ORGANIZATION_THREAD_SECONDS: 'off',
    ORGANIZATION_DATABASE_SECONDS: 'off',
  },
};

const tenths = (value: number) => value.toFixed(1);
const columns = [46, 22, 22, 13];
const line = (cells: string[]) =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(columns[at]!) : cell.padStart(columns[at]!))).join(' ');

export async function bench(args: readonly string[]): Promise<void> {
  const { named, keep, kept, caseText } = optionsOf(args);
  const plan = plans[args.includes('--quick') ? 'quick' : 'full'];
  const namedAlone = named.find((name) => alone.includes(name));
  if (namedAlone !== undefined) {
    if (named.length > 1) throw new Error(`${namedAlone} uses no database of other parts: name it by itself`);
    if (namedAlone === 'checks') return benchChecks({ hosts: plan.checkedHosts, report, print });
    if (namedAlone === 'webhooks') return benchWebhooks({ sizes: plan.webhooks, report, print });
    if (namedAlone === 'read-replicas') return benchReadReplicas(plan.readReplicas, { report, print });
    return benchPeers(hosts, plan, { report, print, printCells: (cells) => print(line(cells)), printCompared });
  }
  const all = [...parts, ...topologySections];
  const unknown = named.find((name) => !all.includes(name as never));
  if (unknown !== undefined) throw new Error(`there is no part "${unknown}": name ${[...all, ...alone].join(' or ')}`);
  const isWanted = (part: (typeof parts)[number]) => named.length === 0 || named.includes(part);
  const isOfMany = (isWanted('requests') && namesCaseOfMany(caseText)) || isWanted('memory');
  const manyHosts = isOfMany ? plan.manyHosts : 3;
  await withBenchDatabase({ hosts, manyHosts }, report, async (database) => {
    const settings = { DATABASE_URL: database.url, RATE_LIMIT: 'off', LOG_LEVEL: 'warn', ...unlimitedHeavyWork };
    const netloom = await startChild('netloom-server.ts', settings, '/api/health');
    const bare = await startChild('bare-server.ts', settings, '/').catch(async (error: unknown) => {
      await netloom.stop();
      throw error;
    });
    const stop = () => Promise.all([netloom.stop(), bare.stop()]);
    // Stopping the servers makes pending requests fail. This ends the measurement, and the temporary database is
    // removed.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
    try {
      await netloom.settled();
      const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
      print(
        `Node ${process.versions.node}, PostgreSQL ${database.version}, ${availableParallelism()} cores (${processor})`,
      );
      print(
        `${connections} connections; medians of rounds of ${plan.secondsPerRound} s, ${plan.rounds} or as many as it takes until the ratio is stable; ${whole(hosts)} hosts`,
      );
      print('');
      if (isWanted('requests')) {
        const ratios = await benchRequests(netloom, bare, database, plan, caseText);
        if (keep !== undefined) keepRun(keep, ratios);
        if (kept) printSlower(slower(kept, ratios));
      }
      if (isWanted('profile')) await benchProfile(bare, database, plan, print);
      if (isWanted('jit')) await benchJit(database.url, print);
      if (isWanted('memory')) await benchMemory(netloom, database, plan);
      await bare.stop();
      if (isWanted('history')) {
        const { url: databaseUrl, target } = database;
        const side = { url: netloom.url, databaseUrl, target, plan, report, print };
        print(line(['History', 'first', 'second', 'ratio']));
        await benchHistory({
          ...side,
          printSides: (name, first, second) => printFigures(name, { netloom: first, bare: second }),
        });
      }
      const only = isWanted('topology') ? undefined : topologySections.filter((section) => named.includes(section));
      if (only?.length !== 0)
        await benchTopology({
          netloom,
          databaseUrl: database.url,
          report,
          print,
          sizes: plan.graphHosts,
          ...(only && { only }),
        });
      const { url: databaseUrl } = database;
      const side = { url: netloom.url, databaseUrl, key: database.target.key, report, print };
      if (isWanted('picture'))
        await benchPicture({
          ...side,
          hosts: picturesOf(process.env.PICTURE_HOSTS) ?? plan.pictures,
          folder: process.env.PICTURE_DIR,
        });
      if (isWanted('inventory-scroll')) await benchInventoryScroll({ ...side, sizes: plan.scroll });
      if (isWanted('search')) await benchSearch({ ...side, sizes: plan.search });
      if (isWanted('discovery')) await benchDiscovery({ ...side, sizes: plan.discovery });
      if (isWanted('reports')) await benchReports({ ...side, sizes: plan.discovery });
      if (isWanted('arp-table')) await benchArpTable({ ...side, netloom, machines: plan.discovery.arpTable });
      if (isWanted('imports')) await benchImports({ ...side, netloom, sizes: plan.imports });
      if (isWanted('sign-ins')) await benchSignIns({ ...side, netloom, people: 200, rounds: 15, quietSeconds: 10 });
      if (isWanted('neighbours')) await benchNeighbours({ ...side, sizes: plan.neighbours });
      if (isWanted('growth')) await benchGrowth({ ...side, sizes: plan.growth });
      if (isWanted('timelines')) await benchTimelines({ ...side, sizes: plan.timelines });
      if (isWanted('live')) await benchLive({ ...side, netloom, sizes: plan.live });
      if (isWanted('deletes')) await benchDeletes({ ...side, sizes: plan.deletes });
    } finally {
      await stop();
    }
  });
}

/** Parses the arguments: the names of parts, the files of `--keep` and `--compare`, and the text of `--case`. */
function optionsOf(args: readonly string[]) {
  const valueOf = (name: string): string | undefined => {
    const at = args.indexOf(name);
    if (at === -1) return undefined;
    const value = args[at + 1];
    if (value === undefined || value.startsWith('--')) throw new Error(`${name} wants a value`);
    return value;
  };
  const knownOptions = ['--quick', '--keep', '--compare', '--case'];
  const unknown = args.find((arg) => arg.startsWith('--') && !knownOptions.includes(arg));
  if (unknown !== undefined) throw new Error(`there is no option "${unknown}": ${knownOptions.join(', ')} are there`);
  const [keep, before, caseText] = [valueOf('--keep'), valueOf('--compare'), valueOf('--case')];
  const namedParts = args.filter((arg) => !arg.startsWith('--') && ![keep, before, caseText].includes(arg));
  // Read the earlier run of `--compare` before measuring, so that an unreadable file is reported at once.
  return { named: namedParts, keep, caseText, kept: before === undefined ? undefined : readRun(before) };
}

/** Parses the sizes in `PICTURE_HOSTS=100,2000`; undefined, which means all sizes, if the variable is not set. */
function picturesOf(text: string | undefined): readonly number[] | undefined {
  const sizes = text?.split(',').map(Number);
  if (sizes?.some((size) => !Number.isInteger(size) || size < 1 || size > 1_000_000))
    throw new Error(`PICTURE_HOSTS is "${text}": numbers of hosts with commas between them are wanted`);
  return sizes;
}

function printSlower(lines: readonly string[]): void {
  print('');
  print(lines.length === 0 ? 'No case is slower than in the kept run.' : 'Slower than in the kept run:');
  for (const one of lines) print(`  ${one}`);
}

const exportCase = { name: 'REST host export as CSV' };

/** Whether the text of `--case` is part of the name of a case with many hosts. */
const namesCaseOfMany = (text = ''): boolean => [exportCase, ...casesOfMany].some(({ name }) => name.includes(text));

/** Measures all cases, or those whose name contains `caseText`. Returns the ratio of each case by its name. */
async function benchRequests(
  netloom: Child,
  bare: Child,
  database: BenchDatabase,
  plan: Sizes,
  caseText?: string,
): Promise<Record<string, number>> {
  const ratios: Record<string, number> = {};
  const measureCase = async (one: BenchCase, target: Target) => {
    report(`${one.name} …`);
    const figures = await measure(urls, one, target, plan);
    if (figures.ratio !== undefined) ratios[one.name] = figures.ratio;
    printCompared(one.name, figures);
  };
  print(line(['', 'Netloom  p50 / p99', 'bare  p50 / p99', 'ratio']));
  const urls = { netloom: netloom.url, bare: bare.url };
  const isNamed = ({ name }: { readonly name: string }) => caseText === undefined || name.includes(caseText);
  for (const one of cases.filter(isNamed)) await measureCase(one, database.target);
  if (!namesCaseOfMany(caseText)) return ratios;
  print(`${whole(plan.manyHosts)} hosts:`);
  if (isNamed(exportCase)) {
    report(`${exportCase.name} …`);
    const compared = await measureExport({ netloom, bare }, database.many.key, plan.manyHosts, plan);
    if (compared.ratio !== undefined) ratios[exportCase.name] = compared.ratio;
    printCompared(exportCase.name, compared);
  }
  for (const one of casesOfMany.filter(isNamed)) await measureCase(one, database.many);
  if (caseText !== undefined) return ratios;
  print(line(['Netloom, of an organization beside those', 'word of theirs', 'unknown word', 'ratio']));
  const [otherFigures, unknown] = await compare(
    plan,
    casesBesideMany.map((one) => (seconds: number) => load(netloom.url, one, database.target, seconds)),
  );
  printFigures('REST host search, nothing found', { netloom: otherFigures!, bare: unknown! });
  return ratios;
}

function printCompared(name: string, comparison: Compared): void {
  print(line([name, figuresText(comparison.netloom), figuresText(comparison.bare), ratioText(comparison)]));
  if (comparison.ratio === undefined) print('  in a round no request ended: there is no ratio, rounds must be longer');
}

/**
 * Measures responses with whole lists and files: the memory in use at several points of a response, and the peak memory
 * of the process, including garbage.
 */
async function benchMemory(netloom: Child, { many: { key } }: BenchDatabase, plan: Sizes): Promise<void> {
  print('');
  for (const path of ['/api/v1/hosts?limit=0&include_children=false', '/api/v1/hosts?limit=0']) {
    const { rows, rowsPerSecond, megabytes, growthMegabytes } = await readAll(netloom, path, key);
    print(`GET ${path}: ${whole(rows)} rows (${whole(megabytes)} MB), ${whole(rowsPerSecond)} rows/s,`);
    print(
      `  in use at most ${tenths(await liveGrowth(netloom, path, key))} MB more, process +${whole(growthMegabytes)} MB`,
    );
  }
  const path = '/api/v1/hosts/export/csv';
  print(`GET ${path}: in use at most ${tenths(await liveGrowth(netloom, path, key))} MB more`);
  const slow = await readSlowly(netloom, '/api/v1/hosts?limit=0', key, plan.secondsPerRound * 2);
  print(`GET /api/v1/hosts?limit=0 by a reader that hardly reads: in use at most ${tenths(slow)} MB more`);
}

function printFigures(name: string, { netloom, bare }: Sides<Figures>): void {
  const isComplete = netloom.perSecond > 0 && bare.perSecond > 0;
  const ratio = isComplete ? `${(netloom.perSecond / bare.perSecond).toFixed(2)}×` : 'none';
  print(line([name, figuresText(netloom), figuresText(bare), ratio]));
}

/**
 * Measures the download of the whole CSV file from both servers alternately. Throws unless both files are identical.
 */
async function measureExport(servers: Sides<Child>, key: string, rows: number, plan: Sizes): Promise<Compared> {
  const path = '/api/v1/hosts/export/csv';
  const [netloom, bare] = [await readFile(servers.netloom, path, key), await readFile(servers.bare, path, key)];
  if (netloom.hash !== bare.hash || netloom.rows !== rows)
    throw new Error(`the servers export different files: ${netloom.rows} and ${bare.rows} rows`);
  const read = (server: Child) => async (): Promise<Figures> => {
    const { rowsPerSecond } = await readFile(server, path, key);
    const ms = Math.round((rows / rowsPerSecond) * 1000);
    return { perSecond: rowsPerSecond / rows, p50: ms, p99: ms };
  };
  return measureSides(plan, [read(servers.netloom), read(servers.bare)]);
}

// Starts the service: settings, database, migrations, HTTP, in one process or several; and stops it in the opposite order.
import cluster from 'node:cluster';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino, { type Logger } from 'pino';
import { isSignIn } from './auth/sign-in-pace';
import { startBackgroundWork } from './platform/process/scheduled-jobs';
import { banner, type DemoAccess } from './platform/process/banner';
import { type Config, ConfigError, loadConfig } from './config';
import { createPrismaClient } from './data/client';
import { everyone, querySql, tenantSafeSql } from './data/tenancy/tenant-sql';
import { startEmbeddedPostgres } from './platform/postgres/embedded/embedded-postgres';
import { migrate } from './platform/postgres/migrate';
import { requirePreparedStatements } from './platform/postgres/prepared-statements';
import { secretsKeyOf } from './platform/postgres/embedded/secrets-key-file';
import { StartError } from './platform/postgres/start-error';
import type { PrismaClient } from './generated/prisma/client';
import { createMailTransport } from './platform/mail/transport';
import { logOptions } from './platform/http/request-log';
import { listen } from './platform/http/listener';
import { sumOfMetrics } from './platform/http/metrics';
import { acceptHanded } from './platform/http/siblings';
import { bucketRules, type BucketName } from './platform/limits/rate-limit';
import { createTokenBucket } from './platform/limits/token-bucket';
import { openChannel } from './platform/process/channel';
import { commonsBy, keepCommons, type Commons } from './platform/process/commons';
import { startFleet } from './platform/process/fleet';
import { answerBrokenRequests } from './rest/broken-requests';
import { onStopSignal } from './platform/process/stop-signals';

const closingSeconds = 5;

const report = (line: string) => process.stderr.write(`${line}\n`);

/** What has been opened, in order; closed from the last to the first, each bounded in time. */
class ShutdownStack {
  private readonly parts: { name: string; close: () => Promise<void>; seconds: number }[] = [];
  private closing: Promise<void> | undefined;

  add(name: string, close: () => Promise<void>, seconds = closingSeconds): void {
    this.parts.push({ name, close, seconds });
  }

  close(): Promise<void> {
    return (this.closing ??= this.closeAll());
  }

  private async closeAll(): Promise<void> {
    for (let part = this.parts.pop(); part; part = this.parts.pop()) {
      const { name, close, seconds } = part;
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(() => {
          report(`Stopping: ${name} did not close in time.`);
          resolve();
        }, seconds * 1000);
      });
      await Promise.race([close(), patience]).catch((error: unknown) => report(`Stopping: ${name}: ${String(error)}`));
      clearTimeout(timer);
    }
  }
}

async function openDatabase(config: Config, opened: ShutdownStack, fail: (reason: string) => void): Promise<string> {
  if (config.database.kind === 'external') return config.database.url;
  report('Starting PostgreSQL …');
  const postgres = await startEmbeddedPostgres({ dataDir: config.database.dataDir, report });
  opened.add('PostgreSQL', () => postgres.stop(), 120);
  postgres.onLost(fail);
  return postgres.url;
}

/** The demo organization, made in a database that has none; its code is loaded only where it is wanted. */
async function openDemo(prisma: PrismaClient): Promise<DemoAccess | undefined> {
  const { ensureDemo } = await import('./demo/load');
  let isReported = false;
  return ensureDemo(prisma, {
    progress: () => {
      if (!isReported) report('Making the demo organization …');
      isReported = true;
    },
  });
}

/** The embedded database has a key of its own where none is set. */
const secretsKeysOf = ({ secretsKeys, database }: Config): readonly Buffer[] =>
  secretsKeys.length === 0 && database.kind === 'embedded' ? [secretsKeyOf(database.dataDir)] : secretsKeys;

interface Serving {
  readonly port: number;
  /** Cuts off the requests in flight. */
  cutOff(): void;
}

async function start(
  config: Config,
  logger: Logger,
  opened: ShutdownStack,
  fail: (reason: string) => void,
): Promise<Serving> {
  const url = await openDatabase(config, opened, fail);
  const { databaseConnectTimeoutSeconds: connectTimeoutSeconds } = config;
  await migrate(url, { connectTimeoutSeconds, report });
  if (config.preparedStatements && config.database.kind === 'external')
    await requirePreparedStatements(url, connectTimeoutSeconds);
  const isAlone = config.processes === 1;
  const prisma = isAlone || config.demo ? await openClient(config, url, logger, opened) : undefined;
  const demo = config.demo && prisma ? await openDemo(prisma) : undefined;
  // The connections of the replica are for those who serve.
  if (!isAlone) await prisma?.$disconnect();
  const serving =
    isAlone && prisma ? await serve(config, prisma, logger, opened) : await startProcesses(config, url, opened);
  process.stdout.write(banner(config, serving.port, demo));
  return serving;
}

async function openClient(config: Config, url: string, logger: Logger, opened: ShutdownStack): Promise<PrismaClient> {
  const prisma = createPrismaClient(url, {
    poolSize: config.databasePoolSize,
    preparedStatements: config.preparedStatements,
    connectTimeoutSeconds: config.databaseConnectTimeoutSeconds,
    onConnectionLost: (error) => logger.warn({ err: error }, 'database connection lost'),
  });
  opened.add('database connections', () => prisma.$disconnect());
  // Prisma's first statement loads its compiler: ready means that no request waits for that.
  await querySql(prisma, tenantSafeSql(everyone, { text: 'SELECT 1', values: [] }));
  return prisma;
}

/** Several processes that serve; this one keeps what they have in common. */
async function startProcesses(config: Config, url: string, opened: ShutdownStack): Promise<Serving> {
  const sockets = mkdtempSync(path.join(tmpdir(), 'netloom-'));
  opened.add('sockets', async () => rmSync(sockets, { recursive: true, force: true }));
  const attend = keepCommons((name) => createTokenBucket(bucketRules[name as BucketName], { name }));
  const settings: ProcessSettings = { url, sockets };
  const fleet = await startFleet({ count: config.processes, settings, attend, sumOf: sumOfMetrics, report });
  opened.add('processes', () => fleet.close(), config.shutdownTimeoutSeconds + 20);
  return fleet;
}

interface ProcessSettings {
  readonly url: string;
  readonly sockets: string;
}

async function serve(
  config: Config,
  prisma: PrismaClient,
  logger: Logger,
  opened: ShutdownStack,
  commons?: Commons,
): Promise<Serving & { figures(): Promise<unknown> }> {
  // The code that serves is loaded once nothing stands in the way: what is wrong is said at once.
  const [{ createServer }, { mailerOf, scheduledJobsOf }] = await Promise.all([
    import('./server'),
    import('./modules/jobs'),
  ]);
  const secretsKeys = secretsKeysOf(config);
  const server = await createServer({
    config: { ...config, secretsKeys },
    prisma,
    logger,
    ...(commons && { commons }),
  });
  opened.add('background work', () => server.close());
  const logJobFailure = (error: unknown) => logger.error({ err: error }, 'background work failed');
  const transport = config.mail && createMailTransport(config.mail);
  const mailer = mailerOf(prisma, transport, config.publicUrl ?? '', logger);
  const jobs = scheduledJobsOf(prisma, config, server.serverPoll, mailer, logJobFailure);
  const rounds = startBackgroundWork(jobs, logJobFailure);
  opened.add('rounds', () => rounds.close());
  // A mail under way is finished: of one that is cut off it would not be known whether it was sent.
  opened.add('mail', () => mailer.close(), 15);
  if (commons) {
    const handed = await acceptHanded(server.app, commons.sockets, commons.process);
    opened.add('requests of other processes', () => handed.close());
  }
  const prepare = (http: HttpServer) => {
    answerBrokenRequests(http);
    server.acceptSockets(http);
  };
  const listener = await listen(server.app, config.host, config.port, prepare, isSignIn);
  const closeRequests = () => {
    const closed = listener.close(config.shutdownTimeoutSeconds);
    server.endStreams();
    return closed;
  };
  opened.add('requests', closeRequests, config.shutdownTimeoutSeconds + 1);
  // Where starts are rare, a route's first request should not be the one that waits.
  if (process.env.NODE_ENV === 'production') server.compileRoutes().catch(logJobFailure);
  return { port: listener.port, cutOff: () => listener.cutOff(), figures: () => server.figures() };
}

/** What is open, and how it is ended: by a signal, or by what goes wrong. */
class Run {
  readonly opened = new ShutdownStack();
  private readonly stopping = signalOnce<number>();
  private readonly forced = signalOnce<void>();
  private serving: Serving | undefined;

  stop(code: number): void {
    this.stopping.give(code);
  }

  force(): void {
    this.stop(1);
    this.forced.give();
    this.serving?.cutOff();
  }

  readonly fail = (reason: string): void => {
    report(`Netloom stops: ${reason}`);
    this.stop(1);
  };

  /** Until it is stopped; then everything is closed and the process ends. */
  async over(starting: () => Promise<Serving>, failed: (error: unknown) => unknown): Promise<void> {
    try {
      const started = starting();
      process.exitCode = await Promise.race([
        this.stopping.given,
        started.then((serving) => {
          this.serving = serving;
          return this.stopping.given;
        }),
      ]);
      // A stop while starting waits for the step under way, so that nothing is left open behind it.
      await Promise.race([started.catch(() => undefined), this.forced.given]);
    } catch (error) {
      await failed(error);
      process.exitCode = 1;
    }
    await this.opened.close();
    process.exit();
  }
}

/** Runs the service until a signal; returns never, but ends the process when everything is closed. */
export async function main(): Promise<void> {
  const run = new Run();
  // Without a reader of its output the service goes on.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.on('uncaughtException', (error) => run.fail(error.stack ?? String(error)));
  if (cluster.isWorker) return serveBehind(run);
  onStopSignal({
    stop: () => {
      report('Stopping: finishing the requests in flight …');
      run.stop(0);
    },
    force: () => {
      report('Stopping at once.');
      run.force();
    },
  });
  const starting = async () => {
    const config = loadConfig();
    return start(config, pino(logOptions(config.logLevel)), run.opened, run.fail);
  };
  await run.over(starting, (error) =>
    report(isExpected(error) ? `Netloom cannot start: ${error.message}` : storyOf(error)),
  );
}

const isExpected = (error: unknown): error is Error => error instanceof StartError || error instanceof ConfigError;
const storyOf = (error: unknown): string => String((error as Error).stack ?? error);

/** One of several processes that serve: it stops when the first one says so, and Node ends it when that one is gone. */
async function serveBehind(run: Run): Promise<void> {
  // A Ctrl-C reaches all processes of a terminal, and which of them ends is for the first to say.
  onStopSignal({ stop: () => undefined, force: () => undefined });
  let figures: () => Promise<unknown> = () => Promise.resolve([]);
  const channel = openChannel(process, {
    stop: () => run.stop(0),
    cutOff: () => run.force(),
    figures: () => figures(),
  });
  const starting = async () => {
    const config = loadConfig();
    const { url, sockets, process: name } = await channel.ask<ProcessSettings & { process: string }>('begin');
    const logger = pino(logOptions(config.logLevel));
    const prisma = await openClient(config, url, logger, run.opened);
    const serving = await serve(config, prisma, logger, run.opened, commonsBy(channel, name, sockets));
    figures = () => serving.figures();
    await channel.ask('ready', serving.port);
    return serving;
  };
  const tell = (error: unknown) => channel.ask('failed', isExpected(error) ? error.message : storyOf(error));
  await run.over(starting, (error) => tell(error).catch(() => undefined));
}

function signalOnce<T>(): { given: Promise<T>; give: (value: T) => void } {
  let give: (value: T) => void = () => undefined;
  const given = new Promise<T>((resolve) => (give = resolve));
  return { given, give };
}

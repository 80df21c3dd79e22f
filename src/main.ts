// Starts the service: settings, database, migrations, HTTP. Stops these parts in reverse order.
import './platform/process/garbage-collection';
import type { Server as HttpServer } from 'node:http';
import pino, { type Logger } from 'pino';
import { version } from '../package.json';
import { isSignIn } from './auth/sign-in-pace';
import { rejectionHandler } from './platform/process/abandoned-fields';
import { startBackgroundWork } from './platform/process/scheduled-jobs';
import { banner, type DemoAccess } from './platform/process/banner';
import { type Config, ConfigError, formerSettingWarnings, loadConfig } from './config';
import { createPrismaClient, plannedClient, type ClientOptions } from './data/client';
import { readFromReplicas } from './data/replicas/replicas';
import { systemScope, querySql, tenantSafeSql } from './data/tenancy/tenant-sql';
import { startEmbeddedPostgres } from './platform/postgres/embedded/embedded-postgres';
import { migrate } from './platform/postgres/migrate';
import { requirePreparedStatements } from './platform/postgres/prepared-statements';
import { secretsKeysOf } from './platform/postgres/embedded/secrets-key-file';
import { traceIds } from './platform/tracing/tracing';
import { StartError } from './platform/postgres/start-error';
import type { PrismaClient } from './generated/prisma/client';
import { createMailTransport } from './platform/mail/transport';
import { logOptions } from './platform/http/request-log';
import { type Listener, listen } from './platform/http/listener';
import { setMemoryBudget } from './platform/limits/memory-budget';
import { answerBrokenRequests } from './rest/broken-requests';
import { openLogStream } from './platform/process/log-stream';
import { onStopSignal } from './platform/process/stop-signals';

const closingSeconds = 5;

const report = (line: string) => process.stderr.write(`${line}\n`);

/** Resources that the process has opened. They are closed in reverse order, each with a time limit. */
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

async function openDatabase(
  config: Config,
  shutdownStack: ShutdownStack,
  fail: (reason: string) => void,
): Promise<string> {
  if (config.database.kind === 'external') return config.database.url;
  report('Starting PostgreSQL …');
  const postgres = await startEmbeddedPostgres({ dataDir: config.database.dataDir, report });
  shutdownStack.add('PostgreSQL', () => postgres.stop(), 120);
  postgres.onLost(fail);
  return postgres.url;
}

/**
 * Creates the demo organization if the database has no organization. The code for that is only loaded if the demo is
 * configured.
 */
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

/** Records traces if a collector is configured. The packages for that take memory, so nothing else loads them. */
async function openTraces({ sendsTraces }: Config, logger: Logger, shutdownStack: ShutdownStack): Promise<void> {
  if (!sendsTraces) return;
  const { startRecording } = await import('./platform/tracing/recorder');
  const onFailure = (reason: string) => logger.warn({ reason }, 'traces could not be sent');
  shutdownStack.add('traces', startRecording(version, onFailure));
}

/**
 * Lets the replicas of DATABASE_READ_URLS answer reads. A replica that does not answer at the start takes reads as soon
 * as it answers.
 */
function openReplicas(
  prisma: PrismaClient,
  primaryUrl: string,
  needs: { config: Config; options: ClientOptions; logger: Logger; shutdownStack: ShutdownStack },
): void {
  const { config, options, logger, shutdownStack } = needs;
  const { databaseReadUrls: readUrls, readReplicaMaxLag: maxLagSeconds } = config;
  if (readUrls.length === 0) return;
  const close = readFromReplicas(prisma, {
    ...{ ...options, primaryUrl, readUrls, maxLagSeconds },
    onChange: (replica, takesReads, reason) =>
      takesReads
        ? logger.info({ replica }, 'a replica answers reads')
        : logger.warn({ replica, reason }, 'a replica answers no reads'),
    onReadFailed: (replica, error) => logger.warn({ replica, err: error }, 'a replica failed a read'),
  });
  shutdownStack.add('replica connections', close);
}

async function start(config: Config, logger: Logger, shutdownStack: ShutdownStack, fail: (reason: string) => void) {
  setMemoryBudget(config.memoryBudget);
  await openTraces(config, logger, shutdownStack);
  const url = await openDatabase(config, shutdownStack, fail);
  const { databaseConnectTimeoutSeconds: connectTimeoutSeconds } = config;
  await migrate(url, { connectTimeoutSeconds, report });
  if (config.preparedStatements && config.database.kind === 'external')
    await requirePreparedStatements(url, connectTimeoutSeconds);
  const options: ClientOptions = {
    poolSize: config.databasePoolSize,
    preparedStatements: config.preparedStatements,
    connectTimeoutSeconds,
    onConnectionLost: (error) => logger.warn({ err: error }, 'database connection lost'),
    ...(process.env.NODE_ENV === 'production' && {
      onUnplanned: (call) => logger.warn({ err: call }, 'asked of Prisma'),
    }),
  };
  const prisma = plannedClient(createPrismaClient(url, options));
  shutdownStack.add('database connections', () => prisma.$disconnect());
  openReplicas(prisma, url, { config, options, logger, shutdownStack });
  // Prisma loads its query compiler at the first statement. A statement is sent now, so that no request has to wait for
  // that.
  await querySql(prisma, tenantSafeSql(systemScope, { text: 'SELECT 1', values: [] }));
  const demo = config.demo ? await openDemo(prisma) : undefined;
  // The code of the server is loaded only after configuration and database were checked, so that errors in them are
  // reported quickly.
  const [{ createServer }, { createJobMailer: mailerOf, createScheduledJobs: scheduledJobsOf }] = await Promise.all([
    import('./server'),
    import('./modules/jobs'),
  ]);
  const server = await createServer({ config: { ...config, secretsKeys: secretsKeysOf(config) }, prisma, logger });
  shutdownStack.add('background work', () => server.close());
  const logJobFailure = (error: unknown) => logger.error({ err: error }, 'background work failed');
  const transport = config.mail && createMailTransport(config.mail);
  const mailer = mailerOf(prisma, transport, config.publicUrl ?? '', logger);
  const jobs = scheduledJobsOf(prisma, config, server, mailer, { prisma, ...server.judging }, logJobFailure);
  const rounds = startBackgroundWork(jobs, logJobFailure);
  shutdownStack.add('rounds', () => rounds.close());
  // Shutdown waits for mails that are being sent. If such a mail were aborted, it would be unknown whether it was sent.
  shutdownStack.add('mail', () => mailer.close(), 15);
  const prepare = (http: HttpServer) => {
    answerBrokenRequests(http);
    server.acceptSockets(http);
  };
  const listener = await listen(server.app, config.host, config.port, prepare, isSignIn);
  const closeRequests = () => {
    const whenClosed = listener.close(config.shutdownTimeoutSeconds);
    server.endStreams();
    return whenClosed;
  };
  shutdownStack.add('requests', closeRequests, config.shutdownTimeoutSeconds + 1);
  process.stdout.write(banner(config, listener.port, demo));
  // In production, starts are rare. So all routes are compiled now, and the first request of a route does not wait for
  // that.
  if (process.env.NODE_ENV === 'production') server.compileRoutes().catch(logJobFailure);
  return listener;
}

/**
 * Migrates the database at `DATABASE_URL`, and resolves when it has the schema of this version. Throws a StartError if
 * there is no such database, or if its schema is newer.
 */
export async function migrateOnly(): Promise<void> {
  const { database, databaseConnectTimeoutSeconds: connectTimeoutSeconds } = loadConfig();
  if (database.kind !== 'external')
    throw new StartError('--migrate-only needs DATABASE_URL: the embedded database is migrated at every start');
  await migrate(database.url, { connectTimeoutSeconds, report });
  report('The database has the schema of this version.');
}

/**
 * Runs the service until it receives a signal. The function does not return: it ends the process when everything is
 * closed.
 */
export async function main(): Promise<void> {
  const shutdownStack = new ShutdownStack();
  const stopping = signalOnce<number>();
  const forcedStop = signalOnce<void>();
  let listener: Listener | undefined;
  const fail = (reason: string) => {
    report(`Netloom stops: ${reason}`);
    stopping.give(1);
  };
  // The service continues to run if the reader of its output closes the pipe, or if the disk of its output is full.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  onStopSignal({
    stop: () => {
      report('Stopping: finishing the requests in flight …');
      stopping.give(0);
    },
    force: () => {
      report('Stopping at once.');
      stopping.give(1);
      forcedStop.give();
      listener?.cutOff();
    },
  });
  process.on('uncaughtException', (error) => fail(error.stack ?? String(error)));
  try {
    const config = loadConfig();
    formerSettingWarnings().forEach(report);
    const logger = pino(logOptions(config.logLevel, config.sendsTraces ? traceIds : undefined), openLogStream());
    process.on('unhandledRejection', rejectionHandler(logger, fail));
    const starting = start(config, logger, shutdownStack, fail);
    process.exitCode = await Promise.race([
      stopping.promise,
      starting.then((startedService) => {
        listener = startedService;
        return stopping.promise;
      }),
    ]);
    // If a stop is requested during the start, the current step is finished first, so that all opened resources are
    // known and closed.
    await Promise.race([starting.catch(() => undefined), forcedStop.promise]);
  } catch (error) {
    const isExpected = error instanceof StartError || error instanceof ConfigError;
    report(isExpected ? `Netloom cannot start: ${error.message}` : String((error as Error).stack ?? error));
    process.exitCode = 1;
  }
  await shutdownStack.close();
  process.exit();
}

function signalOnce<T>(): { promise: Promise<T>; give: (value: T) => void } {
  let give: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (give = resolve));
  return { promise, give };
}

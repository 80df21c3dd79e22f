// A world for one suite: two organizations in the test database, callers of every kind, and the real server.
import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino, { type DestinationStream } from 'pino';
import { createSession } from '../../src/auth/sessions';
import { generateKey } from '../../src/auth/tokens';
import type { Permissions } from '../../src/data/tenancy/viewer';
import { loadConfig, type Config } from '../../src/config';
import { createPrismaClient } from '../../src/data/client';
import type { PrismaClient } from '../../src/generated/prisma/client';
import { answerBrokenRequests } from '../../src/rest/broken-requests';
import { logOptions } from '../../src/platform/http/request-log';
import type { ServerPoll } from '../../src/modules/routes';
import { createServer, type Server } from '../../src/server';
import { createNetwork } from '../../src/modules/access/network/create-network.sql';
import { createClient, type Client, type Credential } from './client';
import { createRecorder, type Recorder } from './recorded-queries';
import { testSecretsKey } from './secrets-key';
import { letReadReplicas, readFromTestReplica } from './test-replica';
import { isInSharedWorker, shareInWorker } from './worker';

export interface Caller extends Client {
  readonly userId: string;
  readonly organizationId: string;
  readonly email: string;
  readonly credential: Credential;
}

/** A client that sends the id and the key of a daemon with each request. */
export interface DaemonCaller extends Client {
  readonly networkId: string;
  readonly keyId: string;
  readonly daemonId: string;
  /** The host on which the daemon runs. Undefined before the daemon has registered. */
  readonly hostId?: string;
  readonly credential: Credential;
}

export interface World {
  readonly prisma: PrismaClient;
  readonly url: string;
  readonly queries: Recorder;
  /**
   * Calls the daemons that wait for calls of the service. These are all such daemons in the database, so only suites
   * with a database of their own use this.
   */
  readonly serverPoll: ServerPoll;
  /** What the job that judges checks needs from the server, such as worker threads. */
  readonly judging: Server['judging'];
  readonly organizationId: string;
  /** Two networks of the first organization. Callers with narrowed rights may see only the first. */
  readonly networkId: string;
  readonly otherNetworkId: string;
  /** Callers of the first organization with sessions. Member and viewer may see both networks. */
  readonly owner: Caller;
  readonly admin: Caller;
  readonly member: Caller;
  readonly viewer: Caller;
  /** The owner's API key with the owner's rights in both networks. */
  readonly key: Caller;
  /** The owner's API key with the owner's rights, narrowed to `networkId`. */
  readonly narrowKey: Caller;
  /** The Owner of another organization with one network, by session and by API key. */
  readonly stranger: Caller;
  readonly strangerKey: Caller;
  readonly strangerNetworkId: string;
  /** A caller without a credential. */
  readonly anonymous: Client;
  addUser(permissions: Permissions, networkIds?: readonly string[], organizationId?: string): Promise<Caller>;
  addKey(owner: Caller, key?: { permissions?: Permissions; networkIds?: readonly string[] }): Promise<Caller>;
  /** Adds a daemon to the network, by default a registered one with a key of its own. A new world has no daemons. */
  addDaemon(daemon?: NewDaemon): Promise<DaemonCaller>;
  /** Stops the server. The rows stay in the database. */
  stop(): Promise<void>;
  close(): Promise<void>;
}
interface NewDaemon {
  readonly networkId?: string;
  readonly organizationId?: string;
  /** If false, the daemon has only a key and an id with which to register. */
  readonly isRegistered?: boolean;
  readonly standby?: boolean;
  /** Columns of the daemon's API key. */
  readonly key?: { readonly isEnabled?: boolean; readonly expiresAt?: Date };
}

export { testSecretsKey };

/** The real server on a database, without the rows of a world. */
export interface RunningServer {
  readonly prisma: PrismaClient;
  readonly url: string;
  readonly queries: Recorder;
  /**
   * Polls the daemons of the whole database that wait for requests of the server. It polls only when a suite calls it.
   */
  readonly serverPoll: ServerPoll;
  /** What the job that judges checks needs from the server, such as worker threads. */
  readonly judging: Server['judging'];
  /** Stops the server; the rows stay in the database. `lastWork` runs after the last response was sent. */
  stop(lastWork?: () => Promise<void>): Promise<void>;
}

/**
 * The service's statement timeout of 15 s is raised, so that a machine that stalls for a while, as CI machines do, does
 * not fail a suite.
 */
const statementSeconds = 60;

/** Suites send more heavy requests at once than an organization may. Suites about budgets set their own limits. */
const unlimitedHeavyWork = {
  ...{
    ORGANIZATION_REQUESTS_AT_ONCE: '1000',
    ORGANIZATION_THREAD_SECONDS: 'off',
    ORGANIZATION_DATABASE_SECONDS: 'off',
  },
};

/**
 * Starts the server. `settings` are environment variables that override the defaults of tests (no rate limit, silent
 * log). The server listens on the preferred port if it is free.
 */
export async function serve(
  settings: NodeJS.ProcessEnv = {},
  logTo: DestinationStream = process.stdout,
  preferredPort = 0,
): Promise<SharedServer> {
  const queries = createRecorder();
  const databaseUrl = settings.DATABASE_URL ?? process.env.TEST_DATABASE_URL!;
  const prisma = createPrismaClient(isForGeneratedDocuments(settings) ? planningOnce(databaseUrl) : databaseUrl, {
    poolSize: 6,
    statementSeconds,
    refusesSecondConnection: true,
    onQuery: queries.record,
  });
  const closeReplicas = readFromTestReplica(prisma, databaseUrl, { statementSeconds, onQuery: queries.record });
  const config: Config = loadConfig({
    READ_REPLICA_MAX_LAG: '1',
    ...{ RATE_LIMIT: 'off', LOG_LEVEL: 'error', SECRETS_KEY: testSecretsKey, OUTBOUND_PRIVATE: 'on' },
    REGISTRATION: 'open',
    ...unlimitedHeavyWork,
    ...settings,
    DATABASE_URL: databaseUrl,
  });
  const server: Server = await createServer({ config, prisma, logger: pino(logOptions(config.logLevel), logTo) });
  const http = createHttpServer({ keepAliveTimeout: 60_000 }, server.app);
  answerBrokenRequests(http);
  server.acceptSockets(http);
  await listen(http, preferredPort).catch(() => listen(http, 0));
  return {
    prisma,
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    queries,
    ...{ serverPoll: server.serverPoll, judging: server.judging },
    endConnections: () => http.closeAllConnections(),
    stop: async (lastWork) => {
      server.endStreams();
      await closeHttp(http);
      await server.close();
      await lastWork?.();
      await closeReplicas?.();
      await prisma.$disconnect();
    },
  };
}

/**
 * Whether the suite raises the cost limit, in order to send documents that are generated from the whole schema. Other
 * suites test the query plans of such documents.
 */
const isForGeneratedDocuments = (settings: NodeJS.ProcessEnv) =>
  settings.QUERY_COST_MAXIMUM !== undefined && settings.DATABASE_URL === undefined;

/**
 * The URL with a setting by which each connection plans a statement once. By default, PostgreSQL plans a statement anew
 * for each of its first five uses.
 */
export function planningOnce(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c plan_cache_mode=force_generic_plan');
  return url.href;
}

interface SharedServer extends RunningServer {
  /** Ends the requests and streams that are still open. */
  endConnections(): void;
}

/**
 * Returns a server. Suites whose only setting is the cost limit, or that have no settings, share one server in each
 * worker, so that its code is compiled only once.
 */
async function serverFor(settings: NodeJS.ProcessEnv = {}, logTo?: DestinationStream): Promise<RunningServer> {
  const isShared = Object.keys(settings).every((name) => name === 'QUERY_COST_MAXIMUM') && !logTo && isInSharedWorker();
  if (!isShared) return serve(settings, logTo);
  const { QUERY_COST_MAXIMUM: cost = 'usual' } = settings;
  const server = await shareInWorker(
    `server with the cost ${cost}`,
    () => serve(settings),
    ({ stop }) => stop(),
  );
  return {
    ...server,
    stop: async (lastWork) => {
      server.endConnections();
      await lastWork?.();
    },
  };
}

/** Starts a world. `settings` are environment variables that override the defaults of tests. */
export async function createWorld(settings?: NodeJS.ProcessEnv, logTo?: DestinationStream): Promise<World> {
  const running = await serverFor(settings, logTo);
  const { prisma, url, queries } = running;

  const addOrganization = async () => (await prisma.organization.create({ data: { name: 'World' } })).id;
  const addNetwork = async (organizationId: string, name: string) =>
    (await prisma.$transaction((tx) => createNetwork(tx, { organizationId, name }))).id;

  const organizationId = await addOrganization();
  const networkId = await addNetwork(organizationId, 'North');
  const otherNetworkId = await addNetwork(organizationId, 'South');
  const strangerOrganizationId = await addOrganization();
  const strangerNetworkId = await addNetwork(strangerOrganizationId, 'Elsewhere');

  const addUser: World['addUser'] = async (
    permissions,
    networkIds = [networkId, otherNetworkId],
    inOrganization = organizationId,
  ) => {
    // The domain is not reserved for examples (RFC 2606), because the service sends no mail to reserved domains.
    const email = `${randomUUID()}@netloom.test`;
    const user = await prisma.user.create({
      data: { email, emailVerified: true, permissions, organizationId: inOrganization },
    });
    const reach = permissions === 'Owner' || permissions === 'Admin' ? [] : networkIds;
    await prisma.userNetwork.createMany({
      data: reach.map((id) => ({ userId: user.id, networkId: id, organizationId: inOrganization })),
    });
    const credential: Credential = { session: await createSession(prisma, user) };
    await letReadReplicas(prisma, user.id);
    return { ...createClient(url, credential), credential, userId: user.id, organizationId: inOrganization, email };
  };

  const addKey: World['addKey'] = async (
    owner,
    { permissions = 'Owner', networkIds = [networkId, otherNetworkId] } = {},
  ) => {
    const { token, keyHash, keyPrefix } = generateKey('user');
    const { userId, organizationId: inOrganization, email } = owner;
    const key = await prisma.userApiKey.create({
      data: { name: 'key', userId, organizationId: inOrganization, permissions, keyHash, keyPrefix },
    });
    await prisma.userApiKeyNetwork.createMany({
      data: networkIds.map((id) => ({ userApiKeyId: key.id, networkId: id, organizationId: inOrganization })),
    });
    await letReadReplicas(prisma, userId);
    const credential: Credential = { key: token };
    return { ...createClient(url, credential), credential, userId, organizationId: inOrganization, email };
  };

  const addDaemon: World['addDaemon'] = async (daemon = {}) => {
    const { networkId: inNetwork = networkId, organizationId: inOrganization = organizationId, key = {} } = daemon;
    const { token, keyHash, keyPrefix } = generateKey('daemon');
    const data = { name: 'daemon key', networkId: inNetwork, keyHash, keyPrefix, ...key };
    const { id: keyId } = await prisma.daemonApiKey.create({ data });
    const daemonId = randomUUID();
    const credential: Credential = { key: token, daemonId };
    const caller = { ...createClient(url, credential), credential, networkId: inNetwork, keyId, daemonId };
    if (daemon.isRegistered === false) return caller;
    const { id: hostId } = await prisma.host.create({ data: { networkId: inNetwork, name: 'daemon host' } });
    await prisma.daemon.create({
      data: {
        id: daemonId,
        networkId: inNetwork,
        organizationId: inOrganization,
        hostId,
        apiKeyId: keyId,
        name: 'daemon',
        mode: 'daemon_poll',
        url: '',
        standby: daemon.standby ?? false,
      },
    });
    return { ...caller, hostId };
  };

  const owner = await addUser('Owner');
  const stranger = await addUser('Owner', [], strangerOrganizationId);
  return {
    prisma,
    url,
    queries,
    ...{ serverPoll: running.serverPoll, judging: running.judging },
    organizationId,
    networkId,
    otherNetworkId,
    owner,
    admin: await addUser('Admin'),
    member: await addUser('Member'),
    viewer: await addUser('Viewer'),
    key: await addKey(owner),
    narrowKey: await addKey(owner, { networkIds: [networkId] }),
    stranger,
    strangerKey: await addKey(stranger, { networkIds: [strangerNetworkId] }),
    strangerNetworkId,
    anonymous: createClient(url, {}),
    addUser,
    addKey,
    addDaemon,
    stop: () => running.stop(),
    close: () =>
      running.stop(async () => {
        // Deleting an organization also deletes its rows. Daemons are deleted first, because a host with a daemon
        // cannot be deleted.
        await prisma.daemon.deleteMany({ where: { organizationId: { in: [organizationId, strangerOrganizationId] } } });
        await prisma.organization.deleteMany({ where: { id: { in: [organizationId, strangerOrganizationId] } } });
      }),
  };
}

function listen(http: HttpServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, '127.0.0.1', () => {
      http.off('error', reject);
      resolve();
    });
  });
}

function closeHttp(http: HttpServer): Promise<void> {
  http.closeAllConnections();
  return new Promise((resolve) => http.close(() => resolve()));
}

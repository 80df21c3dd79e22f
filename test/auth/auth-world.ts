// Starts a small server with src/auth on the test database, and creates the accounts and keys that the tests of
// authentication need.
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import pino from 'pino';
import {
  createAuthenticator,
  requireViewer,
  type Authenticator,
  type AuthenticatorOptions,
} from '../../src/auth/authenticate';
import { allowListedOrigins } from '../../src/auth/cors';
import { refuseForgedWrites } from '../../src/auth/csrf';
import { registrationGate, type RegistrationSetting } from '../../src/modules/access/sign-in/registration.sql';
import { signInRoutes } from '../../src/modules/access/sign-in/sign-in.routes';
import { generateKey } from '../../src/auth/tokens';
import { userOf, type Permissions, type Viewer } from '../../src/data/tenancy/viewer';
import { createPrismaClient } from '../../src/data/client';
import type { PrismaClient } from '../../src/generated/prisma/client';
import { createSecretBox } from '../../src/platform/text/sealed-secrets';
import { errorResponder } from '../../src/rest/envelope';
import { createNetwork } from '../../src/modules/access/network/create-network.sql';

export const password = 'Correct horse 1';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON envelope of the response. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each response has another type
  readonly body: { success: boolean; data: any; code: string; params: Record<string, unknown> };
  /** The value of the session cookie that the response sets. */
  readonly token: string | undefined;
}

export interface AuthWorld {
  readonly prisma: PrismaClient;
  readonly authenticator: Authenticator;
  readonly url: string;
  /** The SQL statements that the database runs during the work. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>;
  send(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string>; token?: string },
  ): Promise<Reply>;
  register(email?: string): Promise<{ email: string; token: string; userId: string; organizationId: string }>;
  addUser(
    organizationId: string,
    permissions: Permissions,
    networkIds?: string[],
  ): Promise<{ id: string; email: string }>;
  addNetwork(organizationId: string): Promise<string>;
  addKey(
    owner: { id: string; organizationId: string },
    key?: { permissions?: Permissions; networkIds?: string[]; expiresAt?: Date; isEnabled?: boolean },
  ): Promise<{ id: string; token: string }>;
  whoAmI(headers: Record<string, string>): Promise<Reply>;
  close(): Promise<void>;
}

export interface WorldOptions extends Partial<Pick<AuthenticatorOptions, 'isRefusing' | 'publicUrl'>> {
  readonly registration?: RegistrationSetting;
  readonly corsOrigins?: readonly string[];
  /** Whether the service accepts requests that send mail. The world delivers none, so `register` works only without. */
  readonly sendsMail?: boolean;
  /** Keys that encrypt secrets in the database. If the list is empty, the service stores no secrets. */
  readonly secretsKeys?: readonly Buffer[];
}

export const uniqueEmail = (): string => `${randomUUID()}@netloom.example`;

export async function openAuthWorld(options: WorldOptions = {}): Promise<AuthWorld> {
  const {
    registration = 'open',
    corsOrigins = [],
    secretsKeys = [Buffer.alloc(32, 7)],
    sendsMail = false,
    publicUrl,
    isRefusing,
  } = options;
  const statements: string[] = [];
  const prisma = createPrismaClient(process.env.TEST_DATABASE_URL ?? '', {
    onQuery: ({ query }) => statements.push(query),
  });
  const backgroundErrors: unknown[] = [];
  const authenticator = createAuthenticator({
    prisma,
    publicUrl,
    isRefusing,
    onBackgroundError: (error) => backgroundErrors.push(error),
  });
  const userAsWire = async (viewer: Viewer) => {
    const { id, email, permissions } = await prisma.user.findUniqueOrThrow({ where: { id: userOf(viewer).userId } });
    return { id, email, permissions, network_ids: viewer.networkIds };
  };
  const app = express();
  app.use((req, _res, next) => {
    req.log = pino({ level: 'silent' });
    next();
  });
  app.use(allowListedOrigins(corsOrigins));
  app.use(['/api', '/graphql'], authenticator.middleware, refuseForgedWrites({ publicUrl, corsOrigins }));
  app.use(
    '/api/auth',
    signInRoutes({
      ...{ prisma, authenticator, publicUrl, userAsWire },
      registration: registrationGate(prisma, registration),
      secretBox: createSecretBox(secretsKeys),
      ...{ sendsMail, bodyLimitBytes: 2_097_152 },
    }),
  );
  app.all(['/api/v1/whoami', '/graphql'], (req, res) => {
    res.json({ data: requireViewer(req) });
  });
  app.use(errorResponder);
  const server = await new Promise<Server>((callback) => {
    const listening = app.listen(0, '127.0.0.1', () => callback(listening));
    // On a busy machine, the server must not close an idle connection just when a request reuses it.
    listening.keepAliveTimeout = 60_000;
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const send: AuthWorld['send'] = async (method, path, { body, headers = {}, token } = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { Cookie: `theme=dark; session_id=${token}` }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('session_id='));
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: text ? JSON.parse(text) : undefined,
      token: cookie && /^session_id=([^;]*)/.exec(cookie)?.[1],
    };
  };

  return {
    prisma,
    authenticator,
    url,
    send,
    async statementsOf(work) {
      const before = statements.length;
      await work();
      return statements.slice(before);
    },
    async register(email = uniqueEmail()) {
      const reply = await send('POST', '/api/auth/register', { body: { email, password, terms_accepted: true } });
      if (reply.status !== 200 || !reply.token) throw new Error(`registration failed: ${JSON.stringify(reply.body)}`);
      const user = await prisma.user.findUniqueOrThrow({ where: { email } });
      return { email, token: reply.token, userId: user.id, organizationId: user.organizationId };
    },
    async addUser(organizationId, permissions, networkIds = []) {
      const user = await prisma.user.create({
        data: { organizationId, permissions, email: uniqueEmail(), emailVerified: true },
      });
      const rows = networkIds.map((networkId) => ({ userId: user.id, networkId, organizationId }));
      await prisma.userNetwork.createMany({ data: rows });
      return user;
    },
    addNetwork: async (organizationId) => {
      const network = await prisma.$transaction((tx) => createNetwork(tx, { organizationId, name: 'Branch' }));
      return network.id;
    },
    async addKey(owner, { networkIds = [], ...columns } = {}) {
      const { token, keyHash, keyPrefix } = generateKey('user');
      const { organizationId } = owner;
      const key = await prisma.userApiKey.create({
        data: { name: 'key', userId: owner.id, organizationId, keyHash, keyPrefix, permissions: 'Owner', ...columns },
      });
      const rows = networkIds.map((networkId) => ({ userApiKeyId: key.id, networkId, organizationId }));
      await prisma.userApiKeyNetwork.createMany({ data: rows });
      return { id: key.id, token };
    },
    whoAmI: (headers) => send('GET', '/api/v1/whoami', { headers }),
    async close() {
      server.closeAllConnections();
      await new Promise((callback) => server.close(callback));
      await authenticator.close();
      await prisma.$disconnect();
      expect(backgroundErrors).toEqual([]);
    },
  };
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

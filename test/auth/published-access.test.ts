// Tests the published credentials of the demo. While the database has only the demo, these credentials work from
// everywhere. Afterwards they work only from the machine of the service.
/* eslint-disable no-restricted-syntax -- The suite has a separate database. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { demoAccess, demoKeyNames, demoOrganizationId, deriveKey } from '../../src/auth/published-access';
import { hashPassword } from '../../src/auth/passwords';
import { generateKey } from '../../src/auth/tokens';
import { ensureDemo } from '../../src/demo/load';
import { createPrismaClient } from '../../src/data/client';
import type { PrismaClient } from '../../src/generated/prisma/client';
import { createClient } from '../support/client';
import { createMigratedDatabase, type OwnDatabase } from '../support/own-database';
import { serve, type RunningServer } from '../support/world';

let database: OwnDatabase;
let prisma: PrismaClient;
let server: RunningServer;

beforeAll(async () => {
  database = await createMigratedDatabase();
  prisma = createPrismaClient(database.url, { poolSize: 2 });
  await ensureDemo(prisma);
  server = await serve({ DATABASE_URL: database.url, TRUST_PROXY: 'loopback' });
});
afterAll(async () => {
  await server?.stop();
  await prisma?.$disconnect();
  await database?.drop();
});

const elsewhere = { 'x-forwarded-for': '203.0.113.5', 'x-forwarded-proto': 'https' };
const refusedStatus = [403, 'auth_demo_local_only'];
const send = async (method: string, path: string, body: object | undefined, headers: Record<string, string>) => {
  const reply = await createClient(server.url, {}).send(method, path, { body, headers });
  return [reply.status, reply.body.code] as const;
};
const byKey = (token: string, headers = {}) =>
  send('GET', '/api/v1/networks', undefined, { authorization: `Bearer ${token}`, ...headers });
const { email, password, apiKey } = demoAccess;
const signIn = (headers = {}, publishedCredentials = { email, password }) =>
  send('POST', '/api/auth/login', publishedCredentials, headers);
const sessionFrom = async (headers = {}, publishedCredentials = { email, password }) => {
  const reply = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(publishedCredentials),
  });
  return /session_id=([^;]*)/.exec(reply.headers.getSetCookie().join())![1]!;
};
const bySession = (session: string, headers = {}) =>
  send('POST', '/api/auth/me', undefined, { cookie: `session_id=${session}`, ...headers });
const keys = [apiKey, ...demoKeyNames.map((name) => deriveKey(apiKey, name))];
const operating = readFileSync(path.resolve(__dirname, '../../docs/operating.md'), 'utf8');
const allowedStatus = [200, undefined];

test('the demo organization is recognized by its id', async () => {
  expect(await prisma.organization.findMany({ select: { id: true } })).toEqual([{ id: demoOrganizationId }]);
});

test('while there is only the demo, its password and keys work from everywhere', async () => {
  expect(await byKey(apiKey, elsewhere)).toEqual(allowedStatus);
  expect(await signIn(elsewhere)).toEqual(allowedStatus);
});

describe('once there is another organization', () => {
  let before: string;
  let colleague: string;
  beforeAll(async () => {
    before = await sessionFrom(elsewhere);
    colleague = (await prisma.user.findFirstOrThrow({ where: { email: { not: email }, passwordHash: { not: null } } }))
      .email;
    await prisma.organization.create({ data: { name: 'Our own' } });
    await prisma.userApiKey.updateMany({
      where: { organizationId: demoOrganizationId },
      data: { isEnabled: true, expiresAt: null },
    });
  });

  test.each(keys)('the key %s works only from this machine', async (token) => {
    expect(await byKey(token)).toEqual(allowedStatus);
    expect(await byKey(token, elsewhere)).toEqual(refusedStatus);
    // A `via` header without a client address: the request passed a proxy that does not name its client.
    expect(await byKey(token, { via: '1.1 proxy' })).toEqual(refusedStatus);
  });

  test('the key works in GraphQL only from this machine', async () => {
    const reply = await createClient(server.url, { key: apiKey }).graphql('{ viewer { via } }', {}, elsewhere);
    expect([reply.status, reply.body.errors[0].extensions.code]).toEqual(refusedStatus);
  });

  test('the password of each user of the demo works only from this machine, and the audit has the refusal', async () => {
    expect(await signIn()).toEqual(allowedStatus);
    expect(await signIn(elsewhere)).toEqual(refusedStatus);
    expect(await signIn(elsewhere, { email: colleague, password })).toEqual(refusedStatus);
    const where = { eventType: 'SignInRefused' as const, subjectName: colleague };
    expect((await prisma.auditEvent.findFirstOrThrow({ where })).details).toMatchObject({ reason: 'demo_local_only' });
    expect(await signIn(elsewhere, { email, password: 'Wrong-Password-1' })).toEqual([401, 'auth_invalid_credentials']);
  });

  test('a session that was opened with the password earlier works only from this machine', async () => {
    expect(await bySession(before, elsewhere)).toEqual(refusedStatus);
    expect(await bySession(before)).toEqual(allowedStatus);
  });

  test('a key and a password that are not published work from everywhere', async () => {
    const user = await prisma.user.findUniqueOrThrow({ where: { email: colleague } });
    const ownKey = generateKey('user');
    const { keyHash, keyPrefix } = ownKey;
    const { id: userId, organizationId } = user;
    await prisma.userApiKey.create({
      data: { name: 'own', userId, organizationId, permissions: 'Viewer', keyHash, keyPrefix },
    });
    expect(await byKey(ownKey.token, elsewhere)).toEqual(allowedStatus);
    const colleagueCredentials = { email: colleague, password: 'Our-Own-Password-1' };
    await prisma.user.update({
      where: { id: userId },
      data: { passwordHash: await hashPassword(colleagueCredentials.password) },
    });
    expect(await signIn(elsewhere, colleagueCredentials)).toEqual(allowedStatus);
    expect(await bySession(await sessionFrom(elsewhere, colleagueCredentials), elsewhere)).toEqual(allowedStatus);
  });

  test('after the demo is deleted, its key and password are unknown', async () => {
    const text = /DELETE FROM organizations WHERE id = '[^']+';/.exec(operating)![0];
    await database.query(text);
    expect(await byKey(apiKey)).toEqual([401, 'auth_not_authenticated']);
    expect(await signIn(elsewhere)).toEqual([401, 'auth_invalid_credentials']);
  });
});

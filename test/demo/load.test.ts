// Tests that demos load into a migrated database completely, at any size, only once for each seed, and only where
// loading is allowed.
/* eslint-disable no-restricted-syntax -- Its database is its own. */
import { demoAccess } from '../../src/auth/published-access';
import { passwordMatches } from '../../src/auth/passwords';
import { hashToken, isKeyForm } from '../../src/auth/tokens';
import { createPrismaClient } from '../../src/data/client';
import { ensureDemo, loadDemo } from '../../src/demo/load';
import type { PrismaClient } from '../../src/generated/prisma/client';
import { isInvented } from '../../src/platform/mail/transport';
import { createMigratedDatabase, type OwnDatabase } from '../support/own-database';

// A first start needs a database without any organization, so this suite has its own database.
let database: OwnDatabase;
let prisma: PrismaClient;

beforeAll(async () => {
  database = await createMigratedDatabase();
  prisma = createPrismaClient(database.url, { poolSize: 4 });
});
afterAll(async () => {
  await prisma.$disconnect();
  await database.drop();
});

/** All e-mail addresses in texts of the database. */
async function storedAddresses(): Promise<string[]> {
  const columns = await database.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = current_schema() AND data_type IN ('text', 'character varying', 'jsonb', 'ARRAY')`,
  );
  const addresses = new Set<string>();
  for (const { table, column } of columns) {
    const rows = await database.query<{ address: string }>(
      `SELECT DISTINCT (regexp_matches("${column}"::text, '[[:alnum:]._%+-]+@[[:alnum:]-]+(?:[.][[:alnum:]-]+)+', 'g'))[1] AS address
       FROM "${table}"`,
    );
    for (const { address } of rows) addresses.add(address);
  }
  return [...addresses];
}

describe('the first start', () => {
  it('makes one demo, also when two replicas start together', async () => {
    const both = await Promise.all([ensureDemo(prisma), ensureDemo(prisma)]);
    expect(both).toEqual([demoAccess, demoAccess]);
    expect(await prisma.organization.count()).toBe(1);
    expect(await prisma.network.count()).toBe(3);
    expect(await prisma.host.count()).toBe(150);
  });

  it('has a past: each network was changed by users, daemons and runs, and snapshots show it', async () => {
    const networks = await prisma.network.findMany({ select: { id: true } });
    for (const { id } of networks) {
      const revisions = await prisma.$queryRaw<{ actor: string; name: string | null }[]>`
        SELECT e.actor_type::text AS actor, e.actor_name AS name
        FROM (SELECT network_id, ended_by FROM hosts_revisions UNION ALL SELECT network_id, ended_by FROM vlans_revisions
          UNION ALL SELECT network_id, ended_by FROM interfaces_revisions) r
        JOIN audit_events e ON e.id = r.ended_by WHERE r.network_id = ${id}::uuid`;
      expect(new Set(revisions.map(({ actor }) => actor))).toEqual(new Set(['User', 'Daemon', 'Discovery']));
      expect(revisions.every(({ name }) => name)).toBe(true);
    }
    const [snapshot] = await prisma.snapshot.findMany({ orderBy: { takenAt: 'asc' } });
    const [differing] = await prisma.$queryRaw<[{ renamed: number; gone: number }]>`
      SELECT count(*) FILTER (WHERE live.name <> past.name)::int AS renamed, count(*) FILTER (WHERE live.id IS NULL)::int AS gone
      FROM hosts_at(${snapshot!.takenAt}, ARRAY[${snapshot!.networkId}::uuid]) past LEFT JOIN hosts live ON live.id = past.id
      WHERE past.network_id = ${snapshot!.networkId}::uuid`;
    expect(differing.renamed).toBeGreaterThan(0);
    expect(differing.gone).toBeGreaterThan(0);
  });

  it('has runs in the form of all others: their type is an object, that of the run', async () => {
    const runs = await prisma.discovery.findMany({ where: { runType: 'Historical' } });
    expect(runs.length).toBeGreaterThan(0);
    for (const { results, discoveryType, discoveryDetails } of runs)
      expect(results).toMatchObject({ discovery_type: { type: discoveryType, ...(discoveryDetails as object) } });
  });

  it('accepts the published password and key', async () => {
    expect(isKeyForm('user', demoAccess.apiKey)).toBe(true);
    const user = await prisma.user.findUniqueOrThrow({ where: { email: demoAccess.email } });
    expect(user.permissions).toBe('Owner');
    expect(await passwordMatches(user.passwordHash, demoAccess.password)).toBe(true);
    const key = await prisma.userApiKey.findUniqueOrThrow({
      where: { keyHash: hashToken(demoAccess.apiKey) },
      include: { networkAccess: true },
    });
    expect(key.permissions).toBe('Owner');
    expect(key.networkAccess).toHaveLength(3);
  });
});

describe('a later start', () => {
  it('changes nothing and prints the same', async () => {
    const before = await prisma.host.aggregate({ _count: true, _max: { updatedAt: true } });
    expect(await ensureDemo(prisma)).toEqual(demoAccess);
    expect(await prisma.host.aggregate({ _count: true, _max: { updatedAt: true } })).toEqual(before);
  });

  it('no longer prints a password or key that was changed', async () => {
    await prisma.userApiKey.updateMany({ where: { name: 'Demo' }, data: { isEnabled: false } });
    expect(await ensureDemo(prisma)).toBeUndefined();
    await prisma.userApiKey.updateMany({ where: { name: 'Demo' }, data: { isEnabled: true } });
    expect(await ensureDemo(prisma)).toEqual(demoAccess);
  });
});

describe('a demo of 2,000 hosts', () => {
  it('is loaded completely, reports its progress, and accepts its owner', async () => {
    const steps: number[] = [];
    const loadedDemo = await loadDemo(prisma, {
      seed: 'two-thousand',
      hosts: 2000,
      progress: ({ hosts }) => steps.push(hosts),
    });
    const { organizationId } = loadedDemo;
    expect(await prisma.host.count({ where: { network: { organizationId } } })).toBe(2000);
    expect(await prisma.network.count({ where: { organizationId } })).toBe(3);
    expect(steps.at(-1)).toBe(2000);
    expect(steps).toEqual([...steps].sort((one, other) => one - other));
    const user = await prisma.user.findUniqueOrThrow({ where: { email: loadedDemo.email } });
    expect(await passwordMatches(user.passwordHash, loadedDemo.password)).toBe(true);
    expect(loadedDemo.password).not.toBe(demoAccess.password);
    const key = await prisma.userApiKey.findUniqueOrThrow({ where: { keyHash: hashToken(loadedDemo.apiKey) } });
    expect(key.userId).toBe(user.id);
  });

  // Mail to a real domain would reach people who have nothing to do with the demo (RFC 2606).
  it('names e-mail addresses of reserved domains only, as the published demo does', async () => {
    const addresses = await storedAddresses();
    expect(addresses).toEqual(expect.arrayContaining([demoAccess.email, expect.stringMatching(/^noc@/)]));
    expect(addresses.length).toBeGreaterThan(10);
    expect(addresses.filter((address) => !isInvented(address))).toEqual([]);
  });

  it('is loaded once per seed', async () => {
    await expect(loadDemo(prisma, { seed: 'two-thousand' })).rejects.toThrow('is loaded already');
  });
});

it('leaves nothing behind when it fails', async () => {
  const failing = loadDemo(prisma, {
    seed: 'broken',
    progress: () => {
      throw new Error('the line went dead');
    },
  });
  await expect(failing).rejects.toThrow('the line went dead');
  expect(await prisma.organization.count({ where: { name: 'Demo broken' } })).toBe(0);
});

it('does not create it again if its organization was deleted and another one exists', async () => {
  const demo = await prisma.user.findUniqueOrThrow({ where: { email: demoAccess.email } });
  await prisma.daemon.deleteMany({ where: { organizationId: demo.organizationId } });
  await prisma.organization.delete({ where: { id: demo.organizationId } });
  expect(await ensureDemo(prisma)).toBeUndefined();
  expect(await prisma.organization.count()).toBe(1);
});

// Creates a dump for the upgrade tests: the SQL of a database with the current schema and a small demo.
import { Client } from 'pg';
import { createPrismaClient } from '../../src/data/client';
import { loadDemo } from '../../src/demo/load';
import { dumpDatabase } from '../support/database-dump';
import { makeSmall } from './small-demo';

export async function recordDump(url: string): Promise<string> {
  const prisma = createPrismaClient(url);
  const access = { password: 'Upgrade-Demo-1', apiKey: 'nlm_u_UpgradeDemoKeyForTestsOnly0000' };
  const now = new Date('2026-11-20T12:00:00Z');
  await loadDemo(prisma, { seed: 'upgrade', hosts: 50, networks: 1, now, ...access }).finally(() =>
    prisma.$disconnect(),
  );
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await makeSmall(client);
    return await dumpDatabase(client);
  } finally {
    await client.end();
  }
}

// Instants for tests of the past: after all that is written, before all that will be.
import type { PrismaClient } from '../../src/generated/prisma/client';

export async function databaseInstant(prisma: PrismaClient): Promise<Date> {
  const [{ at }] = await prisma.$queryRaw<[{ at: Date }]>`SELECT clock_timestamp() AS at`;
  // Times are whole milliseconds: the next change must be later.
  while (Date.now() <= at.getTime() + 1) await new Promise(setImmediate);
  return at;
}

// Instants for tests of the past: each instant is later than all earlier writes, and before all later writes.
import type { PrismaClient } from '../../src/generated/prisma/client';

export async function databaseInstant(prisma: PrismaClient): Promise<Date> {
  const [{ at }] = await prisma.$queryRaw<[{ at: Date }]>`SELECT clock_timestamp() AS at`;
  // Times are stored in whole milliseconds, so the next change must happen in a later millisecond.
  while (Date.now() <= at.getTime() + 1) await new Promise(setImmediate);
  return at;
}

// Makes the service of a suite read from a PostgreSQL replica: the server at `TEST_READ_SERVER` (host and port).
import { plannedClient, type ClientOptions } from '../../src/data/client';
import { readFromReplicas } from '../../src/data/replicas/replicas';
import type { PrismaClient } from '../../src/generated/prisma/client';

/** Errors of reads that failed on the replica. The primary has answered these reads instead. */
export const failedReads: unknown[] = [];

/**
 * Makes the service read from the replica if TEST_READ_SERVER is set. Tests write rows without the service, so the
 * primary must have `synchronous_commit = remote_apply`. Returns a function that closes the connections to the replica.
 */
export function readFromTestReplica(
  prisma: PrismaClient,
  primaryUrl: string,
  options: ClientOptions,
): (() => Promise<void>) | undefined {
  const host = process.env.TEST_READ_SERVER;
  if (!host) return undefined;
  const readUrls = [Object.assign(new URL(primaryUrl), { host }).href];
  return readFromReplicas(plannedClient(prisma), {
    ...{ ...options, poolSize: 6, primaryUrl, readUrls, maxLagSeconds: 1 },
    onChange: () => undefined,
    onReadFailed: (_replica, error) => void failedReads.push(error),
  });
}

/**
 * Gives a user and the user's credentials an earlier creation time, because reads with new credentials go to the
 * primary.
 */
export async function letReadReplicas(prisma: PrismaClient, userId: string): Promise<void> {
  if (!process.env.TEST_READ_SERVER) return;
  const data = { createdAt: new Date(Date.now() - 3_600_000) };
  await prisma.user.update({ where: { id: userId }, data });
  await prisma.session.updateMany({ where: { userId }, data });
  await prisma.userApiKey.updateMany({ where: { userId }, data });
}

// When keys were last used: gathered in memory and written in batches, so that a request costs no write.
import type { PrismaClient } from '../generated/prisma/client';

const delayMs = 1_000;

export interface KeyUsage {
  record(keyId: string): void;
  /** Writes what is still unwritten. */
  close(): Promise<void>;
}

export function createKeyUsage(prisma: PrismaClient, onError: (error: unknown) => void): KeyUsage {
  let unwritten = new Map<string, Date>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = unwritten;
    unwritten = new Map();
    if (batch.size > 0) writing = writing.then(() => writeBatch(prisma, batch).catch(onError));
    return writing;
  };

  return {
    record(keyId) {
      unwritten.set(keyId, new Date());
      timer ??= setTimeout(() => void write(), delayMs).unref();
    },
    close: write,
  };
}

async function writeBatch(prisma: PrismaClient, batch: ReadonlyMap<string, Date>): Promise<void> {
  const times = [...batch.values()].map((time) => time.toISOString());
  await prisma.$executeRaw`
    UPDATE user_api_keys SET last_used = usage.at
    FROM unnest(${[...batch.keys()]}::uuid[], ${times}::timestamptz[]) AS usage (id, at)
    WHERE user_api_keys.id = usage.id AND (last_used IS NULL OR last_used < usage.at)`;
}

// Records when keys were last used: collected in memory and written in batches, so that requests need no write.
import { Prisma, type PrismaClient } from '../generated/prisma/client';
import { everyone, executeSql, tenantSafeSql } from '../data/tenancy/tenant-sql';
import type { KeyKind } from './tokens';

const delayMs = 1_000;

export interface KeyUsage {
  record(keyId: string): void;
  /** Writes the times at which keys were used and that are not in the database yet. */
  close(): Promise<void>;
}

const tables: Record<KeyKind, string> = { user: 'user_api_keys', daemon: 'daemon_api_keys' };

export function createKeyUsage(prisma: PrismaClient, kind: KeyKind, onError: (error: unknown) => void): KeyUsage {
  let unwritten = new Map<string, Date>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = unwritten;
    unwritten = new Map();
    if (batch.size > 0) writing = writing.then(() => writeBatch(prisma, tables[kind], batch).catch(onError));
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

async function writeBatch(prisma: PrismaClient, table: string, batch: ReadonlyMap<string, Date>): Promise<void> {
  const times = [...batch.values()].map((time) => time.toISOString());
  const statement = Prisma.sql`
    UPDATE ${Prisma.raw(table)} AS keys SET last_used = usage.at
    FROM unnest(${[...batch.keys()]}::uuid[], ${times}::timestamptz[]) AS usage (id, at)
    WHERE keys.id = usage.id AND (last_used IS NULL OR last_used < usage.at)`;
  await executeSql(prisma, tenantSafeSql(everyone, statement));
}

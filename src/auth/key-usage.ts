// Records when keys were last used: collected in memory and written in batches, so that requests need no write.
import { Prisma, type PrismaClient } from '../generated/prisma/client';
import { systemScope, executeSql, tenantSafeSql } from '../data/tenancy/tenant-sql';
import type { KeyKind } from './tokens';

const delayMs = 1_000;

export interface KeyUsage {
  record(keyId: string): void;
  /** Writes the last-use times that are not in the database yet. */
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

/**
 * Writes the times in one statement. Keys that another transaction has locked are skipped until their next use: waiting
 * for the locks could deadlock with the deletion of an organization, which locks keys in another order.
 */
async function writeBatch(prisma: PrismaClient, table: string, batch: ReadonlyMap<string, Date>): Promise<void> {
  const times = [...batch.values()].map((time) => time.toISOString());
  const ids = [...batch.keys()];
  const keys = Prisma.raw(table);
  const statement = Prisma.sql`
    WITH unlocked AS MATERIALIZED (
      SELECT id FROM ${keys} WHERE id = ANY (${ids}::uuid[]) FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE ${keys} AS keys SET last_used = usage.at
    FROM unnest(${ids}::uuid[], ${times}::timestamptz[]) AS usage (id, at) JOIN unlocked ON unlocked.id = usage.id
    WHERE keys.id = usage.id AND (last_used IS NULL OR last_used < usage.at)`;
  await executeSql(prisma, tenantSafeSql(systemScope, statement));
}

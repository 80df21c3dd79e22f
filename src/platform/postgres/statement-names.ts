// Names recurring SQL statements, so that each connection parses and plans them once.
import { LRUCache } from 'lru-cache';
import type { PoolClient } from 'pg';
import { forgetColumns } from './text-statement';
import { wireConnection } from './wire';

const mostNames = 400;
const mostCandidates = 2000;
/** Of all texts that are kept: a filter of a caller can make one of 100 kB. */
const mostCharacters = 4_000_000;

export interface StatementNames {
  /** A name for a statement from its second sighting on; '' leaves it unnamed. */
  nameOf(query: { readonly sql: string }): string;
  /** Closes on a connection that nobody uses what has lost its name; it is sent with the statement that comes next. */
  closeForgotten(connection: PoolClient): void;
}

/**
 * Names for as many statements as a connection should keep in memory: those used last. List filters make a new text for
 * each length, which must neither fill the server's memory nor keep the names from what is asked all the time.
 */
export function statementNames(most = mostNames): StatementNames {
  const byText = { maxSize: mostCharacters, sizeCalculation: (_kept: unknown, sql: string) => sql.length };
  const seenOnce = new LRUCache<string, true>({ ...byText, max: mostCandidates });
  let nameCount = 0;
  let removedCount = 0;
  const dispose = (_name: string, _sql: string, reason: LRUCache.DisposeReason) =>
    void (reason === 'evict' && (removedCount += 1));
  const names = new LRUCache<string, string>({ ...byText, max: most, dispose });
  const closedAt = new WeakMap<PoolClient, number>();

  return {
    nameOf({ sql }) {
      const existingName = names.get(sql);
      if (existingName === undefined && !seenOnce.delete(sql)) {
        seenOnce.set(sql, true);
        return '';
      }
      // Never one that was given before: connections may know its statement still.
      const name = existingName ?? `netloom_${(nameCount += 1)}`;
      if (existingName === undefined) names.set(sql, name);
      return name;
    },
    closeForgotten(connection) {
      // Some at a time: looking for them is more work than closing them.
      if (removedCount - (closedAt.get(connection) ?? 0) < most / 10) return;
      closedAt.set(connection, removedCount);
      const inUse = new Set(names.values());
      const wire = wireConnection(connection);
      const closing = Object.keys(wire.parsedStatements).filter((name) => !inUse.has(name));
      wire.stream.cork();
      for (const name of closing) {
        wire.close({ type: 'S', name }, true);
        delete wire.parsedStatements[name];
        forgetColumns(wire, name);
      }
      wire.stream.uncork();
    },
  };
}

// Names recurring SQL statements, so that each connection parses and plans them once.
import { LRUCache } from 'lru-cache';
import type { PoolClient } from 'pg';
import { forgetColumns } from './text-statement';
import { wireConnection } from './wire';

const mostNames = 400;
const mostCandidates = 2000;
/**
 * Maximum total length, in characters, of the SQL texts that are stored with their names. A filter in a request can
 * lead to an SQL text of 100 kB.
 */
const mostCharacters = 4_000_000;

export interface StatementNames {
  /**
   * The name for a statement from its second use on. For the first use, the name is empty, so that the statement is not
   * prepared.
   */
  nameOf(query: { readonly sql: string }): string;
  /**
   * On an idle connection, closes prepared statements that no longer have a name. The messages are sent with the next
   * statement.
   */
  closeForgotten(connection: PoolClient): void;
}

/**
 * Names the statements that were used recently, up to the number that a connection should keep. A list filter has a
 * different SQL text for each number of values. Such texts must neither fill the server's memory nor displace frequent
 * statements.
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
      // A name is never reused, because a connection may still have the former statement under this name.
      const name = existingName ?? `netloom_${(nameCount += 1)}`;
      if (existingName === undefined) names.set(sql, name);
      return name;
    },
    closeForgotten(connection) {
      // Finding the statements to close takes longer than closing them, so they are closed only after at least `most /
      // 10` names were removed.
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

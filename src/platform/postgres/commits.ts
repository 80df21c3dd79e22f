// Detects commits of writes from PostgreSQL's protocol messages, whatever code sent the statements.
import type { Wire } from './wire';

/** Command tags of statements that wrote rows. */
const wrote = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) [1-9]/;
const undone = 'ROLLBACK';

/**
 * Calls back after each committed transaction that wrote rows, including single statements; the rows are visible by
 * then. Writes in a part of a statement that returns rows (WITH … SELECT) are not detected.
 */
export function hearCommits(wire: Wire, onCommit: () => void): void {
  let hasWritten = false;
  let last = '';
  wire.on('commandComplete', ({ text }: { readonly text: string }) => {
    last = text;
    hasWritten ||= wrote.test(text);
  });
  wire.on('errorMessage', () => (last = undone));
  wire.on('readyForQuery', ({ status }: { readonly status: string }) => {
    // PostgreSQL reports status `I` when no transaction is open. Otherwise nothing is committed yet, even if the last
    // command was a ROLLBACK: it may have been one to a savepoint.
    if (status !== 'I') return;
    if (hasWritten && last !== undone) onCommit();
    hasWritten = false;
  });
}

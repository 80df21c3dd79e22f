// When a connection has committed what it wrote: read off PostgreSQL's own answers, whoever sent the statements.
import type { Wire } from './wire';

/** How PostgreSQL says that a statement wrote rows. */
const wrote = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) [1-9]/;
const undone = 'ROLLBACK';

/**
 * Calls back after each transaction that wrote rows and was committed, statements on their own included: by then all who
 * look see them. What only a part of a statement wrote that answers rows (WITH … SELECT) is not seen.
 */
export function hearCommits(wire: Wire, committed: () => void): void {
  let hasWritten = false;
  let last = '';
  wire.on('commandComplete', ({ text }: { readonly text: string }) => {
    last = text;
    hasWritten ||= wrote.test(text);
  });
  wire.on('errorMessage', () => (last = undone));
  wire.on('readyForQuery', ({ status }: { readonly status: string }) => {
    // Inside of a transaction, where ROLLBACK may be to a savepoint.
    if (status !== 'I') return;
    if (hasWritten && last !== undone) committed();
    hasWritten = false;
  });
}

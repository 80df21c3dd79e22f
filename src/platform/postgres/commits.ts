// When a connection has committed what it wrote: read off PostgreSQL's own answers, whoever sent the statements.
import type { Connection } from 'pg';

/** How PostgreSQL says that a statement wrote rows. */
const wrote = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) [1-9]/;
const undone = 'ROLLBACK';

/** The messages that it takes, which pg's types leave out. */
interface Messages {
  on(message: 'commandComplete', heard: (command: { readonly text: string }) => void): void;
  on(message: 'errorMessage', heard: () => void): void;
  on(message: 'readyForQuery', heard: (ready: { readonly status: string }) => void): void;
}

/**
 * Calls back after each transaction that wrote rows and was committed, statements on their own included: by then all who
 * look see them. What only a part of a statement wrote that answers rows (WITH … SELECT) is not seen.
 */
export function hearCommits(connection: Connection, committed: () => void): void {
  const messages = connection as unknown as Messages;
  let hasWritten = false;
  let last = '';
  messages.on('commandComplete', ({ text }) => {
    last = text;
    hasWritten ||= wrote.test(text);
  });
  messages.on('errorMessage', () => (last = undone));
  messages.on('readyForQuery', ({ status }) => {
    // Inside of a transaction, where ROLLBACK may be to a savepoint.
    if (status !== 'I') return;
    if (hasWritten && last !== undone) committed();
    hasWritten = false;
  });
}

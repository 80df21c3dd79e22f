// Records all statements that this process sends to PostgreSQL, by spying on pg's documented `query`.
import { Client } from 'pg';
import { isBackground } from './recorded-queries';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Returns the statements that are sent while the work runs, without those that the service sends at any time. The work
 * gets a function that returns the statements sent so far.
 */
export async function sentDuring(work: (statementsSoFar: () => Statement[]) => Promise<unknown>): Promise<Statement[]> {
  const query = jest.spyOn(Client.prototype, 'query');
  const statementsSoFar = () =>
    (query.mock.calls as unknown as [string | Statement, unknown][])
      .map(([one, values]) =>
        typeof one === 'string' ? { text: one, values: Array.isArray(values) ? values : [] } : one,
      )
      .filter(({ text }) => !isBackground(text));
  try {
    await work(statementsSoFar);
    return statementsSoFar();
  } finally {
    query.mockRestore();
  }
}

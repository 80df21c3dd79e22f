// What PostgreSQL is sent by this process, whoever sends it: pg's documented `query`, looked on.
import { Client } from 'pg';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Those that are sent while the work is done; it is given those of so far. */
export async function sentDuring(work: (sent: () => Statement[]) => Promise<unknown>): Promise<Statement[]> {
  const query = jest.spyOn(Client.prototype, 'query');
  const sent = () =>
    (query.mock.calls as unknown as [string | Statement, unknown][]).map(([one, values]) =>
      typeof one === 'string' ? { text: one, values: Array.isArray(values) ? values : [] } : one,
    );
  try {
    await work(sent);
    return sent();
  } finally {
    query.mockRestore();
  }
}

// Counts the SQL statements that a block of a test makes the database run.
import type { Prisma } from '../../src/generated/prisma/client';

export interface Recorder {
  readonly record: (query: Prisma.QueryEvent) => void;
  /** The statements sent while `work` ran, in order; nothing else may use the world meanwhile. */
  during(work: () => Promise<unknown>): Promise<string[]>;
}

// Renewals of sessions and last-used times of keys are written in the background, at any moment.
const isBackground = (sql: string) => /^UPDATE "public"\."(sessions|user_api_keys)"/.test(sql);

export function createRecorder(): Recorder {
  let recorded: string[] = [];
  return {
    record: ({ query }) => void (isBackground(query) || recorded.push(query)),
    async during(work) {
      recorded = [];
      await work();
      return recorded;
    },
  };
}
